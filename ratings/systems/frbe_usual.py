"""The third round of the Belgian calculation: formula II, with 25/150 and the transition rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ratings.systems.frbe_formulas import (
    Performance,
    capped_differences,
    expected_percents,
    game_bands,
    k_factors,
    performances,
    rating_bands,
)
from ratings.systems.frbe_rules import Rules
from ratings.systems.grouping import Runs, runs_of
from ratings.systems.period import POINT, Flags, Ints
from ratings.systems.sides import Sides

_HUNDREDTH = POINT // 100


@dataclass(frozen=True)
class Start:
    """Where formula II starts, in the rows of Players."""

    rating: Ints  # Ro: that of the last list, or the first rating of a newly rated player (P2, P8)
    games: Ints  # counted before these


class Chosen(NamedTuple):
    """The sides that formula II takes: by player, then in the order of play."""

    side: Ints
    opponent_rating: Ints
    late: Flags  # whether the opponent is newly rated


@dataclass(frozen=True)
class RatedGames:
    """The games of formula II, in the rows of ``chosen``."""

    chosen: Chosen
    by_player: Runs
    difference: Ints  # own less the opponent's, after the cap
    percent: Ints  # expected score
    half_points: Ints  # scored


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


@dataclass(frozen=True)
class ManyGames:
    """Those at whom 25/150 looked. A performance that is not nearer leaves formula II as it is (B23)."""

    row: Ints  # row of Totals
    performance: Performance
    nearer: Flags


@dataclass(frozen=True)
class Transition:
    """Those who crossed a limit of the transition rule."""

    row: Ints  # row of Totals
    limit: Ints
    k: Ints  # on the new side
    change: Ints  # by this rule instead of formula II, in ten-thousandths of a point


@dataclass(frozen=True)
class UsualRatings:
    """The outcome of the round; ``rating`` is in the rows of ``totals`` and knows no floor yet."""

    games: RatedGames
    totals: Totals
    gain: Ints  # the sum of K (W - We) of each in hundredths of a rating point
    rating: Ints
    many_games: ManyGames
    transition: Transition


def usual_ratings(sides: Sides, chosen: Chosen, start: Start, rules: Rules) -> UsualRatings:
    """Formula II over the chosen sides."""
    games, totals = _reckon(sides, chosen, start, rules)
    gain = _gains(games, totals, rules)
    # P1: rounded once, at the end, a half upwards.
    usual = (100 * totals.before + gain + 50) // 100
    many_games = _many_games(totals, usual, rules)
    transition, crossed = _transition(totals, usual, many_games, rules)
    new = usual.copy()
    new[many_games.row] = np.where(many_games.nearer, many_games.performance.rating, usual[many_games.row])
    new[transition.row] = crossed
    return UsualRatings(games, totals, gain, new, many_games, transition)


def _reckon(sides: Sides, chosen: Chosen, start: Start, rules: Rules) -> tuple[RatedGames, Totals]:
    by_player = runs_of(sides.player[chosen.side])
    player, half_points = by_player.keys, sides.half_points[chosen.side]
    before, first_number = start.rating[player], start.games[player] + 1
    # P2: both ratings are those of the start. B13: the difference is capped.
    difference = capped_differences(by_player.spread(before), chosen.opponent_rating, rules)
    percent = expected_percents(difference)
    points = by_player.sums(half_points)
    games = RatedGames(chosen, by_player, difference, percent, half_points)
    totals = Totals(
        player=player,
        before=before,
        first_number=first_number,
        last_number=first_number + by_player.sizes - 1,
        games=by_player.sizes,
        opponents_sum=by_player.sums(chosen.opponent_rating),
        half_points=points,
        surplus=50 * points - by_player.sums(percent),
    )
    return games, totals


def _gains(games: RatedGames, totals: Totals, rules: Rules) -> Ints:
    """The sum of K (W - We) of each player in hundredths of a rating point.

    P3: K belongs to the running number of each game. It seldom changes within a period; only where it does, the games
    are looked at one by one.
    """
    bands = rating_bands(totals.before, rules)
    gains = k_factors(totals.first_number, bands, rules) * totals.surplus
    changes = game_bands(totals.first_number, rules) != game_bands(totals.last_number, rules)
    player = np.flatnonzero(changes)
    rows, by_player = games.by_player.part(player)
    number = game_numbers(by_player, totals.first_number[player], games.chosen.late[rows])
    k = k_factors(number, by_player.spread(bands[player]), rules)
    gains[player] = by_player.sums(k * (50 * games.half_points[rows] - games.percent[rows]))
    return gains


def game_numbers(by_player: Runs, first: Ints, late: Flags) -> Ints:
    """The running numbers of games in their player's career, ``first`` those of the first ones.

    P3: games against opponents who were rated at the start come in the order of play, then the ``late`` ones against
    newly rated opponents.
    """
    numbers = by_player.ranks(first)
    rows = np.flatnonzero(late)
    if not len(rows):
        return numbers
    late_so_far: Ints = np.cumsum(late, dtype=np.int64)
    late_so_far -= by_player.spread(late_so_far[by_player.starts] - late[by_player.starts])
    of_all = late_so_far[by_player.starts + by_player.sizes - 1]
    # Who is late comes after all early ones; an early one moves up by the late ones before it.
    after_the_early = by_player.spread(first + by_player.sizes - 1 - of_all)[rows] + late_so_far[rows]
    numbers -= late_so_far
    numbers[rows] = after_the_early
    return numbers


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
    rating. Gives the new ratings too, rounded as all are.
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
    return Transition(row, limit, last_k, POINT * (limit - before) + moved), rating


def _crossed_limits(before: Ints, after: Ints, rules: Rules) -> Ints:
    """The first limit between both ratings on the way from the old to the new one, 0 where there is none."""
    crossed = np.zeros(len(before), dtype=np.int64)
    for limit in rules.transition_limits:
        is_crossed = _is_below(before, limit, rules) != _is_below(after, limit, rules)
        rising_past_another = (after > before) & (crossed > 0)
        crossed[is_crossed & ~rising_past_another] = limit
    return crossed


def _is_below(rating: Ints, limit: int, rules: Rules) -> Flags:
    # BA5: the side of a rating on the limit is the one whose K it has.
    return rating <= limit if rules.k_band_includes_its_end else rating < limit
