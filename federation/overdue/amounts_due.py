"""Finds clubs that did not pay by the due day of the profile, and what the profile proposes. Nothing is done here."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Max, Q, Sum
from django.utils import timezone

from federation.identity.seasons import bounds, season_year
from federation.models import Charge, Club, Payment, Reminder, Suspension
from federation.money.balances import rows_of
from federation.money.statements import due_day
from federation.profiles.office import Billing
from federation.profiles.reading import profile

SURCHARGE = "surcharge"  # as charges name it
WHOLE = 100  # percent


class Deadline(NamedTuple):
    """The last due day that is over, with its season and the rules that hold for it."""

    day: dt.date
    season: int
    rules: Billing


class Overdue(NamedTuple):
    """A club that did not pay in time. An officer decides whether to do what is proposed."""

    club: Club
    cents: int  # charged by the due day and not paid since
    surcharge: int  # proposed, 0 for none
    is_surcharged: bool
    reminded_on: dt.date | None
    suspended: Suspension | None


class Owed(NamedTuple):
    """What a club owes, in cents, below 0 in its favour; and how much of it was due by the last due day."""

    cents: int
    overdue: int


def deadline() -> Deadline | None:
    """Return the last due day; None if the profile names none."""
    today = timezone.localdate()
    for season in (season_year(today), season_year(today) - 1):
        rules = profile().on(bounds(season)[0]).billing
        day = due_day(rules, season)
        if day is not None and day < today:
            return Deadline(day, season, rules)
    return None


def overdue(due: Deadline, among: Collection[int] | None = None) -> list[Overdue]:
    """Return the clubs that did not pay in time, those suspended among them. Six queries. ``among``: limits them to
    these ids.
    """
    owed = {pk: cents for pk, cents in _owed(due).items() if cents > 0}
    held = {each.club_id: each for each in Suspension.objects.filter(lifted_on=None)}
    wanted = owed.keys() | held.keys()
    clubs = Club.objects.filter(pk__in=wanted if among is None else wanted & set(among)).order_by("key")
    of_season = {"club__in": wanted, "season": due.season}
    surcharged = set(Charge.objects.filter(what=SURCHARGE, **of_season).values_list("club", flat=True))
    reminded = dict(Reminder.objects.filter(**of_season).order_by().values_list("club").annotate(Max("day")))
    percent = due.rules.surcharge_percent or 0
    return [
        Overdue(
            club,
            owed.get(club.pk, 0),
            0 if club.pk in surcharged else (owed.get(club.pk, 0) * percent + WHOLE // 2) // WHOLE,
            club.pk in surcharged,
            reminded.get(club.pk),
            held.get(club.pk),
        )
        for club in clubs
    ]


def owed_by_clubs(ids: Collection[int]) -> dict[int, Owed]:
    """Return what each of the clubs (ids) owes today, those without any charge or payment left out. One query."""
    due = deadline()
    late_charges = Q(season__lte=due.season, day__lte=due.day) if due else Q(pk__in=[])
    payments_for_them = Q(season__lte=due.season) if due else Q(pk__in=[])
    charged, paid = (rows.order_by().values_list("club") for rows in rows_of(Charge.Debtor.CLUB, ids))
    charged = charged.annotate(sum=Sum("cents"), late=Sum("cents", filter=late_charges))
    paid = paid.annotate(sum=-Sum("cents"), late=-Sum("cents", filter=payments_for_them))
    owed: dict[int, Owed] = {}
    for pk, cents, late in charged.union(paid, all=True):
        known = owed.get(pk, Owed(0, 0))
        owed[pk] = Owed(known.cents + (cents or 0), known.overdue + (late or 0))
    return owed


def _owed(due: Deadline) -> dict[int, int]:
    """Return what was charged to each club (id) by the due day, minus what it has paid until today."""
    owed: dict[int, int] = defaultdict(int)
    charged = Charge.objects.exclude(club=None).filter(season__lte=due.season, day__lte=due.day)
    for rows, sign in ((charged, 1), (Payment.objects.exclude(club=None).filter(season__lte=due.season), -1)):
        for club, cents in rows.order_by().values_list("club").annotate(Sum("cents")):
            owed[club] += sign * (cents or 0)
    return owed
