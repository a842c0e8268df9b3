"""Find the tournament that an address means: by year and name, or by the row id that addresses had before."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import get_object_or_404

from tournaments.models import Correction, DeadlineOverride, Tournament


def of_accepted(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a page the accepted tournament of its address, with club and tie-breaks. One query.

    An address with the id of a row redirects permanently, with its query, if the tournament has an address by name.
    """

    @wraps(page)
    def answer(request: HttpRequest, pk: int = 0, year: int = 0, slug: str = "", **more: Any) -> HttpResponse:
        accepted = Tournament.objects.accepted().at(pk, year, slug).select_related("club", "unit", "tie_breaks")
        found = get_object_or_404(
            accepted.annotate(
                has_corrections=Exists(Correction.objects.filter(tournament=OuterRef("pk"))),
                has_overrides=Exists(DeadlineOverride.objects.filter(tournament=OuterRef("pk"))),
            )
        )
        if pk and found.address and request.resolver_match:
            where, query = found.page(request.resolver_match.url_name, *more.values()), request.META["QUERY_STRING"]
            return HttpResponsePermanentRedirect(f"{where}?{query}" if query else where)
        return page(request, found, **more)

    return answer
