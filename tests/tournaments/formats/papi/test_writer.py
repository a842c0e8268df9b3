"""Tournaments written as Papi files and read back."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.tournaments.formats.binary_event import REPORT, game, some_pairings, without_boards
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.papi import reader as papi
from tournaments.formats.papi.reader import THREE_POINTS
from tournaments.formats.papi.writer import player_rows, write
from tournaments.formats.report import ReportedPairing, ReportedPlayer, TournamentReport


def back(report: TournamentReport) -> TournamentReport:
    """Return what a reader makes of the written report."""
    (read,) = papi.read(write(report))
    return read


def test_a_tournament_comes_back_as_it_was_written() -> None:
    assert back(REPORT) == without_boards(REPORT)


def test_the_same_tournament_gives_the_same_bytes() -> None:
    assert write(REPORT) == write(replace(REPORT))


@pytest.mark.parametrize("pace", ["standard", "rapid", "blitz"])
def test_the_pace_is_kept_with_its_rating(pace: str) -> None:
    report = back(replace(REPORT, pace=pace))
    assert (report.pace, report.players[0].rating) == (pace, 2310)


def test_the_version_can_be_chosen() -> None:
    (report,) = papi.read(write(REPORT, version="3.3.6"))
    assert report.program == "Papi 3.3.6"


def test_a_round_robin_stays_one() -> None:
    assert back(replace(REPORT, kind="round_robin")).kind == "round_robin"


def test_three_points_for_a_win_are_kept() -> None:
    assert back(replace(REPORT, point_system=THREE_POINTS)).point_system == THREE_POINTS


def test_numbers_from_one_make_room_for_exempt() -> None:
    players = tuple(replace(player, number=player.number - 1) for player in REPORT.players)
    pairings = tuple(
        replace(pairing, white=pairing.white - 1, black=pairing.black and pairing.black - 1)
        for pairing in REPORT.pairings
    )
    assert write(replace(REPORT, players=players, pairings=pairings)) == write(REPORT)


def test_the_matricule_stands_where_the_licence_is() -> None:
    player = ReportedPlayer(number=2, last_name="MAES", matricule="10203")
    (read,) = back(replace(REPORT, players=(player,), pairings=())).players
    assert (read.licence, read.matricule) == ("10203", "10203")


def test_names_are_cut_to_twenty_letters() -> None:
    player = ReportedPlayer(number=2, last_name="VAN DEN BROUCKE-DE SMEDT", first_name="Marie-Thérèse Antoinette")
    (read,) = back(replace(REPORT, players=(player,), pairings=())).players
    assert (read.last_name, read.first_name) == ("VAN DEN BROUCKE-DE S", "Marie-Thérèse Antoin")


def test_unrated_games_become_plain_ones() -> None:
    pairings = (game(1, None, 2, 3, "WL"), game(2, None, 2, 3, "DD"), game(3, None, 2, 3, "00"))
    report = back(replace(REPORT, pairings=pairings))
    assert [pairing.letters for pairing in report.pairings] == ["10", "==", "00"]


def test_a_tournament_without_anything_is_written_too() -> None:
    empty = TournamentReport(format="papi", name="")
    report = back(replace(empty, rounds=1))
    assert (report.name, report.players, report.start, report.round_dates) == ("", (), None, ())


def test_more_rounds_than_papi_has_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^A Papi file holds 24 rounds, the tournament has 25\.$"):
        write(replace(REPORT, rounds=25))


def test_rows_are_whole_and_exempt_comes_first() -> None:
    rows = player_rows(REPORT)
    assert [row["Ref"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (rows[0]["Nom"], rows[0]["Rd01Cl"], rows[0]["Rd01Adv"]) == ("EXEMPT", "N", 8)
    assert (rows[1]["NeLe"], rows[1]["FideCode"], rows[1]["FideTitre"]) == (
        dt.datetime(1998, 2, 28),
        "99200001  ",
        "mf",
    )


def test_nothing_personal_but_the_birth_date_is_written() -> None:
    columns = {"Adresse", "CP", "Tel", "EMail", "Commentaire"}
    assert all(row.get(column) is None for row in player_rows(REPORT) for column in columns)


@pytest.mark.skipif(shutil.which("mdb-json") is None, reason="mdbtools is not on this machine")
def test_mdbtools_reads_the_same_players(tmp_path: Path) -> None:
    path = tmp_path / "tournament.papi"
    path.write_bytes(write(REPORT))
    lines = subprocess.run(["mdb-json", path, "JOUEUR"], capture_output=True, check=True).stdout.splitlines()
    read = [(row["Ref"], row["Nom"], row["Rd01Cl"], row.get("Rd01Adv")) for row in map(json.loads, lines)]
    assert read == [(row["Ref"], row["Nom"], row["Rd01Cl"], row.get("Rd01Adv")) for row in player_rows(REPORT)]


@given(some_pairings())
def test_any_results_of_any_rounds_come_back(pairings: tuple[ReportedPairing, ...]) -> None:
    report = back(replace(REPORT, pairings=pairings, problems=()))
    assert {replace(pairing, board=None) for pairing in report.pairings} == set(pairings)


@pytest.mark.parametrize(("path", "facts"), samples("papi", ".papi"))
def test_real_tournaments_come_back_as_they_were_written(path: Path, facts: dict[str, object]) -> None:
    (report,) = papi.read(path.read_bytes())
    (again,) = papi.read(write(report, version=report.program.removeprefix("Papi ")))
    assert again == report
