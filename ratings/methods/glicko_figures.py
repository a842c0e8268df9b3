"""What the page of Glicko shows: K by both RDs, and how an RD grows, from the engine."""

from typing import Any, Final, NamedTuple

from ratings.systems.fics.formulas import deviation_after, limits_of, update
from ratings.systems.period import MINUTES_A_DAY

DEVIATIONS: Final = (30, 50, 80, 120, 200, 350)
DAYS: Final = (0, 7, 30, 90, 180, 365, 730, 2190)
RELIABLE: Final = 50.0  # the RD of a player who plays often


class Weights(NamedTuple):
    """K and the RD after a game between equals, by the opponent's RD."""

    deviation: int
    after: float
    k: list[float]


class Growth(NamedTuple):
    days: int
    deviation: float


def weights(rules: Any) -> list[Weights]:
    """Return K (K6) of a game between two players with the same rating, a row for each own RD."""
    limits = limits_of(rules)
    found = []
    for own in DEVIATIONS:
        rows = [update(float(own**2), float(other**2), 0.0, limits) for other in DEVIATIONS]
        found.append(Weights(own, rows[0][2] ** 0.5, [k for _expected, k, _variance in rows]))
    return found


def growth(rules: Any) -> list[Growth]:
    """Return the RD (K3) after some days without a rated game."""
    return [Growth(days, deviation_after(RELIABLE, days * MINUTES_A_DAY, rules)) for days in DAYS]


def expected(rules: Any, deviation: int, differences: range) -> list[tuple[float, float]]:
    """Return the expected score (K5) by difference against an opponent with this RD."""
    limits = limits_of(rules)
    return [(each, update(1.0, float(deviation**2), float(each), limits)[0]) for each in differences]
