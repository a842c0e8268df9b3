"""The order of a ranking."""

import numpy as np
from numpy.typing import NDArray

from ratings.systems.period import Ints, Outcome, Players

SHORT = np.iinfo(np.int16)


def best_first(rows: Ints, outcome: Outcome, players: Players) -> Ints:
    """Return these rows, highest rating first; ties by games, most first, then by number, lowest first."""
    keys = (_descending(column[rows]) for column in (outcome.games, outcome.rating))
    return rows[np.lexsort((players.number[rows], *keys))]


def _descending(numbers: Ints) -> NDArray[np.signedinteger]:
    """Return a key for descending order. In two bytes it is sorted ten times as fast."""
    fits = np.abs(numbers).max(initial=0) <= SHORT.max
    return -(numbers.astype(SHORT.dtype) if fits else numbers)
