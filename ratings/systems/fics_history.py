"""All games of a period in the order of time, before and after the reform of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.systems import kernels
from ratings.systems.fics_formulas import Limits, limits_of
from ratings.systems.fics_games import Boards, Entrants, state_of
from ratings.systems.fics_kernel import Bughouse, Chess, State, Trace, bughouse, chess
from ratings.systems.fics_rules import Rules
from ratings.systems.period import MINUTES_A_DAY, Floats, Ints

COMPILED_FROM: Final = 50_000  # games


@dataclass(frozen=True)
class Traced:
    """What every game was reckoned from and what it made: a row a game and a column a seat, as in `Boards`.

    Without rows where nobody asks for them.
    """

    rating: Ints  # before the game
    stored: Floats  # variance that the last game left
    variance: Floats  # when the game began
    idle: Ints  # minutes between; 0 for a newcomer
    expected: Floats
    k: Floats


@dataclass(frozen=True)
class History:
    """After all games, beside Entrants."""

    rating: Ints
    variance: Floats
    last: Ints
    traced: Traced


def history_of(boards: Boards, entrants: Entrants, rules: Rules, trace: bool) -> History:
    """One game after the other. ``trace`` asks for what the ledger is made of."""
    state, traces = state_of(entrants), []
    for games, limits in _stretches(boards, rules):
        state, traced = _run(boards, games, state, limits, trace)
        traces.append(traced)
    return History(
        rating=np.array(state.rating, dtype=np.int64),
        variance=np.array(state.variance, dtype=np.float64),
        last=np.array(state.last, dtype=np.int64),
        traced=_joined(boards, traces),
    )


def _stretches(boards: Boards, rules: Rules) -> Iterator[tuple[slice, Limits]]:
    """B8: the games before the reform, which know no least K, and those since."""
    reform = np.searchsorted(boards.minute, rules.reform_day.toordinal() * MINUTES_A_DAY).item()
    for games, has_least_k in ((slice(0, reform), False), (slice(reform, len(boards.minute)), True)):
        if games.stop > games.start:
            yield games, limits_of(rules, boards.is_bughouse, has_least_k)


def _run(boards: Boards, games: slice, state: State, limits: Limits, trace: bool) -> tuple[State, Trace]:
    number = games.stop - games.start
    rows = number * len(boards.seats) if trace else 0
    traced = Trace(*(np.zeros(rows) for _ in Trace._fields))
    columns = (*(seat[games] for seat in boards.seats), boards.half_points[games] / 2, boards.minute[games] * 1.0)
    state = State(*map(np.asarray, state))
    is_long = number >= COMPILED_FROM
    if boards.is_bughouse:
        _, state, traced, _ = kernels.run(bughouse, (Bughouse(*columns), state, traced, limits), is_long)
    else:
        _, state, traced, _ = kernels.run(chess, (Chess(*columns), state, traced, limits), is_long)
    return state, traced


def _joined(boards: Boards, traces: list[Trace]) -> Traced:
    rating, stored, variance, last, expected, k = (
        np.concatenate([np.empty(0), *(getattr(trace, name) for trace in traces)]).reshape(-1, len(boards.seats))
        for name in Trace._fields
    )
    idle = np.where(last == 0, 0, boards.minute[: len(last), np.newaxis] - last)
    return Traced(rating.astype(np.int64), stored, variance, idle.astype(np.int64), expected, k)
