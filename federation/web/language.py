"""The home page in the reader's language, and the switch that remembers another one.

Every other address has its language and never redirects.
"""

import re
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import get_script_prefix, reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.resume_form import came_from
from federation.i18n.hreflang import address_in

View = Callable[..., HttpResponse]
# Search engines and link previews get the site's language: their Accept-Language is not that of a reader.
ROBOTS = re.compile(r"bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly", re.IGNORECASE)


def lead_home(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: redirect the home page to that in the reader's language, if the site has it.

    The language that they chose before goes before that of their browser. A link of the site itself is never
    redirected.
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
        patch_cache_control(response, private=True)  # the answer depends on more: on robots, and on links of the site
        return response

    return middleware


@require_safe
def choose_language(request: HttpRequest, language: str, page: str = "") -> HttpResponse:
    """Remember the language and redirect to the page in it. The links of the `language_switch` lead here."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    rest = request.get_full_path().removeprefix(reverse("choose_language", args=[language]))
    response = HttpResponseRedirect(address_in(language, get_script_prefix() + rest.lstrip("/")))  # to no other site
    keep(response, language)
    add_never_cache_headers(response)
    return response


def form_of(page: str) -> Callable[[View], View]:
    """Return a decorator for a view that takes the form of a page (the name of its address).

    Where such a view shows the page again, as a preview or with errors, the switch of languages and a reload ask for
    its own address: that leads to the page.
    """

    def decorate(view: View) -> View:
        taken = require_POST(view)

        @wraps(view)
        def answer(request: HttpRequest, **where: object) -> HttpResponse:
            return redirect(page, **where) if request.method in {"GET", "HEAD"} else taken(request, **where)

        return answer

    return decorate


def keep(response: HttpResponse, language: str) -> None:
    """Remember the language in a cookie."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


def _stays(request: HttpRequest) -> bool:
    is_robot = bool(ROBOTS.search(request.headers.get("user-agent", "")))
    return is_robot or request.method not in {"GET", "HEAD"} or bool(came_from(request))
