"""The pages of a rating list: built in one place for the live view and for the files that are written once."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from ratings.exports import Group, offers_of
from ratings.filters import RatingFilter
from ratings.models import RatingList
from ratings.ranking import Ranking, ranked, ranked_count, shown
from ratings.tables import ListTable
from ratings.trust import most_deviation

PER_PAGE = 100
TEMPLATE = "ratings/list.html"
PAGE_ONLY = {"page", "revision"}


def is_plain(query: QueryDict) -> bool:
    """Neither filtered nor sorted: a page in order of rank."""
    return not any(value for name, value in query.items() if name not in PAGE_ONLY)


def page_count(rating_list: RatingList) -> int:
    """How many plain pages the list has, at least one."""
    return max(1, -(-ranked_count(rating_list) // PER_PAGE))


def list_context(query: QueryDict, rating_list: RatingList, *, has_bundle: bool) -> dict[str, Any]:
    """What the template of a list needs. Six queries at most, one more for a revision and for a pool with an RD."""
    narrowed = RatingFilter(query or None, shown(rating_list), rating_list.date)
    lines = ranked(rating_list) if is_plain(query) else narrowed.narrowed()
    title = list_title(rating_list)
    table = ListTable(Ranking(rating_list, lines), rating_list.pool, caption=title).configure(query, PER_PAGE)
    return {
        "section": "lists",
        "list": rating_list,
        "ranked_count": ranked_count(rating_list),
        "most_deviation": most_deviation(rating_list),
        "title": title,
        "filter": narrowed,
        "narrowed": not is_plain(query),
        "table": table,
        "offers": [(path, offer) for path, offer in offers_of(rating_list).items() if offer.group is Group.PEOPLE],
        "has_bundle": has_bundle,
        "earlier_revisions": earlier_revisions(rating_list),
    }


def list_title(rating_list: RatingList) -> str:
    """``Belgian Elo, 1 July 2026``, in the reader's language."""
    day = formats.date_format(rating_list.date, "DATE_FORMAT")
    return _("%(pool)s, %(day)s") % {"pool": rating_list.pool.name, "day": day}


def earlier_revisions(rating_list: RatingList) -> list[RatingList]:
    """The states of the list that this one replaced, the first first."""
    if not rating_list.revision:
        return []
    lists = RatingList.objects.filter(pool=rating_list.pool_id, date=rating_list.date)
    replaced = lists.filter(revision__lt=rating_list.revision, state=RatingList.State.REVISED)
    return list(replaced.defer("manifest").order_by("revision"))


def render_list_page(rating_list: RatingList, language: str, page_number: int, *, has_bundle: bool) -> str:
    """A plain page of a published list as an anonymous reader gets it, in a language of the site."""
    with translation.override(language):
        request = HttpRequest()
        request.method = "GET"
        request.user = AnonymousUser()
        request.path = request.path_info = reverse("list", args=[rating_list.pool.slug, rating_list.month_slug])
        if page_number > 1:
            request.META["QUERY_STRING"] = f"page={page_number}"
            request.GET = QueryDict(f"page={page_number}")
        return render_to_string(TEMPLATE, list_context(request.GET, rating_list, has_bundle=has_bundle), request)
