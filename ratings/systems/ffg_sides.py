"""The tournaments of the French go scale as each player sees them: his seat in each one, his side of each game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.ffg_games import Counted
from ratings.systems.ffg_history import History, Played
from ratings.systems.ffg_rules import Rules
from ratings.systems.period import Flags, Floats, Ints


@dataclass(frozen=True)
class Sittings:
    """One row a player and tournament, as in `Seats`."""

    entrant: Ints
    known: Flags
    came: Floats  # the level of the scale, or the one he registered with
    start: Floats  # after the adjustment
    end: Floats  # after the last round, not rounded
    first_game: Ints  # row of Counted
    last_game: Ints


@dataclass(frozen=True)
class Sides:
    """Two rows a counted game, the winner's and the loser's."""

    entrant: Ints
    seat: Ints  # row of Sittings
    row: Ints  # row of Counted
    game: Ints  # row of Games
    won: Flags
    opponent: Floats  # the other's level before the round
    difference: Floats  # F4: of the fictitious levels, own less the other's
    raw: Floats  # F5 to F8
    factor: Floats  # F9 to F13, all of them
    counts: Flags  # A3: not where the game counts for players below the beginner's level alone


def sittings_of(history: History) -> Sittings:
    """Where everybody started and ended."""
    played = history.played
    sizes = [len(each.levels) for each in played]
    return Sittings(
        entrant=history.seats.entrant,
        known=np.array([known for each in played for known in each.known], dtype=bool),
        came=np.array([level for each in played for level in each.levels], dtype=np.float64),
        start=np.array([level for each in played for level in each.settled.start], dtype=np.float64),
        end=np.array([level for each in played for level in each.settled.course[-1]], dtype=np.float64),
        first_game=np.repeat(np.array([each.bounds[0] for each in played], dtype=np.int64), sizes),
        last_game=np.repeat(np.array([each.bounds[-1] - 1 for each in played], dtype=np.int64), sizes),
    )


def sides_of(counted: Counted, history: History, rules: Rules) -> Sides:
    """Every game once more, with the levels that its round really began with."""
    seats, played = history.seats, history.played
    seat = np.column_stack((seats.winner, seats.loser))
    level = _levels_before(seat, played)
    changes = np.array([change for each in played for change in each.changes], dtype=np.float64).reshape(-1, 4)
    ahead = level[:, 0] - level[:, 1] - counted.stones
    beginner = (level < rules.beginner_level).ravel()
    return Sides(
        entrant=seats.entrant[seat.ravel()],
        seat=seat.ravel(),
        row=np.repeat(np.arange(len(seat)), 2),
        game=np.repeat(counted.game, 2),
        won=np.tile([True, False], len(seat)),
        opponent=level[:, ::-1].ravel(),
        difference=np.column_stack((ahead, -ahead)).ravel(),
        raw=changes[:, 0::2].ravel(),
        factor=changes[:, 1::2].ravel(),
        counts=~np.repeat(counted.high_handicap, 2) | beginner,
    )


def _levels_before(seat: Ints, played: list[Played]) -> Floats:
    levels = np.empty(seat.shape, dtype=np.float64)
    for each in played:
        first, end = each.bounds[0], each.bounds[-1]
        course = np.array(each.settled.course[:-1])
        number = np.repeat(np.arange(len(course)), np.diff(each.bounds))
        levels[first:end] = course[number[:, np.newaxis], seat[first:end] - each.first_seat]
    return levels
