"""The tables of the documents as rows, read from those that the engines use."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

import numpy as np

from ratings.systems.common.elo_tables import BAND_ENDS, DIFFERENCE_OF_PERCENT, percents_by_difference
from ratings.systems.fqe.formulas import PERCENTS

COLUMNS: Final = 3  # in which a long table is set

Row = TypeVar("Row")


class Difference(NamedTuple):
    """A line of table I: a score in percent, and the rating difference that it is worth."""

    percent: int
    difference: int


class Band(NamedTuple):
    """A line of table II: differences from ``first`` to ``last`` (None: and more), and the two expected scores."""

    first: int
    last: int | None
    higher: int
    lower: int


def differences() -> list[Difference]:
    """Return table I from 99 to 1 percent (B06)."""
    upper = [Difference(50 + place, difference) for place, difference in enumerate(DIFFERENCE_OF_PERCENT)]
    lower = [Difference(100 - row.percent, -row.difference) for row in upper[1:]]
    return [*reversed(upper), *lower]


def bands(system: str) -> list[Band]:
    """Return the table of expected scores of a system (B11, Q14)."""
    percents = PERCENTS if system == "fqe" else percents_by_difference(BAND_ENDS)
    starts = [0, *(np.flatnonzero(np.diff(percents)) + 1).tolist(), len(percents)]
    found = [Band(low, high - 1, int(percents[low]), 100 - int(percents[low])) for low, high in pairwise(starts)]
    return [*found[:-1], found[-1]._replace(last=None)]


def in_columns(rows: Sequence[Row], columns: int = COLUMNS) -> list[Sequence[Row]]:
    """Return the rows cut into this many parts of nearly equal length."""
    length = -(-len(rows) // columns)
    return [rows[start : start + length] for start in range(0, len(rows), length)]
