"""Belgian Elo: 90 half-yearly lists of a million games v reading the games; a slice v the plain plain reckoning.

See `benchmarks.systems` for the way of measuring.
"""

from __future__ import annotations

from benchmarks import systems
from benchmarks.measure import Row
from ratings.bundle.plain import frbe as plain_frbe
from ratings.systems.frbe import rate as frbe

COMPUTE_GOAL, ORACLE_GOAL = 0.12, 5


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    return systems.rows(frbe, plain_frbe, (COMPUTE_GOAL, ORACLE_GOAL), quick)
