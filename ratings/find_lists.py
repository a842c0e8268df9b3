"""Find the published lists that an address means. Every function makes one query."""

import datetime as dt

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404

from ratings.models import RatingList, RatingPool, day_of_slug

LATEST = "latest"


def public_lists() -> QuerySet[RatingList]:
    """Return published lists of public pools in the order of the pools, the latest first, without manifests."""
    lists = RatingList.objects.published().filter(pool__public=True).select_related("pool").defer("manifest")
    return lists.order_by("pool__position", "pool__slug", "-date")


def latest_lists() -> QuerySet[RatingList]:
    """Return the latest published list of each public pool."""
    same_pool = RatingList.objects.published().filter(pool=OuterRef("pool")).order_by("-date")
    return public_lists().filter(date=Subquery(same_pool.values("date")[:1]))


def day_of(month: str) -> dt.date:
    """Return the day that an address means: 2026-07 is 1 July. Raise Http404 if it means none."""
    try:
        return day_of_slug(month)
    except ValueError as error:
        raise Http404 from error


def find_list(slug: str, month: str = LATEST, revision: str = "") -> RatingList:
    """Return the published list of a pool that an address means; ``month`` is `models.month_slug` or "latest".

    A given revision is returned even if a later one has replaced it; drafts are never found. Raise Http404 if there is
    no such list.
    """
    lists = RatingList.objects.filter(pool__slug=slug, pool__public=True).select_related("pool")
    if month != LATEST:
        lists = lists.filter(date=day_of(month))
    if revision:
        if not (revision.isdecimal() and len(revision) < 5):
            raise Http404
        lists = lists.exclude(state=RatingList.State.DRAFT).filter(revision=int(revision))
    else:
        lists = lists.published()
    found = lists.order_by("-date").first()
    if found is None:
        raise Http404
    return found


def in_force(slug: str, day: dt.date, *, is_original: bool = False) -> RatingList | None:
    """Return the list of a public pool in force on a day, as it reads now; ``is_original``: as it was first published.

    None if the first list is of a later day.
    """
    lists = RatingList.objects.filter(pool__slug=slug, pool__public=True, date__lte=day).select_related("pool")
    lists = lists.filter(date__in=lists.published().values("date")).defer("manifest")
    found = lists.exclude(state=RatingList.State.DRAFT) if is_original else lists.published()
    return found.order_by("-date", "revision").first()


def pools_in_force(day: dt.date) -> QuerySet[RatingPool]:
    """Return the public pools with a list in force on a day; ``same_day`` says whether it is of that very day."""
    lists = RatingList.objects.published().filter(pool=OuterRef("pk"))
    pools = RatingPool.objects.filter(Exists(lists.filter(date__lte=day)), public=True)
    return pools.annotate(same_day=Exists(lists.filter(date=day)))
