"""How likely results were, as far as ratings tell: pure numbers, no players."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ratings.systems.common.prediction_scores import SUREST
from ratings.systems.period import Floats, Ints

LEAST, MOST = 0.01, 0.99  # no rating is surer of a game


def tail(expected: Sequence[float], half_points: int) -> float:
    """The probability of a score so high, or so low where less was scored than expected.

    ``expected``: the score of each game, none taken to be surer than `SUREST`; ``half_points``: what was scored in all.
    Games are taken for won or lost, and half a point too many for none, so that what comes out is rather more than it
    is.
    """
    wins = np.ones(1)  # the probability of 0, 1, 2 ... of them
    chances = np.clip(expected, 1 - SUREST, SUREST)
    for each in chances.tolist():
        wins = np.convolve(wins, (1 - each, each))
    if half_points > 2 * chances.sum():
        return float(wins[half_points // 2 :].sum())
    return float(wins[: (half_points + 1) // 2 + 1].sum())


def odds_of_turning(expected: Floats, half_points: Ints) -> float:
    """How many times as likely the results would be if all of them were the other way round.

    Where none is, that is a hundred or more in one of a hundred cases at most.
    """
    sure = np.clip(expected, LEAST, MOST)
    surprise = (1 - half_points) * (np.log(sure) - np.log1p(-sure))
    return math.exp(min(float(surprise.sum()), 700.0))  # larger ones are no floats
