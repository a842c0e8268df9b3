"""How good predictions were, against numbers worked out by hand and against games whose true strengths are known."""

from __future__ import annotations

from dataclasses import astuple
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.common.prediction_scores import (
    Difference,
    brier_scores,
    calibration,
    calibration_error,
    log_losses,
    paired_difference,
    score,
    scores_by,
    wilson,
)

PREDICTIONS = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 2)), min_size=1, max_size=60)


def floats(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def simulated(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Predictions, and wins and losses that come as often as they say."""
    chance = np.random.default_rng(seed)
    expected = chance.uniform(0.02, 0.98, count)
    return expected, np.where(chance.random(count) < expected, 2, 0)


def test_a_win_costs_the_logarithm_of_its_prediction():
    assert log_losses(floats(0.8, 0.8), ints(2, 0)).tolist() == pytest.approx([-log(0.8), -log(0.2)])


def test_a_draw_costs_half_a_win_and_half_a_loss():
    assert log_losses(floats(0.8), ints(1)).tolist() == pytest.approx([-(log(0.8) + log(0.2)) / 2])


def test_no_prediction_is_surer_than_the_tables_can_print():
    assert log_losses(floats(1.0, 0.0), ints(0, 2)).tolist() == pytest.approx([-log(0.005)] * 2)


@given(st.lists(st.integers(0, 2), min_size=1))
def test_always_a_half_costs_ln_2_whatever_happens(half_points):
    found = score(np.full(len(half_points), 0.5), ints(*half_points))
    assert found.log_loss == pytest.approx(log(2))
    assert found.brier == pytest.approx(sum(each != 1 for each in half_points) / len(half_points) / 4)


def test_the_brier_score_is_the_mean_square_of_the_error():
    assert brier_scores(floats(0.8, 0.8, 0.8), ints(2, 1, 0)).tolist() == pytest.approx([0.04, 0.09, 0.64])


def test_a_score_holds_the_means():
    found = score(floats(0.8, 0.5, 0.4), ints(2, 1, 0))
    assert (found.games, found.scored) == (3, 0.5)
    assert found.expected == pytest.approx(17 / 30)
    assert found.brier == pytest.approx((0.04 + 0.16) / 3)
    assert found.log_loss == pytest.approx((-log(0.8) + log(2) - log(0.6)) / 3)


def test_without_games_there_is_no_score():
    assert score(floats(), ints()) is None
    assert scores_by(ints(), floats(), ints()) == {}
    assert calibration(floats(), ints()) == []
    assert calibration_error([]) == 0.0


def test_scores_stand_by_year():
    found = scores_by(ints(2025, 2024, 2025), floats(0.8, 0.5, 0.6), ints(2, 1, 0))
    assert {year: each.games for year, each in found.items()} == {2024: 1, 2025: 2}
    alone = score(floats(0.8, 0.6), ints(2, 0))
    assert astuple(found[2025]) == pytest.approx(astuple(alone))


def test_a_bin_begins_with_its_lower_end():
    bins = calibration(floats(0.5, 0.54, 0.55, 0.6, 0.95, 1.0), ints(1, 1, 1, 1, 1, 1))
    assert [(each.low, each.games) for each in bins] == [(0.5, 2), (0.55, 1), (0.6, 1), (0.95, 2)]
    assert bins[-1].high == 1.0


def test_a_game_is_seen_from_the_side_that_was_expected_to_score_more():
    ahead, behind = calibration(floats(0.72), ints(2)), calibration(floats(0.28), ints(0))
    assert (ahead[0].games, ahead[0].scored) == (behind[0].games, behind[0].scored) == (1, 1.0)
    assert ahead[0].expected == pytest.approx(behind[0].expected)


def test_wilson_gives_the_interval_of_the_books():
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(1.0, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)


def test_predictions_that_tell_the_truth_are_calibrated():
    expected, half_points = simulated(200_000)
    bins = calibration(expected, half_points)
    assert len(bins) == 10
    assert sum(each.scored_low <= each.expected <= each.scored_high for each in bins) >= 8  # 95 % of them
    assert calibration_error(bins) < 0.005


def test_predictions_that_exaggerate_are_not():
    expected, half_points = simulated(200_000)
    exaggerated = np.where(expected > 0.5, 0.5 + expected / 2, expected / 2)
    bins = calibration(exaggerated, half_points)
    assert all(each.expected > each.scored_high for each in bins)
    assert calibration_error(bins) > 0.1
    assert score(exaggerated, half_points).log_loss > score(expected, half_points).log_loss


@given(PREDICTIONS)
def test_bins_hold_every_game_once_and_intervals_hold_their_mean(games):
    expected = floats(*(percent / 100 for percent, _ in games))
    bins = calibration(expected, ints(*(half_points for _, half_points in games)))
    assert sum(each.games for each in bins) == len(games)
    for each in bins:
        assert each.low - 1e-9 <= each.expected <= each.high + 1e-9
        assert each.scored_low - 1e-9 <= each.scored <= each.scored_high + 1e-9


@given(PREDICTIONS)
def test_the_side_that_reports_makes_no_difference(games):
    expected = floats(*(percent / 100 for percent, _ in games))
    half_points = ints(*(half_points for _, half_points in games))
    one, other = score(expected, half_points), score(1 - expected, 2 - half_points)
    assert (one.log_loss, one.brier) == pytest.approx((other.log_loss, other.brier))


def test_a_paired_difference_is_clear_where_chance_alone_would_not_give_it():
    expected, half_points = simulated(20_000)
    truth, half = log_losses(expected, half_points), log_losses(np.full(20_000, 0.5), half_points)
    found = paired_difference(half, truth)
    assert found.low < found.mean < found.high
    assert found.mean == pytest.approx(log(2) - truth.mean())
    assert found.is_clear
    assert paired_difference(truth, truth) == Difference(0.0, 0.0, 0.0)
    assert not paired_difference(truth, truth).is_clear


def test_one_game_says_nothing_of_a_difference():
    assert paired_difference(floats(0.3), floats(0.2)) is None


def test_a_paired_difference_by_hand():
    found = paired_difference(floats(0.3, 0.5), floats(0.2, 0.2))  # differences 0.1 and 0.3, deviation 0.1414
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.2 - 0.195996, 0.2 + 0.195996), abs=1e-5)
