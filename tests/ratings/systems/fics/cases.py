"""Games of FICS written as one would on paper, and what comes out, by player's number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ratings.systems.fics import rate as fics
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    POINT,
    BughouseGames,
    Kind,
    Outcome,
    Period,
    TimedGames,
    TimedPlayers,
)
from tests.ratings.systems.periods import START, Line, lines_of

SEED = fics.rules()
MIDNIGHT = START.toordinal() * MINUTES_A_DAY  # of the first day of the period
NOT_KNOWN = float("nan")


@dataclass(frozen=True)
class Rated:
    """Somebody whose last rated game ended so many minutes before the period, if that is known."""

    number: int
    rating: int = 0
    deviation: float = NOT_KNOWN
    idle: int | None = None
    games: int = 0


@dataclass(frozen=True)
class Given:
    """A player who is not a member, with the rating given in the file."""

    rating: int


@dataclass(frozen=True)
class Played:
    """In bughouse with partners. ``minute`` is that of the end, since the period began."""

    white: int | Given
    black: int | Given
    half_points: int = 2
    minute: int = 0
    white_partner: int | None = None
    black_partner: int | None = None


@dataclass(frozen=True)
class Result:
    """What came out."""

    lines: dict[int, Line]
    outcome: Outcome
    period: Period = field(repr=False)

    def ratings(self) -> dict[int, int]:
        return {number: line.rating for number, line in self.lines.items()}

    def deviations(self) -> dict[int, float]:
        return dict(zip(self.lines, self.outcome.deviation.tolist(), strict=True))

    def last_minutes(self) -> dict[int, int]:
        """Since the period began."""
        assert self.outcome.last_minute is not None
        return dict(zip(self.lines, (self.outcome.last_minute - MIDNIGHT).tolist(), strict=True))


def period_of(players: Sequence[Rated], games: Sequence[Played] = (), start: dt.date = START) -> Period:
    players = sorted(players, key=lambda player: player.number)
    rows = {player.number: row for row, player in enumerate(players)}
    midnight = start.toordinal() * MINUTES_A_DAY
    clocks = _ints([0 if player.idle is None else midnight - player.idle for player in players])
    zeros = np.zeros(len(players), dtype=np.int64)
    none = np.zeros(len(games), dtype=np.int64)
    table = TimedPlayers(
        number=_ints([player.number for player in players]),
        rating=_ints([player.rating for player in players]),
        games=_ints([player.games for player in players]),
        opponents_sum=zeros,
        half_points=zeros,
        foreign_rating=zeros,
        deviation=np.array([player.deviation for player in players], dtype=np.float64),
        last_day=clocks // MINUTES_A_DAY,
        last_minute=clocks,
    )
    columns = {
        "white": _ints([_row(game.white, rows) for game in games]),
        "black": _ints([_row(game.black, rows) for game in games]),
        "white_given": _ints([_given(game.white) for game in games]),
        "black_given": _ints([_given(game.black) for game in games]),
        "white_half_points": _ints([game.half_points for game in games]),
        "day": start.toordinal() + _ints([game.minute for game in games]) // MINUTES_A_DAY,
        "minute": midnight + _ints([game.minute for game in games]),
        **dict.fromkeys(("tournament", "round", "rounds", "participants"), none),
        **dict.fromkeys(("handicap", "board_size", "tempo"), none),
    }
    if any(game.white_partner is not None for game in games):
        partners = {
            "white_partner": _ints([rows.get(game.white_partner, NONE) for game in games]),
            "black_partner": _ints([rows.get(game.black_partner, NONE) for game in games]),
        }
        return Period(start, start + dt.timedelta(days=180), table, BughouseGames(**columns, **partners))
    return Period(start, start + dt.timedelta(days=180), table, TimedGames(**columns))


def rate(
    players: Sequence[Rated], games: Sequence[Played] = (), rules: fics.Rules = SEED, start: dt.date = START
) -> Result:
    """Return the list after the period, checked to explain itself: entries add up to the change of every rating."""
    period = period_of(players, games, start)
    outcome = fics.rate(period, rules)
    lines = lines_of(period, outcome)
    for player in players:
        line = lines[player.number]
        assert line.change == POINT * (line.rating - player.rating), player
        rounding = sum(entry.change for entry in line.of_kind(Kind.ROUNDING))
        assert abs(rounding) <= POINT * len(line.of_kind(Kind.GAME)) / 2 + 1, player
    return Result(lines, outcome, period)


def _row(player: int | Given, rows: dict[int, int]) -> int:
    return NONE if isinstance(player, Given) else rows[player]


def _given(player: int | Given) -> int:
    return player.rating if isinstance(player, Given) else 0


def _ints(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)
