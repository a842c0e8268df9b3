"""How good predictions were: log-loss, Brier score, calibration. Arrays in, plain numbers out.

A game has a prediction, White's expected score, and an outcome, what White scored: 0, a half or 1. A draw is half a win
and half a loss: with p expected it costs -(ln p + ln(1 - p)) / 2, which is least, ln 2, for p of a half.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from ratings.systems.period import Floats, Ints

# Tables in whole hundredths print 1.00 for whatever is above .995: no prediction is taken to be surer than that.
SUREST: Final = 0.995
BINS: Final = 20  # of calibration, from 0 to 1
Z: Final = 1.959964  # of a normal distribution, 95 % lie within so many standard deviations


@dataclass(frozen=True)
class Score:
    """Of a number of games; the means are of White."""

    games: int
    log_loss: float  # in nats; always saying a half gives ln 2 = 0.693
    brier: float  # mean square of the error; always saying a half gives a quarter, less where games are drawn
    expected: float  # mean prediction
    scored: float  # mean outcome


@dataclass(frozen=True)
class Bin:
    """The games whose prediction lies from ``low`` up to ``high``, from the side that was expected to score more."""

    low: float
    high: float
    games: int
    expected: float  # mean prediction
    scored: float  # mean outcome, with the interval in which the true one lies at 95 %
    scored_low: float
    scored_high: float


@dataclass(frozen=True)
class Difference:
    """How much one set of predictions loses more than another on the same games, with its interval at 95 %."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether it is more than chance gives."""
        return self.low > 0 or self.high < 0


def log_losses(expected: Floats, half_points: Ints) -> Floats:
    """Of each game -(s ln p + (1 - s) ln(1 - p)), s being what White scored."""
    p = np.clip(expected, 1 - SUREST, SUREST)
    scored = half_points / 2
    losses: Floats = -(scored * np.log(p) + (1 - scored) * np.log1p(-p))
    return losses


def brier_scores(expected: Floats, half_points: Ints) -> Floats:
    """Of each game (s - p) squared."""
    return np.square(half_points / 2 - expected)


def score(expected: Floats, half_points: Ints) -> Score | None:
    """The means over all games; None without any."""
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
    """The score of the games of each key (a year, a band of ratings), by ascending key."""
    found, place = np.unique(keys, return_inverse=True)
    games = np.bincount(place)
    columns = (log_losses(expected, half_points), brier_scores(expected, half_points), expected, half_points / 2)
    means = [(np.bincount(place, column, len(found)) / games).tolist() for column in columns]
    return {key: Score(*row) for key, *row in zip(found.tolist(), games.tolist(), *means, strict=True)}


def calibration(expected: Floats, half_points: Ints) -> list[Bin]:
    """What came of predictions of 50 to 55 %, 55 to 60 % ...; bins without games are left out.

    A game is looked at from the side that was expected to score more: from the other one it would say the same twice.
    """
    is_black = expected < 0.5
    expected = np.where(is_black, 1 - expected, expected)
    scored = np.where(is_black, 2 - half_points, half_points) / 2
    # 0.55 belongs to the bin that begins with it, whatever the last bits of the fraction say.
    place = np.minimum(np.floor((expected + 1e-9) * BINS).astype(np.int64), BINS - 1)
    found, row = np.unique(place, return_inverse=True)
    games = np.bincount(row)
    means = [(np.bincount(row, column, len(found)) / games).tolist() for column in (expected, scored)]
    return [
        Bin(number / BINS, (number + 1) / BINS, count, mean, outcome, *wilson(outcome, count))
        for number, count, mean, outcome in zip(found.tolist(), games.tolist(), *means, strict=True)
    ]


def wilson(mean: float, count: int) -> tuple[float, float]:
    """Wilson's interval of a mean between 0 and 1 over so many games, at 95 %.

    It takes every game for won or lost; draws make the true interval narrower, never wider.
    """
    square = Z * Z
    centre = (mean + square / (2 * count)) / (1 + square / count)
    half = Z * sqrt(mean * (1 - mean) / count + square / (4 * count * count)) / (1 + square / count)
    return centre - half, centre + half


def calibration_error(bins: list[Bin]) -> float:
    """The mean distance of outcome and prediction over the bins, each with the weight of its games."""
    games = sum(each.games for each in bins)
    return sum(each.games * abs(each.scored - each.expected) for each in bins) / games if games else 0.0


def paired_difference(first: Floats, second: Floats) -> Difference | None:
    """Of the losses of two sets of predictions on the same games; None with fewer than two games."""
    if len(first) < 2:
        return None
    difference = first - second
    mean = float(difference.mean())
    half = Z * float(difference.std(ddof=1)) / sqrt(len(difference))
    return Difference(mean, mean - half, mean + half)
