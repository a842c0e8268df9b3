"""Periods written as one would on paper, and the list that comes out, by player's number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ratings.systems.period import NONE, POINT, Games, Kind, Outcome, Period, Players, Reason, Status

START = dt.date(2026, 1, 1)


@dataclass(frozen=True)
class Player:
    number: int
    rating: int = 0
    games: int = 0
    opponents_sum: int = 0
    half_points: int = 0
    foreign_rating: int = 0
    deviation: float = float("nan")
    last_day: int = 0


@dataclass(frozen=True)
class Game:
    """``white`` and ``black`` are players' numbers; an outsider is written as None, with the rating as given."""

    white: int | None
    black: int | None
    half_points: int  # White's
    white_given: int = 0
    black_given: int = 0
    day: int = 0  # after the first day of the period
    tournament: int = 0
    round: int = 0
    rounds: int = 0  # of the tournament
    participants: int = 0


@dataclass(frozen=True)
class Entry:
    """One row of a ledger, with the game's row and the names of kind and reason."""

    game: int
    kind: Kind
    reason: Reason
    opponent_rating: int
    difference: int
    expected: int
    k: int
    half_points: int
    change: int
    game_number: int


@dataclass(frozen=True)
class Line:
    """What the list says of one player."""

    rating: int
    games: int
    opponents_sum: int
    half_points: int
    status: Status
    period_games: int
    last_day: int
    entries: tuple[Entry, ...]

    def of_kind(self, kind: Kind) -> list[Entry]:
        return [entry for entry in self.entries if entry.kind == kind]

    def kinds(self) -> list[str]:
        return [entry.kind.name for entry in self.entries]

    @property
    def change(self) -> int:
        return sum(entry.change for entry in self.entries)


def period_of(players: Sequence[Player], games: Sequence[Game] = ()) -> Period:
    players = sorted(players, key=lambda player: player.number)
    rows = {player.number: row for row, player in enumerate(players)} | {None: NONE}
    columns = {
        field.name: np.array([getattr(player, field.name) for player in players], dtype=_dtype(field.name))
        for field in fields(Players)
    }
    zeros = np.zeros(len(games), dtype=np.int64)
    return Period(
        START,
        START + dt.timedelta(days=180),
        Players(**columns),
        Games(
            white=_ints(rows[game.white] for game in games),
            black=_ints(rows[game.black] for game in games),
            white_given=_ints(game.white_given for game in games),
            black_given=_ints(game.black_given for game in games),
            white_half_points=_ints(game.half_points for game in games),
            day=_ints(START.toordinal() + game.day for game in games),
            tournament=_ints(game.tournament for game in games),
            round=_ints(game.round for game in games),
            rounds=_ints(game.rounds for game in games),
            participants=_ints(game.participants for game in games),
            handicap=zeros,
            board_size=zeros,
            tempo=zeros,
        ),
    )


def lines_of(period: Period, outcome: Outcome) -> dict[int, Line]:
    """Return the list by player's number, each line with its entries."""
    entries: dict[int, list[Entry]] = {}
    for row in zip(*(getattr(outcome.ledger, field.name).tolist() for field in fields(outcome.ledger)), strict=True):
        player, game, kind, reason, *rest = row
        entries.setdefault(player, []).append(Entry(game, Kind(kind), Reason(reason), *rest))
    return {
        number: Line(
            rating=int(outcome.rating[row]),
            games=int(outcome.games[row]),
            opponents_sum=int(outcome.opponents_sum[row]),
            half_points=int(outcome.half_points[row]),
            status=Status(outcome.status[row]),
            period_games=int(outcome.period_games[row]),
            last_day=int(outcome.last_day[row]) - START.toordinal() if outcome.last_day[row] else 0,
            entries=tuple(entries.get(row, ())),
        )
        for row, number in enumerate(period.players.number.tolist())
    }


def rate(system: Any, rules: Any, players: Sequence[Player], games: Sequence[Game] = ()) -> dict[int, Line]:
    """Return the list after one period, checked to explain itself: entries add up to the change of every rating."""
    period = period_of(players, games)
    lines = lines_of(period, system.rate(period, rules))
    for player in players:
        line = lines[player.number]
        assert line.change == POINT * (line.rating - player.rating), player
        after = POINT * player.rating
        for entry in line.entries:
            after += entry.change
            small = entry.kind is not Kind.ROUNDING or abs(entry.change) <= POINT // 2
            assert small or after == POINT, player  # QA13: less there is not
    return lines


def next_period(players: Sequence[Player], lines: dict[int, Line]) -> list[Player]:
    """Return the players as they enter the following period."""
    kept = ("rating", "games", "opponents_sum", "half_points")
    return [replace(player, **{name: getattr(lines[player.number], name) for name in kept}) for player in players]


def _ints(values: Any) -> Any:
    return np.fromiter(values, dtype=np.int64)


def _dtype(name: str) -> type:
    return np.float64 if name == "deviation" else np.int64
