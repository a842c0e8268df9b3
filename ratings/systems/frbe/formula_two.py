"""The third round of the Belgian calculation: formula II, with 25/150 and the transition rule."""

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

import numpy as np

from ratings.systems.common.grouping import ranks_of, stable_order
from ratings.systems.frbe.formulas import (
    Performance,
    expected_percents,
    k_factors,
    passes_band_of_games,
    performances,
    rating_bands,
)
from ratings.systems.frbe.rules import Rules
from ratings.systems.frbe.sides import GameSides
from ratings.systems.period import POINT, Flags, Ints

_HUNDREDTH = POINT // 100


@dataclass(frozen=True)
class Start:
    """The starting point of formula II, in the rows of Players."""

    rating: Ints  # Ro: from the previous list, or the first rating of a newly rated player (P2, P8)
    games: Ints  # counted before these


class Chosen(NamedTuple):
    """The sides to which formula II applies.

    P3: first those against opponents who were rated at the start, in the order of play, then those against newly rated
    opponents, in the same order.
    """

    side: Ints
    player: Ints
    opponent_rating: Ints


@dataclass(frozen=True)
class RatedGames:
    """The games of formula II, in the rows of ``chosen``."""

    chosen: Chosen
    percent: Ints  # expected score
    half_points: Ints  # scored

    def surplus(self, rows: Ints | slice = slice(None)) -> Ints:
        """Return W - We in hundredths of a game, of all rows or of these."""
        return 50 * self.half_points[rows] - self.percent[rows]


@dataclass(frozen=True)
class Totals:
    """The sums over these games for each player, in the rows of Players."""

    before: Ints  # Ro
    first_number: Ints  # running number of the first and of the last of the games
    last_number: Ints
    games: Ints
    opponents_sum: Ints
    half_points: Ints
    surplus: Ints  # W - We in hundredths of a game


@dataclass(frozen=True)
class ManyGames:
    """Players to whom rule 25/150 applies. A performance that is not nearer leaves formula II as it is (B23)."""

    row: Ints  # row of Players
    performance: Performance
    nearer: Flags


@dataclass(frozen=True)
class Transition:
    """Players who crossed a limit of the transition rule."""

    row: Ints  # row of Players
    limit: Ints
    k: Ints  # on the new side
    change: Ints  # by this rule instead of formula II, in ten-thousandths of a point
    rating: Ints  # the new one


_NO_TRANSITION: Final = Transition(*(np.zeros(0, dtype=np.int64) for _ in fields(Transition)))


@dataclass(frozen=True)
class UsualRatings:
    """The outcome of the round, in the rows of Players. ``rating`` has no floor yet, and is Ro without games."""

    games: RatedGames
    totals: Totals
    gain: Ints  # the sum of K (W - We) of each in hundredths of a rating point
    rating: Ints
    many_games: ManyGames
    transition: Transition


def usual_ratings(sides: GameSides, chosen: Chosen, start: Start, rules: Rules) -> UsualRatings:
    """Apply formula II (B09) to the chosen sides."""
    games, totals = _compute(sides, chosen, start, rules)
    gain = _gains(games, totals, rules)
    # P1: rounded once, at the end, a half upwards.
    usual = (100 * totals.before + gain + 50) // 100
    many_games = _many_games(totals, usual, rules)
    transition = _transition(totals, usual, many_games, rules)
    new = usual.copy()
    new[many_games.row] = np.where(many_games.nearer, many_games.performance.rating, usual[many_games.row])
    new[transition.row] = transition.rating
    return UsualRatings(games, totals, gain, new, many_games, transition)


def _compute(sides: GameSides, chosen: Chosen, start: Start, rules: Rules) -> tuple[RatedGames, Totals]:
    before, player = start.rating, chosen.player
    # P2: both ratings are those of the start.
    percent = expected_percents(before.take(player), chosen.opponent_rating, rules)
    half_points = sides.half_points.take(chosen.side)
    count = np.bincount(player, minlength=len(before))
    points = _sums(player, half_points, len(before))
    totals = Totals(
        before=before,
        first_number=start.games + 1,
        last_number=start.games + count,
        games=count,
        opponents_sum=_sums(player, chosen.opponent_rating, len(before)),
        half_points=points,
        surplus=50 * points - _sums(player, percent, len(before)),
    )
    return RatedGames(chosen, percent, half_points), totals


def _sums(player: Ints, values: Ints, players: int) -> Ints:
    sums = np.zeros(players, dtype=np.int64)
    np.add.at(sums, player, values)
    return sums


def _gains(games: RatedGames, totals: Totals, rules: Rules) -> Ints:
    """Return the sum of K (W - We) of each player, in hundredths of a rating point.

    P3: K depends on the running number of each game. It seldom changes within a period; only then are the games treated
    one by one.
    """
    bands = rating_bands(totals.before, rules)
    gains = k_factors(totals.first_number, bands, rules) * totals.surplus
    changes = passes_band_of_games(totals.first_number, totals.last_number, rules)
    rows = changes[games.chosen.player].nonzero()[0]
    player = games.chosen.player.take(rows)
    k = k_factors(game_numbers(player, totals.first_number), bands.take(player), rules)
    gains[changes] = 0
    np.add.at(gains, player, k * games.surplus(rows))
    return gains


def game_numbers(player: Ints, first_number: Ints) -> Ints:
    """Return the running number of each game in its player's career; ``first_number`` is in the rows of Players.

    The games are in the order of `Chosen`; those of several players may be mixed.
    """
    order = stable_order(player)
    in_order = player[order]
    numbers = np.empty_like(player)
    numbers[order] = first_number[in_order] + ranks_of(in_order)
    return numbers


def _many_games(totals: Totals, usual: Ints, rules: Rules) -> ManyGames:
    # B21, B24, P10, BA6: at least 25 games and a rounded change of more than 150 points, up or down.
    change = np.abs(usual - totals.before)
    row = np.flatnonzero((totals.games >= rules.many_games) & (change > rules.big_change))
    # B22: formula I over the games of the period.
    performance = performances(totals.opponents_sum[row], totals.games[row], totals.half_points[row], rules)
    # B23: whichever is nearer to the previous rating. BA7: formula II if both are equally near.
    nearer = np.abs(performance.rating - totals.before[row]) < change[row]
    return ManyGames(row, performance, nearer)


def _transition(totals: Totals, usual: Ints, many_games: ManyGames, rules: Rules) -> Transition:
    """P11: a player who crosses a limit moves to it with the K of the old side, and beyond it with that of the new one.

    Rn = T + ((W - We) + (Ri - T) / Ki) Kf, where Ki is the K of the first game and Kf that of the last at the new
    rating. BA23: older programs had Rn = T + (Ru - T) Kf / Ki, where Ru is the rounded rating of formula II.
    """
    if not rules.transition_limits:
        return _NO_TRANSITION
    limit = _crossed_limits(totals.before, usual, rules)
    limit[many_games.row] = 0  # 25/150 takes precedence
    row = np.flatnonzero(limit)
    first_k = k_factors(totals.first_number[row], rating_bands(totals.before[row], rules), rules)
    last_k = k_factors(totals.last_number[row], rating_bands(usual[row], rules), rules)
    differ = first_k != last_k
    if not rules.transition_by_games:  # BA22: nor where the old rating would have had the same K in the end
        differ &= last_k != k_factors(totals.last_number[row], rating_bands(totals.before[row], rules), rules)
    row, first_k, last_k = row[differ], first_k[differ], last_k[differ]
    limit, before = limit[row], totals.before[row]
    # Hundredths of a game beyond the limit, times Ki: whole numbers.
    if rules.transition_from_rounded:
        beyond = 100 * (usual[row] - limit)
    else:
        beyond = totals.surplus[row] * first_k + 100 * (before - limit)
    rating = (200 * first_k * limit + 2 * last_k * beyond + 100 * first_k) // (200 * first_k)
    moved = (2 * _HUNDREDTH * last_k * beyond + first_k) // (2 * first_k)
    return Transition(row, limit, last_k, POINT * (limit - before) + moved, rating)


def _crossed_limits(before: Ints, after: Ints, rules: Rules) -> Ints:
    """Return the first limit on the way from the old to the new rating, or 0 if there is none."""
    crossed = np.zeros(len(before), dtype=np.int64)
    for limit in rules.transition_limits:
        is_crossed = _is_below(before, limit, rules) != _is_below(after, limit, rules)
        rising_past_another = (after > before) & (crossed > 0)
        crossed[is_crossed & ~rising_past_another] = limit
    return crossed


def _is_below(rating: Ints, limit: int, rules: Rules) -> Flags:
    # BA5: a rating on the limit belongs to the side whose K it has.
    return rating <= limit if rules.k_band_includes_its_end else rating < limit
