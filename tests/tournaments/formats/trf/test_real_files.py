"""Real TRF files, player by player as an independent reader counted them. They are not part of the project."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tournaments.formats.real_samples import samples
from tournaments.formats.common.consistency import points_of
from tournaments.formats.report import Result, TournamentReport
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.trf import reader as trf
from tournaments.models import Pairing
from tournaments.standings import teams

FILES = samples("trf", ".trf")
Facts = dict[str, Any]

# What the readers find of the faults that the other reader found ("findings"), and of what it takes for no fault.
FAULTS = {
    "broken-incompatible-colour.trf": ["colour_differs"],
    "broken-incompatible-result.trf": ["result_differs"],
    "broken-incorrect-points.trf": ["points_differ"],
    "broken-invalid-record-code.trf": ["line_unknown", "no_games"],
    "broken-missing-result.trf": ["opponent_differs"],
    "broken-missing-starting-number.trf": ["no_games"],
    "broken-too-many-results.trf": ["rounds_more"],
    "made-trf06-sloppy-6x3.trf": ["points_differ"],
    "pseudonymised-krause-irish-cp1252-34x5.trf": ["points_differ"] * 5,
    "pseudonymised-krause-irish-masters-34x6.trf": ["points_differ"] * 5,
    "trf26-team-162-absence.trf": ["team_event", "no_games"],
    "trf26-team-240-bye.trf": ["team_event", "no_games"],
}
AMBIGUOUS = ("trf-crlf",)  # files whose two dates are written 25/09/10


def read(path: Path) -> TournamentReport:
    data = path.read_bytes()
    assert trf.matches("unnamed", data)
    (report,) = trf.read(data)
    return report


def read_players(path: Path) -> TournamentReport:
    """Return what the lines of the players alone say: the other reader brings forfeits of teams to no player."""
    lines = path.read_bytes().splitlines(keepends=True)
    (report,) = trf.read(b"".join(line for line in lines if not line.startswith(b"330 ")))
    return report


@pytest.mark.parametrize(("path", "facts"), FILES)
def test_players_rounds_and_points_are_those_of_the_other_reader(path: Path, facts: Facts) -> None:
    report = read(path)
    assert len(report.players) == facts["players"]
    assert report.rounds == facts["rounds"]
    assert sum(player.points or 0 for player in report.players) == facts["stored_points"]


@pytest.mark.parametrize(("path", "facts"), FILES)
def test_every_result_is_that_of_the_other_reader(path: Path, facts: Facts) -> None:
    """A forfeit against nobody is a bye here and a forfeit there; a game told in two ways counts there, not here."""
    letters = Counter(letter for pairing in read_players(path).pairings for letter in pairing.letters)
    doubtful = sum(facts["findings"].get(key, 0) for key in ("colour", "result 1/1", "oppshort")) / 2
    assert letters["*"] / 2 == (doubtful + 0.5) // 1
    assert (letters["1"] + letters["="] + letters["0"]) / 2 == facts["played"] - doubtful
    assert (letters["W"] + letters["D"] + letters["L"]) / 2 == facts["unrated_played"]
    assert letters["U"] == facts["pairing_byes"]
    assert letters["H"] == facts["half_point_byes"]
    assert letters["Z"] == facts["zero_or_absent"]
    assert letters["F"] + letters["+"] == facts["full_point_byes"] + facts["forfeit_wins"]
    assert facts["forfeit_losses"] - facts["zero_or_absent"] <= letters["-"] <= facts["forfeit_losses"]


@pytest.mark.parametrize(("path", "facts"), FILES)
def test_the_results_are_worth_what_the_other_reader_added_up(path: Path, facts: Facts) -> None:
    halves = sum(Result(letter).half_points for pairing in read_players(path).pairings for letter in pairing.letters)
    lost_with_doubtful_games = {"colour": 1, "result 1/1": 2, "oppshort": 1}
    lost = sum(points for key, points in lost_with_doubtful_games.items() if key in facts["findings"])
    assert halves / 2 == facts["points_from_cells"] - lost


@pytest.mark.parametrize(("path", "facts"), FILES)
def test_the_faults_of_a_file_are_reported_and_no_others(path: Path, facts: Facts) -> None:
    expected = FAULTS.get(path.name, [])
    if path.name.startswith(AMBIGUOUS):
        expected = ["date_ambiguous", "date_ambiguous"]
    if path.name.startswith("trf26-team") and path.name not in FAULTS:
        expected = ["team_event"]
    assert [problem.code for problem in read(path).problems] == expected


@pytest.mark.parametrize(("path", "facts"), [file for file in FILES if "team" in str(file.id or "team")])
def test_the_teams_have_the_points_of_their_records(path: Path, facts: Facts) -> None:
    """Match points and board points of record 310, where it has them."""
    report = read(path)
    pairings = [
        Pairing(
            round=each.round,
            white_id=each.white,
            black_id=each.black,
            white_result=each.white_result,
            black_result=each.black_result or "",
        )
        for each in report.pairings
    ]
    members = {each.number: each.team for each in report.players if each.team}
    byes = [teams.TeamBye(*bye) for bye in report.team_byes]
    found = teams.points_of(teams.schedule(pairings, members, byes=byes))
    records = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("310 ")]
    stored = {
        line[8:40].strip(): (float(line[54:60]), 2 * float(line[61:67])) for line in records if line[54:60].strip()
    }
    assert {name: found.get(name, (0, 0)) for name in stored} == stored


@pytest.mark.parametrize(("path", "facts"), [file for file in FILES if "grandmommyscup" in str(file.id or "")])
def test_the_byes_of_teams_give_their_players_no_points(path: Path, facts: Facts) -> None:
    report = read(path)
    stored = {player.number: player.points for player in report.players}
    assert points_of([replace(player, points=None) for player in report.players], report.pairings) == stored


DAYS = {
    "pseudonymised-fide-example1-284x7.trf": ("2005-07-28", "2005-07-31"),
    "pseudonymised-javafo-madrid-137x7.trf": ("2018-04-08", "2018-06-10"),
    "pseudonymised-javafo-sample2-52x5.trf": ("2010-09-24", "2010-10-02"),
    "pseudonymised-krause-irish-masters-34x6.trf": ("2011-02-25", "2011-02-27"),
    "pseudonymised-lichess-13x10.trf": ("2020-05-29", "2020-05-29"),
    "made-trf06-sloppy-6x3.trf": ("2011-02-25", "2011-02-27"),
    "made-trf16-cp1252-odd-9x5.trf": ("2025-09-01", "2025-09-05"),
}


@pytest.mark.parametrize(("path", "facts"), [file for file in FILES if file.id in {*DAYS, None}])
def test_the_days_of_files_with_odd_dates(path: Path, facts: Facts) -> None:
    report = read(path)
    assert (str(report.start), str(report.end)) == DAYS[path.name]


@pytest.mark.parametrize(
    ("path", "facts"), [file for file in FILES if "national-ids" in str(file.id or "national-ids")]
)
def test_all_matricules_of_the_national_records_are_found(path: Path, facts: Facts) -> None:
    report = read(path)
    assert [len(player.matricule) for player in report.players] == [5] * facts["players"]


@pytest.mark.parametrize(("path", "facts"), [file for file in FILES if "same-event" in str(file.id or "same-event")])
def test_one_event_in_two_formats_has_the_same_games(path: Path, facts: Facts) -> None:
    twin = path.parent.parent / "swiss_chess" / "swt-synthetic-v883-odd-byes-withdrawal-11x7.SWT"
    (other,) = swiss_chess.read(twin.read_bytes())
    assert games_by_name(read(path)) == games_by_name(other)


def games_by_name(report: TournamentReport) -> set[tuple[int, str, str, str]]:
    names = {player.number: player.last_name for player in report.players}
    return {
        (pairing.round, names[pairing.white], names[pairing.black], pairing.letters)
        for pairing in report.pairings
        if pairing.black is not None
    }
