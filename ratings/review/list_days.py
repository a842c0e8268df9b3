"""The days of the lists between which a tournament's games fall, and of those that will count it."""

import datetime as dt
from collections.abc import Iterator

from django.db.models import Max, Q
from django.utils import timezone

from ratings.find_lists import latest_lists
from ratings.models import RatingList, RatingPool
from ratings.pools.creation import day_after


def list_days() -> Iterator[tuple[str, list[str], dt.date | None, dt.date]]:
    """Yield discipline, paces, last calculated list and next list of each rating type with a published list. One query.

    As long as all lists are starting lists, every game counts in the next one, however old.
    """
    published = Q(lists__state=RatingList.State.PUBLISHED)
    pools = RatingPool.objects.annotate(
        latest=Max("lists__date", filter=published),
        calculated=Max("lists__date", filter=published & Q(lists__imported=False)),
    )
    for pool in pools.filter(latest__isnull=False):
        # Without months of publication no list is overdue.
        last = pool.latest if pool.months else max(pool.latest, timezone.localdate())
        yield pool.discipline, pool.paces, pool.calculated, day_after(pool, last)


def coming_lists(discipline: str, pace: str, over: dt.date) -> list[tuple[RatingPool, dt.date]]:
    """Return the rating types that will count a tournament that is over on this day, with the day of the list.

    A tournament that was over by the latest list of a pool can only enter it by a revision. Two queries.
    """
    latest = {each.pool_id: each.date for each in latest_lists()}
    return [
        (pool, day_after(pool, over - dt.timedelta(days=1)))
        for pool in RatingPool.objects.filter(discipline=discipline, public=True).order_by("position")
        if (not pool.paces or pace in pool.paces) and latest.get(pool.pk, dt.date.min) < over
    ]
