"""Registrations, many players by column."""

from __future__ import annotations

import datetime as dt

import pytest
from msgspec.structs import replace

from tests.tournaments.formats.trf.pairing_program import refusal
from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.report import ReportedPlayer, TournamentReport
from tournaments.formats.trf import writer as trf

ANNA = ReportedPlayer(
    number=1,
    last_name="Aerts\twith a name of more than 33 letters",
    first_name="Änna",
    matricule="10001",
    birth_date=dt.date(1990, 1, 31),
    federation="BEL ",
    fide_id=990001,
    rating=1799,
    title="WGM",
    sex="F",
)
NOBODY = ReportedPlayer(number=2, last_name="Nemo", matricule="7")
NATIONAL = {1: 1850, 2: 1500}
COLUMNS = ("last_name", "first_name", "matricule", "birth_date", "federation", "fide_id", "rating", "title", "sex")


def registrations(*players: ReportedPlayer) -> bytes:
    columns = {name: [getattr(player, name) for player in players] for name in COLUMNS}
    columns["national_rating"] = [NATIONAL[player.number] for player in players]
    return trf.write_registrations("Tour  Blanche", columns, federation="LUX")


def test_they_are_a_tournament_before_its_first_round() -> None:
    report = TournamentReport(format="trf", name="Tour  Blanche", kind="swiss", players=(ANNA, NOBODY))
    assert registrations(ANNA, NOBODY) == trf.write(report, federation="LUX", national_ratings=NATIONAL)


def test_pairing_programs_take_them() -> None:
    assert refusal(registrations(ANNA, NOBODY)) == ""


def test_a_number_that_has_no_room_is_left_out_and_shifts_nothing() -> None:
    wide = replace(ANNA, fide_id=123_456_789_012, rating=10_000)
    without = replace(ANNA, fide_id=None, rating=None)
    [line] = [line for line in registrations(wide).decode().splitlines() if line.startswith("001 ")]
    assert line[47:79] == "      BEL             1990/01/31"
    assert registrations(wide).replace(b"072 1", b"072 0") == registrations(without)
    report = TournamentReport(format="trf", name="Tour  Blanche", kind="swiss", players=(wide,))
    assert registrations(wide) == trf.write(report, federation="LUX", national_ratings=NATIONAL)


def test_more_players_than_trf_can_number_are_refused() -> None:
    assert registrations(*[NOBODY] * 9999).count(b"\n001 ") == 9999
    with pytest.raises(DoesNotFit, match=r"^The start number 10000 does not fit"):
        registrations(*[NOBODY] * 10_000)
