"""All tournaments of a period one by one: each starts with the levels after the previous one."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.systems.common import compiled_loops
from ratings.systems.common.compiled_loops import Column
from ratings.systems.ffg.games import Counted, Entrants
from ratings.systems.ffg.kernel import Report, Scale, Schedule, Seats, limits_of, tournaments
from ratings.systems.ffg.rules import Rules
from ratings.systems.period import Flags, Floats, Ints

COMPILED_FROM: Final = 500_000  # games


@dataclass(frozen=True)
class Sittings:
    """One row per player and tournament, by tournament."""

    entrant: Ints
    known: Flags  # to the scale, before the tournament
    came: Floats  # the level of the scale, or the registration level
    start: Floats  # after the adjustment
    end: Floats  # after the last round, not rounded
    first_game: Ints  # row of Counted
    last_game: Ints


@dataclass(frozen=True)
class Traced:
    """The input and outcome of each counted game, in the last pass."""

    winner_seat: Ints  # row of Sittings
    loser_seat: Ints
    winner_level: Floats  # before the round
    loser_level: Floats
    gain: Floats  # raw variations
    gain_factor: Floats  # their factors
    loss: Floats  # 0 or less
    loss_factor: Floats
    round: Ints  # running number over all tournaments


@dataclass(frozen=True)
class History:
    """The outcome of all tournaments."""

    level: Ints  # in the rows of Entrants
    known: Flags
    sittings: Sittings
    traced: Traced | None  # if requested
    passes: Ints  # of each tournament
    not_converged: Ints  # A12: rows of Counted, the first game of each tournament that did not converge


def history_of(counted: Counted, entrants: Entrants, rules: Rules, trace: bool) -> History:
    """Calculate each tournament in turn, with ``trace`` also what the ledger needs."""
    schedule, entrant = _schedule_of(counted, entrants)
    number, games = len(schedule.first_seat) - 1, len(counted.game)
    seats = Seats(entrant, np.zeros(len(entrant), dtype=bool), *(np.zeros(len(entrant)) for _ in range(4)))
    scale = Scale(entrants.level.astype(np.float64), entrants.known.copy())
    columns = (np.zeros(games if trace else 0) for _ in range(6))
    report = Report(np.zeros(number, dtype=np.int64), np.zeros(number, dtype=bool), *columns)
    tables = (schedule, seats, scale, report, limits_of(rules))
    _, seats, scale, report, _ = compiled_loops.run(tournaments, tables, is_long=games >= COMPILED_FROM)
    first_game = schedule.first_game[schedule.first_round]
    sizes = np.diff(schedule.first_seat)
    return History(
        level=np.array(scale.level, dtype=np.int64),
        known=_flags(scale.known),
        sittings=Sittings(
            entrant=entrant,
            known=_flags(seats.known),
            came=_floats(seats.came),
            start=_floats(seats.start),
            end=_floats(seats.end),
            first_game=np.repeat(first_game[:-1], sizes),
            last_game=np.repeat(first_game[1:] - 1, sizes),
        ),
        traced=_traced(schedule, report) if trace else None,
        passes=np.array(report.passes, dtype=np.int64),
        not_converged=first_game[:-1][~_flags(report.converged)],
    )


def _schedule_of(counted: Counted, entrants: Entrants) -> tuple[Schedule, Ints]:
    """Return who plays whom on which seat, and whose the seats are. Seats are ordered by tournament, then entrant."""
    width = len(entrants.level)
    keys = np.concatenate((counted.tournament, counted.tournament)) * width
    keys += np.concatenate((counted.winner, counted.loser))
    seats, place = np.unique(keys, return_inverse=True)
    games = len(counted.game)
    first_game = np.flatnonzero(_is_new(counted.tournament) | _is_new(counted.round))
    first_seat = np.flatnonzero(_is_new(seats // width))
    place -= np.tile(first_seat[np.cumsum(_is_new(counted.tournament)) - 1], 2)
    return (
        Schedule(
            first_seat=np.append(first_seat, len(seats)),
            first_round=np.append(np.flatnonzero(_is_new(counted.tournament[first_game])), len(first_game)),
            first_game=np.append(first_game, games),
            winner=place[:games],
            loser=place[games:],
            stones=counted.stones,
            coefficient=counted.coefficient,
        ),
        seats % width,
    )


def _is_new(values: Ints) -> Flags:
    """Return where a value differs from the previous one."""
    new = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=new[1:])
    return new


def _traced(schedule: Schedule, report: Report) -> Traced:
    games = np.diff(schedule.first_game[schedule.first_round])  # of each tournament
    first_seat = np.repeat(schedule.first_seat[:-1], games)
    return Traced(
        winner_seat=first_seat + schedule.winner,
        loser_seat=first_seat + schedule.loser,
        winner_level=_floats(report.winner_level),
        loser_level=_floats(report.loser_level),
        gain=_floats(report.gain),
        gain_factor=_floats(report.gain_factor),
        loss=_floats(report.loss),
        loss_factor=_floats(report.loss_factor),
        round=np.repeat(np.arange(len(schedule.first_game) - 1), np.diff(schedule.first_game)),
    )


def _floats(column: Column) -> Floats:
    return np.array(column, dtype=np.float64)


def _flags(column: Column) -> Flags:
    return np.array(column, dtype=bool)
