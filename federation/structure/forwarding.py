"""Which units pass on the results of their clubs to the federation (B37), and how long they may take."""

import datetime as dt

from federation.models import Club, Unit
from federation.profiles.reading import profile
from federation.structure.memberships import units_of

CLOCK = "forward"
USUAL_DAYS = 5  # where the profile has no clock


def forwards(unit: Unit, day: dt.date) -> bool:
    """Return whether the clubs of the unit send their results through it on the day."""
    return any(unit.code in kind.forwards_results for kind in profile().on(day).units if kind.kind == unit.kind)


def forwarder_of(club: Club, day: dt.date) -> Unit | None:
    """Return the unit through which the club sends its results on the day; None if straight to the federation."""
    return next((unit for unit in units_of(club, day) if forwards(unit, day)), None)


def days(day: dt.date) -> int:
    """Return how many days a unit may take to pass results on; then they go on by themselves."""
    clock = profile().on(day).clocks.get(CLOCK)
    return clock.days if clock and clock.days else USUAL_DAYS
