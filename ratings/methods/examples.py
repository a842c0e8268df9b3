"""The examples that the documents print, and some of our own, calculated by the engines whenever a page is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

import numpy as np

from ratings.methods.scenes import Game, Person, Scene
from ratings.players.ledger import Explanation, Line
from ratings.systems.common.rounding import half_up
from ratings.systems.ffg import rate as ffg
from ratings.systems.ffg.levels import level_of_grade
from ratings.systems.fics import rate as fics
from ratings.systems.fqe import rate as fqe
from ratings.systems.fqe.formulas import won_less_lost
from ratings.systems.frbe import rate as frbe
from ratings.systems.frbe.formulas import performances
from ratings.systems.period import MINUTES_A_DAY, Kind
from ratings.wording.numbers import parts

OPPONENTS_OF_1760: Final = ((1645, 2), (1680, 1), (1920, 0), (1720, 2), (1980, 1), (1905, 2), (2010, 0))
OPPONENTS_OF_DANIEL: Final = (
    *((2024, 2), (2161, 0), (1547, 1), (1785, 2)),
    *((1979, 2), (2176, 0), (2181, 2), (2048, 2)),
)


@dataclass(frozen=True)
class Example:
    """A scene, and what its first player's list would say."""

    scene: Scene

    @cached_property
    def explanations(self) -> list[Explanation]:
        return self.scene.explanations()

    @property
    def explanation(self) -> Explanation:
        return self.explanations[0]

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
    def performance(self) -> int:
        """Return the performance over these games: formula I (B01), or Cm + 400 (V − D) / n (Q05)."""
        half_points, rules = sum(game.half_points for game in self.scene.games), self.scene.rules
        if self.scene.system == fqe.KEY:
            total = self.opponents_sum + won_less_lost(half_points, self.count, rules)
            return int(half_up(np.array(total), np.array(self.count)))
        columns = (np.array([value]) for value in (self.opponents_sum, self.count, half_points))
        return int(performances(*columns, rules).rating[0])

    @property
    def adjusted_start(self) -> int:
        """Return the level at which the adjustment lets a player of go start who registered with another one."""
        adjusted = next(line for line in self.rules if line.kind == Kind.ADJUSTED_START)
        return round(self.before.entry + adjusted.change)

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


def _fqe() -> dict[str, Example]:
    rules = fqe.rules()

    def played(person: Person, *results: tuple[int, int]) -> Example:
        return Example(Scene("fqe", rules, [person], [Game(half_points, rating) for rating, half_points in results]))

    return {
        "below": played(Person(), (800, 1), (800, 1)),
        "near": played(Person(), (900, 1), (900, 1)),
        "provisional": played(Person(1462, 12), (1630, 2), (1630, 2), (1630, 0), (1630, 0)),
        "permanent": played(Person(1876, 100), *OPPONENTS_OF_DANIEL),
    }


def _ffg() -> dict[str, Example]:
    rules = ffg.rules()

    def scene(people: list[Person], *games: Game) -> Example:
        return Example(Scene("ffg", rules, people, games))

    first, third, fifth, seventh = (Person(level_of_grade(grade), 100) for grade in ("1k", "3k", "5k", "7k"))
    loss, win = (Game(half_points, black=1) for half_points in (0, 2))
    ninth = [Person(level_of_grade("9k"), 100)] * 5
    return {
        "win": scene([first, first], win),
        "loss": scene([first, first], loss),
        "loss_to_7k": scene([fifth, seventh], loss),
        "loss_to_4k": scene([fifth, Person(level_of_grade("4k"), 100)], loss),
        # Unknown, registered as 7k, and beaten five times by players of 9k.
        "optimist": scene([Person(entry=level_of_grade("7k")), *ninth], *(Game(0, black=row) for row in range(1, 6))),
        "beat_7k": scene([ninth[0], seventh], win),
        # A and B are 1k, C and D 3k: A loses to B, B to C, and A beats D.
        "triangle": scene([first, first, third, third], loss, Game(0, white=1, black=2), Game(2, black=3)),
    }


def _fics() -> dict[str, Example]:
    rules = fics.rules()

    def game(own: Person, other: Person, half_points: int = 2) -> Example:
        return Example(Scene("fics", rules, [own, other], [Game(half_points, black=1)]))

    away, regular = Person(1700, 40, deviation=200.0), Person(1700, 900, deviation=40.0)
    rested = Person(1700, 900, deviation=40.0, idle_minutes=90 * MINUTES_A_DAY)
    return {
        "uncertain_wins": game(away, regular),
        "reliable_loses": game(regular, away, 0),
        "first_game": game(Person(), regular),
        "after_a_rest": game(rested, regular),
    }


EXAMPLES: Final[dict[str, Callable[[], dict[str, Example]]]] = {
    "frbe": _frbe,
    "fqe": _fqe,
    "ffg": _ffg,
    "fics": _fics,
}
