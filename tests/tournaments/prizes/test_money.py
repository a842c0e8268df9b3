"""Prize money among equal scores: divided to the cent, and never more or less than there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.prizes.money import Sharing, divided

AMOUNTS, SCORES = [50000, 30000, 20000], [5, 4, 4, 4]


@pytest.mark.parametrize(
    ("sharing", "taken"),
    [
        (Sharing.PLACE, [50000, 30000, 20000, 0]),
        (Sharing.EQUAL, [50000, 16667, 16667, 16666]),
        (Sharing.HORT, [50000, 23334, 18333, 8333]),
    ],
)
def test_three_share_the_second_and_the_third_prize(sharing: Sharing, taken: list[int]) -> None:
    assert divided(AMOUNTS, SCORES, sharing) == taken


def test_a_sole_winner_takes_all_and_places_without_a_prize_nothing() -> None:
    for sharing in Sharing:
        assert divided([10000], [3], sharing) == [10000]
        assert divided([10000], [3, 2], sharing) == [10000, 0]
        assert divided([10000, 5000], [3], sharing) == [10000]
        assert divided([], [], sharing) == []


@given(
    st.lists(st.integers(0, 100_000), max_size=8).map(lambda found: sorted(found, reverse=True)),
    st.lists(st.integers(0, 3), max_size=8).map(lambda found: sorted(found, reverse=True)),
    st.sampled_from(Sharing),
)
def test_the_sum_stays_and_nobody_takes_more_than_who_stands_above(
    amounts: list[int], scores: list[int], sharing: Sharing
) -> None:
    taken = divided(amounts, scores, sharing)
    assert sum(taken) == sum(amounts[: len(scores)])
    assert taken == sorted(taken, reverse=True)
