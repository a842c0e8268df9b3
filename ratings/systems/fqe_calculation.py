"""The Quebec calculation: tournament after tournament, in each the unrated, then the provisional, then the permanent.

Tournaments follow one another and are small, so plain lists are faster here than arrays. Nobody plays many games in
one, so a loop adds them up faster than `sum` over a list made for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ratings.systems.fqe_formulas import (
    EXPECTED_PERCENT,
    Adjustments,
    adjustments,
    bonus_limit,
    first_rating,
    provisional_rating,
    won_less_lost,
)
from ratings.systems.fqe_rules import Rules
from ratings.systems.fqe_seats import METHODS, Tournaments
from ratings.systems.period import POINT, Ints, Players

_HUNDREDTH: Final = POINT // 100
_HALF_A_POINT: Final = POINT // 2


@dataclass(frozen=True)
class Calculation:
    """What the tournaments did to everybody."""

    rating: Ints  # in the rows of Players, afterwards; 0 = none
    after: Ints  # in the rows of Seats
    adjusted: dict[int, Adjustments]  # by the row of Seats: where a special rule acted on a permanent rating


class _Event(NamedTuple):
    """A tournament: in the rows of Seats, where each method begins and the last one ends, and what the bonus asks."""

    unrated: int
    provisional: int
    permanent: int
    end: int
    bonus_limit: int
    is_match: bool


def calculate(players: Players, tournaments: Tournaments, rules: Rules) -> Calculation:
    """Rate all tournaments in their order (Q03)."""
    hall = _Hall(players, tournaments, rules)
    for event in _events(tournaments, rules):
        hall.rate(event)
    return hall.calculation()


def _events(tournaments: Tournaments, rules: Rules) -> Iterator[_Event]:
    seats, methods = tournaments.seats, len(METHODS)
    places = np.arange(methods * len(tournaments.rounds) + 1)
    bounds: list[int] = np.searchsorted(methods * seats.tournament + seats.method, places).tolist()
    of_method = (bounds[method::methods] for method in METHODS)
    limits = [bonus_limit(rounds, rules) for rounds in tournaments.rounds.tolist()]
    return map(_Event, *of_method, bounds[methods::methods], limits, tournaments.is_match.tolist())


class _Hall:
    """Where the tournaments are played: the ratings on their way, and what came of each seat so far."""

    def __init__(self, players: Players, tournaments: Tournaments, rules: Rules) -> None:
        seats = tournaments.seats
        played, half_points = seats.by_seat.sizes, seats.by_seat.sums(seats.sides.half_points)
        self._rules = rules
        # With what opponents enter just now: the ratings of the players (0 = none), then those of the outsiders.
        self._worth: list[int] = players.rating.tolist() + tournaments.outsiders.tolist()
        self._members = len(players.number)
        # One a seat
        self._player: list[int] = seats.player.tolist()
        self._games_before: list[int] = seats.games_before.tolist()
        self._start: list[int] = seats.by_seat.starts.tolist()
        self._end: list[int] = (seats.by_seat.starts + played).tolist()
        self._balance: list[int] = won_less_lost(half_points, played, rules).tolist()  # Q05
        self._hundredths: list[int] = (50 * half_points).tolist()  # scored
        self._after: list[int] = []
        self._adjusted: dict[int, Adjustments] = {}
        # One a side
        self._opponent: list[int] = seats.sides.opponent.tolist()

    def rate(self, event: _Event) -> None:
        """Rate one tournament in the order of Q02."""
        updated = self._rules.updated_opponents
        unrated, provisional = slice(event.unrated, event.provisional), slice(event.provisional, event.permanent)
        # Q06, QA2: for one another unrated players count 1100, in this calculation alone.
        for player in self._player[unrated]:
            self._worth[player] = self._rules.unrated_opponent
        self._rate_unrated(unrated)
        # QA1: for the others they count with what they just got, and for permanent ratings so do the provisional ones.
        if updated != "none":
            self._enter_with_new_rating(unrated)
        self._rate_provisional(provisional)
        if updated == "order":
            self._enter_with_new_rating(provisional)
        self._rate_permanent(slice(event.permanent, event.end), event.bonus_limit, event.is_match)
        self._enter_with_new_rating(slice(event.unrated, event.end))

    def calculation(self) -> Calculation:
        """What came out."""
        rating, after = self._worth[: self._members], self._after
        return Calculation(np.array(rating, np.int64), np.array(after, np.int64), self._adjusted)

    def _rate_unrated(self, seats: slice) -> None:
        worth, after, opponent = self._worth, self._after, self._opponent
        for start, end, balance in zip(*self._columns(seats, self._balance), strict=True):
            total = balance
            for who in opponent[start:end]:
                total += worth[who]
            after.append(first_rating(total, end - start, self._rules))

    def _rate_provisional(self, seats: slice) -> None:
        worth, after, opponent = self._worth, self._after, self._opponent
        columns = self._columns(seats, self._player, self._games_before, self._balance)
        for start, end, player, games_before, balance in zip(*columns, strict=True):
            total = balance
            for who in opponent[start:end]:
                total += worth[who]
            after.append(provisional_rating(worth[player], games_before, total, end - start))

    def _rate_permanent(self, seats: slice, limit: int, is_match: bool) -> None:
        worth, after, opponent, rules = self._worth, self._after, self._opponent, self._rules
        hundredth_of_k, halved_above = rules.k * _HUNDREDTH, rules.halved_above
        expected_percent = EXPECTED_PERCENT
        plain = POINT * (min(limit, rules.match_cap) if is_match else limit)
        for start, end, player, scored in zip(*self._columns(seats, self._player, self._hundredths), strict=True):
            before, beyond_expectation = worth[player], scored
            for who in opponent[start:end]:
                beyond_expectation -= expected_percent[before - worth[who]]
            gain = hundredth_of_k * beyond_expectation  # Q13
            new = before + (gain + _HALF_A_POINT) // POINT
            # Most changes are below all that special rules ask for.
            if gain > plain or new >= halved_above or before > halved_above or new < 1:
                special = self._adjusted[len(after)] = adjustments(before, gain, limit, is_match, rules)
                new = before + (gain + sum(special)) // POINT
            after.append(new)

    def _columns(self, seats: slice, *columns: list[int]) -> Iterator[list[int]]:
        """Where the sides of these seats begin and end, and what the columns have of them."""
        return (column[seats] for column in (self._start, self._end, *columns))

    def _enter_with_new_rating(self, seats: slice) -> None:
        worth = self._worth
        for player, rating in zip(self._player[seats], self._after[seats], strict=True):
            worth[player] = rating
