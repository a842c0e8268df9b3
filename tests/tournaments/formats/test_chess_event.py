"""ChessEvent: registrations become participants without games."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.real_samples import samples
from tournaments.formats import chess_event
from tournaments.formats.report import FormatError, Place, ReportedPlayer, TournamentReport

ANNA = {
    "last_name": "AERTS",
    "first_name": "Anna",
    "gender": 1,
    "birth": -41990400,  # 2 September 1968 in Greenwich
    "federation": "BEL",
    "fide_id": 99200001,
    "ffe_license_number": "B24000",
    "ffe_club": "Nulle-Part",
    "standard_rating": 1812,
    "rapid_rating": 1750,
    "title": 1,
}


def registrations(*players: dict[str, Any], **facts: Any) -> bytes:
    event = {"name": "Open de Nulle-Part", "type": 1, "rounds": 5, "time_control": "G3600 + 30", "rating": 1}
    event |= {
        "location": "Nulle-Part",
        "arbiter": "PERSONNE Anne",
        "start": 1757062800,
        "end": 1757264400,
        "players": list(players),
    }
    return json.dumps(event | facts).encode()


def read(data: bytes) -> TournamentReport:
    assert chess_event.matches("", data)
    (report,) = chess_event.read(data)
    return report


def test_the_event_is_read_and_says_that_it_has_no_games() -> None:
    report = read(registrations(ANNA))
    assert (report.format, report.name, report.city) == ("chess_event", "Open de Nulle-Part", "Nulle-Part")
    assert (report.start, report.end) == (dt.date(2025, 9, 5), dt.date(2025, 9, 7))
    assert (report.rounds, report.pace, report.kind, report.pairings) == (5, "standard", "swiss", ())
    assert report.arbiters == ("PERSONNE Anne",)
    assert [problem.text for problem in report.problems] == ["The file has players but no pairings."]


def test_who_registered_is_a_player() -> None:
    (anna,) = read(registrations(ANNA)).players
    assert anna == ReportedPlayer(
        number=1,
        last_name="AERTS",
        first_name="Anna",
        birth_date=dt.date(1968, 9, 2),
        federation="BEL",
        fide_id=99200001,
        licence="B24000",
        rating=1812,
        club="Nulle-Part",
        title="WFM",
        sex="F",
    )


def test_the_rating_is_the_one_of_the_pace() -> None:
    assert read(registrations(ANNA, rating=2)).players[0].rating == 1750
    assert read(registrations(ANNA, rating=3)).players[0].rating is None


@pytest.mark.parametrize("hours", [0, -1, -2])
def test_a_birth_is_midnight_in_greenwich_or_in_paris(hours: int) -> None:
    born = ANNA["birth"] + hours * 3600
    assert read(registrations(ANNA | {"birth": born})).players[0].birth_date == dt.date(1968, 9, 2)


@pytest.mark.parametrize("value", [None, "", "x", 1e30, -9e10, True, [], {"a": 1}])
def test_odd_values_are_none(value: object) -> None:
    odd = dict.fromkeys(ANNA, value) | {"last_name": "AERTS"}
    (player,) = read(registrations(odd, start=value, rounds=value)).players
    assert (player.birth_date, player.fide_id, player.rating, player.sex) == (None, None, None, "")


@pytest.mark.parametrize("players", [None, "x", [1], {"a": 1}])
def test_registrations_without_a_list_of_players_are_refused(players: object) -> None:
    with pytest.raises(FormatError, match=r"^The registrations contain no player list\.$"):
        chess_event.read(registrations(players=players))


def test_a_file_that_is_cut_off_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"^The file is not valid JSON: it was cut off or changed\.$") as caught:
        chess_event.read(registrations(ANNA)[:-20])
    assert caught.value.place.line == 1


@pytest.mark.parametrize("inside", ["[" * 100_000, "9" * 10_000])
def test_json_bombs_are_refused(inside: str) -> None:
    with pytest.raises(FormatError, match="not valid JSON"):
        chess_event.read(registrations(ANNA)[:-1] + f', "x": {inside}'.encode() + b"}")


def test_text_of_older_programs_is_read() -> None:
    data = registrations(ANNA, name="Café").replace(b"Caf\\u00e9", b"Caf\xe9")
    assert read(data).name == "Café"


@pytest.mark.long
def test_damaged_files_give_a_report_or_one_error() -> None:
    data = registrations(ANNA, ANNA)
    for damaged in (*mutations(data, 300, seed=57), *truncations(data, 60)):
        try:
            assert len(chess_event.read(damaged)) == 1
        except FormatError as error:
            assert str(error)


@pytest.mark.parametrize(("path", "facts"), samples("papi", ".json"))
def test_the_sample_holds_its_players(path: Any, facts: dict[str, Any]) -> None:
    report = read(path.read_bytes())
    assert len(report.players) == facts["players"]
    assert report.problems[0].place == Place()
