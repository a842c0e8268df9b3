"""Tournaments of go written as one would on paper, and what the scale makes of them, by player's number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ratings.systems.ffg import rate as ffg
from ratings.systems.period import NONE, POINT, GoGames, GoPlayers, Outcome, Period, Status
from tests.ratings.systems.periods import START, Line, lines_of

SEED = ffg.rules()


@dataclass(frozen=True)
class GoPlayer:
    number: int
    level: int | None = None  # None: unknown to the scale
    entry: int = 0  # registration level
    games: int = 0
    last_day: int = 0


@dataclass(frozen=True)
class Guest:
    """A player who is not a member. Without a number, another one in each game."""

    level: int
    number: int = 0


Somebody = int | Guest


@dataclass(frozen=True)
class GoGame:
    white: Somebody
    black: Somebody
    winner: str = "W"  # W, B, or = for a jigo
    handicap: int = 0
    size: int = 19
    tempo: int = 0
    round: int = 1
    tournament: int = 1
    day: int = 0  # after the first day of the period
    white_entry: int = 0  # what the file of the tournament tells for a member
    black_entry: int = 0


@dataclass(frozen=True)
class Scale:
    """What came out."""

    lines: dict[int, Line]
    outcome: Outcome
    period: Period = field(repr=False)

    def levels(self) -> dict[int, int | None]:
        return {number: None if line.status is Status.UNRATED else line.rating for number, line in self.lines.items()}


def period_of(players: Sequence[GoPlayer], games: Sequence[GoGame] = ()) -> Period:
    players = sorted(players, key=lambda player: player.number)
    rows = {player.number: row for row, player in enumerate(players)}
    zeros = np.zeros(len(players), dtype=np.int64)
    table = GoPlayers(
        number=_ints([player.number for player in players]),
        rating=_ints([player.level or 0 for player in players]),
        games=_ints([player.games for player in players]),
        opponents_sum=zeros,
        half_points=zeros,
        foreign_rating=zeros,
        deviation=np.full(len(players), np.nan),
        last_day=_ints([player.last_day for player in players]),
        known=np.array([player.level is not None for player in players], dtype=bool),
        entry_level=_ints([player.entry for player in players]),
    )
    return Period(
        START,
        START + dt.timedelta(days=180),
        table,
        GoGames(
            white=_ints([_row(game.white, rows) for game in games]),
            black=_ints([_row(game.black, rows) for game in games]),
            white_given=_ints([_given(game.white) for game in games]),
            black_given=_ints([_given(game.black) for game in games]),
            white_half_points=_ints([{"W": 2, "=": 1, "B": 0}[game.winner] for game in games]),
            day=_ints([START.toordinal() + game.day for game in games]),
            tournament=_ints([game.tournament for game in games]),
            round=_ints([game.round for game in games]),
            handicap=_ints([game.handicap for game in games]),
            board_size=_ints([game.size for game in games]),
            tempo=_ints([game.tempo for game in games]),
            **dict.fromkeys(("rounds", "participants"), np.zeros(len(games), np.int64)),
            white_guest=_ints([_guest(game.white) for game in games]),
            black_guest=_ints([_guest(game.black) for game in games]),
            white_entry=_ints([game.white_entry for game in games]),
            black_entry=_ints([game.black_entry for game in games]),
        ),
    )


def scale(players: Sequence[GoPlayer], games: Sequence[GoGame] = (), rules: ffg.Rules = SEED) -> Scale:
    """Return the scale after the period, checked to explain itself: entries add up to the change of every level."""
    period = period_of(players, games)
    outcome = ffg.rate(period, rules)
    lines = lines_of(period, outcome)
    for player in players:
        line = lines[player.number]
        assert line.change == POINT * (line.rating - (player.level or 0)), player
    return Scale(lines, outcome, period)


def _row(player: Somebody, rows: dict[int, int]) -> int:
    return NONE if isinstance(player, Guest) else rows[player]


def _given(player: Somebody) -> int:
    return player.level if isinstance(player, Guest) else 0


def _guest(player: Somebody) -> int:
    return player.number if isinstance(player, Guest) else 0


def _ints(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)
