"""PGN files that we write: exact, and read back as they were."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.tournaments import events
from tests.tournaments.formats.reports import tournaments
from tournaments.formats.pgn import reader
from tournaments.formats.pgn import writer as pgn
from tournaments.formats.report import TournamentReport

EXPECTED = """\
[Event "Tower \\"Cup\\""]
[Site "Gent"]
[Date "2026.03.15"]
[Round "1.2"]
[White "Aerts, Anna"]
[Black "Baeten, Bram"]
[Result "1/2-1/2"]
[WhiteTitle "WGM"]
[WhiteElo "2003"]
[WhiteFideId "990001"]
[WhiteTeam "Tower"]

1/2-1/2
"""


def test_a_game_to_the_letter() -> None:
    anna = events.player(1, 10001, rating=2003, title="WGM", fide_id=990001, team="Tower")
    bram = events.player(2, 10002, fide_id=None, club="")
    game = events.game(1, 1, 2, "==", board=2, date=events.NEXT_DAY)
    assert pgn.write(events.report([anna, bram], [game], name='Tower "Cup"')).decode() == EXPECTED


@pytest.mark.parametrize("letters", ["+-", "--", "WL", "DD", "00"])
def test_what_pgn_has_no_word_for_is_left_out(letters: str) -> None:
    pairings = [events.game(1, 1, 2, letters), events.bye(1, 3), events.game(2, 1, 2, "10")]
    assert pgn.write(events.report(pairings=pairings)).decode().count("[Event ") == 1


def test_two_players_of_one_name_cannot_be_written() -> None:
    players = [events.player(1, 10001), events.player(2, 10001)]
    with pytest.raises(ValueError, match="Two players are called Aerts, Anna"):
        pgn.write(events.report(players, [events.game(1, 1, 2)]))


@pytest.mark.long
@given(tournaments())
def test_the_games_are_read_back_as_they_were(report: TournamentReport) -> None:
    players = tuple(replace(each, last_name=f"{each.last_name}{each.number}") for each in report.players)
    report = replace(report, players=players)
    games = [each for each in report.pairings if each.black is not None and each.letters in pgn.RESULTS]
    if not games:
        assert pgn.write(report) == b""
        return
    (back,) = reader.read(pgn.write(report))
    assert facts(back, back.pairings) == facts(report, games)


def facts(report: TournamentReport, games: Iterable[Any]) -> list[tuple[object, ...]]:
    """Return round, day, both names and ratings, and the result of each game."""
    players = {player.number: (player.last_name, player.first_name, player.rating) for player in report.players}
    return sorted((each.round, each.date, players[each.white], players[each.black], each.letters) for each in games)
