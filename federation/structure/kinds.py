"""The kinds of units above the clubs, as the profile names them."""

import datetime as dt

from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext as _

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


def usual_name() -> str:
    """Return what the usual kind is called, with a capital letter: for columns and filters."""
    return capfirst(named("units", usual(timezone.localdate()), Unit.Kind))


lazy_usual_name = lazy(usual_name, str)


def title() -> str:
    """Return the title of the page of all units."""
    return _("Leagues") if usual(timezone.localdate()) == Unit.Kind.LEAGUE else _("Units")
