"""The kinds of units above the clubs, as the profile names them."""

import datetime as dt

from django.db.models import Case, Value, When

from federation.models import Unit
from federation.profiles.reading import profile
from federation.profiles.words import named

SUBFEDERATION = "subfederation"


def subfederations(day: dt.date) -> list[str]:
    """Return the kinds whose officers have the rights of a sub-federation."""
    return [row.kind for row in profile().on(day).units if row.officers == SUBFEDERATION]


def leagues(day: dt.date) -> list[str]:
    """Return the kinds below those, in the order of the profile: the first is the one that is shown beside a club."""
    found = [row.kind for row in profile().on(day).units if row.officers != SUBFEDERATION]
    return found or [Unit.Kind.LEAGUE.value]


def usual(day: dt.date) -> str:
    """Return the kind that a club belongs to first of all."""
    return leagues(day)[0]


def usual_first(day: dt.date) -> Case:
    """Sort memberships: those of the usual kind first, then the other kinds as the profile has them."""
    order = [*leagues(day), *subfederations(day)]
    return Case(*(When(unit__kind=kind, then=Value(place)) for place, kind in enumerate(order)), default=Value(99))


def choices() -> list[tuple[str, str]]:
    """Return all kinds with their names, for forms and filters."""
    rows = [row.kind for row in profile().sections.units] or [Unit.Kind.LEAGUE.value]
    return [(kind, named("units", kind, Unit.Kind)) for kind in dict.fromkeys([*rows, Unit.Kind.ORGANISER.value])]
