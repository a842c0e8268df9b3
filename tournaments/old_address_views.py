"""Redirect the addresses that pages had until 2026, because bookmarks, mails and open forms still use them."""

import re

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils.encoding import escape_uri_path
from django.views.decorators.csrf import csrf_exempt

# Applied in this order: the end of an address first.
RENAMED = [
    (r"^(room/tournaments/\d+)/mend/$", r"\1/fix/"),
    (r"^(room/tournaments/\d+)/move/$", r"\1/decide/"),
    (r"^(room/tournaments/\d+)/foreseen/$", r"\1/rating-impact/"),
    (r"^(room/tournaments/\d+)/renew/", r"\1/update-from/"),
    (r"^(room/tournaments/\d+)/rounds/$", r"\1/add-rounds/"),
    (r"^(room/uploads/[\w-]+)/put-away/$", r"\1/dismiss/"),
    (r"^(room/live/\d+)/unpair/$", r"\1/undo-pairing/"),
    (r"^(room/live/\d+/rounds/\d+)/by-hand/$", r"\1/pairings/edit/"),
    (r"^(room/live/\d+/rounds/\d+)/part/$", r"\1/remove-board/"),
    (r"^room/live/", "my-club/events/"),
    (r"^room/", "my-club/"),
    (r"^(tournaments/\d+)/rating/$", r"\1/rating-changes/"),
]


def new_address(old: str) -> str:
    """Return the address that a page of the old address ``old`` has now, both without language and first slash."""
    for pattern, replacement in RENAMED:
        old = re.sub(pattern, replacement, old)
    return old


@csrf_exempt  # a form is sent on to its new address and checked there
def redirect_to_new(request: HttpRequest, old: str) -> HttpResponse:
    """Redirect permanently, in the same language, with the query. A sent form keeps its method and fields."""
    new = new_address(old)
    if new == old:
        raise Http404
    address = escape_uri_path(request.path.removesuffix(old) + new)
    query = request.META.get("QUERY_STRING", "")
    is_form = request.method not in {"GET", "HEAD"}
    return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address, preserve_request=is_form)
