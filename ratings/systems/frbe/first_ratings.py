"""The first two rounds of the Belgian calculation: unrated players pool games until they have a rating."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ratings.systems.common.grouping import ranks_of, stable_order
from ratings.systems.frbe.formulas import Performance, performances
from ratings.systems.frbe.rules import Rules
from ratings.systems.frbe.sides import GameSides
from ratings.systems.period import Flags, Ints, Players


@dataclass(frozen=True)
class Career:
    """The sums that players carry from period to period (B07, P7), in the rows of Players. Arrays change in place."""

    games: Ints
    opponents_sum: Ints
    half_points: Ints


class Pool(NamedTuple):
    """Games pooled towards a first rating, in the order of pooling: one row per side."""

    side: Ints
    player: Ints
    opponent_rating: Ints
    number: Ints  # running number in the player's career


@dataclass(frozen=True)
class FirstRatings:
    """The outcome of the first two rounds."""

    career: Career
    pool: Pool
    rating: Ints  # rows of Players, then one for NONE: the first rating, before any floor (P8); 0 = not newly rated
    newly: Ints  # rows of the newly rated, round by round
    tours: int  # rounds in which anybody was rated


def first_ratings(sides: GameSides, rated: Flags, players: Players, rules: Rules) -> FirstRatings:
    """B04: pool the games of unrated players until no more of them get a rating. ``rated``: who already had one."""
    career = Career(players.games.copy(), players.opponents_sum.copy(), players.half_points.copy())
    # They had enough games already; only their rating was unknown.
    newly = np.flatnonzero(~rated & (career.games >= rules.games_for_rating) & (career.opponents_sum > 0))
    rating = np.zeros(len(rated) + 1, dtype=np.int64)
    rating[newly] = pooled_performance(newly, career, rules).rating
    is_fresh = rating > 0
    unrated = np.append(~rated, False) & ~is_fresh
    some_sums_are_unknown = (unrated[:-1] & (career.games > 0) & (career.opponents_sum == 0)).any()
    met, waiting = _first_meetings(unrated, sides)
    player, opponent = sides.player.take(waiting), sides.opponents(waiting)
    pools, everybody, tours = [], [newly], 0
    while True:
        if some_sums_are_unknown:
            _replace_unknown_sums(sides.player.take(met.side), met, career, players.rating, rules)
        pool = _pooled(met, sides, career, rules)
        newly = pool.player.compress(pool.number == rules.games_for_rating)
        rating[newly] = pooled_performance(newly, career, rules).rating
        pools.append(pool)
        everybody.append(newly)
        tours += len(newly) > 0
        # B29: each later round takes the games against players rated in the previous one.
        is_fresh[newly] = True
        rows = is_fresh[opponent].nonzero()[0]
        rows = rows.compress(rating[player[rows]] == 0)
        # B30: the remaining games, those between unrated players, are dropped.
        if not len(rows):
            break
        met = _Met(waiting[rows], rating[opponent[rows]])
        is_fresh[:] = False
    pool = Pool(*map(np.concatenate, zip(*pools, strict=True)))
    return FirstRatings(career, pool, rating, np.concatenate(everybody), tours)


class _Met(NamedTuple):
    """Sides of unrated players against opponents who now have a rating: by player, then in the order of play."""

    side: Ints
    opponent_rating: Ints


def _first_meetings(unrated: Flags, sides: GameSides) -> tuple[_Met, Ints]:
    """B27, BA9: return the games against rated opponents for the first round, and the other sides of the unrated."""
    side = unrated[sides.player].nonzero()[0]
    side = side.take(stable_order(sides.player.take(side)))
    worth = sides.worth.take(side)
    has_worth = worth > 0  # several times faster on booleans than on integers
    met = has_worth.nonzero()[0]
    return _Met(side.take(met), worth.take(met)), side.take((~has_worth).nonzero()[0])


def _pooled(met: _Met, sides: GameSides, career: Career, rules: Rules) -> Pool:
    """Pool each player's games in the order of play, but no more than they still need (B28, BA10)."""
    player = sides.player.take(met.side)
    number = career.games[player] + 1 + ranks_of(player)
    taken = (number <= rules.games_for_rating).nonzero()[0]
    pool = Pool(*(column.take(taken) for column in (met.side, player, met.opponent_rating, number)))
    career.games[pool.player] = pool.number  # the last one of each stays
    np.add.at(career.opponents_sum, pool.player, pool.opponent_rating)
    np.add.at(career.half_points, pool.player, sides.half_points.take(pool.side))
    return pool


def _replace_unknown_sums(who: Ints, met: _Met, career: Career, shown: Ints, rules: Rules) -> None:
    """Fill in the sums of these players, by player as ``met``.

    An imported list may give a number of games without the opponents. A rating that is shown stands for them (even
    games against opponents of that rating). Without one nothing is left to pool, and the count starts again; or, by the
    rules, the first opponent who is met stands for them.
    """
    is_unknown = (career.games[who] > 0) & (career.opponents_sum[who] == 0)
    unknown, first = np.unique(who.compress(is_unknown), return_index=True)
    stand_in = shown[unknown]
    if rules.games_without_sums_count:
        few = career.games[unknown] < rules.games_for_rating
        stand_in = np.where((stand_in == 0) & few, met.opponent_rating.compress(is_unknown)[first], stand_in)
    games = np.where(stand_in > 0, career.games[unknown], 0)
    career.games[unknown] = games
    career.opponents_sum[unknown] = games * stand_in
    career.half_points[unknown] = games


def pooled_performance(rows: Ints, career: Career, rules: Rules) -> Performance:
    """Return formula I over all games that each player carries (B07): their first rating at the 20th game (B08, P8)."""
    return performances(career.opponents_sum[rows], career.games[rows], career.half_points[rows], rules)
