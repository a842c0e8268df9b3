"""The Quebec ledger: the effect of each tournament on each player, game by game and rule by rule."""

from enum import IntEnum
from typing import Final

import numpy as np

from ratings.systems.common.grouping import group_by
from ratings.systems.common.ledger_builder import Entries
from ratings.systems.common.rounding import half_up
from ratings.systems.fqe.calculation import Calculation
from ratings.systems.fqe.formulas import adjusted, expected_percents, terms_of, won_less_lost
from ratings.systems.fqe.rules import Rules
from ratings.systems.fqe.seats import PERMANENT, PROVISIONAL, UNRATED, GameSides, Tournaments
from ratings.systems.period import POINT, Ints, Kind, Ledger, Players, Reason

_HUNDREDTH: Final = POINT // 100


class Step(IntEnum):
    """The order of the entries of one player in one tournament."""

    COUNTED = 0
    NOT_COUNTED = 1
    PERFORMANCE = 2
    ADJUSTED_START = 3
    HALVING = 4
    BONUS = 5
    HALVING_OF_BOTH = 6
    MATCH_CAP = 7
    ROUNDING = 8


def ledger_of(players: Players, tournaments: Tournaments, calculation: Calculation, rules: Rules) -> Ledger:
    """Return all entries; `ratings.systems.fqe.rate` says what those of the special rules contain."""
    builder = _Builder(players, tournaments, calculation, rules)
    builder.add_games()
    builder.add_games_not_counted(tournaments.unknown)
    builder.add_performances()
    builder.add_adjustments()
    return builder.entries.ledger()


class _Builder:
    """Builds the entries. Columns are in the rows of seats, those of games in the rows of sides."""

    def __init__(self, players: Players, tournaments: Tournaments, calculation: Calculation, rules: Rules) -> None:
        self.entries = Entries()
        seats = tournaments.seats
        self._seats, self._sides, self._calculation, self._rules = seats, seats.sides, calculation, rules
        self._terms = terms_of(tournaments.rounds, tournaments.is_match, rules)
        # Each seat starts with the final rating of the player's previous one.
        by_player = group_by(seats.player)
        before = np.empty_like(calculation.after)
        before[by_player.order[1:]] = calculation.after[by_player.order[:-1]]
        before[by_player.order[by_player.starts]] = players.rating[by_player.keys]
        self._before = before
        self._entered = self._opponent_ratings(len(players.number), tournaments.outsiders)
        # Q13, Q14
        self._difference = seats.by_seat.spread(before) - self._entered
        self._percent = expected_percents(self._difference)
        self._change = rules.k * (50 * seats.sides.half_points - self._percent) * _HUNDREDTH

    def add_games(self) -> None:
        """Add rated games with their change, and those that make up a performance."""
        permanent = self._seats.by_seat.spread(self._seats.method == PERMANENT)
        rows = np.flatnonzero(permanent)
        self._add_sides(
            rows,
            Kind.GAME,
            difference=self._difference[rows],
            expected=self._percent[rows] * _HUNDREDTH,
            k=self._rules.k * POINT,
            change=self._change[rows],
        )
        self._add_sides(np.flatnonzero(~permanent), Kind.COLLECTED)

    def _add_sides(self, rows: Ints, kind: Kind, **formula: Ints | int) -> None:
        number = self._seats.by_seat.ranks(self._seats.games_before + 1)[rows]
        self.entries.add(
            _step(self._sides.tournament[rows], Step.COUNTED),
            self._sides.player[rows],
            kind,
            place=number,
            game=self._sides.game[rows],
            opponent_rating=self._entered[rows],
            half_points=self._sides.half_points[rows],
            game_number=number,
            **formula,
        )

    def add_games_not_counted(self, sides: GameSides) -> None:
        """Add games against unknown players."""
        step, reason = _step(sides.tournament, Step.NOT_COUNTED), Reason.UNKNOWN_PLAYER
        self.entries.add_not_counted(step, sides.player, game=sides.game, reason=reason, half_points=sides.half_points)

    def add_performances(self) -> None:
        """Q05, Q07, Q10: add the value in ten-thousandths, the addition of Q07, and the rounding to a point."""
        seats, rules = self._seats, self._rules
        all_opponents = seats.by_seat.sums(self._entered)
        all_half_points = seats.by_seat.sums(self._sides.half_points)
        for method, kind in ((UNRATED, Kind.FIRST_RATING), (PROVISIONAL, Kind.PROVISIONAL)):
            rows = np.flatnonzero(seats.method == method)
            played, half_points, before = seats.by_seat.sizes[rows], all_half_points[rows], self._before[rows]
            opponents, balance = all_opponents[rows], won_less_lost(half_points, played, rules)
            total = opponents + balance
            carried = seats.games_before[rows] if method == PROVISIONAL else 0
            exact = half_up(POINT * (before * carried + total), carried + played)
            lacking = np.maximum(rules.adjusted_below * played - total, 0) if method == UNRATED else 0 * total
            adjusted = half_up(POINT * lacking, 2 * played)
            self.entries.add(
                _step(seats.tournament[rows], Step.PERFORMANCE),
                seats.player[rows],
                kind,
                opponent_rating=half_up(opponents, played),
                difference=half_up(balance, played),
                half_points=half_points,
                change=exact - POINT * before,
                game_number=played,
            )
            self._add_changes(rows, Kind.ADJUSTED_START, adjusted, Step.ADJUSTED_START)
            self._add_changes(
                rows, Kind.ROUNDING, POINT * self._calculation.after[rows] - exact - adjusted, Step.ROUNDING
            )

    def add_adjustments(self) -> None:
        """Add Q16 to Q19 and the rounding of permanent ratings."""
        seats, rules = self._seats, self._rules
        rows = np.flatnonzero(seats.method == PERMANENT)
        before, gain = self._before[rows], seats.by_seat.sums(self._change)[rows]
        *acted, rating = adjusted(before, gain, self._terms.take(seats.tournament[rows]), rules)
        halving_step = Step.HALVING_OF_BOTH if rules.halved_bonus else Step.HALVING
        steps = (halving_step, Step.BONUS, Step.MATCH_CAP)
        for kind, step, change in zip((Kind.HALVING, Kind.BONUS, Kind.MATCH_CAP), steps, acted, strict=True):
            self._add_changes(rows, kind, change, step)
        self._add_changes(rows, Kind.ROUNDING, POINT * (rating - before) - gain - sum(acted), Step.ROUNDING)

    def _opponent_ratings(self, members: int, outsiders: Ints) -> Ints:
        """Return the rating used for the opponent of each side (QA1)."""
        seats, rules, after = self._seats, self._rules, self._calculation.after
        method, game = seats.method, self._sides.game
        seat = seats.by_seat.spread(np.arange(len(method)))
        both = np.zeros(game.max(initial=-1) + 1, dtype=np.int64)
        np.add.at(both, game, seat)
        other = both[game] - seat  # the opponent's seat, if they are a member
        # Q06: unrated players against one another.
        first = np.where(method == UNRATED, rules.unrated_opponent, self._before)
        second = np.where((method == UNRATED) & (rules.updated_opponents != "none"), after, first)
        third = np.where((method == PROVISIONAL) & (rules.updated_opponents == "order"), after, second)
        worth = np.choose(method[seat], (first[other], second[other], third[other]))
        outside = np.flatnonzero(self._sides.opponent >= members)
        worth[outside] = outsiders[self._sides.opponent[outside] - members]
        return worth

    def _add_changes(self, seats: Ints, kind: Kind, change: Ints, step: Step) -> None:
        """Add an entry with nothing but a change, if there is one."""
        changed = np.flatnonzero(change)
        rows = seats[changed]
        self.entries.add(
            _step(self._seats.tournament[rows], step), self._seats.player[rows], kind, change=change[changed]
        )


def _step(tournament: Ints, step: Step) -> Ints:
    return tournament * len(Step) + step
