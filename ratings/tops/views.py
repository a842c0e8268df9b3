"""The index of tops, each top, the number ones through history, and the records."""

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from ratings.find_lists import LATEST, find_list, latest_lists
from ratings.models import RatingList
from ratings.tops.history import records, reigns
from ratings.tops.tables import FeatTable, ReignTable, TopTable
from ratings.tops.tops import find_top, tops_of


@require_safe
@briefly_cached
def index(request: HttpRequest) -> HttpResponse:
    """Show all tops of a pool, ``?pool=`` or the first. One query."""
    lists = list(latest_lists())
    slug = request.GET.get("pool", "")
    chosen = next((each for each in lists if each.pool.slug == slug or not slug), None)
    if slug and chosen is None:
        raise Http404
    groups = groupby(tops_of(chosen), key=lambda top: top.group) if chosen else ()
    context = {
        "section": "lists",
        "lists": lists,
        "list": chosen,
        "groups": [(name, list(tops)) for name, tops in groups],
    }
    return render(request, "ratings/tops/index.html", context)


@require_safe
@briefly_cached
def top(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show one top, of the latest list or of ``?list=``. Five queries at most."""
    rating_list = _list(request, slug)
    found = find_top(rating_list, name)
    if found is None:
        raise Http404
    rows = found.rows(rating_list)
    table = TopTable(rows, rating_list, found).configure(request.GET, max(1, len(rows)))
    context = {
        "section": "lists",
        "list": rating_list,
        "pool": rating_list.pool,
        "top": found,
        "title": found.title,
        "table": table,
        "others": [each for each in tops_of(rating_list) if each.group == found.group],
    }
    return render(request, "ratings/tops/top.html", context)


@require_safe
@briefly_cached
def number_ones(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who headed the lists, from the first one on. Two queries."""
    rating_list = find_list(slug)
    found = reigns(rating_list.pool)
    table = ReignTable(found, rating_list.pool).configure(request.GET, max(1, len(found)))
    context = {"section": "lists", "list": rating_list, "pool": rating_list.pool, "title": _("Number ones")}
    return render(request, "ratings/tops/top.html", {**context, "table": table})


@require_safe
@briefly_cached
def all_records(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the highest ratings, the highest gains and most games of a list. Six queries at most."""
    rating_list = find_list(slug)
    pool, found = rating_list.pool, records(rating_list.pool)
    tables = [
        FeatTable(found.highest, pool, _("Highest ratings"), _("Rating"), "rating"),
        FeatTable(found.gains, pool, _("Highest gains from one list to the next"), _("Gain"), "change"),
        FeatTable(found.games, pool, _("Most games in one list"), _("Games"), "games"),
    ]
    context = {"section": "lists", "list": rating_list, "pool": pool, "title": _("Records")}
    context["tables"] = [table.configure(request.GET, 10) for table in tables]
    return render(request, "ratings/tops/top.html", context)


def _list(request: HttpRequest, slug: str) -> RatingList:
    return find_list(slug, request.GET.get("list") or LATEST)
