"""Games of FICS one after the other, each from what the last one left. See `kernels` for how the loops run.

The state holds variances, the squares of RDs: the formulas ask for nothing else. Ratings are whole numbers held as
fractions: plain Python is a quarter faster where it need not mix the two kinds.

One clock serves all players. Time adds to every variance alike (K3, B9), so the clock shows what it has added since the
first game, and the state keeps each variance less what the clock showed when it was reckoned.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, exp, floor, sqrt
from typing import Final, NamedTuple

from ratings.systems.fics_formulas import Limits, update
from ratings.systems.kernels import Column, Function

# A number as great as WHOLE has no digits left for a fraction: what is added to it is rounded, and taking it away again
# leaves a whole number. An exact half would go to the even one, so changes are taken a hair further from zero before.
WHOLE: Final = 1.5 * 2.0**52
AWAY: Final = 1.0 + 2.0**-50


class Chess(NamedTuple):
    """Games by time; players are rows of `State`."""

    white: Column
    black: Column
    score: Column  # White's
    clock: Column
    newcomers: Column  # 1 where it is White's first game, plus 2 where it is Black's


class Bughouse(NamedTuple):
    """Games of two teams by time."""

    white: Column
    white_partner: Column
    black: Column
    black_partner: Column
    score: Column
    clock: Column
    newcomers: Column  # 1, 2, 4 and 8 for the four, in the order above


class State(NamedTuple):
    """Of every player: the loop goes on from it and leaves it for the next."""

    rating: Column
    variance: Column  # less what the clock showed at the end of the last rated game


class Trace(NamedTuple):
    """Filled in by the loop: a row a game and player, in their order. Without rows where nobody asks for them."""

    rating: Column  # before the game
    variance: Column  # when the game began
    after: Column  # the variance that it left
    expected: Column
    k: Column


def chess(compile_function: Callable[[Function], Function]) -> Function:
    """The loop over games of two: ``(Chess, State, Trace, Limits) -> None``."""
    return compile_function(_chess_with(compile_function(_rounded)))


def bughouse(compile_function: Callable[[Function], Function]) -> Function:
    """The loop over games of four: ``(Bughouse, State, Trace, Limits) -> None``."""
    return compile_function(
        _bughouse_with(compile_function(_variance_now), compile_function(update), compile_function(_rounded))
    )


def _chess_with(rounded: Function) -> Function:
    def chess(games: Chess, players: State, trace: Trace, limits: Limits) -> None:
        # `update` twice over, written out: calling it would take longer than reckoning. Both sides are told by White's
        # expected score, 1 / (1 + odds), and E (1 - E) is E squared times the odds.
        _, most_variance, p, q, _, least_k = limits
        rating, variance = players
        is_traced, row = len(trace.k) > 0, 0
        for white, black, score, clock, newcomers in zip(*games):  # noqa: B905 - numba knows no `strict`
            # K3, B2: time passes for both, before anything else.
            white_variance = variance[white] + clock
            white_variance = white_variance if white_variance < most_variance else most_variance
            black_variance = variance[black] + clock
            black_variance = black_variance if black_variance < most_variance else most_variance
            # K8: both sides from what was before the game.
            white_rating, black_rating = rating[white], rating[black]
            behind = black_rating - white_rating
            qf = q / sqrt(1.0 + p * black_variance)  # K4
            odds = exp(qf * behind)
            expected = 1.0 / (1.0 + odds)  # K5
            qfe = qf * expected
            white_after = white_variance / (1.0 + white_variance * qfe * qfe * odds)  # K7
            white_k = qf * white_after
            white_k = white_k if white_k > least_k else least_k  # K6
            white_change = white_k * (score - expected)  # K7
            qf = q / sqrt(1.0 + p * white_variance)
            odds = exp(qf * behind)
            black_expects = 1.0 / (1.0 + odds)  # of White
            qfe = qf * black_expects
            black_after = black_variance / (1.0 + black_variance * qfe * qfe * odds)
            black_k = qf * black_after
            black_k = black_k if black_k > least_k else least_k
            black_change = black_k * (black_expects - score)
            if newcomers:
                rating[white] = white_rating + rounded(white_change, newcomers & 1)
                rating[black] = black_rating + rounded(black_change, newcomers & 2)
            else:  # B5, as `rounded` does it, without calling anything
                rating[white] = white_rating + (white_change * AWAY + WHOLE - WHOLE)
                rating[black] = black_rating + (black_change * AWAY + WHOLE - WHOLE)
            variance[white], variance[black] = white_after - clock, black_after - clock
            if is_traced:
                trace.rating[row], trace.rating[row + 1] = white_rating, black_rating
                trace.variance[row], trace.variance[row + 1] = white_variance, black_variance
                trace.after[row], trace.after[row + 1] = white_after, black_after
                trace.expected[row], trace.expected[row + 1] = expected, 1.0 - black_expects
                trace.k[row], trace.k[row + 1] = white_k, black_k
                row += 2

    return chess


def _rounded(change: float, is_newcomer: int) -> int:
    """B5: whole points, a half away from zero; the new rating of a newcomer a half upwards."""
    return floor(change + 0.5) if change >= 0.0 or is_newcomer else ceil(change - 0.5)


def _variance_now(players: State, player: int, clock: float, limits: Limits) -> float:
    """K3: what time makes of it."""
    variance: float = min(players.variance[player] + clock, limits.most_variance)
    return variance


def _bughouse_with(variance_now: Function, update: Function, rounded: Function) -> Function:
    def bughouse(games: Bughouse, players: State, trace: Trace, limits: Limits) -> None:
        is_traced = len(trace.k) > 0
        for game in range(len(games.clock)):
            clock, score, newcomers = games.clock[game], games.score[game], games.newcomers[game]
            seats = (games.white[game], games.white_partner[game], games.black[game], games.black_partner[game])
            variances = (
                variance_now(players, seats[0], clock, limits),
                variance_now(players, seats[1], clock, limits),
                variance_now(players, seats[2], clock, limits),
                variance_now(players, seats[3], clock, limits),
            )
            # K9: the means of the teams, and for each the RDs of the other three.
            together = variances[0] + variances[1] + variances[2] + variances[3]
            whites = players.rating[seats[0]] + players.rating[seats[1]]
            ahead = 0.5 * (whites - players.rating[seats[2]] - players.rating[seats[3]])
            for seat in range(4):
                player, variance = seats[seat], variances[seat]
                difference, points = (ahead, score) if seat < 2 else (-ahead, 1.0 - score)
                expected, k, after = update(variance, together - variance, difference, limits)
                if is_traced:
                    row = 4 * game + seat
                    trace.rating[row], trace.variance[row] = players.rating[player], variance
                    trace.after[row], trace.expected[row], trace.k[row] = after, expected, k
                players.rating[player] += rounded(k * (points - expected), newcomers & (1 << seat))
                players.variance[player] = after - clock

    return bughouse
