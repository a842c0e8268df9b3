"""The results of a back-test as plain data that can be stored and drawn. See `Evidence` for the shape.

Scores are those of `ratings.systems.common.prediction_scores`. Two baselines are stored with the system's score: always
expecting a half, and always expecting what White scored on average (more than anybody knew before the games).
"""

from dataclasses import asdict
from typing import Any, TypedDict

import numpy as np

from ratings.backtests.trial import Forecasts, Trial
from ratings.systems.common.prediction_scores import calibration, calibration_error, score, scores_by

BAND = {"chess": 200, "go": 500}  # points; in go five ranks
DIGITS = 6


class Evidence(TypedDict):
    """A back-test as JSON. A score is a `scoring.Score` as a dictionary, or None without games."""

    unpredicted: int  # games that count without a prediction
    score: dict[str, Any] | None
    half: dict[str, Any] | None  # of always expecting a half
    white: dict[str, Any] | None  # of always expecting what White scored
    years: list[dict[str, Any]]  # scores with their ``year``
    bands: list[dict[str, Any]]  # scores with ``low`` and ``high``: mean rating of both players, without ``high``
    calibration: list[dict[str, Any]]  # `scoring.Bin`
    calibration_error: float
    lists: list[dict[str, Any]]  # `trial.ListLine`, the day in ISO form


def evidence(trial: Trial) -> Evidence:
    """Return everything that is shown of a back-test."""
    games = trial.forecasts
    columns = (games.expected, games.half_points)
    bins = calibration(*columns)
    width = BAND[trial.pool.discipline]
    return {
        "unpredicted": trial.unpredicted,
        **baselines(games),
        "years": [plain(found) | {"year": year} for year, found in scores_by(games.year, *columns).items()],
        "bands": [
            plain(found) | {"low": width * number, "high": width * (number + 1)}
            for number, found in scores_by(games.level // width, *columns).items()
        ],
        "calibration": [plain(each) for each in bins],
        "calibration_error": round(calibration_error(bins), DIGITS),
        "lists": [plain(line) | {"date": line.date.isoformat()} for line in trial.lists],
    }


def baselines(games: Forecasts) -> dict[str, Any]:
    """Return the score of the system, of always expecting a half, and of always expecting what White scored."""
    always = {"half": 0.5, "white": float(games.half_points.mean() / 2) if len(games) else 0.5}
    columns = {"score": games.expected, **{name: np.full(len(games), mean) for name, mean in always.items()}}
    scores = {name: score(expected, games.half_points) for name, expected in columns.items()}
    return {name: plain(found) if found else None for name, found in scores.items()}


def plain(found: Any) -> dict[str, Any]:
    """Return a dataclass of numbers as a dictionary, with rounded fractions."""
    rows = asdict(found).items()
    return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in rows}
