"""Rankings begin with the best."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ratings.systems.common.ranking_order import best_first


@pytest.mark.parametrize("high", [2000, 32_767, 32_768, 1_000_000])
def test_the_highest_rating_comes_first_then_most_games_then_the_lowest_number(high: int) -> None:
    rating = np.array([1500, high, -3000, 1500, 1500, high, 1])
    games = np.array([30, 5, 99, 40, 30, high, 0])
    outcome, players = SimpleNamespace(rating=rating, games=games), SimpleNamespace(number=np.arange(10001, 10008))
    assert best_first(np.arange(7), outcome, players).tolist() == [5, 1, 3, 0, 4, 6, 2]
    assert best_first(np.array([2, 3, 4]), outcome, players).tolist() == [3, 4, 2]
