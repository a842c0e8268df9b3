"""Pairgoth files: rounds of games by the ids of the players, ratings as OpenGotha stores them."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.pairgoth.files import GAMES, PLAYERS, tour
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.pairgoth import reader
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport


def read(**changes: Any) -> TournamentReport:
    data = tour(**changes)
    assert reader.matches("", data)
    (report,) = reader.read(data)
    return report


def refusal(data: bytes) -> str:
    with pytest.raises(FormatError) as found:
        reader.read(data)
    return found.value.template


def games(report: TournamentReport) -> list[tuple[int, int | None, int, int | None, str, int | None]]:
    return [(game.round, game.board, game.white, game.black, game.letters, game.handicap) for game in report.pairings]


def one_game(**changes: Any) -> TournamentReport:
    return read(games=[[{"id": 1, "t": 1, "w": 1, "b": 2, "h": 0, "r": "w"} | changes]])


def codes(report: TournamentReport) -> list[str]:
    return [problem.code for problem in report.problems]


def test_the_event_is_read() -> None:
    report = read()
    assert (report.format, report.name, report.city) == ("pairgoth", "Coupe des neuf pierres", "Nulle-Part")
    assert (report.start, report.end, report.rounds) == (dt.date(2025, 5, 1), dt.date(2025, 5, 2), 3)
    assert (report.discipline, report.kind, report.pace) == ("go", "mcmahon", "standard")
    assert (report.time_control, report.tie_breaks) == ("60 min + 15 s", ("MMS", "SOS", "SOSOS"))
    assert report.arbiters == ()  # the name of the director is nobody's concern


def test_players_have_the_level_of_their_rating_and_start_from_it() -> None:
    lou, fien, mika, weyn = read().players
    assert lou == ReportedPlayer(
        number=1,
        last_name="Rivière",
        first_name="Lou",
        federation="FR",
        licence="1854001",
        rating=272,
        club="75Nu",
        grade="3D",
        pin="14500123",
        start_score=30,
    )
    assert (fien.last_name, fien.first_name, fien.club, fien.grade) == ("De Loor", "Fien Marie", "", "1K")
    assert [each.start_score for each in (fien, mika, weyn)] == [29, 28, 20]
    assert (mika.grade, mika.rating, weyn.rating) == ("2P", -150, -950)


def test_games_byes_and_absences_are_read() -> None:
    assert games(read()) == [
        (1, 1, 1, 4, "10", 0),
        (1, 2, 2, 7, "01", 8),
        (2, 1, 4, 7, "**", 0),
        (2, None, 1, None, "U", None),
        (2, None, 2, None, "H", None),
    ]
    assert [problem.code for problem in read().problems] == [
        "player_preliminary",
        "defaults_unknown",
        "round_unfinished",
    ]


@pytest.mark.parametrize(
    ("written", "letters", "code"),
    [
        *(("w", "10", ""), ("b", "01", ""), ("=", "==", ""), ("?", "**", "")),
        *(("#", "WW", "both_won"), ("0", "LL", "both_lost"), ("Q", "**", "result_unknown")),
    ],
)
def test_every_result_is_known(written: str, letters: str, code: str) -> None:
    report = one_game(r=written)
    assert [each.letters for each in report.pairings] == [letters]
    assert code in {*codes(report), ""}


def test_a_cancelled_game_is_none() -> None:
    assert one_game(r="X").pairings == ()


def test_a_handicap_has_no_komi() -> None:
    assert [(each.handicap, each.komi, each.board_size) for each in one_game(h=3).pairings] == [(3, None, 19)]
    assert [(each.handicap, each.komi) for each in one_game().pairings] == [(0, 7.5)]


@pytest.mark.parametrize(
    ("changes", "code"), [({"w": 99}, "opponent_unknown"), ({"w": 2}, "self_pairing"), ({"w": "x"}, "no_games")]
)
def test_games_that_cannot_be_are_left_out(changes: dict[str, Any], code: str) -> None:
    report = one_game(**changes)
    assert not [each for each in report.pairings if each.black]
    assert code in codes(report)


def test_two_games_of_a_player_in_a_round_are_noted() -> None:
    report = read(games=[[*GAMES[0], {"id": 9, "t": 3, "w": 1, "b": 7, "h": 0, "r": "w"}]])
    assert [problem for problem in report.problems if problem.code == "pairing_twice"] == [
        Problem("pairing_twice", Place(round=1, player=1), {"number": 1}),
        Problem("pairing_twice", Place(round=1, player=7), {"number": 7}),
    ]


@pytest.mark.parametrize(
    ("clock", "pace", "words"),
    [
        ({"type": "CANADIAN", "mainTime": 2700, "byoyomi": 300, "stones": 15}, "rapid", "45 min + byo-yomi 300 s / 15"),
        ({"type": "STANDARD", "mainTime": 3600, "byoyomi": 30}, "standard", "60 min + byo-yomi 30 s"),
        ({"type": "SUDDEN_DEATH", "mainTime": 3600}, "rapid", "60 min"),
        ({"type": "JAPANESE", "mainTime": 60, "byoyomi": 30}, "", "60 + byo-yomi 30 s"),
        ({}, "", ""),
    ],
)
def test_the_clock_is_in_seconds_and_minutes_in_their_place_give_no_pace(
    clock: dict[str, Any], pace: str, words: str
) -> None:
    report = read(timeSystem=clock)
    assert (report.pace, report.time_control) == (pace, words)


def test_of_a_team_event_the_boards_are_read() -> None:
    teams = [{"id": 20, "name": "Ronces", "players": [1, 2]}, {"id": 21, "name": "Lilas", "players": [4, 7]}]
    matches = [[{"id": 5, "t": 1, "w": 20, "b": 21, "h": 0, "r": "w"}], [{"id": 6, "t": 1, "w": 21, "b": 20, "r": "b"}]]
    report = read(type="TEAM2", teams=teams, games=matches, individualGames={"5": GAMES[0]})
    assert games(report) == [(1, 1, 1, 4, "10", 0), (1, 2, 2, 7, "01", 8)]
    assert (report.kind, [player.team for player in report.players]) == ("team", ["Ronces", "Ronces", "Lilas", "Lilas"])
    assert [problem.place for problem in report.problems if problem.code == "boards_missing"] == [
        Place(round=2, board=1)
    ]


def test_games_of_several_at_a_board_and_files_without_players_are_refused() -> None:
    assert refusal(tour(type="PAIRGO")) == reader.SHARED_GAMES
    assert refusal(tour(players=None)) == reader.NO_PLAYERS


def test_an_event_without_games_has_its_participants() -> None:
    report = read(games=None, players=PLAYERS[:2])
    assert (len(report.players), codes(report)) == (2, ["no_games"])


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "9" * 5_000])
def test_numbers_that_json_does_not_have_are_refused_or_left_out(number: str) -> None:
    data = tour().replace(b"2322", number.encode())
    try:
        assert reader.read(data)[0].players[0].rating == 250
    except FormatError as error:
        assert str(error).startswith("The file is not valid JSON")


@pytest.mark.long
def test_damaged_copies_give_a_report_or_one_error() -> None:
    for copy in (*mutations(tour(), 400, 16), *truncations(tour(), 60)):
        try:
            assert reader.read(copy)
        except FormatError as error:
            assert str(error).endswith(".")


@pytest.mark.parametrize(("path", "facts"), samples("pairgoth", ".tour"))
def test_real_files_have_the_expected_games(path: Path, facts: dict[str, Any]) -> None:
    (report,) = reader.read(path.read_bytes())
    assert (str(report.start), str(report.end), report.rounds) == (facts["start"], facts["end"], facts["rounds"])
    assert len(report.players) == facts["players"] - facts["preliminary"]
    assert (
        sum(player.rating + 2050 for player in report.players if player.rating is not None) <= facts["sum_of_ratings"]
    )
    if report.kind != "team":
        assert _digest(report, json.loads(path.read_text())["players"]) == facts["digest"]


LETTERS = {"10": "w", "01": "b", "==": "=", "**": "?", "WW": "#", "LL": "0"}


def _digest(report: TournamentReport, players: list[dict[str, Any]]) -> str:
    names = {player["id"]: f"{player['name']}, {player['firstname']}" for player in players}  # with their underscores
    lines = sorted(
        "\t".join([str(game.round), names[game.white], names[game.black], str(game.handicap), LETTERS[game.letters]])
        for game in report.pairings
        if game.black
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
