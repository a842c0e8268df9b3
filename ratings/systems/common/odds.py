"""How likely results were, judging by the ratings: plain numbers, no players."""

import math
from collections.abc import Sequence

import numpy as np

from ratings.systems.common.prediction_scores import SUREST
from ratings.systems.period import Floats, Ints

LEAST, MOST = 0.01, 0.99  # no rating predicts a game with more certainty


def tail(expected: Sequence[float], half_points: int) -> float:
    """Return the probability of a score at least as high, or at least as low if it was below the expected score.

    ``expected``: the expected score of each game, none more certain than `SUREST`; ``half_points``: the total score.
    Games are treated as won or lost and an odd half point is ignored, so the probability is rather overestimated.
    """
    wins = np.ones(1)  # the probability of 0, 1, 2 ... of them
    chances = np.clip(expected, 1 - SUREST, SUREST)
    for each in chances.tolist():
        wins = np.convolve(wins, (1 - each, each))
    if half_points > 2 * chances.sum():
        return float(wins[half_points // 2 :].sum())
    return float(wins[: (half_points + 1) // 2 + 1].sum())


def odds_of_turning(expected: Floats, half_points: Ints) -> float:
    """Return how many times as likely the results would be if all of them were reversed.

    For results that are not reversed, this is a hundred or more in at most one of a hundred cases.
    """
    sure = np.clip(expected, LEAST, MOST)
    surprise = (1 - half_points) * (np.log(sure) - np.log1p(-sure))
    return math.exp(min(float(surprise.sum()), 700.0))  # the limit of a float
