"""The language in which a reader is met at the home page, and the switch that remembers another one.

Every other address says its language and never leads elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import get_script_prefix, reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe

from federation.accounts.resume_form import came_from
from federation.i18n.hreflang import address_in

# Search engines and previews of links show the site's own language: what they say of their reader's is not his.
ROBOTS = re.compile(r"bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly", re.IGNORECASE)


def lead_home(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the home page without a language leads to that in the reader's, where the site has it.

    What they chose before goes before what their browser prefers. Who comes from a page of the site chose this one.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/":
            return get_response(request)
        language = get_language_from_request(request)
        if language == settings.LANGUAGE_CODE or _stays(request):
            response = get_response(request)
        else:
            response = HttpResponseRedirect(address_in(language, request.get_full_path()))
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        patch_cache_control(response, private=True)  # robots and links of the site get another answer
        return response

    return middleware


@require_safe
def choose_language(request: HttpRequest, language: str, page: str = "") -> HttpResponse:
    """Remember the language, and lead to the page in it: what the links of the switch do (`switch_to`)."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    rest = request.get_full_path().removeprefix(reverse("choose_language", args=[language]))
    response = HttpResponseRedirect(address_in(language, get_script_prefix() + rest.lstrip("/")))  # to no other site
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
    add_never_cache_headers(response)
    return response


def _stays(request: HttpRequest) -> bool:
    is_robot = bool(ROBOTS.search(request.headers.get("user-agent", "")))
    return is_robot or request.method not in {"GET", "HEAD"} or bool(came_from(request))
