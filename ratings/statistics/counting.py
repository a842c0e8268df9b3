"""Count what the statistics say of members and games, once a night: at a hundred thousand members it takes seconds."""

from typing import Any

from django.utils import timezone

from federation.background import jobs
from federation.background.nightly import last_night
from federation.models import Sign
from ratings.statistics import games, members

KIND = SIGN = "statistics"


def queue() -> None:
    """Queue the counting if it was not done since the last night began. One of `settings.NIGHTLY`."""
    if not Sign.objects.filter(part=SIGN, seen_at__gte=last_night()).exists():
        jobs.submit(KIND, KIND, {})


def count() -> None:
    """Count members and games, and keep the figures without small counts. Six queries."""
    today = timezone.localdate()
    months, seasons = games.count(today)
    ages, by_season = members.by_age(today), members.by_season(today)
    Sign.leave(SIGN, day=today.isoformat(), ages=ages, members=by_season, activity=months, confirmed=seasons)


def figures() -> dict[str, Any] | None:
    """Return what was counted last: ``day``, ``ages``, ``members``, ``activity`` and ``confirmed``; None if nothing was
    counted yet. One query.
    """
    return Sign.objects.filter(part=SIGN).values_list("facts", flat=True).first()
