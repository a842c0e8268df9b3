"""Rows grouped by a key, in their order within each group: sums and running numbers for all players at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.systems.period import Ints

_LOW_BITS = 0xFFFF


@dataclass(frozen=True)
class Runs:
    """Rows in which equal keys are adjacent; all arrays have one element per run."""

    keys: Ints
    starts: Ints
    sizes: Ints

    def spread(self, values: Ints) -> Ints:
        """Repeat the value of each run for each of its rows."""
        return np.repeat(values, self.sizes)

    def ranks(self, first: Ints | int = 0) -> Ints:
        """Return 0, 1, 2 ... within each run, counted from its element of ``first`` if that is given."""
        return np.arange(self.sizes.sum()) + self.spread(first - self.starts)

    def part(self, which: Ints) -> tuple[Ints, Runs]:
        """Return the rows of some of the runs, and these runs in terms of those rows."""
        sizes = self.sizes[which]
        runs = Runs(self.keys[which], np.cumsum(sizes) - sizes, sizes)
        return runs.ranks(self.starts[which]), runs

    def sums(self, values: Ints) -> Ints:
        """Return the sum of the values over each run; values are in the order of the keys."""
        totals: Ints = np.add.reduceat(values, self.starts, dtype=np.int64)
        return totals

    def greatest(self, values: Ints) -> Ints:
        """Return the greatest value of each run; values are in the order of the keys."""
        found: Ints = np.maximum.reduceat(values, self.starts)
        return found


@dataclass(frozen=True)
class Groups(Runs):
    """Runs of ascending keys, after the rows have been put in ``order``."""

    order: Ints

    def numbers(self) -> Ints:
        """Return 0, 1, 2 ... within its group for each row, in the original order."""
        found = np.empty_like(self.order)
        found[self.order] = self.ranks()
        return found


def runs_of(keys: Ints) -> Runs:
    """Return the runs of keys that are already in order."""
    begins = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=begins[1:])
    starts = np.flatnonzero(begins)
    ends = np.empty_like(starts)
    ends[:-1], ends[-1:] = starts[1:], len(keys)
    return Runs(keys[starts], starts, ends - starts)


def group_by(keys: Ints) -> Groups:
    """Group equal keys. Keys are row numbers: from 0, below 2**32."""
    order = stable_order(keys)
    runs = runs_of(keys[order])
    return Groups(runs.keys, runs.starts, runs.sizes, order)


def ranks_of(keys: Ints) -> Ints:
    """Return 0, 1, 2 ... within each run of keys that are already in order. Keys are row numbers: from 0."""
    rows = np.arange(len(keys))
    first = np.empty(keys.max(initial=0) + 1, dtype=np.int64)
    first[keys[::-1]] = rows[::-1]  # of all rows with the same key, the one written last is kept
    return rows - first[keys]


def stable_order(keys: Ints) -> Ints:
    """Return the rows ordered by key, keeping the order within a key. Keys are row numbers: from 0, below 2**32."""
    # NumPy sorts 16-bit integers by radix: two passes are five times as fast as one comparison sort of 64 bits.
    order = np.argsort(keys.astype(np.uint16), kind="stable")  # by the low bits
    if keys.max(initial=0) > _LOW_BITS:
        high: NDArray[np.uint16] = (keys >> 16).astype(np.uint16)
        order = order[np.argsort(high[order], kind="stable")]
    return order
