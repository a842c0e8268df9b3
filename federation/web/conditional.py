"""Public pages that say "not modified" before they are made: their ETag is a digest of the rows that they show."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from federation.web.site_version import edition

# A browser may go back to the page for some seconds. Caches that people share ask each time: who was hidden is gone.
BRIEFLY = "public, max-age=20, s-maxage=0, must-revalidate"
SHOWN = (200, 304)

View = Callable[..., HttpResponse]


def is_for_anyone(request: HttpRequest) -> bool:
    """Return whether the whole page is asked for by somebody without a session or a message that waits."""
    return not request.htmx and not {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name} & set(request.COOKIES)


def conditional(rows: Callable[..., Iterable[Iterable[Any]] | None]) -> Callable[[View], View]:
    """Give the pages of a view an ETag and a short cache, unless somebody is logged in.

    ``rows`` takes the arguments of the view, and returns the QuerySets of all rows that the page shows, or None if it
    may show others. Texts, templates, the day and the address are part of the ETag without that. Nobody can tell from
    it what the rows hold: it depends on the site's secret.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            shown = rows(request, *args, **kwargs) if is_for_anyone(request) else None
            if shown is None:
                return view(request, *args, **kwargs)
            etag = _etag(request, shown)
            response = get_conditional_response(request, etag=etag) or view(request, *args, **kwargs)
            if response.status_code in SHOWN:
                response["ETag"] = etag
                response["Cache-Control"] = BRIEFLY
                patch_vary_headers(response, ["Cookie", "HX-Request"])
            return response

        return answer

    return decorate


def _etag(request: HttpRequest, rows: Iterable[Iterable[Any]]) -> str:
    facts = [edition(), get_language(), request.get_full_path(), timezone.localdate()]
    facts += [list(some) for some in rows]
    return f'"{salted_hmac("federation.web.conditional", repr(facts), algorithm="sha256").hexdigest()}"'
