"""Pages for what goes wrong: 503 with Retry-After if the server is busy or its database is down, and 405.

An address of a form is opened as a page by those who choose another language after an error.
"""

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error

from federation.accounts.hashing import RETRY_AFTER, TooManyLogins
from federation.files import bucket

log = logging.getLogger(__name__)

DATABASE_AWAY = (OperationalError, InterfaceError)  # no connection, or locked for longer than we wait
AWAY_RETRY_AFTER = 30  # seconds


class Unavailable:
    """Middleware: turn such an exception of a view, or an empty 405, into the page that says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answered = self._get_response(request)
        is_empty_page = answered.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not answered.content
        if not is_empty_page or request.method != "GET":
            return answered
        page = render(request, "405.html", status=answered.status_code)
        page["Allow"] = answered["Allow"]
        return page

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        return answer(request, problem)


def answer(request: HttpRequest, problem: BaseException | None) -> HttpResponse | None:
    """Return the page for a temporary failure, None for any other exception. It needs no database."""
    if isinstance(problem, TooManyLogins):
        wait = RETRY_AFTER
        log.warning("%s: too many logins at once", request.path)
    elif isinstance(problem, DATABASE_AWAY):
        wait = AWAY_RETRY_AFTER
        log.error("%s: the database does not answer (%s)", request.path, problem)
    elif isinstance(problem, bucket.AWAY):
        wait = AWAY_RETRY_AFTER
        log.error("%s: the bucket does not answer (%s)", request.path, problem)
    else:
        return None
    page = HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(wait)})
    add_never_cache_headers(page)
    return page


def error_page(request: HttpRequest) -> HttpResponse:
    """Return the page for an exception that no view raised, but a middleware (`handler500`)."""
    return answer(request, sys.exc_info()[1]) or server_error(request)
