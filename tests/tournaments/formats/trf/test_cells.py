"""What the rounds of TRF say, and that the short way to pairings and the patient one are the same rules."""

from __future__ import annotations

import datetime as dt
from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.trf.lines import cell
from tournaments.formats.common.consistency import Side, pair_up
from tournaments.formats.report import ReportedPairing, Result
from tournaments.formats.trf.cells import SILENT, Cell, agreed, cell_of

DAYS = (dt.date(2025, 3, 1), dt.date(2025, 3, 2))
Rows = dict[int, list[Cell]]

rounds = st.builds("{} {} {}".format, st.integers(0, 4), st.sampled_from("wb-"), st.sampled_from("1=0+-WDLHFUZx "))


@st.composite
def events(draw: st.DrawFn) -> Rows:
    """Return two rounds of four players, most of whom have the same of a game as the opponent."""
    rows = {number: [cell_of(cell(draw(rounds))) for _day in DAYS] for number in range(1, 5)}
    for place in range(len(DAYS)):
        first, second, third, fourth = draw(st.permutations(sorted(rows)))
        for one, other in ((first, second), (third, fourth))[: draw(st.integers(0, 2))]:
            colours = draw(st.sampled_from(["wb", "bw", "--", "w-", "-b", "ww"]))
            letters = draw(st.sampled_from(["10", "01", "==", "+-", "-+", "--", "00", "Z+", "WL", "DD", "11", "UU"]))
            rows[one][place] = cell_of(cell(f"{other} {colours[0]} {letters[0]}"))
            rows[other][place] = cell_of(cell(f"{one} {colours[1]} {letters[1]}"))
        if draw(st.booleans()):
            rows[draw(st.sampled_from(sorted(rows)))][place] = cell_of(cell("0000 - U"))
    return {number: cells[: draw(st.integers(0, 2))] if number == 4 else cells for number, cells in rows.items()}


def patiently(rows: Rows) -> tuple[list[ReportedPairing], bool]:
    """Return the pairings that the checks of all readers come to, and whether nothing was doubtful."""
    sides = [
        Side(place + 1, number, said.opponent, said.colour, said.result, date=DAYS[place])
        for number, cells in rows.items()
        for place, said in enumerate(cells)
    ]
    pairings, problems = pair_up(sides, {number: str(number) for number in rows})
    return pairings, not problems and not any(said.doubts for cells in rows.values() for said in cells)


def agreement(rows: Rows) -> list[ReportedPairing] | None:
    """Return the pairings by the short way."""
    columns = [*zip_longest(*rows.values(), fillvalue=SILENT)]
    return agreed([*rows], columns, DAYS[: len(columns)])


@given(events())
def test_an_event_without_doubts_is_paired_as_the_checks_do_it_and_no_other_is(rows: Rows) -> None:
    pairings, is_clear = patiently(rows)
    assert agreement(rows) == (pairings if is_clear else None)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2 w 1", "1 b 1"),
        ("2 w 1", "1 w 0"),
        ("2 w 1", "3 b 0"),
        ("2 w 1", ""),
        ("2 w", "1 b"),
        ("1 - -", "0000 - Z"),
        ("9 b 0", "0000 - Z"),
        ("0000 - 1", "0000 - Z"),
        ("0000 - U", "0000 - U"),
        ("2 w x", "1 b 0"),
    ],
)
def test_a_single_doubt_leaves_the_event_to_the_checks(first: str, second: str) -> None:
    others = {3: [cell_of(cell("4 w 1"))], 4: [cell_of(cell("3 b 0"))]}
    assert agreement({1: [cell_of(cell(first))], 2: [cell_of(cell(second))]} | others) is None


def test_forfeits_without_colours_are_made_once() -> None:
    rows = {3: [cell_of(cell("7 - -"))], 7: [cell_of(cell("3 - +"))]}
    assert agreement(rows) == [
        ReportedPairing(1, None, 3, 7, Result.FORFEIT_LOSS, Result.FORFEIT_WIN, DAYS[0]),
    ]
