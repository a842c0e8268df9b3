"""Quebec cote: tournament after tournament of a million games v reading the games; a slice v the plain reckoning.

See `benchmarks.systems` for the way of measuring.
"""

from __future__ import annotations

from benchmarks import systems
from benchmarks.measure import Row
from ratings.bundle.plain import fqe as plain_fqe
from ratings.systems.fqe import rate as fqe

COMPUTE_GOAL, ORACLE_GOAL = 0.5, 5


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    return systems.rows(fqe, plain_fqe, (COMPUTE_GOAL, ORACLE_GOAL), quick)
