"""Public pages with an ETag and a short cache: a reader who has the page already is sent no second copy."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

# A browser may go back to the page for three seconds: no rating of today is stale after five. Shared caches ask each
# time: a member may have been hidden since.
BRIEFLY = "public, max-age=3, s-maxage=0, must-revalidate"

View = Callable[..., HttpResponse]


def is_for_anyone(request: HttpRequest) -> bool:
    """Return whether the whole page is requested without a session or a message that waits."""
    return not request.htmx and not {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name} & set(request.COOKIES)


def briefly_cached(view: View) -> View:
    """Give the pages of a view a short cache and an ETag, unless the reader is logged in (RFC 9110, 8.8.3).

    The ETag is a digest of the page itself. One made of the rows behind it would spare work for those who have the
    page, but cost everybody else the same queries twice, and be wrong as soon as the page shows a row that it left out.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200 or not is_for_anyone(request):
            return response
        response["ETag"] = f'"{sha256(response.content).hexdigest()}"'
        response["Cache-Control"] = BRIEFLY
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return get_conditional_response(request, etag=response["ETag"], response=response) or response

    return answer
