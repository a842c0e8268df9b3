"""The calendar of a season: days in reserve, and the rounds that all play together."""

import datetime as dt

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as noop

from leagues.errors import Refused
from leagues.models import Match, RoundDay

TOGETHER = noop("Round %(round)s is played by all on %(day)s: only the league officer can move a match of it.")


def days_of(match: Match) -> QuerySet[RoundDay]:
    """Return the days of the calendar that hold for the division of a match."""
    division = match.series.division
    return RoundDay.objects.filter(Q(division=None) | Q(division=division), season=division.season_id)


def reserve_days(match: Match) -> list[dt.date]:
    """Return the days in reserve from the planned day of a match on. One query."""
    rows = days_of(match).filter(kind=RoundDay.Kind.RESERVE, date__gte=match.moved_from or match.day)
    return list(rows.order_by("date").values_list("date", flat=True).distinct())


def require_apart(match: Match) -> None:
    """Raise `Refused` if the round of a match is one that all play together."""
    together = days_of(match).filter(kind=RoundDay.Kind.TOGETHER, number=match.round).first()
    if together is not None:
        raise Refused(TOGETHER, round=match.round, day=together.date)
