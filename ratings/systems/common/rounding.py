"""Numbers made whole: quotients, and fractions as ledgers hold them."""

from __future__ import annotations

import numpy as np

from ratings.systems.period import POINT, Floats, Ints


def half_up(dividend: Ints, divisor: Ints | int) -> Ints:
    """The quotient to the nearest whole number, a half upwards, also below zero."""
    return (dividend + divisor // 2) // divisor


def ten_thousandths(numbers: Floats) -> Ints:
    """Points or expected scores in the unit of `period.Ledger`."""
    return np.rint(POINT * numbers).astype(np.int64)
