"""The Quebec ledger: what each tournament did to each player, game by game and rule by rule."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np

from ratings.systems.entries import Entries
from ratings.systems.fqe_calculation import PERMANENT, PROVISIONAL, UNRATED, Calculation, Note
from ratings.systems.fqe_formulas import PERCENTS
from ratings.systems.fqe_rules import Rules
from ratings.systems.fqe_seats import Seats, Sides, Tournaments
from ratings.systems.period import POINT, Ints, Kind, Ledger, Reason

_HUNDREDTH: Final = POINT // 100


class Step(IntEnum):
    """The order in which the entries of one player act in one tournament."""

    COUNTED = 0
    NOT_COUNTED = 1
    PERFORMANCE = 2
    ADJUSTED_START = 3
    HALVING = 4
    BONUS = 5
    MATCH_CAP = 6
    ROUNDING = 7


def ledger_of(calculation: Calculation, tournaments: Tournaments, rules: Rules) -> Ledger:
    """All entries; see `ratings.systems.fqe` for what those of the special rules carry."""
    builder = _Builder(calculation, tournaments.seats, rules)
    builder.add_games()
    builder.add_games_not_counted(tournaments.unknown)
    builder.add_performances()
    builder.add_adjustments()
    return builder.entries.ledger()


class _Builder:
    """Notes and sides as arrays: ``method``, ``before`` ... are in the rows of seats, ``entered`` in those of sides."""

    def __init__(self, calculation: Calculation, seats: Seats, rules: Rules) -> None:
        self.entries = Entries()
        self._seats, self._sides, self._rules = seats, seats.sides, rules
        notes = np.array(calculation.notes, dtype=np.int64).reshape(-1, len(Note._fields))
        self._method, self._games_before, self._before, self._rating, *self._adjustments = notes.T
        self._entered = np.array(calculation.opponent_rating, dtype=np.int64)
        self._played = seats.end - seats.start
        self._seat = np.repeat(np.arange(len(seats.player)), self._played)

    def add_games(self) -> None:
        """Rated games with their change, and those that make a performance."""
        nth = np.arange(len(self._seat)) - self._seats.start[self._seat] + 1
        number = self._games_before[self._seat] + nth
        permanent = self._method[self._seat] == PERMANENT
        for kind, rows in ((Kind.GAME, np.flatnonzero(permanent)), (Kind.COLLECTED, np.flatnonzero(~permanent))):
            self.entries.add(
                _step(self._sides.tournament[rows], Step.COUNTED),
                self._sides.player[rows],
                kind,
                place=number[rows],
                game=self._sides.game[rows],
                opponent_rating=self._entered[rows],
                half_points=self._sides.half_points[rows],
                game_number=number[rows],
                **(self._formula(rows) if kind == Kind.GAME else {}),
            )

    def add_games_not_counted(self, sides: Sides) -> None:
        """Games against somebody of whom nothing is known."""
        self.entries.add(
            _step(sides.tournament, Step.NOT_COUNTED),
            sides.player,
            Kind.NOT_COUNTED,
            place=sides.game,
            game=sides.game,
            reason=Reason.UNKNOWN_PLAYER,
            half_points=sides.half_points,
        )

    def add_performances(self) -> None:
        """Q05, Q07, Q10: the exact value cut to ten-thousandths, what Q07 adds to it, and the rounding to a point."""
        opponents_sum, half_points = self._sums(self._entered), self._sums(self._sides.half_points)
        for method, kind in ((UNRATED, Kind.FIRST_RATING), (PROVISIONAL, Kind.PROVISIONAL)):
            rows = np.flatnonzero(self._method == method)
            played, mean_sum, before = self._played[rows], opponents_sum[rows], self._before[rows]
            total = mean_sum + self._rules.performance_spread * (half_points[rows] - played)
            carried = self._games_before[rows] if method == PROVISIONAL else 0
            exact = POINT * (before * carried + total) // (carried + played)
            lacking = np.maximum(self._rules.adjusted_below * played - total, 0) if method == UNRATED else 0 * total
            adjusted = POINT * lacking // (2 * played)
            self.entries.add(
                _step(self._seats.tournament[rows], Step.PERFORMANCE),
                self._seats.player[rows],
                kind,
                opponent_rating=(2 * mean_sum + played) // (2 * played),
                difference=(2 * (total - mean_sum) + played) // (2 * played),
                half_points=half_points[rows],
                change=exact - POINT * before,
                game_number=played,
            )
            self._add_changes(rows, Step.ADJUSTED_START, Kind.ADJUSTED_START, adjusted)
            self._add_changes(rows, Step.ROUNDING, Kind.ROUNDING, POINT * self._rating[rows] - exact - adjusted)

    def add_adjustments(self) -> None:
        """Q16 to Q19 and the rounding of permanent ratings."""
        rows = np.arange(len(self._seats.player))
        kinds = (Kind.HALVING, Kind.BONUS, Kind.MATCH_CAP, Kind.ROUNDING)
        for kind, change in zip(kinds, self._adjustments, strict=True):
            self._add_changes(rows, Step[kind.name], kind, change)

    def _formula(self, rows: Ints) -> dict[str, Ints | int]:
        """Q13, Q14 for these sides."""
        difference = self._before[self._seat[rows]] - self._entered[rows]
        higher = PERCENTS[np.minimum(np.abs(difference), len(PERCENTS) - 1)]
        percent = np.where(difference < 0, 100 - higher, higher)
        k = self._rules.k
        return {
            "difference": difference,
            "expected": percent * _HUNDREDTH,
            "k": k * POINT,
            "change": k * (50 * self._sides.half_points[rows] - percent) * _HUNDREDTH,
        }

    def _add_changes(self, seats: Ints, step: Step, kind: Kind, change: Ints) -> None:
        """An entry of nothing but a change, where there is one."""
        changed = np.flatnonzero(change)
        rows = seats[changed]
        self.entries.add(
            _step(self._seats.tournament[rows], step), self._seats.player[rows], kind, change=change[changed]
        )

    def _sums(self, values: Ints) -> Ints:
        running = np.concatenate(([0], np.cumsum(values)))
        sums: Ints = running[self._seats.end] - running[self._seats.start]
        return sums


def _step(tournament: Ints, step: Step) -> Ints:
    return tournament * len(Step) + step
