"""Byes and forfeits of teams in TRF26 (records 240, 320 and 330), brought to their players."""

from __future__ import annotations

import pytest
from gacrux.trf2json import trf2json
from msgspec.structs import replace

from tests.tournaments.formats.trf import files as trf_files
from tests.tournaments.formats.trf.lines import codes, file, games, player, read, texts
from tournaments.formats.common.consistency import points_of
from tournaments.formats.report import TournamentReport
from tournaments.formats.trf import reader as trf
from tournaments.formats.trf import writer

NAMES = ("Tower", "Bridge", "Gate")
TOLD = "The file is from a team event; the games of its boards were read. (line {})"
OTHERWISE = "What the line says about the team {} contradicts other lines of this round; those are used. ({})"


def team(number: int, *players: int) -> str:
    """Return a record 310."""
    return f"310 {number:3} {NAMES[number - 1]:32}".ljust(73) + " ".join(f"{each:4}" for each in players)


TEAMS = [team(1, 1, 2, 7), team(2, 3, 4), team(3, 5, 6)]


def rows(*gate: str) -> list[str]:
    """Tower beats Bridge on two boards in round 1; ``gate``: what the lines of Gate say of this round."""
    first, second = gate or ("", "")
    return [
        player(1, "3 w 1", "", points="1.0"),
        player(2, "4 b 1", "", points="1.0"),
        player(3, "1 b 0", "5 w =", points="0.5"),
        player(4, "2 w 0", "6 b =", points="0.5"),
        player(5, first, "3 b =", points="0.5"),
        player(6, second, "4 w =", points="0.5"),
        player(7, "", "", points="0.0"),
    ]


def alone() -> list[str]:
    """Tower beats Bridge in round 1; nobody sits at a board in round 2."""
    played = [player(each, cell, "0000 - -") for each, cell in enumerate(("3 w 1", "4 b 1", "1 b 0", "2 w 0"), start=1)]
    return [*played, player(5), player(6), player(7)]


def event(*records: str, lines: list[str] | None = None) -> TournamentReport:
    """Return what is read of the records, lines 12 and on, behind the name, seven players and three teams."""
    return read(*(lines or rows()), *TEAMS, *records)


def byes(report: TournamentReport) -> list[tuple[int, str, str]]:
    """Return the byes that teams have, not their players."""
    return [(number, name, letter.value) for number, name, letter in report.team_byes]


def further(report: TournamentReport) -> list[tuple[int, int, int | None, str]]:
    """Return the pairings that the records made: all but games and absences."""
    return [game for game in games(report) if game[3] not in {"10", "01", "==", "Z"}]


@pytest.mark.parametrize("letter", ["F", "H"])
@pytest.mark.parametrize("cells", [("", ""), ("0000 - -", "0000 - -"), ("0000 - Z", "")])
def test_the_bye_of_a_team_gives_its_players_nothing(letter: str, cells: tuple[str, str]) -> None:
    report = event(f"240 {letter}   1    3", lines=rows(*cells))
    assert (byes(report), further(report)) == ([(1, "Gate", letter)], [])
    assert games(report) == games(event(lines=rows(*cells)))
    assert texts(report) == [TOLD.format(9)]


def test_a_bye_worth_nothing_changes_nothing() -> None:
    report = event("240 Z   1    3", lines=rows("0000 - Z", "0000 - Z"))
    assert (byes(report), games(report)) == ([], games(event(lines=rows("0000 - Z", "0000 - Z"))))


def test_each_round_has_its_team_with_the_bye_of_the_pairing() -> None:
    report = event("320  1.0  1.0   3   1")
    assert (byes(report), further(report)) == ([(1, "Gate", "U"), (2, "Tower", "U")], [])
    assert texts(report) == [TOLD.format(9)]


@pytest.mark.parametrize(
    ("said", "worth"),
    [("1.0  1.0", (1, 1)), ("2.0  1.5", (2, 1.5)), ("0.0  0.0", (0, 0)), ("1.5  2.0", (1.5, 2)), ("   ", None)],
)
def test_what_a_bye_is_worth_is_kept(said: str, worth: tuple[int, float] | None) -> None:
    report = event(f"320  {said:8}   3")
    assert report.team_bye == worth
    assert texts(report) == [TOLD.format(9)]


@pytest.mark.parametrize("said", ["1.3  2.0", "1.0  0.3"])
def test_a_bye_of_a_worth_that_standings_cannot_have_is_reported(said: str) -> None:
    report = event(f"320  {said}   3")
    assert report.team_bye is None
    assert texts(report) == [
        f"The file uses its own scoring (320  {said}); standings here use 1, ½, 0. (line 12)",
        TOLD.format(9),
    ]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ("330 +-   2   1   3", [(2, 1, 5, "+-"), (2, 6, 2, "-+")]),
        ("330 -+   2   1   3", [(2, 1, 5, "-+"), (2, 6, 2, "+-")]),
        ("330 --   2   3   1", [(2, 2, 6, "--"), (2, 5, 1, "--")]),
    ],
)
def test_a_forfeited_match_has_its_boards(record: str, found: list[tuple[int, int, int, str]]) -> None:
    assert further(event(record, lines=alone())) == found


def test_the_player_with_the_point_in_the_line_sat_at_the_board() -> None:
    lines = [
        player(1, "0000 - -"), player(2, "0000 - +"), player(3), player(4), player(5), player(6),
        player(7, "0000 - +"),
    ]  # fmt: skip
    assert further(event("330 +-   1   1   2", lines=lines)) == [(1, 2, 3, "+-"), (1, 4, 7, "-+")]


def test_a_board_that_the_other_team_could_not_fill_is_won_without_an_opponent() -> None:
    lines = [player(1, "0000 - +"), player(2, "0000 - +"), *map(player, (3, 4, 5, 6)), player(7, "0000 - +")]
    assert further(event("330 +-   1   1   2", lines=lines)) == [(1, 1, 3, "+-"), (1, 4, 2, "-+"), (1, 7, None, "F")]


@pytest.mark.parametrize(
    ("record", "cells"),
    [
        ("240 H   1    3", ("0000 - H", "0000 - H")),
        ("320  1.0  1.0   3", ("0000 - U", "0000 - U")),
    ],
)
def test_what_the_lines_of_the_players_say_is_not_reported_again(record: str, cells: tuple[str, str]) -> None:
    told = rows(*cells)
    assert (byes(event(record, lines=told)), games(event(record, lines=told))) == ([], games(event(lines=told)))
    assert [text for text in texts(event(record, lines=told)) if "does not match" in text] == []


@pytest.mark.parametrize(
    ("record", "team_number", "place"),
    [
        ("240 H   1    1", 1, "line 12, round 1"),  # plays
        ("240 F   1    3", 3, "line 12, round 1"),  # a half, as its players have it
        ("320  1.0  1.0   3", 3, "line 12, round 1"),
        ("330 +-   1   1   2", 1, "line 12, round 1"),  # was played
        ("330 +-   1   3   1", 3, "line 12, round 1"),
    ],
)
def test_what_contradicts_the_lines_of_the_players_is_reported_with_its_place(
    record: str, team_number: int, place: str
) -> None:
    lines = rows("0000 - H", "0000 - H")
    report = event(record, lines=lines)
    assert games(report) == games(event(lines=lines))
    assert OTHERWISE.format(team_number, place) in texts(report)


def test_a_forfeit_that_the_lines_of_the_players_have_board_by_board_is_theirs() -> None:
    told = [player(1, "3 w +"), player(2, "4 b +"), player(3, "1 b -"), player(4, "2 w -"), player(5)]
    report = event("330 +-   1   1   2", lines=told)
    assert further(report) == [(1, 1, 3, "+-"), (1, 4, 2, "-+")]
    assert [text for text in texts(report) if "does not match" in text] == []


def test_of_two_records_that_disagree_the_first_counts() -> None:
    report = event("240 F   1    3", "240 F   1    3", "320  1.0  1.0   3")
    assert byes(report) == [(1, "Gate", "F")]
    assert texts(report) == [OTHERWISE.format(3, "line 14, round 1"), TOLD.format(9)]


def test_teams_that_are_not_in_the_file_are_reported() -> None:
    report = event("240 F   1    9", "330 +-   1   3   8")
    assert texts(report) == [
        "The team 9 is not in the file. (line 12, round 1)",
        "The team 8 is not in the file. (line 13, round 1)",
        TOLD.format(9),
    ]
    assert (byes(report), further(report)) == ([], [])


def test_rounds_that_are_not_reached_are_wishes() -> None:
    report = event("240 F   3    1", "320  1.0  1.0   0   0   2", "330 +-   9   1   2")
    assert (byes(report), further(report), texts(report)) == ([], [], [TOLD.format(9)])


@pytest.mark.parametrize(
    "record",
    ["240 Q   1    3", "240 H", "320  1.0  1.0   x", "330 ++   1   1   2", "330 +-   1   2", "330 +-   1   2   2"],
)
def test_what_cannot_be_understood_is_passed_over(record: str) -> None:
    report = event(record)
    assert (further(report), "The line was not understood and was skipped. (line 12)" in texts(report)) == (
        [],
        True,
    )


@pytest.mark.parametrize("width", [4, 5, 6])
def test_players_of_a_team_may_stand_any_way_apart(width: int) -> None:
    numbers = "".join(f" {number:>{width - 1}}" for number in (1, 2, 5, 6))
    report = read(*rows(), f"013 {'Tower':32}{numbers}")
    assert [player.number for player in report.players if player.team == "Tower"] == [1, 2, 5, 6]


def test_teams_of_the_older_record_are_numbered_as_they_come() -> None:
    old = [f"013 {name:32}   {first}    {second}" for name, first, second in (("Tower", 1, 2), ("Gate", 5, 6))]
    assert byes(read(*rows(), *old, "240 H   1    2")) == [(1, "Gate", "H")]


@pytest.mark.parametrize(
    ("said", "scoring"),
    [
        ("362 TW 3.0   TD 1.0   TL 0.0", (3, 1, 0)),
        ("362  TW 3.0    TD 1.0    TL 0.0", (3, 1, 0)),
        ("362 TW 3     TD 2     TL 1", (3, 2, 1)),
        ("362 TW 1.0   TD 0.5   TL 0.0   TA 0.0", (1, 0.5, 0)),
        ("362 TW 3.0", (3, 1, 0)),
        ("362 TW 2.0   TD 1.0   TL 0.0", None),
        ("362", None),
    ],
)
def test_what_a_match_is_worth_is_kept(said: str, scoring: tuple[float, float, float] | None) -> None:
    report = event(said)
    assert report.match_scoring == scoring
    assert texts(report) == [TOLD.format(9)]


@pytest.mark.parametrize("said", ["362 nothing", "362 TW 1.0   TD 2.0   TL 0.0", "362 TW 0.3   TD 0.2   TL 0.0"])
def test_a_worth_that_no_match_has_is_passed_over(said: str) -> None:
    report = event(said)
    assert report.match_scoring is None
    assert texts(report) == [TOLD.format(9), "The line was not understood and was skipped. (line 12)"]


def boards(report: TournamentReport) -> list[tuple[int, int, int | None, int | None]]:
    """Return round, White, Black and board of every game and of every point without one."""
    return [
        (each.round, each.white, each.black, each.board)
        for each in report.pairings
        if each.black or each.white_result.half_points
    ]


def test_a_team_sits_as_its_line_up_says() -> None:
    report = event("300   1   1   2    2    1", "300   2   3   2    6    5")
    assert boards(report) == [(1, 1, 3, 2), (1, 4, 2, 1), (2, 3, 5, 2), (2, 6, 4, 1)]
    assert texts(report) == [TOLD.format(9)]


def test_where_a_team_has_nobody_the_other_has_the_point_of_this_board() -> None:
    lines = [player(1, "0000 - F"), player(2, "4 w 1"), player(3), player(4, "2 b 0"), *map(player, (5, 6, 7))]
    report = event("300   1   2   1    0    4", lines=lines)
    assert boards(report) == [(1, 1, None, 1), (1, 2, 4, 2)]


def test_who_is_in_no_team_sits_at_no_board() -> None:
    lines = [player(1, "8 w 1"), player(2, "4 w 1"), player(4, "2 b 0"), player(8, "1 b 0")]
    report = event("300   1   1   2    2    1", lines=lines)
    assert boards(report) == [(1, 1, 8, None), (1, 2, 4, 1)]


def test_without_a_line_up_a_team_sits_as_it_is_listed() -> None:
    """The other matches of a file with line-ups."""
    report = event("300   1   1   2    2    1")
    assert boards(report)[2:] == [(2, 3, 5, 1), (2, 6, 4, 2)]
    assert [each.board for each in event().pairings] == [None] * len(event().pairings)


@pytest.mark.parametrize("said", ["300   1   1", "300   1   x   2    2    1", "300"])
def test_a_line_up_that_cannot_be_understood_is_passed_over(said: str) -> None:
    assert texts(event(said)) == [TOLD.format(9), "The line was not understood and was skipped. (line 12)"]


def test_line_ups_are_written_and_read_again() -> None:
    lines = [player(1, "0000 - F"), player(2, "3 w 1"), player(3, "2 b 0"), *map(player, (4, 5, 6, 7))]
    report = event("300   1   1   2    2    1", "300   1   2   1    3    0", lines=lines)
    assert boards(report) == [(1, 1, None, 2), (1, 2, 3, 1)]
    data = trf_files.write(replace(report, program="Classement")).decode()
    assert [line for line in data.splitlines() if line.startswith("300")] == ["300   1   1   2    2    1"]
    (back,) = trf.read(data.encode())
    assert boards(back) == boards(report)
    other = trf2json()
    other.parse_file(data.replace("\r", ""), 0)
    assert other.chessjson["status"]["code"] == 0


RECORDS = ("132" + " " * 88 + "25/03/01  25/03/02", "330 +-   1   1   3", "240 H   2    3", "320  2.0  1.0   2")


def test_what_was_read_is_written_and_read_again_as_it_was() -> None:
    """gacrux reads it without a complaint."""
    cells = ("3 w 1", "4 b 1", "1 b 0", "2 w 0")
    played = [player(number, "0000 - -", cell) for number, cell in enumerate(cells, start=1)]
    report = event(*RECORDS, lines=[*played, player(5), player(6), player(7)])
    assert further(report) == [(1, 1, 5, "+-"), (1, 6, 2, "-+")]
    assert byes(report) == [(1, "Bridge", "U"), (2, "Gate", "H")]
    points = points_of(report.players, report.pairings)
    players = tuple(replace(each, points=points[each.number]) for each in report.players)
    told = replace(report, players=players, program="Classement", problems=(), match_scoring=(3.0, 1.0, 0.0))
    totals = {"Tower": (6.0, 4.0, 1), "Bridge": (2.0, 1.0, 3), "Gate": (1.0, 1.0, 2)}
    reached = {name: writer.TeamTotals(*each) for name, each in totals.items()}
    data = trf_files.write(told, totals=reached, team_bye=writer.TeamBye(2.0, 1.0))
    (back,) = trf.read(data)
    assert replace(back, problems=()) == told
    assert {problem.code for problem in back.problems} == {"team_event"}
    other = trf2json()
    other.parse_file(data.decode().replace("\r", ""), 0)
    status = other.chessjson["status"]
    assert (status["code"], status["error"]) == (0, [])


def test_a_file_without_teams_says_nothing_of_them() -> None:
    assert (
        trf.read(file("012 Open", *rows(), "330 +-   1   1   3"))[0].pairings
        == trf.read(file("012 Open", *rows()))[0].pairings
    )


def test_points_without_byes_are_right_in_a_team_event() -> None:
    lines = [player(1, "2 w 1", "0000 - U", points="1.0"), player(2, "1 b 0", "0000 - H", points="0.0")]
    assert codes(read("092 Team: Swiss-System", *lines)) == []
    assert codes(read("092 Individual: Swiss-System", *lines)) == ["points_differ", "points_differ"]
