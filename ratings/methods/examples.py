"""The examples that the documents print, and some of our own, calculated by the engines whenever a page is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from ratings.methods.scenes import Game, Person, Scene
from ratings.players.ledger import Explanation, Line
from ratings.systems.frbe import rate as frbe
from ratings.wording.numbers import parts

OPPONENTS_OF_1760: Final = ((1645, 2), (1680, 1), (1920, 0), (1720, 2), (1980, 1), (1905, 2), (2010, 0))


@dataclass(frozen=True)
class Example:
    """A scene, and what its first player's list would say."""

    scene: Scene

    @cached_property
    def explanation(self) -> Explanation:
        return self.scene.explained()

    @property
    def before(self) -> Person:
        return self.scene.people[0]

    @property
    def rating(self) -> int | None:
        rating = self.explanation.rating
        return rating.rating if rating else None

    @property
    def count(self) -> int:
        return len(self.scene.games)

    @property
    def points(self) -> Decimal:
        return Decimal(sum(game.half_points for game in self.scene.games)) / 2

    @property
    def opponents_sum(self) -> int:
        return sum(game.given for game in self.scene.games)

    @property
    def expected(self) -> Decimal:
        """Return the sum of the expected scores."""
        return parts(sum(line.entry.expected for line in self.games))

    @property
    def games(self) -> list[Line]:
        """Return the games that have a change of their own."""
        return [line for line in self.explanation.lines if line.is_game and line.moves_rating]

    @property
    def rules(self) -> list[Line]:
        return self.explanation.rules


def _frbe() -> dict[str, Example]:
    rules = frbe.rules()

    def played(person: Person, *results: tuple[int, int, int]) -> Example:
        """Return an example of games: (opponent, half points, how often)."""
        games = [Game(half_points, rating) for rating, half_points, times in results for _ in range(times)]
        return Example(Scene("frbe", rules, [person], games))

    tournament = [(rating, half_points, 1) for rating, half_points in OPPONENTS_OF_1760]
    return {
        "provisional": played(Person(), (2004, 2, 4), (2004, 0, 8)),
        # 12 games, 24 048 and 4 points as before, then 8 games, 14 325 and 5 points.
        "first": played(Person(1879, 12, 24_048, 8), (1790, 2, 5), (1790, 0, 2), (1795, 0, 1)),
        "under_100": played(Person(1760, 50), *tournament),
        "under_300": played(Person(1760, 150), *tournament),
        "over_300": played(Person(1760, 350), *tournament),
        # The document gives sums alone: of the opponents 47 744 and 57 422, expected 12.10 and 8.58.
        "nearer": played(Person(1420, 20), (692, 2, 1), (1482, 2, 1), (1519, 2, 22), (1519, 0, 8)),
        "farther": played(Person(1534, 166), (1588, 2, 1), (1684, 2, 16), (1684, 0, 9), (2289, 0, 6)),
    }


EXAMPLES: Final[dict[str, Callable[[], dict[str, Example]]]] = {"frbe": _frbe}
