"""All games of a period in order of time, before and after the reform of the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ratings.systems.common import compiled_loops
from ratings.systems.common.compiled_loops import Column
from ratings.systems.common.grouping import group_by
from ratings.systems.fics.formulas import Limits, limits_of
from ratings.systems.fics.games import Boards, Entrants, newcomers_of
from ratings.systems.fics.kernel import WHOLE, Bughouse, Chess, State, Trace, bughouse, chess
from ratings.systems.fics.rules import Rules
from ratings.systems.period import MINUTES_A_DAY, NONE, Floats, Ints

COMPILED_FROM: Final = 200_000  # games


@dataclass(frozen=True)
class Traced:
    """The input and outcome of each game: one row per game and one column per seat, as in `Boards`."""

    rating: Ints  # before the game
    stored: Floats  # variance after the previous game
    variance: Floats  # when the game began
    idle: Ints  # minutes since then; 0 for a newcomer
    expected: Floats
    k: Floats


@dataclass(frozen=True)
class History:
    """The outcome of all games, in the rows of Entrants."""

    rating: Ints
    variance: Floats
    last: Ints
    traced: Traced | None  # if requested


def history_of(boards: Boards, entrants: Entrants, rules: Rules, trace: bool) -> History:
    """Calculate each game in turn, with ``trace`` also what the ledger needs."""
    growth = limits_of(rules).growth
    begin = boards.minute[0] if len(boards.minute) else 0
    clock = growth * (boards.minute - begin)
    columns: tuple[Column, ...] = (*boards.seats, boards.half_points / 2, clock, newcomers_of(boards, entrants))
    build, table = (bughouse, Bughouse) if boards.is_bughouse else (chess, Chess)
    state = State(entrants.rating + WHOLE, entrants.variance - growth * (entrants.last - begin))
    traces = []
    for games, limits in _stretches(boards, rules):
        number = games.stop - games.start
        traced = Trace(*(np.zeros(number * len(boards.seats) if trace else 0) for _ in Trace._fields))
        tables = (table(*(column[games] for column in columns)), State(*map(np.asarray, state)), traced, limits)
        _, state, traced, _ = compiled_loops.run(build, tables, is_long=number >= COMPILED_FROM)
        traces.append(traced)
    last = entrants.last.copy()
    for seat in boards.seats:
        np.maximum.at(last, seat, boards.minute)
    return History(
        rating=_without_whole(state.rating),
        variance=np.array(state.variance) + growth * (last - begin),
        last=last,
        traced=_traced(boards, entrants, traces) if trace else None,
    )


def _stretches(boards: Boards, rules: Rules) -> Iterator[tuple[slice, Limits]]:
    """B8: return the games before the reform, which have no minimum K, and those since."""
    reform = np.searchsorted(boards.minute, rules.reform_day.toordinal() * MINUTES_A_DAY).item()
    for games, has_least_k in ((slice(0, reform), False), (slice(reform, len(boards.minute)), True)):
        if games.stop > games.start:
            yield games, limits_of(rules, boards.is_bughouse, has_least_k)


def _traced(boards: Boards, entrants: Entrants, traces: list[Trace]) -> Traced:
    """Return what the loops noted, and for each game what the player's previous game had left."""
    rating, variance, after, expected, k = (
        np.concatenate([np.empty(0), *(getattr(trace, name) for trace in traces)]) for name in Trace._fields
    )
    seats = len(boards.seats)
    player = np.column_stack(boards.seats).ravel()
    minute = np.repeat(boards.minute, seats)
    groups = group_by(player)
    earlier = np.full(len(player), NONE)
    earlier[groups.order[1:]] = groups.order[:-1]
    earlier[groups.order[groups.starts]] = NONE
    is_first = earlier == NONE
    stored = np.where(is_first, entrants.variance[player], after[earlier])
    idle = minute - np.where(is_first, entrants.last[player], minute[earlier])
    columns: tuple[NDArray[Any], ...] = (_without_whole(rating), stored, variance, idle, expected, k)
    return Traced(*(column.reshape(-1, seats) for column in columns))


def _without_whole(ratings: Column) -> Ints:
    return (np.asarray(ratings) - WHOLE).astype(np.int64)
