"""Pair Two files: cards, names and results behind each other, days in bits."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.belgium.files import ABSENT, ADJOURNED, BYE_WIN, LOSS, NOBODY, WIN, sws
from tests.tournaments.formats.real_samples import counted, samples
from tournaments.formats.belgium import pair_two
from tournaments.formats.report import FormatError, TournamentReport

MARCH_1, MARCH_8 = dt.date(2025, 3, 1), dt.date(2025, 3, 8)


def read(data: bytes) -> TournamentReport:
    assert pair_two.matches("", data)
    (report,) = pair_two.read(data)
    return report


def test_the_event_is_read() -> None:
    report = read(sws())
    assert (report.format, report.name, report.city) == ("pair_two", "Hiver à Nulle-Part", "Nulle-Part")
    assert (report.start, report.end, report.round_dates) == (MARCH_1, MARCH_8, (MARCH_1, MARCH_8))
    assert (report.rounds, report.pace, report.kind, report.program) == (2, "standard", "swiss", "Pair Two 6.13")
    assert report.arbiters == ("Anne Personne",)
    assert report.problems == ()


def test_players_are_read_from_their_cards() -> None:
    anna, bob, cis = read(sws()).players
    assert (anna.last_name, anna.matricule, anna.fide_id, anna.rating) == ("Aerts Anna", "10001", 99200001, 1800)
    assert (anna.birth_date, anna.federation, anna.club, anna.sex) == (dt.date(1980, 5, 17), "BEL", "601", "F")
    assert (anna.points, bob.points, cis.points) == (1.5, 0.0, 1.5)
    assert (bob.fide_id, cis.rank) == (None, 3)


def test_games_byes_and_absences_are_read() -> None:
    games = [(game.round, game.white, game.black, game.letters) for game in read(sws()).pairings]
    assert games == [(1, 1, 2, "10"), (1, 3, None, "U"), (2, 2, None, "Z"), (2, 3, 1, "==")]


def test_rounds_after_the_current_one_are_not_drawn_yet() -> None:
    rounds = [((1, 1, WIN), (0, 255, LOSS), (NOBODY, 0, BYE_WIN)), ((2, 253, 0), (NOBODY, 0, ABSENT), (0, 3, 0))]
    report = read(sws(rounds=[*rounds, [(0, 0, 0)] * 3, [(0, 0, 0)] * 3], current=2, points=(2, 0, 2)))
    games = [(game.round, game.white, game.black, game.letters) for game in report.pairings]
    assert games == [(1, 1, 2, "10"), (1, 3, None, "U"), (2, 2, None, "Z"), (2, 3, 1, "**")]
    assert (report.rounds, report.problems[0].code) == (4, "round_unfinished")
    assert not [problem for problem in report.problems if problem.code == "points_differ"]
    assert read(sws(current=0, points=(0, 0, 0))).pairings == ()


def test_both_ratings_are_kept() -> None:
    anna, bob, cis = read(sws(fide_ratings=(1850, 0, 5000))).players
    assert [(each.rating, each.fide_rating) for each in (anna, bob, cis)] == [(1800, 1850), (1500, None), (1200, None)]


def test_an_adjourned_game_is_pending() -> None:
    data = sws(rounds=[((1, 1, ADJOURNED), (0, 255, ADJOURNED), (NOBODY, 0, 0))], points=(0, 0, 0))
    report = read(data)
    assert [pairing.letters for pairing in report.pairings] == ["**"]
    assert [problem.code for problem in report.problems] == ["round_unfinished"]


def test_points_that_the_results_do_not_make_are_reported() -> None:
    (problem,) = read(sws(points=(4, 0, 3))).problems
    assert problem.text == "The file gives 1 Aerts Anna 2 points; the results add up to 1.5."


def test_an_unknown_result_is_reported_with_its_place() -> None:
    report = read(sws(rounds=[((1, 1, 99), (0, 255, LOSS), (NOBODY, 0, 0))], points=(0, 0, 0)))
    problem = report.problems[0]
    assert (problem.code, problem.place.round, problem.place.player) == ("result_unknown", 1, 1)


def test_a_game_that_only_one_side_has_is_reported() -> None:
    report = read(sws(rounds=[((1, 1, WIN), (2, 255, LOSS), (NOBODY, 0, 0))], points=(0, 0, 0)))
    assert [problem.code for problem in report.problems].count("opponent_differs") == 2


@pytest.mark.parametrize(("end", "part"), [(700, "texts of the event"), (-30, "last result")])
def test_a_file_that_is_cut_off_is_refused(end: int, part: str) -> None:
    with pytest.raises(FormatError, match=rf"^The file is cut off or damaged: it ends before the {part}\.$"):
        pair_two.read(sws()[:end])


def test_a_number_of_rounds_that_no_event_has_is_refused() -> None:
    data = bytearray(sws())
    data[104:108] = (9999).to_bytes(4, "little")
    with pytest.raises(FormatError, match=r"^The file is damaged: it declares 9999 rounds\.$"):
        pair_two.read(bytes(data))


def test_damaged_files_give_a_report_or_one_error() -> None:
    data = sws()
    for damaged in (*mutations(data, 400, seed=53), *truncations(data, 100)):
        try:
            assert len(pair_two.read(damaged)) == 1
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), [*samples("belgium/pairtwo", ".sws"), *samples("pair_two", ".sws")])
def test_sample_files_hold_what_another_reader_counted(path: Path, facts: dict[str, Any]) -> None:
    found = counted(read(path.read_bytes()))
    assert {name: found.get(name, value) for name, value in facts.items()} == facts
