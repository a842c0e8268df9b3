"""Whose act a request is."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.db import Error as DatabaseProblem
from django.http import HttpRequest, HttpResponse

from federation.database.acts import ADMIN, API, ROOM, Act, acting

ACTS = "_acts"  # of the request
READING = {"GET", "HEAD", "OPTIONS", "TRACE"}


class NameActs:
    """Middleware: what a view writes is the act of its user. Requests that only read cost nothing.

    The act begins when the view is known, so that its address is resolved once.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as acts:
            setattr(request, ACTS, acts)
            return self._get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if request.method not in READING:
            getattr(request, ACTS).enter_context(acting(act_of(request)))


def act_of(request: HttpRequest) -> Act:
    """Return the act of a request whose view is known. Addresses may hold secrets, so the page is named by its view."""
    found = request.resolver_match
    via = {"admin": ADMIN, "api": API}.get(found.namespace, ROOM)
    account, hat = _account(request)
    return Act(via, found.view_name, account=account, hat=hat, ip=get_client_ip_address(request) or "")


def _account(request: HttpRequest) -> tuple[str, str]:
    """Return the login of the current user and the hat they chose, "" if there is none. No query without a session.

    While the database is away nothing is written, so there is nothing to sign either.
    """
    with suppress(DatabaseProblem):
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            return request.user.get_username(), getattr(request.user, "acts_as", "")
    return "", ""
