"""The third round of the Belgian calculation: formula II, with 25/150 and the transition rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.systems.frbe_formulas import (
    Performance,
    capped_differences,
    expected_percents,
    k_factors,
    performances,
    rating_bands,
)
from ratings.systems.frbe_rules import Rules
from ratings.systems.grouping import group_by
from ratings.systems.period import POINT, Ints
from ratings.systems.sides import Sides

_HUNDREDTH = POINT // 100


@dataclass(frozen=True)
class Start:
    """Where formula II starts, in the rows of Players."""

    rating: Ints  # Ro: that of the last list, or the first rating of a newly rated player (P2, P8)
    games: Ints  # counted before these


@dataclass(frozen=True)
class RatedGames:
    """The games that formula II takes, one row a side: by player, then in the order of P3."""

    side: Ints
    opponent_rating: Ints
    difference: Ints  # own less the opponent's, after the cap
    percent: Ints  # expected score
    k: Ints
    number: Ints  # running number in the player's career


@dataclass(frozen=True)
class Totals:
    """The players who had such games, one row each."""

    player: Ints  # row of Players
    before: Ints  # Ro
    first_number: Ints  # running number of the first and of the last of the games
    last_number: Ints
    games: Ints
    opponents_sum: Ints
    half_points: Ints
    surplus: Ints  # W - We in hundredths of a game
    gain: Ints  # the sum of K (W - We) in hundredths of a rating point


@dataclass(frozen=True)
class ManyGames:
    """Those at whom 25/150 looked. A performance that is not nearer leaves formula II as it is (B23)."""

    row: Ints  # row of Totals
    performance: Performance
    nearer: NDArray[np.bool_]


@dataclass(frozen=True)
class Transition:
    """Those who crossed a limit of the transition rule."""

    row: Ints  # row of Totals
    limit: Ints
    k: Ints  # on the new side
    change: Ints  # what the rule adds to formula II, in ten-thousandths of a point


@dataclass(frozen=True)
class UsualRatings:
    """The outcome of the round; ``rating`` is in the rows of ``totals`` and knows no floor yet."""

    games: RatedGames
    totals: Totals
    rating: Ints
    many_games: ManyGames
    transition: Transition


def usual_ratings(sides: Sides, chosen: Ints, opponent_rating: Ints, start: Start, rules: Rules) -> UsualRatings:
    """Formula II over the ``chosen`` sides, which come in the order in which they count.

    ``opponent_rating`` is in the rows of ``sides``.
    """
    games, totals = _reckon(sides, chosen, opponent_rating, start, rules)
    # P1: rounded once, at the end, a half upwards.
    usual = (100 * totals.before + totals.gain + 50) // 100
    many_games = _many_games(totals, usual, rules)
    transition, crossed = _transition(totals, usual, many_games, rules)
    new = usual.copy()
    new[many_games.row] = np.where(many_games.nearer, many_games.performance.rating, usual[many_games.row])
    new[transition.row] = crossed
    return UsualRatings(games, totals, new, many_games, transition)


def _reckon(sides: Sides, chosen: Ints, opponent_rating: Ints, start: Start, rules: Rules) -> tuple[RatedGames, Totals]:
    groups = group_by(sides.player[chosen])
    side = chosen[groups.order]
    opponents, half_points = opponent_rating[side], sides.half_points[side]
    player = groups.keys
    before, first_number = start.rating[player], start.games[player] + 1
    number = groups.spread(first_number) + groups.ranks()
    # P2: both ratings are those of the start. B13: the difference is capped.
    difference = capped_differences(groups.spread(before), opponents, rules)
    percent = expected_percents(difference)
    # P3: K belongs to the running number of each game; where the rating decides, to the rating at the start.
    k = k_factors(number, groups.spread(rating_bands(before, rules)), rules)
    surplus = 50 * half_points - percent
    totals = Totals(
        player=player,
        before=before,
        first_number=first_number,
        last_number=first_number + groups.sizes - 1,
        games=groups.sizes,
        opponents_sum=groups.sums(opponents),
        half_points=groups.sums(half_points),
        surplus=groups.sums(surplus),
        gain=groups.sums(k * surplus),
    )
    return RatedGames(side, opponents, difference, percent, k, number), totals


def _many_games(totals: Totals, usual: Ints, rules: Rules) -> ManyGames:
    # B21, B24, BA6: at least 25 games and a rounded change of more than 150 points, up or down.
    change = np.abs(usual - totals.before)
    row = np.flatnonzero((totals.games >= rules.many_games) & (change > rules.big_change))
    # B22: formula I over the games of the period.
    performance = performances(totals.opponents_sum[row], totals.games[row], totals.half_points[row], rules)
    # B23: the nearer to the rating before. BA7: formula II where both are as near.
    nearer = np.abs(performance.rating - totals.before[row]) < change[row]
    return ManyGames(row, performance, nearer)


def _transition(totals: Totals, usual: Ints, many_games: ManyGames, rules: Rules) -> tuple[Transition, Ints]:
    """P11: who crosses a limit goes to it with the K of the old side and on from it with that of the new one.

    Rn = T + ((W - We) + (Ri - T) / Ki) Kf, where Ki is the K of the first game and Kf that of the last at the new
    rating. Gives the change and the new ratings, rounded as all are.
    """
    limit = _crossed_limits(totals.before, usual, rules)
    limit[many_games.row] = 0  # 25/150 goes before
    row = np.flatnonzero(limit)
    first_k = k_factors(totals.first_number[row], rating_bands(totals.before[row], rules), rules)
    last_k = k_factors(totals.last_number[row], rating_bands(usual[row], rules), rules)
    differ = first_k != last_k
    row, first_k, last_k = row[differ], first_k[differ], last_k[differ]
    limit, before = limit[row], totals.before[row]
    # Hundredths of a game beyond the limit, times Ki: whole numbers.
    beyond = totals.surplus[row] * first_k + 100 * (before - limit)
    rating = (200 * first_k * limit + 2 * last_k * beyond + 100 * first_k) // (200 * first_k)
    moved = (2 * _HUNDREDTH * last_k * beyond + first_k) // (2 * first_k)
    change = POINT * (limit - before) + moved - _HUNDREDTH * totals.gain[row]
    return Transition(row, limit, last_k, change), rating


def _crossed_limits(before: Ints, after: Ints, rules: Rules) -> Ints:
    """The first limit between both ratings on the way from the old to the new one, 0 where there is none."""
    crossed = np.zeros(len(before), dtype=np.int64)
    for limit in rules.transition_limits:
        is_crossed = _is_below(before, limit, rules) != _is_below(after, limit, rules)
        rising_past_another = (after > before) & (crossed > 0)
        crossed[is_crossed & ~rising_past_another] = limit
    return crossed


def _is_below(rating: Ints, limit: int, rules: Rules) -> NDArray[np.bool_]:
    # BA5: the side of a rating on the limit is the one whose K it has.
    return rating <= limit if rules.k_band_includes_its_end else rating < limit
