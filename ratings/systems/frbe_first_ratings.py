"""The first two rounds of the Belgian calculation: players without a rating pool games until they have one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.systems.frbe_formulas import Performance, performances
from ratings.systems.frbe_rules import Rules
from ratings.systems.grouping import group_by
from ratings.systems.period import NONE, Ints, Players
from ratings.systems.sides import Sides


@dataclass(frozen=True)
class Career:
    """What players carry from period to period (B07, P7), in the rows of Players. The arrays change in place."""

    games: Ints
    opponents_sum: Ints
    half_points: Ints


class Pool(NamedTuple):
    """Games pooled towards a first rating, in the order of pooling: one row a side."""

    player: Ints  # row of Players
    side: Ints
    opponent_rating: Ints
    number: Ints  # running number in the player's career


@dataclass(frozen=True)
class FirstRatings:
    """What the rounds gave."""

    career: Career
    pool: Pool
    rating: Ints  # in the rows of Players: the first rating, before any floor (P8); 0 = not newly rated
    newly: Ints  # rows of the newly rated, round by round, and
    performance: Performance  # how each came by his rating
    tours: int  # rounds in which somebody was rated


_NOBODY: Final = np.empty(0, dtype=np.int64)


def first_ratings(sides: Sides, worth: Ints, rated: NDArray[np.bool_], players: Players, rules: Rules) -> FirstRatings:
    """Pool the games of the unrated until nobody new is rated any more.

    ``worth`` is the rating of each side's opponent at the start, 0 = none; ``rated`` tells who had one.
    B27: the first round takes the games against rated opponents. B29: each later one takes those against the newly
    rated of the round before. B30: what is left then, the games of unrated players with each other, is dropped.
    """
    career = Career(players.games.copy(), players.opponents_sum.copy(), players.half_points.copy())
    rating = np.zeros(len(rated), dtype=np.int64)
    mine = np.flatnonzero(~rated[sides.player])
    known = worth[mine] > 0
    waiting = _Waiting(sides, mine[~known & (sides.opponent[mine] != NONE)])
    fresh = np.flatnonzero(~rated & (career.games >= rules.games_for_rating))
    fresh = fresh[career.opponents_sum[fresh] > 0]
    reckoned = [_rate(fresh, career, rating, rules)]  # enough games brought along, only the rating was not known
    candidates = mine[known & (rating[sides.player[mine]] == 0)]
    worth = worth.copy()
    pools, newly, tours = [Pool(_NOBODY, _NOBODY, _NOBODY, _NOBODY)], [fresh], 0
    while len(candidates) or len(fresh):
        _replace_unknown_sums(sides.player[candidates], career, players)
        pool, reached = _collect(candidates, worth, sides, career, rules)
        reckoned.append(_rate(reached, career, rating, rules))
        pools.append(pool)
        newly.append(reached)
        tours += len(reached) > 0
        candidates = waiting.against(np.concatenate((fresh, reached)))
        candidates = candidates[rating[sides.player[candidates]] == 0]
        worth[candidates] = rating[sides.opponent[candidates]]
        fresh = _NOBODY
    pool = Pool(*map(np.concatenate, zip(*pools, strict=True)))
    performance = Performance(*map(np.concatenate, zip(*reckoned, strict=True)))
    return FirstRatings(career, pool, rating, np.concatenate(newly), performance, tours)


class _Waiting:
    """Sides of unrated players against unrated opponents, to be found by the opponent."""

    def __init__(self, sides: Sides, waiting: Ints) -> None:
        self._groups = group_by(sides.opponent[waiting])
        self._sides = waiting[self._groups.order]

    def against(self, opponents: Ints) -> Ints:
        """The sides against any of these opponents, in the order of play."""
        groups = self._groups
        if not len(opponents) or not len(groups.keys):
            return _NOBODY
        places = np.searchsorted(groups.keys, opponents)
        places = places[groups.keys[np.minimum(places, len(groups.keys) - 1)] == opponents]
        sizes = groups.sizes[places]
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return np.sort(self._sides[np.repeat(groups.starts[places], sizes) + within])


def _collect(candidates: Ints, worth: Ints, sides: Sides, career: Career, rules: Rules) -> tuple[Pool, Ints]:
    """Pool each player's candidates in the order of play, but no more than he still needs (B28, BA10).

    Gives the pool of this round and the rows of those who now have enough games.
    """
    groups = group_by(sides.player[candidates])
    who, side = groups.keys, candidates[groups.order]
    opponent_rating = worth[side]
    before = career.games[who]
    room = rules.games_for_rating - before
    rank = groups.ranks()
    taken = rank < groups.spread(room)
    career.games[who] = before + np.minimum(groups.sizes, room)
    career.opponents_sum[who] += groups.sums(np.where(taken, opponent_rating, 0))
    career.half_points[who] += groups.sums(np.where(taken, sides.half_points[side], 0))
    number = groups.spread(before) + rank + 1
    pool = Pool(groups.spread(who)[taken], side[taken], opponent_rating[taken], number[taken])
    return pool, who[groups.sizes >= room]


def _replace_unknown_sums(who: Ints, career: Career, players: Players) -> None:
    # An imported list may say how many games somebody has without saying against whom. A rating shown stands for them
    # (even games against opponents of that rating); without one nothing is left to pool, and the count starts again.
    unknown = who[(career.games[who] > 0) & (career.opponents_sum[who] == 0)]
    rating = players.rating[unknown]
    games = np.where(rating > 0, career.games[unknown], 0)
    career.games[unknown] = games
    career.opponents_sum[unknown] = games * rating
    career.half_points[unknown] = games


def _rate(rows: Ints, career: Career, rating: Ints, rules: Rules) -> Performance:
    """B08, P8: the performance over all pooled games is the first usual rating. Writes it into ``rating``."""
    performance = pooled_performance(rows, career, rules)
    rating[rows] = performance.rating
    return performance


def pooled_performance(rows: Ints, career: Career, rules: Rules) -> Performance:
    """Formula I over all games that each of these players carries (B07)."""
    return performances(career.opponents_sum[rows], career.games[rows], career.half_points[rows], rules)
