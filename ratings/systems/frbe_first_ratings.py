"""The first two rounds of the Belgian calculation: players without a rating pool games until they have one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ratings.systems.frbe_formulas import Performance, performances
from ratings.systems.frbe_rules import Rules
from ratings.systems.grouping import runs_of
from ratings.systems.period import NONE, Flags, Ints, Players
from ratings.systems.sides import Sides


@dataclass(frozen=True)
class Career:
    """What players carry from period to period (B07, P7), in the rows of Players. The arrays change in place."""

    games: Ints
    opponents_sum: Ints
    half_points: Ints


class Pool(NamedTuple):
    """Games pooled towards a first rating, in the order of pooling: one row a side."""

    side: Ints
    opponent_rating: Ints
    number: Ints  # running number in the player's career


@dataclass(frozen=True)
class FirstRatings:
    """What the rounds gave."""

    career: Career
    pool: Pool
    rated: Flags  # in the rows of Players: who has a rating now, the newly rated among them
    rating: Ints  # likewise: the first rating, before any floor (P8); 0 = not newly rated
    newly: Ints  # rows of the newly rated, round by round, and
    performance: Performance  # how each came by his rating
    tours: int  # rounds in which somebody was rated


def first_ratings(sides: Sides, worth: Ints, rated: Flags, players: Players, rules: Rules) -> FirstRatings:
    """Pool the games of the unrated until nobody new is rated any more.

    ``worth`` is the rating of each side's opponent at the start, 0 = none; ``rated`` tells who had one.
    """
    career = Career(players.games.copy(), players.opponents_sum.copy(), players.half_points.copy())
    rating = np.zeros(len(rated), dtype=np.int64)
    # Enough games were brought along, only the rating was not known.
    reached = np.flatnonzero(~rated & (career.games >= rules.games_for_rating) & (career.opponents_sum > 0))
    rating[reached] = pooled_performance(reached, career, rules).rating
    waiting = np.flatnonzero(~(rated | (rating > 0))[sides.player])
    # B27: the first round takes the games against rated opponents.
    now = worth[waiting]
    met = _Met(waiting.compress(now > 0), now.compress(now > 0))
    waiting = waiting.compress((now == 0) & (sides.opponent[waiting] != NONE))
    pools, newly, tours = [], [reached], 0
    while True:
        pool, reached = _collect(met, sides, career, players.rating, rules)
        rating[reached] = pooled_performance(reached, career, rules).rating
        pools.append(pool)
        newly.append(reached)
        tours += len(reached) > 0
        # B29: each later one takes those against the newly rated of the round before.
        waiting = waiting.compress(rating[sides.player[waiting]] == 0)
        now = rating[sides.opponent[waiting]]
        met = _Met(waiting.compress(now > 0), now.compress(now > 0))
        # B30: what is left then, the games of unrated players with each other, is dropped.
        if not len(met.side):
            break
        waiting = waiting.compress(now == 0)
    rows = np.concatenate(newly)
    pool = Pool(*map(np.concatenate, zip(*pools, strict=True)))
    return FirstRatings(
        career, pool, rated | (rating > 0), rating, rows, pooled_performance(rows, career, rules), tours
    )


class _Met(NamedTuple):
    """Sides of unrated players against opponents who have a rating by now."""

    side: Ints
    opponent_rating: Ints


def _collect(met: _Met, sides: Sides, career: Career, shown: Ints, rules: Rules) -> tuple[Pool, Ints]:
    """Pool each player's games in the order of play, but no more than he still needs (B28, BA10).

    Gives the pool of this round and the rows of those who now have enough games.
    """
    runs = runs_of(sides.player[met.side])
    who = runs.keys
    _replace_unknown_sums(who, career, shown)
    before = career.games[who]
    number = runs.ranks(before + 1)
    taken = number <= rules.games_for_rating
    games = np.minimum(before + runs.sizes, rules.games_for_rating)
    career.games[who] = games
    career.opponents_sum[who] += runs.sums(met.opponent_rating * taken)
    career.half_points[who] += runs.sums(sides.half_points[met.side] * taken)
    pool = Pool(met.side.compress(taken), met.opponent_rating.compress(taken), number.compress(taken))
    return pool, who.compress(games == rules.games_for_rating)


def _replace_unknown_sums(who: Ints, career: Career, shown: Ints) -> None:
    # An imported list may say how many games somebody has without saying against whom. A rating shown stands for them
    # (even games against opponents of that rating); without one nothing is left to pool, and the count starts again.
    unknown = who.compress((career.games[who] > 0) & (career.opponents_sum[who] == 0))
    games = np.where(shown[unknown] > 0, career.games[unknown], 0)
    career.games[unknown] = games
    career.opponents_sum[unknown] = games * shown[unknown]
    career.half_points[unknown] = games


def pooled_performance(rows: Ints, career: Career, rules: Rules) -> Performance:
    """Formula I over all games that each of these players carries (B07): at the 20th his first rating (B08, P8)."""
    return performances(career.opponents_sum[rows], career.games[rows], career.half_points[rows], rules)
