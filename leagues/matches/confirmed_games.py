"""The games whose results both captains confirmed, for the statistics."""

import datetime as dt

from django.db.models import QuerySet

from leagues.models import Board


def confirmed_games(since: dt.date) -> QuerySet[Board]:
    """Return the pairings (ids) of games of matches from a day on whose result both captains confirmed. One query."""
    both = {"match__home_confirmed_at__isnull": False, "match__away_confirmed_at__isnull": False}
    found = Board.objects.filter(**both, match__day__gte=since, pairing__isnull=False)
    return found.order_by().values_list("pairing", flat=True)
