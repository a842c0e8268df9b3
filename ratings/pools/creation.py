"""Creating a pool: a system with its rules, and the games that it takes."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.profiles.reading import profile as federation_profile
from ratings.errors import RatingError
from ratings.models import PoolRules, RatingPool
from ratings.pools.rules import parameters_of, system_of
from tournaments.models import Discipline, Pace

OF_ANY_CHESS = {"fics"}  # systems that rate bughouse and every variant of chess, each in its own pool
NOT_RATED = noop("The system %(system)s does not rate %(discipline)s.")
ALWAYS = dt.date(1900, 1, 1)  # rules that apply to every list
FURTHEST = dt.timedelta(days=366)  # a later date must be a mistake


def create_pool(
    slug: str,
    system: str,
    *,
    profile: str = "seed",
    parameters: Mapping[str, Any] | None = None,
    name: str = "",
    paces: Sequence[str] = (),
    months: Sequence[int] | None = None,
    discipline: str = "",
) -> RatingPool:
    """Create a pool of its system's discipline, with rules for all lists; without paces, all of them count.

    Without months, lists appear in those that the profile gives to the pool.
    ``discipline`` is for a system that rates more than one (`OF_ANY_CHESS`).
    Raise `RatingError` if the name is taken or invalid, or if the system has no such rules.
    """
    months = usual_months(slug, timezone.localdate()) if months is None else list(months)
    pool = RatingPool(slug=slug, name=name or slug, system=system, paces=list(paces), months=months)
    rules = PoolRules(pool=pool, valid_from=ALWAYS, profile=profile, parameters=dict(parameters or {}))
    rated_by = system_of(pool)
    pool.discipline = discipline or rated_by.DISCIPLINE
    if not rates(pool):
        raise RatingError(NOT_RATED, system=system, discipline=discipline)
    parameters_of(rules, rated_by)
    _require_fitting(pool)
    with transaction.atomic():
        pool.save()
        rules.save()
    return pool


def usual_months(slug: str, day: dt.date) -> list[int]:
    """Return the months on whose first day the profile has a list of that pool (B49); all where it says none."""
    row = next((each for each in federation_profile().on(day).pools if each.slug == slug), None)
    begun = [days for days in row.days if days.from_ <= day] if row else []
    return sorted({each.month for each in begun[-1].on}) if begun else list(range(1, 13))


def rates(pool: RatingPool) -> bool:
    """Return whether the system of the pool rates games of its discipline."""
    if pool.system in OF_ANY_CHESS:
        return pool.discipline != Discipline.GO
    return pool.discipline == system_of(pool).DISCIPLINE


def _require_fitting(pool: RatingPool) -> None:
    try:
        validate_slug(pool.slug)
    except ValidationError:
        raise RatingError(
            noop("%(pool)s is not a valid short name: use only letters, digits, - and _."), pool=pool.slug
        ) from None
    if RatingPool.objects.filter(slug=pool.slug).exists():
        raise RatingError(noop("There is already a rating type %(pool)s."), pool=pool.slug)
    for pace in pool.paces:
        if pace not in Pace.values:
            facts = {"pace": pace, "known": ", ".join(Pace.values)}
            raise RatingError(noop("%(pace)s is not a time control. Known: %(known)s."), **facts)
    for month in pool.months:
        if not 1 <= month <= 12:
            raise RatingError(noop("%(month)s is not a month."), month=month)


def next_date(pool: RatingPool, today: dt.date) -> dt.date:
    """Return the day of the next list by the pool's calendar: after its last list, or after today if it has none."""
    last = pool.lists.published().order_by("-date").first()
    return day_after(pool, last.date if last else today)


def day_after(pool: RatingPool, after: dt.date) -> dt.date:
    """Return the first day of a list by the pool's calendar (B49) after the given day."""
    months = sorted(pool.months) or list(range(1, 13))
    days = (dt.date(year, month, 1) for year in (after.year, after.year + 1) for month in months)
    return next(day for day in days if day > after)


def days_to_come(pool: RatingPool, last: dt.date, today: dt.date) -> list[dt.date]:
    """Return the days of the lists after the last one by the pool's calendar, up to the first one after today.

    Without months of publication no list is overdue.
    """
    days = [day_after(pool, last if pool.months else max(last, today))]
    while days[-1] <= today:
        days.append(day_after(pool, days[-1]))
    return days
