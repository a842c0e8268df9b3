"""Locks the login after wrong passwords, by name and address, by name, and by address."""

import datetime as dt
import logging
from math import ceil
from typing import NamedTuple

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

log = logging.getLogger(__name__)


class Limit(NamedTuple):
    failures: int
    pause: dt.timedelta  # after the last of them


# Of each of AXES_LOCKOUT_PARAMETERS. Many people share the address of a club's house, so it is soon unlocked. So is a
# name that others tried from many addresses.
LIMITS = {
    ("username", "ip_address"): Limit(settings.AXES_FAILURE_LIMIT, dt.timedelta(hours=settings.AXES_COOLOFF_TIME)),
    ("username",): Limit(20, dt.timedelta(minutes=15)),
    ("ip_address",): Limit(20, dt.timedelta(minutes=10)),
}


class Handler(AxesDatabaseHandler):
    """Counts failures against `LIMITS`, and writes the line of the log that fail2ban reads (deploy/fail2ban/)."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> int:
        """Return `AXES_FAILURE_LIMIT` if the login is locked, else 0: axes knows only one limit."""
        return settings.AXES_FAILURE_LIMIT if self.locked_for(request, credentials) else 0

    def locked_for(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> dt.timedelta:
        """Return how long this login stays locked, zero if it is not. One query without aggregates: it is called twice
        a login, and a locked login adds no rows.
        """
        now, longest = timezone.now(), dt.timedelta()
        address = AccessAttempt._meta.get_field("ip_address").get_prep_value(request.axes_ip_address)  # as it is stored
        who = {"username": get_client_username(request, credentials), "ip_address": address}
        since = now - max(limit.pause for limit in LIMITS.values())
        attempts = AccessAttempt.objects.filter(
            Q(username=who["username"]) | Q(ip_address=address), attempt_time__gt=since
        )
        found = list(attempts.values("username", "ip_address", "failures_since_start", "attempt_time"))
        for fields, limit in LIMITS.items():
            same = [each for each in found if all(each[field] == who[field] for field in fields)]
            recent = [each for each in same if each["attempt_time"] > now - limit.pause]
            if sum(each["failures_since_start"] for each in recent) >= limit.failures:
                longest = max(longest, max(each["attempt_time"] for each in recent) + limit.pause - now)
        return longest

    def user_login_failed(
        self, sender: object, credentials: dict[str, str], request: HttpRequest | None = None, **more: object
    ) -> None:
        """Count the failure. The log names the address alone: the name may be a password in the wrong field."""
        super().user_login_failed(sender, credentials, request, **more)
        if request is not None:
            log.warning("login failed from %s", request.axes_ip_address)


def login_name(request: HttpRequest, credentials: dict[str, str] | None) -> str | None:
    """Return the user name of a login, cut to what the table of failures holds. No account has a longer one."""
    name = (credentials or request.POST).get(settings.AXES_USERNAME_FORM_FIELD)
    return name and name[: AccessAttempt._meta.get_field("username").max_length]


def locked(request: HttpRequest, _answer: HttpResponse | None, credentials: dict[str, str] | None) -> HttpResponse:
    """Return the page that says for how long the login is locked."""
    seconds = max(1, ceil(Handler().locked_for(request, credentials).total_seconds()))
    page = render(request, "registration/locked.html", {"minutes": ceil(seconds / 60)}, status=429)
    page["Retry-After"] = str(seconds)
    return page


def count_failure(request: HttpRequest, user: User) -> None:
    """Count a wrong second factor like a wrong password of the account."""
    user_login_failed.send(__name__, credentials={"username": user.get_username()}, request=request)


def refusal(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the page of a locked login if the account is locked for this client, else None."""
    credentials = {"username": user.get_username()}
    AxesProxyHandler.update_request(request)
    return locked(request, None, credentials) if Handler().locked_for(request, credentials) else None
