"""The sessions of an account: where it is logged in, and how they are ended."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from federation.models import AccountSession

# What a User-Agent contains, and the common name of the browser or system; the first match counts.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


class Place(NamedTuple):
    """A session as its owner sees it."""

    row: AccountSession
    name: str  # in forms; it opens nothing
    device: str  # in words
    is_this: bool


def in_words(device: str) -> str:
    """Return the browser and the system that a User-Agent names: "Firefox, Linux"."""
    found = [next((name for sign, name in known.items() if sign in device), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or _("unknown device")


def of_account(request: HttpRequest) -> list[Place]:
    """Return the open sessions of the user, the last used one first."""
    rows = AccountSession.objects.open().filter(account=request.user.pk)
    key = request.session.session_key
    ordered = rows.order_by("-seen_at", "pk")
    return [Place(row, _name(row), in_words(row.device), row.pk == key) for row in ordered]


def _name(row: AccountSession) -> str:
    return salted_hmac("federation.accounts.sessions", row.pk).hexdigest()[:20]


def end(account: User, name: str) -> int:
    """End the session of the account with that name. Return how many there were."""
    rows = [row.pk for row in AccountSession.objects.filter(account=account.pk) if _name(row) == name]
    return AccountSession.objects.filter(pk__in=rows).delete()[0]


def end_others(request: HttpRequest) -> int:
    """End every session of the user but this one. Return how many there were."""
    others = AccountSession.objects.filter(account=request.user.pk).exclude(pk=request.session.session_key)
    return others.delete()[0]


def end_all(account: User) -> int:
    """End every session of the account, on all devices and at once. Return how many there were."""
    return AccountSession.objects.filter(account=account.pk).delete()[0]
