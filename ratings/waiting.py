"""What waits for the staff in the ratings (see `federation.waiting`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.dates import long_date
from federation.waiting import User, Waiting
from ratings.models import RatingList, RatingPool
from ratings.pools import day_after


def lists(user: User) -> Iterator[Waiting]:
    """Drafts to publish, and lists whose day has come by the calendar of their pools. Two queries."""
    if not user.has_perm("ratings.change_ratinglist"):
        return
    drafts = RatingList.objects.filter(state=RatingList.State.DRAFT).select_related("pool").order_by("pool", "date")
    drafted = set()
    for draft in drafts:
        drafted.add(draft.pool_id)
        yield Waiting(
            _("The draft of %(pool)s of %(date)s waits to be published.") % _named(draft.pool, draft.date),
            reverse("admin:ratings_ratinglist_change", args=[draft.pk]),
        )
    published = Max("lists__date", filter=Q(lists__state=RatingList.State.PUBLISHED))
    for pool in RatingPool.objects.annotate(last=published).exclude(last=None):
        day = day_after(pool, pool.last)
        if day <= timezone.localdate() and pool.pk not in drafted:
            address = f"{reverse('admin:ratings_ratingpool_rate', args=[pool.pk])}?date={day.isoformat()}"
            yield Waiting(_("The list %(pool)s of %(date)s is due.") % _named(pool, day), address)


def _named(pool: RatingPool, day: dt.date) -> dict[str, str]:
    return {"pool": pool.name, "date": long_date(day)}
