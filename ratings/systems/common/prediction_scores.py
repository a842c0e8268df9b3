"""How accurate predictions were: log-loss, Brier score, calibration. Arrays in, plain numbers out.

A game has a prediction, White's expected score, and an outcome, White's score: 0, a half or 1. A draw is half a win and
half a loss: with p expected it costs -(ln p + ln(1 - p)) / 2, at least ln 2, for p = 1/2.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from ratings.systems.period import Floats, Ints

# Tables in whole hundredths print 1.00 for anything above .995: no prediction is treated as more certain than that.
SUREST: Final = 0.995
BINS: Final = 20  # of calibration, from 0 to 1
Z: Final = 1.959964  # 95 % of a normal distribution lie within this many standard deviations


@dataclass(frozen=True)
class Score:
    """The accuracy over a number of games; the means are White's."""

    games: int
    log_loss: float  # in nats; always predicting a half gives ln 2 = 0.693
    brier: float  # mean squared error; always predicting a half gives a quarter, less with draws
    expected: float  # mean prediction
    scored: float  # mean outcome


@dataclass(frozen=True)
class Bin:
    """The games predicted between ``low`` and ``high``, for the side expected to score more."""

    low: float
    high: float
    games: int
    expected: float  # mean prediction
    scored: float  # mean outcome, with its 95 % confidence interval
    scored_low: float
    scored_high: float


@dataclass(frozen=True)
class Difference:
    """How much worse one set of predictions is than another on the same games, with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        return self.low > 0 or self.high < 0


def log_losses(expected: Floats, half_points: Ints) -> Floats:
    """Return -(s ln p + (1 - s) ln(1 - p)) of each game, where s is White's score."""
    p = np.clip(expected, 1 - SUREST, SUREST)
    scored = half_points / 2
    losses: Floats = -(scored * np.log(p) + (1 - scored) * np.log1p(-p))
    return losses


def brier_scores(expected: Floats, half_points: Ints) -> Floats:
    """Return (s - p) squared of each game, where s is White's score."""
    return np.square(half_points / 2 - expected)


def score(expected: Floats, half_points: Ints) -> Score | None:
    """Return the means over all games, or None without games."""
    if not len(expected):
        return None
    return Score(
        games=len(expected),
        log_loss=float(log_losses(expected, half_points).mean()),
        brier=float(brier_scores(expected, half_points).mean()),
        expected=float(expected.mean()),
        scored=float(half_points.mean() / 2),
    )


def scores_by(keys: Ints, expected: Floats, half_points: Ints) -> dict[int, Score]:
    """Return the accuracy for each key (a year, a band of ratings), by ascending key."""
    found, place = np.unique(keys, return_inverse=True)
    games = np.bincount(place)
    columns = (log_losses(expected, half_points), brier_scores(expected, half_points), expected, half_points / 2)
    means = [(np.bincount(place, column, len(found)) / games).tolist() for column in columns]
    return {key: Score(*row) for key, *row in zip(found.tolist(), games.tolist(), *means, strict=True)}


def calibration(expected: Floats, half_points: Ints) -> list[Bin]:
    """Return the outcomes of predictions of 50 to 55 %, 55 to 60 % ...; bins without games are left out.

    A game counts once, for the side expected to score more: the other side would only repeat it.
    """
    is_black = expected < 0.5
    expected = np.where(is_black, 1 - expected, expected)
    scored = np.where(is_black, 2 - half_points, half_points) / 2
    # 0.55 belongs to the bin that starts with it, even if the last bits of the fraction differ.
    place = np.minimum(np.floor((expected + 1e-9) * BINS).astype(np.int64), BINS - 1)
    found, row = np.unique(place, return_inverse=True)
    games = np.bincount(row)
    means = [(np.bincount(row, column, len(found)) / games).tolist() for column in (expected, scored)]
    return [
        Bin(number / BINS, (number + 1) / BINS, count, mean, outcome, *wilson(outcome, count))
        for number, count, mean, outcome in zip(found.tolist(), games.tolist(), *means, strict=True)
    ]


def wilson(mean: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a mean between 0 and 1 over this many games.

    It treats every game as won or lost; draws make the true interval narrower, never wider.
    """
    square = Z * Z
    centre = (mean + square / (2 * count)) / (1 + square / count)
    half = Z * sqrt(mean * (1 - mean) / count + square / (4 * count * count)) / (1 + square / count)
    return centre - half, centre + half


def calibration_error(bins: list[Bin]) -> float:
    """Return the mean distance between outcome and prediction over the bins, weighted by their games."""
    games = sum(each.games for each in bins)
    return sum(each.games * abs(each.scored - each.expected) for each in bins) / games if games else 0.0


def paired_difference(first: Floats, second: Floats) -> Difference | None:
    """Compare the losses of two sets of predictions on the same games; return None for fewer than two games."""
    if len(first) < 2:
        return None
    difference = first - second
    mean = float(difference.mean())
    half = Z * float(difference.std(ddof=1)) / sqrt(len(difference))
    return Difference(mean, mean - half, mean + half)
