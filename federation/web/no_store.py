"""Pages for users who are logged in: no cache stores them, and "back" shows none of them after logging out."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers


def keep_private(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: answers to requests with a session are not stored, unless their view sets the header itself."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.COOKIES.get(settings.SESSION_COOKIE_NAME) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware
