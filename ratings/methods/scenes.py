"""Players and games that are not stored, calculated by the engines of the lists: for examples and calculators."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from federation.models import Member
from ratings.calculation.arrays import ENTRY, lines_of
from ratings.calculation.store import entries
from ratings.models import Rating, RatingList, RatingPool
from ratings.players.ledger import Explanation, Line
from ratings.systems import SYSTEMS
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    GoGames,
    GoPlayers,
    Ints,
    Outcome,
    Period,
    Status,
    TimedGames,
    TimedPlayers,
)

DAY: Final = dt.date(2026, 1, 1)  # of all games; no rule depends on it
NOON: Final = DAY.toordinal() * MINUTES_A_DAY + MINUTES_A_DAY // 2
COLUMNS: Final = (
    *("kind", "reason", "opponent_rating", "difference", "expected", "k", "half_points", "change", "game_number"),
)


@dataclass(frozen=True)
class Person:
    """A player before the games: a rating (go: a level), None without one."""

    rating: int | None = None
    games: int = 0
    opponents_sum: int = 0  # of the ratings of the opponents so far
    half_points: int = 0  # scored against them, times two
    deviation: float = float("nan")
    idle_minutes: int = 0  # since the last rated game
    entry: int = 0  # go: the registration level


@dataclass(frozen=True)
class Game:
    """A game of two rows of the scene; without a row, Black is a guest with the rating ``given``."""

    half_points: int  # White's
    given: int = 0
    white: int = 0
    black: int = NONE
    handicap: int = 0
    board_size: int = 0
    tempo: int = 0


@dataclass(frozen=True)
class Scene:
    """A tournament with a round for each game, and what a system makes of it by these rules."""

    system: str
    rules: Any
    people: Sequence[Person]
    games: Sequence[Game]

    def explanations(self) -> list[Explanation]:
        """Return what a list would say of each player, with a line for each game and each special rule."""
        outcome = SYSTEMS[self.system].rate(self._period(), self.rules)
        return [self._explained(row, outcome) for row in range(len(self.people))]

    def explained(self) -> Explanation:
        """Return what it would say of the first player."""
        return self.explanations()[0]

    def _explained(self, row: int, outcome: Outcome) -> Explanation:
        system, person = SYSTEMS[self.system], self.people[row]
        pool = RatingPool(system=self.system, discipline=system.DISCIPLINE)
        made = RatingList(pool=pool, date=DAY, manifest={"rules": {"values": self.rules.as_dict()}})
        is_rated = outcome.status[row] != Status.UNRATED
        rating = Rating(
            list=made,
            member=Member(),
            status=int(outcome.status[row]),
            rating=int(outcome.rating[row]) if is_rated else None,
            games=int(outcome.games[row]),
            opponents_sum=int(outcome.opponents_sum[row]),
            half_points=int(outcome.half_points[row]),
            deviation=float(outcome.deviation[row]),
            previous_rating=person.rating,
            previous_games=person.games,
        )
        mine = outcome.ledger.player == row
        columns = {name: getattr(outcome.ledger, name)[mine] for name in COLUMNS}
        none = dict.fromkeys(("member", "key", "number", "pairing", "opponent", "opponent_key"), 0)
        lines = lines_of(ENTRY, **{name: np.full(mine.sum(), value) for name, value in none.items()}, **columns)
        found = [Line(entry, None, None, "", None, "") for entry in entries(lines)]
        return Explanation(made, rating.member, rating, found)

    def _period(self) -> Period:
        return Period(DAY, DAY + dt.timedelta(days=180), self._players(), self._games())

    def _players(self) -> GoPlayers | TimedPlayers:
        people = self.people
        known = np.array([person.rating is not None for person in people])
        common = {
            "number": np.arange(1, len(people) + 1),
            "rating": _ints([person.rating or 0 for person in people]),
            "games": _ints([person.games for person in people]),
            "opponents_sum": _ints([person.opponents_sum for person in people]),
            "half_points": _ints([person.half_points for person in people]),
            "foreign_rating": np.zeros(len(people), np.int64),
            "deviation": np.array([person.deviation for person in people]),
            "last_day": np.zeros(len(people), np.int64),
        }
        if SYSTEMS[self.system].DISCIPLINE == "go":
            return GoPlayers(**common, known=known, entry_level=_ints([person.entry for person in people]))
        idle = _ints([person.idle_minutes for person in people])
        return TimedPlayers(**common, last_minute=np.where(known, NOON - idle, 0))

    def _games(self) -> GoGames | TimedGames:
        games, count = self.games, len(self.games)
        zeros = np.zeros(count, np.int64)
        common = {
            "white": _ints([game.white for game in games]),
            "black": _ints([game.black for game in games]),
            "white_given": zeros,
            "black_given": _ints([game.given for game in games]),
            "white_half_points": _ints([game.half_points for game in games]),
            "day": np.full(count, DAY.toordinal()),
            "tournament": zeros,
            "round": np.arange(1, count + 1),
            "rounds": np.full(count, count),
            "participants": np.full(count, len(self.people) + sum(game.black == NONE for game in games)),
            "handicap": _ints([game.handicap for game in games]),
            "board_size": _ints([game.board_size for game in games]),
            "tempo": _ints([game.tempo for game in games]),
        }
        if SYSTEMS[self.system].DISCIPLINE == "go":
            guests = dict.fromkeys(("white_guest", "black_guest", "white_entry", "black_entry"), zeros)
            return GoGames(**common, **guests)
        return TimedGames(**common, minute=np.full(count, NOON))


def _ints(values: list[int]) -> Ints:
    return np.array(values, np.int64)
