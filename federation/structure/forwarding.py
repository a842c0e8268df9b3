"""Which units pass on the results of their clubs to the federation (B37), and how long they may take."""

import datetime as dt
from collections.abc import Collection

from federation.models import Unit, UnitMembership
from federation.profiles.reading import profile

CLOCK = "forward"
USUAL_DAYS = 5  # where the profile has no clock


def forwards(unit: Unit, day: dt.date) -> bool:
    """Return whether the clubs of the unit send their results through it on the day."""
    return any(unit.code in kind.forwards_results for kind in profile().on(day).units if kind.kind == unit.kind)


def forwarders(clubs: Collection[int], day: dt.date) -> dict[int, Unit]:
    """Return the unit through which each of the clubs (ids) sends its results on the day.

    The others send straight to the federation. One query, none if no unit forwards.
    """
    if not any(kind.forwards_results for kind in profile().on(day).units):
        return {}
    rows = UnitMembership.objects.on(day).filter(club__in=clubs).select_related("unit")
    return {row.club_id: row.unit for row in rows if forwards(row.unit, day)}


def days(day: dt.date) -> int:
    """Return how many days a unit may take to pass results on; then they are passed on automatically."""
    clock = profile().on(day).clocks.get(CLOCK)
    return clock.days if clock and clock.days else USUAL_DAYS
