"""The JSON of SWAR: players, boards, byes, absences and forfeits, and what does not fit."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.belgium.files import SWAR_PLAYERS, swar_json, swar_player
from tournaments.formats.report import FormatError, Place, ReportedPlayer, TournamentReport
from tournaments.formats.swar import json as form

MARCH_1, MARCH_8 = dt.date(2025, 3, 1), dt.date(2025, 3, 8)


def read(*players: dict[str, Any], encoding: str = "utf-8", **facts: Any) -> TournamentReport:
    data = swar_json(*players, encoding=encoding, **facts)
    assert form.matches("", data)
    (report,) = form.read(data)
    return report


def games(report: TournamentReport) -> list[tuple[int, int | None, int, int | None, str]]:
    return [(game.round, game.board, game.white, game.black, game.letters) for game in report.pairings]


def pair(one: str, other: str) -> TournamentReport:
    """Return two players with one round: what each is told to have done."""
    return read(swar_player(1, "Aerts, Anna", one), swar_player(2, "Baert, Bob", other))


def test_the_event_is_read() -> None:
    report = read()
    assert (report.format, report.name, report.city) == ("swar_json", "Hiver à Nulle-Part", "Nulle-Part")
    assert (report.start, report.end, report.rounds, report.kind) == (MARCH_1, MARCH_8, 2, "swiss")
    assert (report.pace, report.time_control) == ("standard", '90 min with incr. 30"')
    assert (report.program, report.round_dates) == ("SWAR v6.47", (MARCH_1, MARCH_8))
    assert report.arbiters == ("IA Anne Personne", "Zita Zwart")
    assert (report.tie_breaks, report.problems) == (("BH/C1", "PS"), ())


def test_players_have_their_numbers_of_both_federations() -> None:
    anna, bob, cis = read().players
    assert anna == ReportedPlayer(
        number=1,
        last_name="Aerts",
        first_name="Anna",
        matricule="10001",
        birth_date=dt.date(1980, 5, 17),
        federation="BEL",
        fide_id=99200001,
        rating=1500,
        club="601",
        sex="F",
        points=1.5,
        rank=1,
        fide_rating=1520,
    )
    assert (bob.sex, cis.matricule, cis.fide_id, cis.birth_year) == ("M", "", None, 1980)


def test_games_byes_and_absences_are_read_with_their_boards_and_days() -> None:
    report = read()
    assert games(report) == [
        (1, 1, 1, 2, "10"),
        (1, None, 3, None, "Z"),
        (2, 1, 3, 1, "=="),
        (2, None, 2, None, "U"),
    ]
    assert [pairing.date for pairing in report.pairings] == [MARCH_1, MARCH_1, MARCH_8, MARCH_8]


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("1 2 White 1FF", "1 1 Black 0FF", "+-"),
        ("1 2 Black 0FF", "1 1 White 0FF", "--"),
        ("1 2 White ½FF", "1 1 Black ½FF", "DD"),
        ("1 2 White -", "1 1 Black -", "**"),
        ("1 2 Black 0", "1 1 White 1", "10"),
    ],
)
def test_what_happened_at_a_board(one: str, other: str, letters: str) -> None:
    assert [pairing.letters for pairing in pair(one, other).pairings] == [letters]


@pytest.mark.parametrize(
    ("told", "letter"), [("BYE 1B", "U"), ("BYE ½B", "H"), ("BYE 0B", "Z"), ("Absent ½", "H"), ("Absent -", "Z")]
)
def test_what_happened_without_an_opponent(told: str, letter: str) -> None:
    assert games(read(swar_player(1, "Aerts, Anna", told), SWAR_PLAYERS[1]))[0] == (1, None, 1, None, letter)


def test_sides_that_differ_are_reported_with_their_round_and_player() -> None:
    report = pair("1 2 White 1", "1 1 Black ½")
    assert [pairing.letters for pairing in report.pairings] == ["**"]
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("result_differs", Place(round=1, player=1))
    ]


def test_an_unknown_result_is_reported() -> None:
    report = pair("1 2 White 7", "1 1 Black 7")
    assert report.problems[0].text == "The result 7 is not known; the pairing was left without a result."


def test_points_for_other_reasons_are_not_missed_and_wrong_ones_are() -> None:
    extra = swar_player(1, "Aerts, Anna", "1 2 White 1", Points="2.0", ExtraPts="1.0")
    wrong = swar_player(2, "Baert, Bob", "1 1 Black 0", Points="3.0")
    assert [problem.text for problem in read(extra, wrong).problems] == [
        "The file gives 2 Baert, Bob 3 points; the results add up to 0."
    ]


def test_an_own_scoring_is_reported_once() -> None:
    report = read(SW321_Win="3.0", SW321_Null="2.0", SW321_Loss="1.0")
    assert [problem.text for problem in report.problems] == [
        "The file uses its own scoring (3.0, 2.0, 1.0); standings here use 1, ½, 0."
    ]


def test_an_own_scoring_that_gives_everybody_his_points_is_that_of_the_standings() -> None:
    won = swar_player(1, "Aerts, Anna", "1 2 White 1", Points="3.0")
    lost = swar_player(2, "Baert, Bob", "1 1 Black 0", Points="1.0")
    report = read(won, lost, SW321_Win="3.0", SW321_Null="2.0", SW321_Loss="1.0")
    assert (report.point_system, report.problems) == ((3, 2, 1, 0, 3), ())


def test_a_number_that_is_given_twice_goes_to_the_first() -> None:
    report = read(*SWAR_PLAYERS, swar_player(1, "Dierickx, Dora"))
    assert [player.last_name for player in report.players] == ["Aerts", "Baert", "Claes"]
    assert [problem.code for problem in report.problems] == ["number_twice"]


@pytest.mark.parametrize("number", [0, 100_000])
def test_text_that_cannot_be_a_number_is_reported(number: int) -> None:
    report = read(*SWAR_PLAYERS, swar_player(number, "Dierickx, Dora"))
    assert [player.last_name for player in report.players] == ["Aerts", "Baert", "Claes"]
    assert [problem.text for problem in report.problems] == [f"Ni: {number} cannot be read and was left out."]


def test_the_letters_of_older_versions_are_read() -> None:
    report = read(encoding="cp1252")
    assert (report.name, games(report)) == ("Hiver à Nulle-Part", games(read()))


def test_a_file_without_players_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^The SWAR file has no player list\.$"):
        form.read(swar_json().replace(b'"Player"', b'"Players"'))


def test_damaged_files_give_a_report_or_one_error() -> None:
    data = swar_json()
    for damaged in (*mutations(data, 300, seed=58), *truncations(data, 60)):
        try:
            assert len(form.read(damaged)) == 1
        except FormatError as error:
            assert str(error)
