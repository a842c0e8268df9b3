"""Games of FICS one after the other, each from what the last one left. See `kernels` for how the loops run.

The state holds variances, the squares of RDs: the formulas ask for nothing else. Ratings and minutes are whole numbers
held as fractions: plain Python is a quarter faster where it need not mix the two kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, exp, floor, sqrt
from typing import NamedTuple

from ratings.systems.fics_formulas import Limits, update
from ratings.systems.kernels import Column, Function


class Chess(NamedTuple):
    """Games by time; players are rows of `State`."""

    white: Column
    black: Column
    score: Column  # White's
    minute: Column


class Bughouse(NamedTuple):
    """Games of two teams by time."""

    white: Column
    white_partner: Column
    black: Column
    black_partner: Column
    score: Column
    minute: Column


class State(NamedTuple):
    """Of every player: the loop goes on from it and leaves it for the next."""

    rating: Column
    variance: Column
    last: Column  # minute in which the last rated game ended; 0 for a newcomer


class Trace(NamedTuple):
    """Filled in by the loop: a row a game and player, in their order. Without rows where nobody asks for them."""

    rating: Column  # before the game
    stored: Column  # variance that the last game left
    variance: Column  # when the game began
    last: Column  # as in the state
    expected: Column
    k: Column


def chess(compile_function: Callable[[Function], Function]) -> Function:
    """The loop over games of two: ``(Chess, State, Trace, Limits) -> None``."""
    return compile_function(_chess)


def bughouse(compile_function: Callable[[Function], Function]) -> Function:
    """The loop over games of four: ``(Bughouse, State, Trace, Limits) -> None``."""
    return compile_function(
        _bughouse_with(compile_function(_variance_now), compile_function(update), compile_function(_rounded))
    )


def _chess(games: Chess, players: State, trace: Trace, limits: Limits) -> None:
    # `update` twice over, written out: calling it would take longer than reckoning.
    growth, most_variance, p, q, _, least_k = limits
    rating, variance, last = players
    is_traced, row = len(trace.k) > 0, 0
    # Numba knows no `strict`.
    for white, black, score, minute in zip(games.white, games.black, games.score, games.minute):  # noqa: B905
        # K3, B2: time passes for both, before anything else.
        white_variance = variance[white] + growth * (minute - last[white])
        white_variance = white_variance if white_variance < most_variance else most_variance
        black_variance = variance[black] + growth * (minute - last[black])
        black_variance = black_variance if black_variance < most_variance else most_variance
        # K8: both sides from what was before the game.
        difference = rating[white] - rating[black]
        qf = q / sqrt(1.0 + p * black_variance)  # K4
        expected = 1.0 / (1.0 + exp(-qf * difference))  # K5
        precision = 1.0 / white_variance + qf * qf * expected * (1.0 - expected)
        k = qf / precision
        k = k if k > least_k else least_k  # K6
        white_change = k * (score - expected)  # K7
        qf = q / sqrt(1.0 + p * white_variance)
        black_expected = 1.0 / (1.0 + exp(qf * difference))
        black_precision = 1.0 / black_variance + qf * qf * black_expected * (1.0 - black_expected)
        black_k = qf / black_precision
        black_k = black_k if black_k > least_k else least_k
        black_change = black_k * (1.0 - score - black_expected)
        if is_traced:
            trace.rating[row], trace.rating[row + 1] = rating[white], rating[black]
            trace.stored[row], trace.stored[row + 1] = variance[white], variance[black]
            trace.variance[row], trace.variance[row + 1] = white_variance, black_variance
            trace.last[row], trace.last[row + 1] = last[white], last[black]
            trace.expected[row], trace.expected[row + 1] = expected, black_expected
            trace.k[row], trace.k[row + 1] = k, black_k
            row += 2
        # B5: see `_rounded`.
        half_up = white_change >= 0.0 or not last[white]
        rating[white] += floor(white_change + 0.5) if half_up else ceil(white_change - 0.5)
        half_up = black_change >= 0.0 or not last[black]
        rating[black] += floor(black_change + 0.5) if half_up else ceil(black_change - 0.5)
        variance[white] = 1.0 / precision  # K7
        variance[black] = 1.0 / black_precision
        last[white] = last[black] = minute


def _rounded(change: float, is_newcomer: bool) -> int:
    """B5: whole points, a half away from zero; the new rating of a newcomer a half upwards."""
    return floor(change + 0.5) if change >= 0.0 or is_newcomer else ceil(change - 0.5)


def _variance_now(players: State, player: int, minute: float, limits: Limits) -> float:
    """K3: what time makes of it."""
    variance: float = min(
        players.variance[player] + limits.growth * (minute - players.last[player]), limits.most_variance
    )
    return variance


def _bughouse_with(variance_now: Function, update: Function, rounded: Function) -> Function:
    def bughouse(games: Bughouse, players: State, trace: Trace, limits: Limits) -> None:
        is_traced = len(trace.k) > 0
        for game in range(len(games.minute)):
            minute, score = games.minute[game], games.score[game]
            seats = (games.white[game], games.white_partner[game], games.black[game], games.black_partner[game])
            variances = (
                variance_now(players, seats[0], minute, limits),
                variance_now(players, seats[1], minute, limits),
                variance_now(players, seats[2], minute, limits),
                variance_now(players, seats[3], minute, limits),
            )
            # K9: the means of the teams, and for each the RDs of the other three.
            together = variances[0] + variances[1] + variances[2] + variances[3]
            whites = players.rating[seats[0]] + players.rating[seats[1]]
            ahead = 0.5 * (whites - players.rating[seats[2]] - players.rating[seats[3]])
            for seat in range(4):
                player, variance = seats[seat], variances[seat]
                difference, points = (ahead, score) if seat < 2 else (-ahead, 1.0 - score)
                expected, k, new_variance = update(variance, together - variance, difference, limits)
                if is_traced:
                    row = 4 * game + seat
                    trace.rating[row], trace.stored[row] = players.rating[player], players.variance[player]
                    trace.variance[row], trace.last[row] = variance, players.last[player]
                    trace.expected[row], trace.k[row] = expected, k
                players.rating[player] += rounded(k * (points - expected), not players.last[player])
                players.variance[player] = new_variance
                players.last[player] = minute

    return bughouse
