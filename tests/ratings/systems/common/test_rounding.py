from fractions import Fraction
from math import floor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.common.rounding import half_up, ten_thousandths


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**6))
def test_a_quotient_is_rounded_to_the_nearest_whole_number_and_a_half_upwards(dividend, divisor):
    found = half_up(np.array([dividend]), np.array([divisor]))
    assert found.tolist() == [floor(Fraction(dividend, divisor) + Fraction(1, 2))]
    assert half_up(np.array([dividend]), divisor).tolist() == found.tolist()


def test_fractions_become_whole_ten_thousandths():
    assert ten_thousandths(np.array([0.33335, -0.5, 16.0, 1e-5])).tolist() == [3334, -5000, 160_000, 0]
