"""The Quebec calculation: tournament by tournament, in each the unrated, then provisional, then permanent ratings.

Tournaments without a common member need not wait for each other: they form a wave, calculated column by column.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from ratings.systems.fqe.formulas import (
    adjusted,
    expected_percents,
    first_rating,
    provisional_rating,
    terms_of,
    won_less_lost,
)
from ratings.systems.fqe.rules import Rules
from ratings.systems.fqe.seats import METHODS, Tournaments
from ratings.systems.period import POINT, Ints, Players

_HUNDREDTH: Final = POINT // 100


@dataclass(frozen=True)
class Calculation:
    """The outcome of all tournaments."""

    rating: Ints  # in the rows of Players, afterwards; 0 = none
    after: Ints  # in the rows of Seats


class _Part(NamedTuple):
    """The players of a wave who are rated by one method: their rows of Seats, and of their sides."""

    seats: slice
    sides: slice

    @property
    def is_empty(self) -> bool:
        return bool(self.seats.start == self.seats.stop)


def calculate(players: Players, tournaments: Tournaments, rules: Rules) -> Calculation:
    """Rate all tournaments in their order (Q03)."""
    state = _State(players, tournaments, rules)
    for unrated, provisional, permanent in _waves(tournaments):
        state.rate(unrated, provisional, permanent)
    return state.calculation()


def _waves(tournaments: Tournaments) -> Iterator[tuple[_Part, ...]]:
    seats, methods = tournaments.seats, len(METHODS)
    places = np.arange(methods * (seats.wave.max(initial=-1) + 1) + 1)
    first_seats = np.searchsorted(methods * seats.wave + seats.method, places)
    first_sides = np.append(seats.by_seat.starts, len(seats.sides.game))[first_seats]
    firsts = zip(first_seats.tolist(), first_sides.tolist(), strict=True)
    parts = [
        _Part(slice(seat, next_seat), slice(side, next_side))
        for (seat, side), (next_seat, next_side) in pairwise(firsts)
    ]
    return zip(*(parts[method::methods] for method in METHODS), strict=True)


class _State:
    """The state of the calculation: the ratings so far, and the outcome of each seat so far."""

    def __init__(self, players: Players, tournaments: Tournaments, rules: Rules) -> None:
        seats = tournaments.seats
        played, half_points = seats.by_seat.sizes, seats.by_seat.sums(seats.sides.half_points)
        self._rules = rules
        # The current ratings of opponents: those of the players (0 = none), then those of the outsiders.
        self._worth = np.concatenate((players.rating, tournaments.outsiders))
        self._members = len(players.number)
        # One per seat
        self._player, self._start, self._played = seats.player, seats.by_seat.starts, played
        self._games_before = seats.games_before
        self._balance = won_less_lost(half_points, played, rules)  # Q05
        self._hundredths = 50 * half_points  # scored
        self._terms = terms_of(tournaments.rounds, tournaments.is_match, rules).take(seats.tournament)
        self._after = np.zeros_like(played)
        # One per side
        self._opponent = seats.sides.opponent

    def rate(self, unrated: _Part, provisional: _Part, permanent: _Part) -> None:
        """Rate one wave in the order of Q02."""
        updated = self._rules.updated_opponents
        if not unrated.is_empty:
            self._rate_unrated(unrated)
            # QA1: for the others they count with their new rating; for permanent ratings, so do the provisional.
            if updated != "none":
                self._enter_with_new_rating(unrated.seats)
        if not provisional.is_empty:
            self._rate_provisional(provisional)
            if updated == "order":
                self._enter_with_new_rating(provisional.seats)
        if not permanent.is_empty:
            self._rate_permanent(permanent)
        self._enter_with_new_rating(slice(unrated.seats.start, permanent.seats.stop))

    def calculation(self) -> Calculation:
        return Calculation(self._worth[: self._members], self._after)

    def _rate_unrated(self, part: _Part) -> None:
        # Q06, QA2: unrated players count 1100 for one another, in this calculation only.
        self._worth[self._player[part.seats]] = self._rules.unrated_opponent
        self._after[part.seats] = first_rating(self._totals(part), self._played[part.seats], self._rules)

    def _rate_provisional(self, part: _Part) -> None:
        seats = part.seats
        before, games_before = self._worth[self._player[seats]], self._games_before[seats]
        self._after[seats] = provisional_rating(before, games_before, self._totals(part), self._played[seats])

    def _rate_permanent(self, part: _Part) -> None:
        seats, rules = part.seats, self._rules
        before = self._worth[self._player[seats]]
        difference = np.repeat(before, self._played[seats]) - self._worth[self._opponent[part.sides]]
        # Q13
        beyond_expectation = self._hundredths[seats] - self._sums(expected_percents(difference), part)
        gain = rules.k * _HUNDREDTH * beyond_expectation
        self._after[seats] = adjusted(before, gain, self._terms.take(seats), rules).rating

    def _totals(self, part: _Part) -> Ints:
        """Q05: return performances times games."""
        return self._sums(self._worth[self._opponent[part.sides]], part) + self._balance[part.seats]

    def _sums(self, values: Ints, part: _Part) -> Ints:
        """Return the sum of values by side for each seat."""
        sums: Ints = np.add.reduceat(values, self._start[part.seats] - part.sides.start)
        return sums

    def _enter_with_new_rating(self, seats: slice) -> None:
        self._worth[self._player[seats]] = self._after[seats]
