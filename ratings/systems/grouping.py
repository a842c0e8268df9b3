"""Rows gathered by a key and kept in their order within it: sums and running numbers for each player at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.systems.period import Ints

_LOW_BITS = 0xFFFF


@dataclass(frozen=True)
class Groups:
    """``order`` brings rows into groups; the other arrays have one element a group, by ascending key."""

    order: Ints
    keys: Ints
    starts: Ints
    sizes: Ints

    def spread(self, values: Ints) -> Ints:
        """One value a group, repeated for each of its rows."""
        return np.repeat(values, self.sizes)

    def ranks(self) -> Ints:
        """0, 1, 2 ... within each group."""
        return np.arange(len(self.order)) - self.spread(self.starts)

    def sums(self, values: Ints) -> Ints:
        """The sum over each group of values that are already in ``order``."""
        # Differences of running sums: exact for whole numbers and three times as fast as np.add.reduceat.
        running = np.zeros(len(values) + 1, dtype=np.int64)
        np.cumsum(values, out=running[1:])
        totals: Ints = running[self.starts + self.sizes] - running[self.starts]
        return totals


def group_by(keys: Ints) -> Groups:
    """Groups of equal keys. Keys are row numbers: from 0, below 2**32."""
    order = _stable_order(keys)
    ordered = keys[order]
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return Groups(order, ordered[starts], starts, np.diff(starts, append=len(ordered)))


def _stable_order(keys: Ints) -> Ints:
    # NumPy sorts 16-bit integers by radix: two passes are five times as fast as one comparison sort of 64 bits.
    order = np.argsort((keys & _LOW_BITS).astype(np.uint16), kind="stable")
    high: NDArray[np.uint16] = (keys >> 16).astype(np.uint16)
    if high.any():
        order = order[np.argsort(high[order], kind="stable")]
    return order
