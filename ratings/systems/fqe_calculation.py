"""The Quebec calculation: tournament after tournament, in each the unrated, then the provisional, then the permanent.

Tournaments follow one another and are small, so plain lists are faster here than arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ratings.systems.fqe_formulas import (
    adjustments,
    first_rating,
    percent_of,
    performance_total,
    provisional_rating,
)
from ratings.systems.fqe_rules import Rules
from ratings.systems.fqe_seats import Tournaments
from ratings.systems.period import POINT, Players

UNRATED, PROVISIONAL, PERMANENT = range(3)  # Q01: by which method a player is rated
_HUNDREDTH: Final = POINT // 100


class Note(NamedTuple):
    """What a tournament did to one player; the last four are those of `Adjustments`."""

    method: int
    games_before: int
    before: int  # 0 = no rating
    rating: int
    halving: int = 0
    bonus: int = 0
    match_cap: int = 0
    rounding: int = 0


class Calculation:
    """Ratings on their way through the tournaments, and notes of what happened."""

    def __init__(self, players: Players, tournaments: Tournaments, rules: Rules) -> None:
        seats = tournaments.seats
        # With what opponents enter just now: the ratings of the players (0 = none), then those of the outsiders.
        self.worth: list[int] = players.rating.tolist() + tournaments.outsiders.tolist()
        self.games: list[int] = players.games.tolist()
        self.notes: list[Note] = [Note(UNRATED, 0, 0, 0)] * len(seats.player)  # one a seat
        self.opponent_rating: list[int] = [0] * len(seats.sides.player)  # one a side, as it entered
        self._rules = rules
        self._player: list[int] = seats.player.tolist()
        self._start: list[int] = seats.start.tolist()
        self._end: list[int] = seats.end.tolist()
        self._opponent: list[int] = seats.sides.opponent.tolist()
        self._half_points: list[int] = seats.sides.half_points.tolist()

    def rate(self, seats: range, rounds: int, is_match: bool) -> None:
        """Rate one tournament in the order of Q02 and move its players on (Q03)."""
        updated = self._rules.updated_opponents
        unrated, provisional, permanent = self._by_method(seats)
        # Q06, QA2: for one another unrated players count 1100, in this calculation alone.
        for seat in unrated:
            self.worth[self._player[seat]] = self._rules.unrated_opponent
        for seat in unrated:
            self._rate_unrated(seat)
        # QA1: for the others they count with what they just got, and for permanent ratings so do the provisional ones.
        if updated != "none":
            self._enter_with_new_rating(unrated)
        for seat in provisional:
            self._rate_provisional(seat)
        if updated == "order":
            self._enter_with_new_rating(provisional)
        for seat in permanent:
            self._rate_permanent(seat, rounds, is_match)
        self._enter_with_new_rating(seats)
        for seat in seats:
            self.games[self._player[seat]] += self._end[seat] - self._start[seat]

    def _by_method(self, seats: range) -> tuple[list[int], list[int], list[int]]:
        """Q04, Q08, Q09, QA12: without a rating; with one over 24 games or fewer before the event; over more."""
        methods: tuple[list[int], list[int], list[int]] = ([], [], [])
        for seat in seats:
            player = self._player[seat]
            few = self.games[player] <= self._rules.provisional_games
            methods[UNRATED if not self.worth[player] else PROVISIONAL if few else PERMANENT].append(seat)
        return methods

    def _rate_unrated(self, seat: int) -> None:
        rating = first_rating(self._total(seat), self._end[seat] - self._start[seat], self._rules)
        self.notes[seat] = Note(UNRATED, self.games[self._player[seat]], 0, rating)

    def _rate_provisional(self, seat: int) -> None:
        player = self._player[seat]
        before, games_before = self.worth[player], self.games[player]
        rating = provisional_rating(before, games_before, self._total(seat), self._end[seat] - self._start[seat])
        self.notes[seat] = Note(PROVISIONAL, games_before, before, rating)

    def _rate_permanent(self, seat: int, rounds: int, is_match: bool) -> None:
        player, sides = self._player[seat], slice(self._start[seat], self._end[seat])
        before = self.worth[player]
        expected = sum([percent_of(before - rating) for rating in self._enter(sides)])
        gain = self._rules.k * (50 * sum(self._half_points[sides]) - expected) * _HUNDREDTH  # Q13
        adjusted = adjustments(before, gain, rounds, is_match, self._rules)
        rating = before + (gain + sum(adjusted)) // POINT
        self.notes[seat] = Note(PERMANENT, self.games[player], before, rating, *adjusted)

    def _total(self, seat: int) -> int:
        """Q05 for all games of the seat."""
        sides = slice(self._start[seat], self._end[seat])
        ratings = self._enter(sides)
        return performance_total(sum(ratings), len(ratings), sum(self._half_points[sides]), self._rules)

    def _enter(self, sides: slice) -> list[int]:
        """The ratings of the opponents as they enter now, noted for the ledger."""
        worth = self.worth
        ratings = [worth[opponent] for opponent in self._opponent[sides]]
        self.opponent_rating[sides] = ratings
        return ratings

    def _enter_with_new_rating(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self.worth[self._player[seat]] = self.notes[seat].rating
