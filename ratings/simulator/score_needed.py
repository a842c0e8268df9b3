"""How many points does it take to reach a rating? Tried out with the system that makes the lists, score by score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ratings.simulator.simulate import Basis, Game


@dataclass(frozen=True)
class Need:
    """The least score out of some games with which a goal is reached."""

    games: int
    half_points: int | None  # None: no score reaches it
    rating: int | None  # with that score; with all points where none reaches it


def least_score(basis: Basis, settled: Sequence[Game], still_open: Sequence[Game], goal: int) -> Need:
    """The least score out of the open games, whatever their results say, that makes the next rating the goal or more.

    The settled games come before them, with their results. Points are won against the weakest opponents first. Every
    score is tried from the lowest on: more points are not always a higher rating (B21-B23). In go nobody draws.
    """
    order, calculated = _weakest_first(basis, still_open), basis.settled()
    step = 2 if basis.pool.has_grades else 1
    rating = None
    for half_points in range(0, 2 * len(still_open) + 1, step):
        games = [*settled, *with_score(still_open, order, half_points)]
        rating = calculated.rate(games, ledger=False).rating.rating
        if rating is not None and rating >= goal:
            return Need(len(still_open), half_points, rating)
    return Need(len(still_open), None, rating)


def with_score(games: Sequence[Game], order: Sequence[int], half_points: int) -> list[Game]:
    """The games with so many half points, those won that come first in ``order`` (rows of ``games``)."""
    scored = list(games)
    for row in order:
        scored[row] = replace(games[row], half_points=min(half_points, 2))
        half_points -= scored[row].half_points
    return scored


def _weakest_first(basis: Basis, games: Sequence[Game]) -> list[int]:
    """The rows of the games by the opponents' ratings; who has none comes first."""

    def strength(row: int) -> tuple[bool, int]:
        rating = basis.rating_of(games[row].opponent)
        return rating is not None, rating or 0

    return sorted(range(len(games)), key=strength)
