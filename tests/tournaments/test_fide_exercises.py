"""tournaments/tie_breaks.py against FIDE's own exercises: what the paper prints, and what March 2026 changed in it."""

from __future__ import annotations

import pytest

from tests.tournaments.fide_exercises import NEW_RULES, OLD_RULES, individual
from tournaments.tie_breaks import Value, reckon

# Exercise by exercise: the values of players 1 to 16.
PRINTED: dict[str, list[Value]] = {
    # 1 to 4
    "BH": [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    # 5 to 8
    "BH/C1": [11, 12, 13, 11.5, 7.5, 11, 12.5, 12, 7.5, 11.5, 12, 9.5, 12, 9, 11, 11],
    # 9
    "AOB": [12.6, 13.6, 13.4, 13.38, 13.4, 13.25, 11.9, 13, 12.75, 10.9, 12.75, 15, 12.1, 13.17, 12.2, 13.3],
    # 10
    "FB": [13.5, 13.5, 15, 15.5, 10, 12, 13.5, 12.5, 9.5, 12.5, 12.5, 11.5, 13.5, 10.5, 12, 13.5],
    # 11 and 12
    "SB": [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
    # 13
    "SB/C1": [7.25, 8.5, 9.25, 8, 3.25, 5.5, 1.25, 3.75, 2.25, 0, 4.25, 4, 4.25, 3, 2.5, 5.75],
    # 17
    "ARO": [1820, 1880, 1940, 1888, 1690, 1813, 1760, 1730, 1975, 1880, 1863, 2050, 1930, 1800, 1860, 1820],
    # 18
    "ARO/C1": [1900, 1988, 2000, 1983, 1738, 1900, 1838, 1800, 2200, 1975, 2000, None, 2025, 1900, 1963, 1900],
    # 19 and 20
    "TPR": [1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730, 1175, 1640, 1776, 1250, 1781, 1925, 1788, 1969],
    # 27 to 33
    "WIN": [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
    "WON": [2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3],
    "BPG": [2, 3, 2, 2, 2, 2, 3, 2, 1, 3, 2, 0, 3, 2, 3, 2],
    "BWG": [1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1],
    "REP": [5, 5, 5, 4, 5, 5, 5, 5, 3, 5, 5, 3, 5, 3, 5, 5],
    "PS": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    "PS/C1": [10, 12, 10.5, 10.5, 5, 6, 5, 8, 2.5, 4, 5, 7, 6, 5, 7, 10],
}
# What the cap of article 16.4 (1 March 2026) makes of the same exercises.
CAPPED: dict[str, dict[int, float]] = {
    "BH": {4: 14, 11: 12.5},
    "BH/C1": {11: 11},
    "FB": {4: 14.5, 11: 12, 12: 11},
    "SB": {4: 9.25, 6: 6, 11: 4.75},
    "SB/C1": {4: 7.75, 6: 5, 11: 3.25},
}


def column(code: str, start: object = OLD_RULES) -> list[Value]:
    found = reckon(individual(start), [code], [], False).values
    return [found[number][code] for number in sorted(found)]


def test_the_points_are_those_of_the_crosstable() -> None:
    assert column("PTS") == [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5]


@pytest.mark.parametrize(("code", "expected"), PRINTED.items())
def test_the_exercises_come_out_as_printed(code: str, expected: list[Value]) -> None:
    assert column(code) == expected


@pytest.mark.parametrize(("code", "expected"), CAPPED.items())
def test_since_march_2026_an_unplayed_round_is_worth_less(code: str, expected: dict[int, float]) -> None:
    old, new = column(code), column(code, NEW_RULES)
    changed = {number: value for number, value in enumerate(new, start=1) if number in expected}
    assert changed == expected
    assert all(value <= before for value, before in zip(new, old, strict=True))


def test_the_direct_encounter_parts_nobody_who_did_not_meet_all_equals() -> None:
    """Exercises 23 and 24."""
    ranks = reckon(individual(), ["DE"], [], False).ranks
    assert [ranks[number] for number in (1, 3, 4, 16)] == [2, 2, 2, 2]
    assert [ranks[number] for number in (5, 8, 11)] == [7, 7, 7]


def test_the_average_performance_of_the_opponents() -> None:
    """Exercise 21."""
    found = reckon(individual(), ["APRO"], [], False).values
    assert [found[number]["APRO"] for number in (1, 3, 4, 16)] == [1789, 1904, 1772, 1805]


def test_the_perfect_performance() -> None:
    """Exercise 22."""
    assert reckon(individual(), ["PTP"], [], False).values[3]["PTP"] == 2112
