"""How likely results are: small cases by hand, and what must hold of all."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.common.odds import odds_of_turning, tail

CHANCES = st.lists(st.floats(0.02, 0.98), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("expected", "half_points", "probability"),
    [
        ([0.5], 2, 0.5),
        ([0.5], 0, 0.5),
        ([0.1], 2, 0.1),
        ([0.1, 0.1], 4, 0.01),
        ([0.9, 0.9], 0, 0.01),
        ([0.1, 0.2], 2, 1 - 0.9 * 0.8),  # one win at least
        ([0.1, 0.2], 1, 1.0),  # a draw is no win
        ([0.9, 0.8], 3, 1.0),  # a draw is no loss
        ([0.9, 0.8], 2, 1 - 0.9 * 0.8),
        ([1.0], 0, 0.005),  # a table prints 1.00 for whatever is above .995
        ([0.0], 2, 0.005),
    ],
)
def test_the_tail_of_a_score(expected: list[float], half_points: int, probability: float) -> None:
    assert tail(expected, half_points) == pytest.approx(probability)


@given(CHANCES, st.integers(0, 12))
def test_the_tail_is_the_sum_over_all_ways_in_which_games_can_end(expected: list[float], half_points: int) -> None:
    half_points = min(half_points, 2 * len(expected))
    ways = list(product((0, 1), repeat=len(expected)))
    chances = [np.prod([p if won else 1 - p for p, won in zip(expected, way, strict=True)]) for way in ways]
    if half_points > 2 * sum(expected):
        wanted = sum(p for p, way in zip(chances, ways, strict=True) if sum(way) >= half_points // 2)
    else:
        wanted = sum(p for p, way in zip(chances, ways, strict=True) if sum(way) <= -(-half_points // 2))
    assert tail(expected, half_points) == pytest.approx(wanted)


def test_results_that_fit_are_not_likelier_the_other_way_round() -> None:
    expected, fitting = np.array([0.9, 0.2, 0.5]), np.array([2, 0, 1])
    assert odds_of_turning(expected, fitting) == pytest.approx((0.1 / 0.9) * (0.2 / 0.8))
    assert odds_of_turning(expected, 2 - fitting) == pytest.approx((0.9 / 0.1) * (0.8 / 0.2))
    assert odds_of_turning(np.array([1.0]), np.array([0])) == pytest.approx(99)


@given(CHANCES)
def test_results_as_they_were_meant_are_seldom_likelier_turned(expected: list[float]) -> None:
    """Of all ways in which the games can end, those that would be a hundred times as likely turned come in 1 of 100."""
    chances = np.array(expected)
    told = 0.0
    for way in product((0, 2), repeat=len(expected)):
        if odds_of_turning(chances, np.array(way)) >= 100:
            told += float(np.prod(np.where(np.array(way) == 2, chances, 1 - chances)))
    assert told <= 0.01 + 1e-9
