"""Pages made for somebody who is logged in: no cache keeps them, and "back" shows none of them after he logged out."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers


def keep_private(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: who brings a session gets answers for himself alone, unless their view says how they are kept."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.COOKIES.get(settings.SESSION_COOKIE_NAME) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware
