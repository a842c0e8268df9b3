"""Whose act a request is."""

from collections.abc import Callable
from contextlib import suppress

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.db import Error as DatabaseProblem
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from federation.database.acts import ADMIN, API, ROOM, Act, acting

READING = {"GET", "HEAD", "OPTIONS", "TRACE"}


def name_acts(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what a request writes is the act of its user. Requests that only read cost nothing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in READING:
            return get_response(request)
        with acting(act_of(request)):
            return get_response(request)

    return middleware


def act_of(request: HttpRequest) -> Act:
    """Return the act of a request. Addresses may hold secrets, so the page is named by its view."""
    try:
        found = resolve(request.path_info)
    except Resolver404:
        view, room = "", ""
    else:
        view, room = found.view_name, found.namespace
    via = {"admin": ADMIN, "api": API}.get(room, ROOM)
    account, hat = _account(request)
    return Act(via, view, account=account, hat=hat, ip=get_client_ip_address(request) or "")


def _account(request: HttpRequest) -> tuple[str, str]:
    """Return the login of the current user and the hat they chose, "" if there is none. No query without a session.

    While the database is away nothing is written, so there is nothing to sign either.
    """
    with suppress(DatabaseProblem):
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            return request.user.get_username(), getattr(request.user, "acts_as", "")
    return "", ""
