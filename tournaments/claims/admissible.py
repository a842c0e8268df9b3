"""Until when a claim may be raised, by the profile's [claims] of the day on which it is raised."""

import datetime as dt
from enum import Enum

from django.utils import timezone

from federation.hooks import functions
from federation.models import Member
from federation.profiles.reading import profile
from federation.regulations import due
from tournaments.models import Pairing, Tournament


class When(Enum):
    """Whether a claim comes in time."""

    IN_TIME = "in time"
    LATE = "late"  # the rating officer may take it
    OVER = "over"


def when(tournament: Tournament, pairing: Pairing | None, member: Member) -> When:
    """Return whether the member may raise a claim about the game today; without one, about a missing game."""
    today = timezone.localdate()
    published = _published(tournament, pairing, member)
    if published is None:
        return When.IN_TIME
    rules = profile().on(today).claims
    if rules.admissible == "after_list" and today <= _after(published, rules.after_list_months, rules.after_list_days):
        return When.IN_TIME
    last = _last_day(published)
    return When.LATE if last is None or today <= last else When.OVER


def last_day(tournament: Tournament, pairing: Pairing | None, member: Member) -> dt.date | None:
    """Return the last day on which the officer takes a claim; None if it is open, or if there is none."""
    published = _published(tournament, pairing, member)
    return _last_day(published) if published else None


def _last_day(published: dt.date) -> dt.date | None:
    months = profile().on(timezone.localdate()).claims.officer_until_months
    return None if months is None else due.months_after(published, months)


def _published(tournament: Tournament, pairing: Pairing | None, member: Member) -> dt.date | None:
    """Return the day on which the first list with the game was published; None if none was (`FIRST_PUBLISHED`)."""
    days = [first(tournament.pk, pairing.pk if pairing else None, member.pk) for first in functions("FIRST_PUBLISHED")]
    return min((day for day in days if day), default=None)


def _after(day: dt.date, months: int | None, days: int | None) -> dt.date:
    return due.months_after(day, months or 0) + (days or 0) * due.ONE_DAY
