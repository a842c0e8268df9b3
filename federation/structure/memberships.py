"""Which units a club belongs to, on a given day: a club that moves keeps its past."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import UserError
from federation.models import Club, ClubQuerySet, Unit, UnitMembership
from federation.structure import kinds

ALWAYS = dt.date(1900, 1, 1)  # the first day if it is unknown since when

NOT_AFTER = noop("%(club)s has belonged to %(unit)s since %(day)s: choose a later day.")
NO_CLUBS = noop("%(unit)s organises tournaments and has no clubs.")


class MoveError(UserError):
    """A club cannot move to that unit on that day."""


def in_unit(unit: Unit | QuerySet, day: dt.date) -> QuerySet[UnitMembership]:
    """Return the memberships on the day of a unit (or of units, by their ids) and of all units below it."""
    units = Unit.objects.within([unit.pk] if isinstance(unit, Unit) else unit)
    return UnitMembership.objects.on(day).filter(unit__in=units.values("pk"))


def clubs_of(unit: Unit, day: dt.date) -> ClubQuerySet:
    """Return the clubs that belong on the day to the unit or to one below it."""
    return Club.objects.filter(pk__in=in_unit(unit, day).values("club"))


def units_of(club: Club, day: dt.date) -> list[Unit]:
    """Return the units of the club on the day, the lowest first. One query."""
    rows = UnitMembership.objects.on(day).filter(club=club).order_by(kinds.usual_first(day), "unit__code")
    return [row.unit for row in rows.select_related("unit")]


def neighbours_of(club: Club, day: dt.date) -> QuerySet[UnitMembership]:
    """Return the memberships on the day in the units of the club, those below a sub-federation. No query."""
    own = UnitMembership.objects.on(day).filter(club=club).exclude(unit__kind__in=kinds.subfederations(day))
    return UnitMembership.objects.on(day).filter(unit__in=own.values("unit"))


def codes_by_club(day: dt.date) -> dict[int, dict[str, str]]:
    """Return the codes of the units of each club on the day, by kind: {7: {"league": "300", "subfederation": "V"}}.

    A club is in the units above its own as well, unless it has one of that kind itself. One query.
    """
    own: dict[int, dict[str, str]] = defaultdict(dict)
    above: dict[int, dict[str, str]] = defaultdict(dict)
    units = ("unit__kind", "unit__code", "unit__parent__kind", "unit__parent__code")
    for club, kind, code, kind_above, code_above in (
        UnitMembership.objects.on(day).order_by().values_list("club", *units)
    ):
        own[club][kind] = code
        if code_above:
            above[club][kind_above] = code_above
    return {club: above[club] | codes for club, codes in own.items()}


def league_code(codes: Mapping[str, str], day: dt.date) -> str:
    """Return the code of a club's league, from those of its units by kind; without a league, of another unit below a
    sub-federation.
    """
    above = kinds.subfederations(day)
    others = (code for kind, code in codes.items() if kind not in above)
    return next((codes[kind] for kind in kinds.leagues(day) if kind in codes), next(others, ""))


def subfederation_code(codes: Mapping[str, str], day: dt.date) -> str:
    """Return the code of a club's sub-federation, likewise; "" without one."""
    return next((codes[kind] for kind in kinds.subfederations(day) if kind in codes), "")


def with_league(clubs: ClubQuerySet, day: dt.date) -> ClubQuerySet:
    """Annotate each club with ``league_code`` and ``league_name`` of the day: of its league, else of another unit."""
    mine = UnitMembership.objects.on(day).filter(club=OuterRef("pk")).order_by(kinds.usual_first(day), "unit__code")
    names = {f"league_{name}": Subquery(mine.values(f"unit__{name}")[:1]) for name in ("code", "name")}
    return clubs.annotate(**names)


def join(moves: Sequence[tuple[Club, Unit]]) -> None:
    """Let each club belong to its unit: always, if it was in none of that kind, else from today on. For imports."""
    day = timezone.localdate()
    known = set(UnitMembership.objects.order_by().values_list("club", "unit__kind"))
    moved = [(club, unit) for club, unit in moves if (club.pk, unit.kind) in known]
    new = [UnitMembership(club=club, unit=unit, start=ALWAYS) for club, unit in moves if (club, unit) not in moved]
    UnitMembership.objects.bulk_create(new)
    for club, unit in moved:
        move(club, unit, day)


@transaction.atomic
def move(club: Club, unit: Unit, day: dt.date) -> UnitMembership:
    """Let the club belong to the unit from that day on; it leaves another unit of that kind the day before.

    Raise `MoveError` if it came to a unit of that kind later than that day.
    """
    if unit.kind == Unit.Kind.ORGANISER:
        raise MoveError(NO_CLUBS, unit=unit.name)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    made = UnitMembership(club=club, unit=unit, start=day)
    for row in made.overlapping():
        if row.start > day:
            raise MoveError(NOT_AFTER, club=club.name, unit=row.unit.name, day=row.start)
        if row.start == day:  # the same day again: it was the wrong unit
            row.delete()
        else:
            row.end = day - dt.timedelta(days=1)
            row.save()
    made.save()
    return made
