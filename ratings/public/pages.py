"""The pages of a rating list: built in one place for the live view and for the files that are written once."""

import hashlib
from functools import partial
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.identity.member_numbers import key_of
from ratings.exports import Download, DownloadGroup, downloads_of
from ratings.models import RatingList
from ratings.public.filters import RatingFilter
from ratings.public.reliability import most_deviation
from ratings.public.tables import ListTable, PagedRatings

PER_PAGE = 100
KEPT_SECONDS = 60
TEMPLATE = "ratings/list.html"
PAGE_ONLY = {"page", "revision"}


def is_plain(query: QueryDict) -> bool:
    """Neither filtered nor sorted: a page in order of rank."""
    return not any(value for name, value in query.items() if name not in PAGE_ONLY)


class Counts(NamedTuple):
    """How many members the pages of a list show, and how many of them have a rank."""

    shown: int
    ranked: int


def counts_of(rating_list: RatingList) -> Counts:
    """Return the counts of a published list. They never change, so a process asks for them once: two queries."""
    key = f"list-counts:{rating_list.pk}:{rating_list.digest}"
    found = cache.get(key)
    if found is None:
        found = Counts(rating_list.ratings.shown().count(), rating_list.ratings.ranked().count())
        cache.set(key, found, timeout=None)
    return found


def _length(found: RatingFilter, rating_list: RatingList) -> int:
    """Return how many ratings the filters leave: counted once a minute, however many pages of them are read."""
    asked = sorted((name, str(value)) for name, value in found.form.cleaned_data.items() if value)
    digest = hashlib.sha256(repr(asked).encode()).hexdigest()
    key = f"list-found:{rating_list.pk}:{rating_list.digest}:{digest}"
    return cache.get_or_set(key, found.qs.count, KEPT_SECONDS)


def page_of(rating_list: RatingList, number: str) -> int | None:
    """Return the number of the plain page on which a member stands; None if they have no rank. One query at most."""
    key = key_of(number)
    ranks = rating_list.ratings.ranked().filter(member__key=key).values_list("rank", flat=True) if key else ()
    return next(((rank - 1) // PER_PAGE + 1 for rank in ranks), None)


def list_context(query: QueryDict, rating_list: RatingList, *, has_bundle: bool) -> dict[str, Any]:
    """Return what the template of a list needs.

    Four queries at most, two more where this process has not shown the list before, one more for a name, for a
    revision, and for a pool with an RD.
    """
    plain, title, count = is_plain(query), list_title(rating_list), counts_of(rating_list)
    found = RatingFilter(query, rating_list.ratings.shown(), rating_list.date)
    length = count.ranked if plain else _length(found, rating_list) if found.is_narrowing else count.shown
    rows = PagedRatings(rating_list, found.qs, length, is_plain=plain, is_whole=not found.is_narrowing)
    table = ListTable(rows, rating_list, caption=title)
    return {
        "section": "lists",
        "list": rating_list,
        "ranked_count": count.ranked,
        "most_deviation": most_deviation(rating_list),
        "title": title,
        "heading": _("%(pool)s rating list") % {"pool": rating_list.pool.name},
        "filter": found,
        "narrowed": not plain,
        "table": table.configure(query, PER_PAGE),
        "downloads": partial(_for_people, rating_list),  # the fragment that shows them is mostly kept
        "has_bundle": has_bundle,
        "earlier_revisions": earlier_revisions(rating_list),
    }


def _for_people(rating_list: RatingList) -> list[tuple[str, Download]]:
    """Return the downloads that the page of a list names itself."""
    return [(path, each) for path, each in downloads_of(rating_list).items() if each.group is DownloadGroup.PEOPLE]


def list_title(rating_list: RatingList) -> str:
    """``Belgian Elo, 1 July 2026``, in the reader's language."""
    day = long_date(rating_list.date)
    return _("%(pool)s, %(day)s") % {"pool": rating_list.pool.name, "day": day}


def earlier_revisions(rating_list: RatingList) -> list[RatingList]:
    """The states of the list that this one replaced, the first first."""
    if not rating_list.revision:
        return []
    lists = RatingList.objects.filter(pool=rating_list.pool_id, date=rating_list.date)
    replaced = lists.filter(revision__lt=rating_list.revision, state=RatingList.State.REVISED)
    return list(replaced.defer("manifest").order_by("revision"))


def page_count(rating_list: RatingList) -> int:
    """Return the number of plain pages in each language; at least one."""
    return max(1, -(-counts_of(rating_list).ranked // PER_PAGE))


def plain_page(rating_list: RatingList, number: int, *, has_bundle: bool) -> str:
    """Return a plain page as the view makes it for an anonymous reader, in the active language."""
    request = HttpRequest()
    request.method = "GET"
    request.user = AnonymousUser()
    request.path = request.path_info = reverse("list", args=[rating_list.pool.slug, rating_list.month_slug])
    request.GET = QueryDict(f"page={number}" if number > 1 else "")
    request.META["QUERY_STRING"] = request.GET.urlencode()
    return render_to_string(TEMPLATE, list_context(request.GET, rating_list, has_bundle=has_bundle), request)
