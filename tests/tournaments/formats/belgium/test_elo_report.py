"""The Belgian text report: tournaments with a line a player, and single games with a line a player and game."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.belgium.files import ELO_LINES, elo_line, elo_report, single_line
from tests.tournaments.formats.real_samples import counted, samples
from tournaments.formats.belgium import elo_report as reader
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport

MARCH_1, MARCH_8 = dt.date(2025, 3, 1), dt.date(2025, 3, 8)


def read(data: bytes) -> TournamentReport:
    assert reader.matches("", data)
    (report,) = reader.read(data)
    return report


def games(report: TournamentReport) -> list[tuple[int, int, int | None, str, dt.date | None]]:
    return [(game.round, game.white, game.black, game.letters, game.date) for game in report.pairings]


def test_the_event_is_read() -> None:
    report = read(elo_report())
    assert (report.format, report.name, report.program) == (
        "elo_report",
        "Hiver à Nulle-Part",
        "Pair Two version: 6.13",
    )
    assert (report.start, report.end, report.round_dates) == (MARCH_1, MARCH_8, (MARCH_1, MARCH_8))
    assert (report.rounds, report.pace, report.time_control) == (2, "standard", "2h/40 coups")
    assert report.problems == ()


def test_players_and_results_are_read_from_their_columns() -> None:
    report = read(elo_report())
    assert report.players == (
        ReportedPlayer(1, "Aerts", "Anna", matricule="10001", federation="BEL", rating=1812, club="601"),
        ReportedPlayer(2, "Baert", "Bob", matricule="10002", federation="BEL", rating=1500, club="601"),
        ReportedPlayer(3, "Claes", "Cis", federation="BEL", club="601"),
    )
    assert games(report) == [(1, 1, 2, "10", MARCH_1), (2, 3, 1, "==", MARCH_8)]


def test_totals_that_the_lines_do_not_hold_are_reported() -> None:
    (problem,) = read(elo_report(code="\x0006  3 22025030120250308+9=2-1")).problems
    assert problem == Problem("totals_differ", Place(), {"stored": "+9=2-1", "computed": "+1=2-1"})


def test_an_unknown_result_is_reported_with_its_place() -> None:
    (problem,) = [
        found
        for found in read(elo_report(elo_line(1, "Aerts, Anna", "10001", "1812", "2B7 3N5"), *ELO_LINES[1:])).problems
        if found.code == "result_unknown"
    ]
    assert problem == Problem("result_unknown", Place(line=9, column=56, round=1, player=1), {"result": "7"})


def test_a_number_that_is_given_twice_goes_to_the_first() -> None:
    report = read(elo_report(*ELO_LINES, elo_line(1, "Dierickx, Dora", "10004", "1400", "0-- 0--")))
    assert [player.number for player in report.players] == [1, 2, 3, 4]
    assert "number_twice" in [problem.code for problem in report.problems]


SINGLES = (
    single_line(1, "Aerts, Anna", "10001", "2B1", "01/03/2025"),
    single_line(2, "Baert, Bob", "10002", "1N0", "01/03/2025"),
    single_line(3, "Aerts, Anna", "10001", "4N5", "08/03/2025"),
    single_line(4, "Claes, Cis", "10003", "3B5", "08/03/2025"),
)


def test_single_games_are_two_lines_each_and_one_player_has_many() -> None:
    report = read(elo_report(*SINGLES, code="\x0031  4 12025030120250308+1=2-1"))
    assert [player.matricule for player in report.players] == ["10001", "10002", "10003"]
    assert games(report) == [(1, 1, 2, "10", MARCH_1), (2, 3, 1, "==", MARCH_8)]
    assert (report.start, report.end, report.name) == (MARCH_1, MARCH_8, "Hiver à Nulle-Part")


def test_a_half_for_one_side_alone_is_kept_as_it_was_sent() -> None:
    half, none = SINGLES[0].replace(" B 1 ", " B 5 "), SINGLES[1]
    assert games(read(elo_report(half, none)))[0][3] == "=0"


def test_single_games_that_contradict_themselves_stay_without_a_result() -> None:
    report = read(elo_report(SINGLES[0], SINGLES[1].replace(" N 0 ", " N 1 ")))
    assert games(report)[0][3] == "**"
    assert report.problems[0].code == "result_differs"
    assert report.problems[0].place.line == 9


def test_a_report_without_players_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The report has no player lines below its codes\.$"):
        reader.read(elo_report("no player"))


def test_a_report_without_its_codes_is_none_of_ours() -> None:
    data = elo_report().replace(b"\x0006", b"06")
    assert not reader.matches("", data)
    with pytest.raises(FormatError, match="no code line"):
        reader.read(b"nothing")


@pytest.mark.long
@pytest.mark.parametrize("data", [elo_report(), elo_report(*SINGLES)])
def test_damaged_files_give_a_report_or_one_error(data: bytes) -> None:
    for damaged in (*mutations(data, 300, seed=52), *truncations(data, 100)):
        try:
            assert len(reader.read(damaged)) == 1
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(
    ("path", "facts"), [*samples("belgium/elo_text", ".599"), *samples("belgium/elo_text", ".998")]
)
def test_real_reports_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    found = counted(read(path.read_bytes()))
    assert (found["players"], found["played"]) == (facts["player_lines"], facts["played"])
