"""Rating lists: all of them, and one."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import find
from federation.web.htmx import asks_for_results, render_live, without_empty
from ratings.find_lists import LATEST, find_list, public_lists
from ratings.public import file_views, pages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every published list of every pool. One query."""
    pools = [(pool, list(lists)) for pool, lists in groupby(public_lists(), key=lambda found: found.pool)]
    return render(request, "ratings/lists.html", {"section": "lists", "pools": pools})


@require_safe
def detail(request: HttpRequest, slug: str, month: str = LATEST) -> HttpResponse:
    """One list: ranked, filtered, sorted, paged. The plain pages are files that were written once.

    ``?member=10001`` leads to the line of that member. A filter that makes no sense is answered by a sentence, and 400.
    """
    if (stored := file_views.stored_page(request, slug, month)) is not None:
        return stored
    rating_list = find_list(slug, month, request.GET.get("revision", ""))
    if number := request.GET.get("member"):
        page = pages.page_of(request.GET, rating_list, number)
        where = f"{without_empty(request.GET, member='', sort='', page=str(page))}#m{find(number)}" if page else ""
        return redirect(request.path + where)
    context = pages.list_context(request.GET, rating_list, has_bundle=rating_list.has_bundle)
    response = render_live(request, pages.TEMPLATE, "ratings/_list_results.html", context)
    if context["problems"] and not asks_for_results(request):
        response.status_code = 400
    return response
