"""The days of the lists between which a tournament's games fall, for its review."""

import datetime as dt
from collections.abc import Iterator

from django.db.models import Max, Q
from django.utils import timezone

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
