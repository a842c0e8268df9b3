"""Tournaments written as Swiss-Chess files and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.tournaments.formats.binary_event import game, some_pairings
from tests.tournaments.formats.real_samples import samples
from tests.tournaments.formats.swiss_chess.files import EVENT
from tournaments.formats.common.consistency import points_of
from tournaments.formats.report import PointSystem, ReportedPairing, ReportedPlayer, TournamentReport
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess import reader as swiss_chess
from tournaments.formats.swiss_chess.writer import write


def back(data: bytes) -> TournamentReport:
    """Return what a reader makes of the bytes."""
    (read,) = swiss_chess.read(data)
    return read


def test_a_tournament_comes_back_as_it_was_written() -> None:
    assert back(write(EVENT)) == EVENT


@pytest.mark.parametrize("version", [883, 710])
def test_three_points_for_a_win_are_kept(version: int) -> None:
    points = PointSystem(3, 1, 0, 0, 3)
    worth = points_of(EVENT.players, EVENT.pairings, points)
    players = tuple(replace(player, points=worth[player.number]) for player in EVENT.players)
    again = back(write(replace(EVENT, players=players, point_system=points), version=version))
    assert again.point_system == points
    assert [player.points for player in again.players] == [player.points for player in players]


def test_the_old_layout_has_no_round_dates_no_personal_number_and_short_fide_ids() -> None:
    players = tuple(
        replace(player, licence="", matricule="", fide_id=player.fide_id if player.number == 7 else None)
        for player in EVENT.players
    )
    pairings = tuple(replace(pairing, date=None) for pairing in EVENT.pairings)
    expected = replace(EVENT, players=players, pairings=pairings, round_dates=(), program="Swiss-Chess 7.10")
    assert back(write(EVENT, version=710)) == expected


def test_the_same_tournament_gives_the_same_bytes() -> None:
    assert write(EVENT) == write(replace(EVENT))


def test_the_size_is_the_one_that_the_counts_ask_for() -> None:
    """Seven players and the dummy, four rounds."""
    assert len(write(EVENT)) == 13_384 + 8 * 4 * 19 + 8 * 655
    assert len(write(EVENT, version=710)) == 3_894 + 8 * 4 * 19 + 8 * 292


def test_an_even_field_has_no_dummy() -> None:
    assert at.read_word(write(EVENT), at.PLAYERS) == 8
    assert at.read_word(write(replace(EVENT, pairings=EVENT.pairings[:3])), at.PLAYERS) == 7


def test_before_the_first_draw_there_are_no_records() -> None:
    data = write(replace(EVENT, pairings=()))
    assert len(data) == 13_384 + 7 * 655
    assert data[at.DRAWN_FLAG] == 0


def test_two_games_of_a_pair_share_a_record() -> None:
    games = (game(1, None, 2, 3, "10"), game(1, None, 3, 2, "=="), game(1, None, 4, 5, "+-"), game(1, None, 5, 4, "-+"))
    report = back(write(replace(EVENT, pairings=games)))
    assert [(p.white, p.black, p.letters) for p in report.pairings] == [(p.white, p.black, p.letters) for p in games]


def test_unrated_games_become_plain_ones() -> None:
    report = back(write(replace(EVENT, pairings=(game(1, None, 2, 3, "WL"), game(2, None, 2, 3, "DD")))))
    assert [pairing.letters for pairing in report.pairings] == ["10", "=="]


def test_the_matricule_stands_where_the_personal_number_is() -> None:
    player = ReportedPlayer(number=1, last_name="Maes", first_name="Jan", matricule="10203")
    (read,) = back(write(replace(EVENT, players=(player,), pairings=()))).players
    assert (read.licence, read.matricule) == ("10203", "10203")


def test_a_birth_year_is_kept() -> None:
    player = ReportedPlayer(number=1, last_name="Maes", birth_year=1961)
    assert back(write(replace(EVENT, players=(player,), pairings=()))).players[0].birth_year == 1961


def test_both_ratings_are_kept() -> None:
    player = ReportedPlayer(number=1, last_name="Maes", rating=1500, fide_rating=1632)
    assert back(write(replace(EVENT, players=(player,), pairings=()))).players == (player,)


def test_a_withdrawn_player_is_marked() -> None:
    report = back(write(EVENT, withdrawn=[4]))
    assert [problem.place.player for problem in report.problems if problem.code == "player_withdrawn"] == [4]


def test_names_are_cut_to_thirty_two_letters_together() -> None:
    player = ReportedPlayer(number=1, last_name="Van den Broucke-De Smedt", first_name="Marie-Thérèse")
    (read,) = back(write(replace(EVENT, players=(player,), pairings=()))).players
    assert (read.last_name, read.first_name) == ("Van den Broucke-De Smedt", "Marie-T")


def test_letters_that_windows_lacks_become_plain_ones() -> None:
    player = ReportedPlayer(number=1, last_name="Łoś", first_name="Šárka")
    (read,) = back(write(replace(EVENT, players=(player,), pairings=()))).players
    assert (read.last_name, read.first_name) == ("Los", "Šárka")


def test_a_number_too_large_for_its_field_is_refused() -> None:
    player = ReportedPlayer(number=70_000, last_name="Maes")
    with pytest.raises(ValueError, match=r"^A number of the tournament is too large for a Swiss-Chess file\.$"):
        write(replace(EVENT, players=(player,), pairings=()))


@given(some_pairings())
def test_any_results_of_any_rounds_come_back(pairings: tuple[ReportedPairing, ...]) -> None:
    report = back(write(replace(EVENT, pairings=pairings, problems=())))
    assert {replace(pairing, board=None) for pairing in report.pairings} == set(pairings)


@pytest.mark.parametrize(("path", "facts"), samples("swiss_chess", ".swt"))
def test_real_tournaments_come_back_as_they_were_written(path: Path, facts: dict[str, object]) -> None:
    report = back(path.read_bytes())
    withdrawn = [p.place.player for p in report.problems if p.code == "player_withdrawn" and p.place.player]
    legs = 2 if "double" in path.name else 1
    assert back(write(report, version=int(str(facts["version"])), legs=legs, withdrawn=withdrawn)) == report
