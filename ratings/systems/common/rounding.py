"""Rounding to whole numbers: quotients, and fractions as stored in ledgers."""

import numpy as np

from ratings.systems.period import POINT, Floats, Ints


def half_up(dividend: Ints, divisor: Ints | int) -> Ints:
    """Return the quotient rounded to the nearest whole number, halves upwards, also below zero."""
    return (dividend + divisor // 2) // divisor


def ten_thousandths(numbers: Floats) -> Ints:
    """Return points or expected scores in the unit of `period.Ledger`."""
    return np.rint(POINT * numbers).astype(np.int64)
