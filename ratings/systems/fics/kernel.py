"""Games of FICS one by one, each from the state after the previous one. `compiled_loops` says how the loops run.

The state holds variances, the squares of RDs: the formulas need nothing else. Ratings are whole numbers stored as
floats, because plain Python is faster if it need not mix the two types, and are stored `WHOLE` higher than they are.

There is one clock for all players. Time adds the same to every variance (K3, B9), so the clock shows what it has added
since the first game, and the state stores each variance minus what the clock showed when it was calculated.
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import Final, NamedTuple

from ratings.systems.common.compiled_loops import Column, Function
from ratings.systems.fics.formulas import Limits, update

# B5: a number as large as WHOLE has no digits left for a fraction, so adding a change to it rounds the change. An exact
# half would be rounded to even: each K is slightly greater than it should be, which moves changes away from zero. A
# newcomer's half is rounded upwards: UP is more than that slight excess makes of any change (B11).
WHOLE: Final = 1.5 * 2.0**52
AWAY: Final = 1.0 + 2.0**-50
UP: Final = 2.0**-39


class Chess(NamedTuple):
    """Games by time; players are rows of `State`."""

    white: Column
    black: Column
    score: Column  # White's
    clock: Column
    newcomers: Column  # 1 if it is White's first game, plus 2 if it is Black's


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
    """The state of every player: input of the loop, and its outcome."""

    rating: Column  # plus WHOLE
    variance: Column  # minus what the clock showed at the end of the last rated game


class Trace(NamedTuple):
    """Filled in by the loop: one row per game and player, in their order. Without rows unless requested."""

    rating: Column  # before the game, plus WHOLE
    variance: Column  # when the game began
    after: Column  # the variance after it
    expected: Column
    k: Column


def chess(compile_function: Callable[[Function], Function]) -> Function:
    """Loop over games of two: ``(Chess, State, Trace, Limits) -> None``."""
    return compile_function(_chess)


def bughouse(compile_function: Callable[[Function], Function]) -> Function:
    """Loop over games of four: ``(Bughouse, State, Trace, Limits) -> None``."""
    return compile_function(_bughouse_with(compile_function(_variance_now), compile_function(update)))


def _chess(games: Chess, players: State, trace: Trace, limits: Limits) -> None:
    # `update` twice, inlined: calling it would take longer than the calculation. Both sides follow from White's
    # expected score, 1 / (1 + odds).
    # ruff: noqa: PLR1730 - a call of min or max takes longer than the branch
    _, most_variance, p, q, _, least_k = limits
    q, least_k = q * AWAY, least_k * AWAY
    # q f is q / sqrt(1 + p V), of the opponent's variance: the same with one multiplication less.
    steepness, flatness = q / sqrt(p), 1.0 / p
    rating, variance = players
    is_traced, row = len(trace.k) > 0, 0
    for white, black, score, clock, newcomers in zip(*games):  # noqa: B905 - numba knows no `strict`
        # K3, B2: first, time passes for both.
        white_variance = variance[white] + clock
        if white_variance > most_variance:
            white_variance = most_variance
        black_variance = variance[black] + clock
        if black_variance > most_variance:
            black_variance = most_variance
        # K8: both sides from the state before the game.
        white_rating, black_rating = rating[white], rating[black]
        behind = black_rating - white_rating
        qf = steepness / sqrt(flatness + black_variance)  # K4
        expected = 1.0 / (1.0 + exp(qf * behind))  # K5
        qfe = qf * expected
        white_after = white_variance / (1.0 + white_variance * qfe * (qf - qfe))  # K7
        white_k = qf * white_after
        if white_k < least_k:
            white_k = least_k  # K6
        qf = steepness / sqrt(flatness + white_variance)
        black_expects = 1.0 / (1.0 + exp(qf * behind))  # of White
        qfe = qf * black_expects
        black_after = black_variance / (1.0 + black_variance * qfe * (qf - qfe))
        black_k = qf * black_after
        if black_k < least_k:
            black_k = least_k
        # K7, B5
        if newcomers:
            rating[white] = white_rating + (white_k * (score - expected) + UP * (newcomers & 1))
            rating[black] = black_rating + (black_k * (black_expects - score) + UP * (newcomers >> 1))
        else:
            rating[white] = white_rating + white_k * (score - expected)
            rating[black] = black_rating + black_k * (black_expects - score)
        variance[white], variance[black] = white_after - clock, black_after - clock
        if is_traced:
            trace.rating[row], trace.rating[row + 1] = white_rating, black_rating
            trace.variance[row], trace.variance[row + 1] = white_variance, black_variance
            trace.after[row], trace.after[row + 1] = white_after, black_after
            trace.expected[row], trace.expected[row + 1] = expected, 1.0 - black_expects
            trace.k[row], trace.k[row + 1] = white_k, black_k
            row += 2


def _variance_now(players: State, player: int, clock: float, limits: Limits) -> float:
    """K3: return the variance after this time."""
    variance: float = min(players.variance[player] + clock, limits.most_variance)
    return variance


def _bughouse_with(variance_now: Function, update: Function) -> Function:
    def bughouse(games: Bughouse, players: State, trace: Trace, limits: Limits) -> None:
        is_traced, row = len(trace.k) > 0, 0
        for white, white_partner, black, black_partner, score, clock, newcomers in zip(*games):  # noqa: B905 - as above
            seats = (white, white_partner, black, black_partner)
            variances = (
                variance_now(players, white, clock, limits),
                variance_now(players, white_partner, clock, limits),
                variance_now(players, black, clock, limits),
                variance_now(players, black_partner, clock, limits),
            )
            # K9: the means of the teams, and for each the RDs of the other three.
            together = variances[0] + variances[1] + variances[2] + variances[3]
            rating = players.rating
            # Sums of two would have too many digits: each contains WHOLE.
            ahead = 0.5 * ((rating[white] - rating[black]) + (rating[white_partner] - rating[black_partner]))
            for seat in range(4):
                player, variance = seats[seat], variances[seat]
                difference, points = (ahead, score) if seat < 2 else (-ahead, 1.0 - score)
                expected, k, after = update(variance, together - variance, difference, limits)
                change = k * AWAY * (points - expected) + UP * (newcomers >> seat & 1)  # K7, B5
                if is_traced:
                    trace.rating[row], trace.variance[row] = rating[player], variance
                    trace.after[row], trace.expected[row], trace.k[row] = after, expected, k
                    row += 1
                rating[player] += change
                players.variance[player] = after - clock

    return bughouse
