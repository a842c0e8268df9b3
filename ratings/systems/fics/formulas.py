"""The formulas of Glicko as on FICS, for a single case: those of the help page, and answers to players' questions."""

import datetime as dt
from math import exp, log, pi, sqrt
from typing import NamedTuple

import numpy as np

from ratings.systems.fics.rules import Rules
from ratings.systems.period import Flags, Floats, Ints


class Limits(NamedTuple):
    """The numbers of the rules as the loops need them. Variances are squares of RDs."""

    growth: float  # of the variance, per minute
    most_variance: float
    p: float
    q: float
    exponent: float  # of the expected score; bughouse uses the q of chess there
    least_k: float


class Interval(NamedTuple):
    """The interval that probably contains the true rating."""

    percent: float
    low: float
    high: float


def limits_of(rules: Rules, is_bughouse: bool = False, has_least_k: bool = True) -> Limits:
    """Return the rules as the loops need them. Before the reform K had no minimum (B8)."""
    scale = rules.bughouse_scale if is_bughouse else rules.scale
    return Limits(
        growth=rules.growth_millionths / 1_000_000,
        most_variance=float(rules.most_deviation**2),
        p=3.0 * log(10.0) ** 2 / (pi * scale) ** 2,
        q=log(10.0) / scale,
        exponent=log(10.0) / rules.scale,
        least_k=float(rules.least_k if has_least_k else 0),
    )


def update(variance: float, others: float, difference: float, limits: Limits) -> tuple[float, float, float]:
    """Return expected score, K and new variance of one player.

    ``variance`` is the player's own when the game begins (B3), ``others`` the sum of the others', ``difference`` own
    minus opponent's rating; in bughouse there are three others, and the ratings are the means of the teams (K9).
    """
    f = 1.0 / sqrt(1.0 + limits.p * others)  # K4, B2
    expected = 1.0 / (1.0 + exp(-limits.exponent * difference * f))  # K5
    precision = 1.0 / variance + limits.q**2 * f**2 * expected * (1.0 - expected)
    k = max(limits.q * f / precision, limits.least_k)  # K6
    return expected, k, 1.0 / precision  # K7: without the minimum K


def deviation_after(deviation: float, minutes: float, rules: Rules) -> float:
    """K3: return the RD this long after the last rated game, such as today's (B6). Negative minutes count as none."""
    return float(deviations_after(np.array([deviation]), np.array([minutes]), rules)[0])


def deviations_after(deviation: Floats, minutes: Floats | Ints, rules: Rules) -> Floats:
    """Return `deviation_after` for many players, one row each; nan stays nan."""
    limits = limits_of(rules)
    grown: Floats = deviation**2 + limits.growth * np.maximum(minutes, 0)
    return np.sqrt(np.minimum(grown, limits.most_variance))


def probability_better(rating: float, deviation: float, other_rating: float, other_deviation: float) -> float:
    """K10: return the probability that the first player is the stronger one."""
    limits = limits_of(Rules())
    return update(1.0, deviation**2 + other_deviation**2, rating - other_rating, limits)[0]


def intervals(rating: float, deviation: float) -> tuple[Interval, Interval, Interval]:
    """K11, B12: return the three intervals of the help page, with its percentages."""
    one, two, three = (
        Interval(percent, rating - times * deviation, rating + times * deviation)
        for times, percent in ((1, 67.0), (2, 95.0), (3, 99.7))
    )
    return one, two, three


def are_active(deviation: Floats, games: Ints, day: dt.date, rules: Rules) -> Flags:
    """B8: return who is in the public ranking of a day: players with a low RD; before the reform, with enough games."""
    active: Flags = deviation <= rules.active_deviation if day >= rules.reform_day else games >= rules.active_games
    return active
