"""Rating lists: all of them, one, and the one in force on a day."""

import datetime as dt
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import long_date
from federation.identity.member_numbers import find
from federation.web.htmx import asks_for_results, render_live, without_empty
from ratings.find_lists import LATEST, find_list, in_force, public_lists
from ratings.models import RatingList, RatingPool, day_of_slug
from ratings.public import file_views, pages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show every published list of every pool. One query."""
    pools = [(pool, list(lists)) for pool, lists in groupby(public_lists(), key=lambda found: found.pool)]
    return render(request, "ratings/lists.html", {"section": "lists", "pools": pools})


@require_safe
def detail(request: HttpRequest, slug: str, month: str = LATEST) -> HttpResponse:
    """Show one list: ranked, filtered, sorted, paged. The plain pages are files that were written once.

    ``?member=10001`` leads to the line of that member. A filter that makes no sense is answered by a sentence, and 400.
    """
    try:
        if (stored := file_views.stored_page(request, slug, month)) is not None:
            return stored
        rating_list = find_list(slug, month, request.GET.get("revision", ""))
    except Http404:
        return _not_found(request, slug, month)
    if number := request.GET.get("member"):
        page = pages.page_of(request.GET, rating_list, number)
        where = f"{without_empty(request.GET, member='', sort='', page=str(page))}#m{find(number)}" if page else ""
        return redirect(request.path + where)
    context = pages.list_context(request.GET, rating_list, has_bundle=rating_list.has_bundle)
    response = render_live(request, pages.TEMPLATE, "ratings/_list_results.html", context)
    if context["problems"] and not asks_for_results(request):
        response.status_code = 400
    return response


@require_safe
def on_day(request: HttpRequest, slug: str, day: str = "") -> HttpResponse:
    """Redirect to the list in force on a day, with the filters of the query. One query.

    ``?edition=original`` leads to its first edition, where a revision has replaced that.
    """
    asked, edition = day or request.GET.get("day", ""), request.GET.get("edition", "")
    try:
        wanted = dt.date.fromisoformat(asked)
    except ValueError:
        return _none(request, slug, _("“%(day)s” is not a day: write it as 2026-03-14.") % {"day": asked}, status=400)
    if edition not in {"", "original"}:
        return _none(request, slug, _("There is no edition “%(name)s”.") % {"name": edition}, status=400)
    if wanted > timezone.localdate():
        said = _("The list in force on %(day)s is not known yet.") % {"day": long_date(wanted)}
        return _none(request, slug, said, status=404)
    found = in_force(slug, wanted, is_original=edition == "original")
    if found is None:
        said = _("No list was in force on %(day)s: the first one is of a later day.") % {"day": long_date(wanted)}
        return _none(request, slug, said, status=404)
    revision = str(found.revision) if found.state == RatingList.State.REVISED else ""
    query = without_empty(request.GET, day="", edition="", revision=revision)
    return redirect(reverse("list", args=[slug, found.month_slug]) + query)


def _not_found(request: HttpRequest, slug: str, month: str) -> HttpResponse:
    """Answer that the pool has no such list, with the one in force on that day. Raise Http404 if there is no pool."""
    try:
        day = day_of_slug(month)
    except ValueError:
        return _none(request, slug, _("There is no list at this address."), status=404)
    if request.GET.get("revision"):
        return _none(request, slug, _("The list has no such revision."), in_force(slug, day), status=404)
    said = _("There is no list of %(day)s.") % {"day": long_date(day)}
    return _none(request, slug, said, in_force(slug, day), status=404)


def _none(
    request: HttpRequest, slug: str, sentence: str, nearest: RatingList | None = None, *, status: int
) -> HttpResponse:
    """Answer why there is no list. Raise Http404 if there is no such pool, or none that is public."""
    pool = RatingPool.objects.filter(slug=slug, public=True).first()
    if pool is None or not pool.lists.published().exists():
        raise Http404
    context = {"section": "lists", "pool": pool, "sentence": sentence, "nearest": nearest}
    return render(request, "ratings/no_list.html", context, status=status)
