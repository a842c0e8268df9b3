"""The year and the season to which a list belongs, as published lists, and sums over them."""

import datetime as dt
import hashlib
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, QuerySet, Sum

from federation.identity.seasons import ONE_DAY, bounds, season_name, season_year
from ratings.models import Rating, RatingList


class Period(NamedTuple):
    """Lists whose games are of the same year or season, and its name."""

    name: str
    lists: QuerySet[RatingList]


def year_of(rating_list: RatingList) -> Period:
    """Return the calendar year of the last games of a list, up to that list: 2026 for the list of 1 January 2027."""
    year = (rating_list.date - ONE_DAY).year
    return Period(str(year), _lists(rating_list, dt.date(year, 1, 1)))


def season_of(rating_list: RatingList) -> Period:
    """Return the season of the last games of a list, up to that list."""
    year = season_year(rating_list.date - ONE_DAY)
    return Period(season_name(year), _lists(rating_list, bounds(year)[0]))


def _lists(rating_list: RatingList, first: dt.date) -> QuerySet[RatingList]:
    """Return the lists with games from the first day on: a list has those before its day and on it."""
    published = RatingList.objects.published().filter(pool=rating_list.pool_id, imported=False)
    return published.filter(date__gt=first, date__lte=rating_list.date).defer("manifest").order_by("date")


def of_members(lists: QuerySet[RatingList], by: str, limit: int) -> list[tuple[int, int]]:
    """Return the members with the highest sums over the lists, as ids with their sums. Two queries at most.

    ``by`` is a field of `Rating`: "change" or "period_games".
    """
    rows = Rating.objects.filter(list__in=_ids(lists), affiliated=True, rating__isnull=False).order_by()
    sums = rows.values("member").annotate(total=Sum(by)).filter(total__gt=0).order_by("-total", "member")
    return _kept(lists, f"members-{by}-{limit}", sums.values_list("member", "total")[:limit])


def of_clubs(lists: QuerySet[RatingList], limit: int) -> list[tuple[int, int, int]]:
    """Return the clubs with most games over the lists: id, games of their members, members who played.

    Two queries at most.
    """
    rows = Rating.objects.filter(list__in=_ids(lists), club__isnull=False, period_games__gt=0).order_by()
    sums = rows.values("club").annotate(total=Sum("period_games"), members=Count("member", distinct=True))
    best = sums.order_by("-total", "club").values_list("club", "total", "members")[:limit]
    return _kept(lists, f"clubs-{limit}", best)


def _ids(lists: QuerySet[RatingList]) -> QuerySet[RatingList]:
    return lists.order_by().values("pk")


def _kept(lists: QuerySet[RatingList], name: str, rows: QuerySet) -> list[tuple]:
    """Return the rows. Published lists never change, so a process reads them once for the same lists."""
    digests = "".join(lists.values_list("digest", flat=True))
    key = f"top-{name}-{hashlib.sha256(digests.encode()).hexdigest()}"
    found = cache.get(key)
    if found is None:
        found = list(rows)
        cache.set(key, found, timeout=None)
    return found
