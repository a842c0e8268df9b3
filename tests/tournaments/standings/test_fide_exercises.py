"""Tie-breaks of players and teams against FIDE's own exercises: the printed values, and those of later rules."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from msgspec.structs import replace

from tests.tournaments.formats.trf import files as trf_files
from tests.tournaments.standings.fide_exercises import (
    NEW_RULES,
    OLD_RULES,
    TEAMS,
    individual,
    name_of,
    round_robin,
    teams,
)
from tournaments.formats.report import TournamentReport
from tournaments.models import Pairing
from tournaments.standings import team_tie_breaks
from tournaments.standings.teams import Scale, Schedule, points_of, schedule
from tournaments.standings.tie_breaks import Value, compute

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
    found = compute(individual(start), [code], [], False).values
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


def test_the_direct_encounter_needs_games_between_all_tied_players() -> None:
    """Exercises 23 and 24."""
    ranks = compute(individual(), ["DE"], [], False).ranks
    assert [ranks[number] for number in (1, 3, 4, 16)] == [2, 2, 2, 2]
    assert [ranks[number] for number in (5, 8, 11)] == [7, 7, 7]


def test_the_average_performance_of_the_opponents() -> None:
    """Exercise 21."""
    found = compute(individual(), ["APRO"], [], False).values
    assert [found[number]["APRO"] for number in (1, 3, 4, 16)] == [1789, 1904, 1772, 1805]


def test_the_perfect_performance() -> None:
    """Exercise 22."""
    assert compute(individual(), ["PTP"], [], False).values[3]["PTP"] == 2112


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("SB", [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]),  # 14
        ("SB/C1", [9.25, 4.75, 4.75, 4.25, 3.25, 1.5]),  # 15
        ("KS", [2, 0.5, 0.5, 1, 0.5, 0]),  # 16
    ],
)
def test_the_exercises_of_a_round_robin_come_out_as_printed(code: str, expected: list[float]) -> None:
    found = compute(round_robin(), [code], [], True).values
    assert [found[number][code] for number in sorted(found)] == expected


def test_the_direct_encounter_in_a_round_robin() -> None:
    """Exercise 26: a forfeit counts as a game here."""
    assert compute(round_robin(), ["DE"], [], True).ranks == {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}


# -- Teams ---------------------------------------------------------------------------------------------------------

PRINTED_OF_TEAMS: dict[str, dict[int, float]] = {
    # 34
    "MPTS": dict(enumerate([10, 10, 10, 10, 10, 7, 6, 7, 6, 5, 4, 2, 6, 4], start=1)),
    "GPTS": dict(enumerate([17.5, 17, 16, 17, 18, 12.5, 11.5, 15, 14.5, 13, 11.5, 7.5, 11.5, 11.5], start=1)),
    # 35 and 36
    "BH": dict(enumerate([64, 57, 58, 56, 55, 46, 44, 41, 50, 44, 41, 41, 52, 36], start=1)),
    "BH/C1": dict(enumerate([57, 52, 53, 52, 53, 39, 38, 39, 48, 42, 39, 39, 48, 32], start=1)),
    # 37
    "BH:GP": dict(enumerate([114, 107.5, 109.5, 106, 99, 92, 94.5, 90, 97.5, 92, 88, 92, 101, 87], start=1)),
    # 38 to 41
    "EMMSB/C1": {1: 74, 2: 64, 3: 66, 4: 64, 5: 66},
    "EGMSB": {1: 158, 2: 144, 3: 150, 4: 146, 5: 132},
    "EMGSB": {7: 68.5, 9: 83, 13: 73},
    "EGGSB": {6: 157.5, 8: 181.5},
    # 49: the paper prints one decimal
    "SSSC": {1: 38.83, 2: 36, 3: 35.33, 4: 35.67, 5: 36.33, 6: 27.83, 7: 26.17, 8: 28.67, 9: 31.17, 14: 23.5},
}
CAPPED_OF_TEAMS = {"BH": 61, "BH/C1": 54, "BH:GP": 110.5, "EMMSB/C1": 68, "EGMSB": 151, "EMGSB": 146.5, "EGGSB": 269}


def played_by_teams() -> tuple[Schedule, dict[int, str]]:
    """Return the schedule, and the team of each player."""
    report = teams()
    members = {player.number: player.team for player in report.players}
    rows = [
        Pairing(
            round=each.round,
            board=each.board,
            white_id=each.white,
            black_id=each.black,
            white_result=each.white_result,
            black_result=each.black_result or "",
        )
        for each in report.pairings
    ]
    return schedule(rows, members), members


def of_teams(*codes: str, start: object = OLD_RULES) -> team_tie_breaks.TeamTieBreaks:
    return team_tie_breaks.compute(*played_by_teams(), start, ("MPTS", *codes), robin=False)


@pytest.mark.parametrize(("code", "expected"), PRINTED_OF_TEAMS.items())
def test_the_exercises_of_teams_come_out_as_printed(code: str, expected: dict[int, float]) -> None:
    values = of_teams(code).values
    assert {team: values[name_of(team)][code] for team in expected} == expected


@pytest.mark.parametrize(("code", "expected"), CAPPED_OF_TEAMS.items())
def test_since_march_2026_a_match_without_an_opponent_is_worth_less(code: str, expected: float) -> None:
    """Team 1 won a match without playing; team 2 played all."""
    values, before = of_teams(code, start=NEW_RULES).values, of_teams(code).values
    assert values[name_of(1)][code] == expected
    assert values[name_of(2)] == before[name_of(2)]


def test_our_own_points_are_those_of_the_exercises() -> None:
    points = points_of(played_by_teams()[0])
    expected = zip(PRINTED_OF_TEAMS["MPTS"].values(), PRINTED_OF_TEAMS["GPTS"].values(), strict=True)
    assert [points[name_of(team)] for team in TEAMS] == [(won, 2 * on_boards) for won, on_boards in expected]


def test_match_points_then_board_points() -> None:
    """Exercise 34."""
    ranks = of_teams("GPTS").ranks
    assert sorted(TEAMS, key=lambda team: (ranks[name_of(team)], team)) == [
        5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12,
    ]  # fmt: skip


@pytest.mark.parametrize("code", [code for code in PRINTED_OF_TEAMS if code != "SSSC"])
def test_what_a_name_says_holds_where_board_points_come_first_too(code: str) -> None:
    found = team_tie_breaks.compute(*played_by_teams(), OLD_RULES, ("GPTS", code), robin=False)
    assert {team: found.values[name_of(team)][code] for team in PRINTED_OF_TEAMS[code]} == PRINTED_OF_TEAMS[code]


def test_board_points_then_match_points() -> None:
    ranks = team_tie_breaks.compute(*played_by_teams(), OLD_RULES, ("GPTS", "MPTS"), robin=False).ranks
    assert sorted(TEAMS, key=lambda team: (ranks[name_of(team)], team)) == [
        5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12,
    ]  # fmt: skip


def test_the_extended_direct_encounter() -> None:
    """Exercises 42 to 45."""
    ranks = of_teams("EDE").ranks
    assert sorted(range(1, 6), key=lambda team: ranks[name_of(team)]) == [4, 2, 1, 3, 5]
    assert ranks[name_of(6)] < ranks[name_of(8)]
    assert ranks[name_of(11)] == ranks[name_of(14)]
    assert ranks[name_of(7)] == ranks[name_of(9)] == ranks[name_of(13)]


@pytest.mark.parametrize("code", ["EDEBT", "EDET", "EDEB"])
def test_two_tied_teams_are_separated_by_their_boards(code: str) -> None:
    """Exercises 46 to 48."""
    ranks = of_teams(code).ranks
    assert ranks[name_of(11)] < ranks[name_of(14)]


def test_gacrux_reads_the_same_from_the_trf26_that_we_write() -> None:
    """Teams, their byes, and boards in their order: its own reader comes to the printed points and the same order."""
    found = read_by_gacrux(teams(), "MPTS", "GPTS", "EDE")
    for code, place in (("MPTS", 0), ("GPTS", 1)):
        assert {each["cid"]: float(each["tiebreakScore"][place]) for each in found} == PRINTED_OF_TEAMS[code]
    ranks = of_teams("GPTS", "EDE").ranks
    assert {name_of(each["cid"]): each["rank"] for each in found} == ranks


@pytest.mark.parametrize("scoring", [(3, 1, 0), (3, 2, 1), (1, 0.5, 0)])
@pytest.mark.parametrize("codes", [("MPTS", "GPTS", "TBR"), ("MPTS", "GPTS", "BBE"), ("MPTS", "EMGSB", "SSSC")])
def test_gacrux_gives_the_match_points_that_our_trf26_says(scoring: tuple[float, ...], codes: tuple[str, ...]) -> None:
    found = read_by_gacrux(replace(teams(), match_scoring=scoring), *codes)
    played, members = played_by_teams()
    ours = team_tie_breaks.compute(
        dataclasses.replace(played, scale=Scale(*scoring)), members, OLD_RULES, codes, robin=False
    )
    told = {name_of(each["cid"]): [float(value) for value in each["tiebreakScore"]] for each in found}
    assert told == {name: list(values.values()) for name, values in ours.values.items()}


def read_by_gacrux(report: TournamentReport, *codes: str) -> list[dict[str, Any]]:
    """Return gacrux' reading of the teams of the file that we write of the report."""
    places = {player.number: place for place, player in enumerate(report.players, start=1)}
    players = tuple(replace(player, number=places[player.number]) for player in report.players)
    pairings = tuple(
        replace(each, white=places[each.white], black=places.get(each.black or 0)) for each in report.pairings
    )
    file = trf2json()
    file.parse_file(trf_files.write(replace(report, players=players, pairings=pairings)).decode().replace("\r", ""), 0)
    assert file.get_status() == 0, file.chessjson["status"]
    tournament = file.get_tournament(1)
    parameters = {"tiebreak": list(codes), "check": False, "unrated": None, "swiss": True}
    return tiebreak(tournament, 7, parameters).compute_tiebreaks(tournament, parameters)["competitors"]
