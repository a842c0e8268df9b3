"""A trial as plain data."""

from __future__ import annotations

import datetime as dt
import json
from math import log

import numpy as np
import pytest

from ratings.backtests.statistics import evidence
from ratings.backtests.trial import Forecasts, ListLine, Ratings, Trial
from ratings.models import RatingPool

NOBODY = Ratings(np.empty(0, np.int64), np.empty(0, np.int64))
LINE = ListLine(dt.date(2026, 7, 1), 4, 3, 1500.0, 100.0, 1400.0, 1500.0, 1600.0, 2, 1.5)


def trial(*games: tuple[int, float, int, int], discipline: str = "chess") -> Trial:
    """Return games as year, expected score, half points and mean rating."""
    year, expected, half_points, level = zip(*games, strict=True) if games else ((), (), (), ())
    forecasts = Forecasts(
        pairing=np.arange(len(games)),
        year=np.array(year, np.int64),
        expected=np.array(expected, np.float64),
        half_points=np.array(half_points, np.int64),
        level=np.array(level, np.int64),
    )
    return Trial(RatingPool(discipline=discipline), forecasts, (LINE,), 7, NOBODY)


def test_it_holds_the_score_and_those_that_know_nothing() -> None:
    found = evidence(trial((2025, 0.8, 2, 1500), (2025, 0.6, 0, 1500), (2026, 0.5, 2, 1500), (2026, 0.5, 2, 1500)))
    assert found["score"]["log_loss"] == pytest.approx((-log(0.8) - log(0.4) + 2 * log(2)) / 4, abs=1e-5)
    assert found["half"]["log_loss"] == pytest.approx(log(2), abs=1e-5)
    assert found["white"]["log_loss"] == pytest.approx(-(3 * log(0.75) + log(0.25)) / 4, abs=1e-5)
    assert found["unpredicted"] == 7


def test_games_stand_by_year_and_by_band() -> None:
    found = evidence(trial((2025, 0.8, 2, 1599), (2026, 0.6, 0, 1600), (2026, 0.6, 2, 1799)))
    assert [(row["year"], row["games"]) for row in found["years"]] == [(2025, 1), (2026, 2)]
    assert [(row["low"], row["high"], row["games"]) for row in found["bands"]] == [(1400, 1600, 1), (1600, 1800, 2)]


def test_bands_of_go_are_five_ranks_below_zero_too() -> None:
    found = evidence(trial((2010, 0.5, 2, -1), (2010, 0.5, 2, -500), (2010, 0.5, 0, 0), discipline="go"))
    assert [(row["low"], row["high"], row["games"]) for row in found["bands"]] == [(-500, 0, 2), (0, 500, 1)]


def test_lists_carry_their_day_in_iso_form() -> None:
    [line] = evidence(trial((2025, 0.8, 2, 1599)))["lists"]
    assert (line["date"], line["rated"], line["played"], line["drift"]) == ("2026-07-01", 3, 2, 1.5)


def test_without_games_there_are_no_scores() -> None:
    found = evidence(trial())
    assert (found["score"], found["half"], found["white"], found["years"], found["calibration"]) == (
        *(None, None, None),
        *([], []),
    )


def test_it_can_be_stored_as_json() -> None:
    found = evidence(trial((2025, 0.8, 2, 1599)))
    assert json.loads(json.dumps(found)) == found
