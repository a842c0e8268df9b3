"""What the page of the go scale shows: variations, weights and handicaps, from the engine."""

from math import ceil
from typing import Any, Final, NamedTuple

from ratings.methods.scenes import Game, Person, Scene
from ratings.systems.ffg.levels import grade_of_level, level_of_grade, normal_handicap
from ratings.systems.period import POINT, Kind

FULL_BOARD: Final = 19
WINNER: Final = -300  # a level of which no limit for strong or weak players is near
GRADES: Final = ("20k", "15k", "10k", "5k", "1k", "1d", "2d", "3d", "4d", "5d", "6d")


class Variation(NamedTuple):
    """The raw variations of an even game by the level of the loser minus that of the winner."""

    difference: int
    gain: float
    loss: float


class Weight(NamedTuple):
    """The weight of a player of a grade, by their registration level."""

    grade: str
    level: int
    weight: float


class Handicap(NamedTuple):
    """The stones between two levels on a board."""

    lines: int
    stones: int


def variations(rules: Any, differences: range) -> list[Variation]:
    """Return the raw variations (F5) of even games between players of these differences."""
    people = [Person(level) for difference in differences for level in (WINNER, WINNER + difference)]
    games = [Game(2, white=2 * place, black=2 * place + 1) for place in range(len(differences))]
    raw = [_game(explanation, "expected") for explanation in Scene("ffg", rules, people, games).explanations()]
    return [Variation(difference, raw[2 * place], raw[2 * place + 1]) for place, difference in enumerate(differences)]


def weights(rules: Any) -> list[Weight]:
    """Return the weight (F13) of each of some grades: the factor of an even game with the usual time."""
    levels = [level_of_grade(grade) for grade in GRADES]
    people = [Person(level) for level in levels for _ in range(2)]
    games = [Game(2, white=2 * place, black=2 * place + 1) for place in range(len(levels))]
    found = Scene("ffg", rules, people, games).explanations()
    return [
        Weight(grade, level, _game(found[2 * place], "k"))
        for place, (grade, level) in enumerate(zip(GRADES, levels, strict=True))
    ]


def handicaps(one: int, other: int, rules: Any) -> list[Handicap]:
    """Return the normal handicap between two levels on each board (F3, A4).

    On small boards the federation's table counts where it has one; else stones are worth more in proportion to the
    area: one on 13 lines as much as 2.1 on 19.
    """
    normal = normal_handicap(max(one, other), min(one, other))
    tables = {13: rules.handicaps_on_13, 9: rules.handicaps_on_9}
    small = [Handicap(lines, _on_small(normal, lines, dict(table))) for lines, table in tables.items()]
    return [Handicap(FULL_BOARD, normal), *small]


def _on_small(normal: int, lines: int, table: dict[int, int]) -> int:
    if table:
        return next((stones for stones in sorted(table) if table[stones] >= normal), max(table)) if normal else 0
    return ceil(normal * lines**2 / FULL_BOARD**2)


def _game(explanation: Any, name: str) -> float:
    """Return a column of the first game of a calculation, as a number."""
    entry = next(line.entry for line in explanation.lines if line.kind == Kind.GAME)
    return float(getattr(entry, name)) / POINT


def grade_rows(levels: tuple[int, ...]) -> list[tuple[int, str]]:
    """Return some levels with their grades (F1)."""
    return [(level, grade_of_level(level)) for level in levels]
