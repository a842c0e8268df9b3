"""Notices to members who asked for them: a list with their rating is published, or a revision changes it."""

import datetime as dt
from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.models import NoticeChoice
from federation.own_data import notices
from ratings.models import Rating, RatingList

Kind = NoticeChoice.Kind
RECENT = dt.timedelta(days=1)  # pages may be rendered again much later
NEW = noop("%(name)s in the list %(pool)s of %(day)s: %(rating)s (before: %(before)s).")
REVISED = noop("%(name)s in the revised list %(pool)s of %(day)s: %(rating)s instead of %(before)s.")


def tell(rating_list: RatingList) -> int:
    """Tell of a list that was published a moment ago. Return the number of accounts. One query without any."""
    kind = Kind.REVISION if rating_list.revision else Kind.LIST
    is_recent = rating_list.published_at and timezone.now() - rating_list.published_at < RECENT
    if not is_recent or not notices.is_wanted(kind):
        return 0
    members = notices.members_of_subscribers(kind)
    if not members:
        return 0
    return notices.tell(kind, f"list {rating_list.pk}", _news(rating_list, members))


def _news(rating_list: RatingList, members: set[int]) -> Iterator[notices.News]:
    rows = rating_list.ratings.filter(member__in=bulk.in_values(members), rating__isnull=False).select_related("member")
    before = _replaced(rating_list, members) if rating_list.revision else None
    for row in rows:
        earlier = row.previous_rating if before is None else before.get(row.member_id)
        if before is not None and earlier == row.rating:
            continue
        facts = {
            "name": row.member.name,
            "pool": rating_list.pool.name,
            "day": {"day": rating_list.date.isoformat()},
            "rating": row.rating,
            "before": "–" if earlier is None else earlier,
        }
        yield notices.News(row.member_id, REVISED if rating_list.revision else NEW, facts, _ledger(row, rating_list))


def _replaced(rating_list: RatingList, members: set[int]) -> dict[int, int | None]:
    """Return what the list showed before this revision."""
    same = RatingList.objects.once_published().filter(pool=rating_list.pool, date=rating_list.date)
    earlier = same.filter(revision=rating_list.revision - 1).first()
    rows = Rating.objects.filter(list=earlier, member__in=bulk.in_values(members))
    return dict(rows.values_list("member", "rating"))


def _ledger(row: Rating, rating_list: RatingList) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        return reverse("ledger", args=[row.member.number, rating_list.pool.slug, rating_list.month_slug])
