"""Real TRF files, player by player as an independent reader counted them. They are not part of the project."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tournaments.formats import swiss_chess, trf
from tournaments.formats.report import Result, TournamentReport

REAL_FILES = os.environ.get("REAL_FILES")
SAMPLES = Path(REAL_FILES or ".") / "samples"
NAMES = sorted(path.name for path in (SAMPLES / "trf").iterdir()) if REAL_FILES else []

pytestmark = pytest.mark.skipif(not REAL_FILES, reason="REAL_FILES does not name the folder of the real files")

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


def facts_of(name: str) -> dict[str, Any]:
    expected = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))
    facts: dict[str, Any] = expected[f"trf/{name}"]["facts"]
    return facts


def read(name: str) -> TournamentReport:
    data = (SAMPLES / "trf" / name).read_bytes()
    assert trf.matches("unnamed", data)
    (report,) = trf.read(data)
    return report


@pytest.mark.parametrize("name", NAMES)
def test_players_rounds_and_points_are_those_of_the_other_reader(name: str) -> None:
    facts, report = facts_of(name), read(name)
    assert len(report.players) == facts["players"]
    assert report.rounds == facts["rounds"]
    assert sum(player.points or 0 for player in report.players) == facts["stored_points"]


@pytest.mark.parametrize("name", NAMES)
def test_every_result_is_that_of_the_other_reader(name: str) -> None:
    """A forfeit against nobody is a bye here and a forfeit there; a game told in two ways counts there, not here."""
    facts, report = facts_of(name), read(name)
    letters = Counter(letter for pairing in report.pairings for letter in pairing.letters)
    doubtful = sum(facts["findings"].get(key, 0) for key in ("colour", "result 1/1", "oppshort")) / 2
    assert letters["*"] / 2 == (doubtful + 0.5) // 1
    assert (letters["1"] + letters["="] + letters["0"]) / 2 == facts["played"] - doubtful
    assert (letters["W"] + letters["D"] + letters["L"]) / 2 == facts["unrated_played"]
    assert letters["U"] == facts["pairing_byes"]
    assert letters["H"] == facts["half_point_byes"]
    assert letters["Z"] == facts["zero_or_absent"]
    assert letters["F"] + letters["+"] == facts["full_point_byes"] + facts["forfeit_wins"]
    assert facts["forfeit_losses"] - facts["zero_or_absent"] <= letters["-"] <= facts["forfeit_losses"]


@pytest.mark.parametrize("name", NAMES)
def test_the_results_are_worth_what_the_other_reader_added_up(name: str) -> None:
    facts, report = facts_of(name), read(name)
    halves = sum(Result(letter).half_points for pairing in report.pairings for letter in pairing.letters)
    lost_with_doubtful_games = {"colour": 1, "result 1/1": 2, "oppshort": 1}
    lost = sum(points for key, points in lost_with_doubtful_games.items() if key in facts["findings"])
    assert halves / 2 == facts["points_from_cells"] - lost


@pytest.mark.parametrize("name", NAMES)
def test_the_faults_of_a_file_are_told_and_no_others(name: str) -> None:
    codes = [problem.code for problem in read(name).problems]
    expected = FAULTS.get(name, [])
    if name.startswith(AMBIGUOUS):
        expected = ["date_ambiguous", "date_ambiguous"]
    if name.startswith("trf26-team") and name not in FAULTS:
        expected = ["team_event"]
    assert codes == expected


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("pseudonymised-fide-example1-284x7.trf", "2005-07-28", "2005-07-31"),
        ("pseudonymised-javafo-madrid-137x7.trf", "2018-04-08", "2018-06-10"),
        ("pseudonymised-javafo-sample2-52x5.trf", "2010-09-24", "2010-10-02"),
        ("pseudonymised-krause-irish-masters-34x6.trf", "2011-02-25", "2011-02-27"),
        ("pseudonymised-lichess-13x10.trf", "2020-05-29", "2020-05-29"),
        ("made-trf06-sloppy-6x3.trf", "2011-02-25", "2011-02-27"),
        ("made-trf16-cp1252-odd-9x5.trf", "2025-09-01", "2025-09-05"),
    ],
)
def test_the_days_of_files_with_odd_dates(name: str, start: str, end: str) -> None:
    report = read(name)
    assert (str(report.start), str(report.end)) == (start, end)


def test_all_matricules_of_the_national_records_are_found() -> None:
    report = read("made-trf26-individual-national-ids-14x5.trf")
    assert [len(player.matricule) for player in report.players] == [5] * 14


def test_one_event_in_two_formats_has_the_same_games() -> None:
    data = (SAMPLES / "swiss_chess" / "swt-synthetic-v883-odd-byes-withdrawal-11x7.SWT").read_bytes()
    (other,) = swiss_chess.read(data)
    report = read("made-trf16-same-event-as-swt-odd-11x7.trf")
    assert games_by_name(report) == games_by_name(other)


def games_by_name(report: TournamentReport) -> set[tuple[int, str, str, str]]:
    names = {player.number: player.last_name for player in report.players}
    return {
        (pairing.round, names[pairing.white], names[pairing.black], pairing.letters)
        for pairing in report.pairings
        if pairing.black is not None
    }
