"""Hats: in which of several capacities an account acts.

One person may be an officer of the federation and the secretary of a club; what they do as the one is not done as the
other.

The hat is kept in the session. It only narrows what the offices of the day allow, so an old one gives nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from federation.models import Office

SESSION_KEY = "hats"
FEDERATION_CODE, OWN_CODE = "federation", "own"


@dataclass(frozen=True)
class Hat:
    """For whom somebody acts: "federation", "club:7", "unit:3", or "own": all clubs and units of their offices."""

    code: str
    name: str = ""

    @property
    def is_federation(self) -> bool:
        return self.code == FEDERATION_CODE

    @property
    def offices(self) -> Q:
        """Return the condition for the offices that count in this hat."""
        kind, _sep, pk = self.code.partition(":")
        if kind in {"club", "unit"} and pk.isdecimal():
            return Q(**{kind: int(pk)})
        return Q() if self.code == OWN_CODE else Q(pk__in=[])

    @property
    def label(self) -> str:
        """Return the hat for a menu, in the reader's language."""
        if self.is_federation:
            return _("the federation")
        return self.name or _("all my clubs")


FEDERATION, OWN = Hat(FEDERATION_CODE), Hat(OWN_CODE)


def hats_of(user: User) -> list[Hat]:
    """Return the hats of an account, the usual one first. One query."""
    today = Office.objects.on(timezone.localdate()).filter(account=user.pk).select_related("club", "unit")
    places = {
        Hat(f"club:{office.club_id}", str(office.club))
        if office.club
        else Hat(f"unit:{office.unit_id}", str(office.unit))
        for office in today
    }
    own = sorted(places, key=lambda hat: hat.name)
    return [*([FEDERATION] if user.is_staff else []), *([OWN] if len(own) > 1 else []), *own]


def remember(request: HttpRequest) -> list[Hat]:
    """Keep in the session which hats the user has, and return them. One query."""
    found = hats_of(request.user)
    kept = [[hat.code, hat.name] for hat in found]
    if request.session.get(SESSION_KEY, {}).get("all") != kept:
        worn = worn_in(request)
        code = worn.code if worn in found or not found else found[0].code
        request.session[SESSION_KEY] = {"all": kept, "worn": code}
    return found


def worn_in(request: HttpRequest) -> Hat:
    """Return the hat of the session. The administration is always the federation's."""
    if request.path.startswith(reverse("admin:index")):
        return FEDERATION
    kept = request.session.get(SESSION_KEY, {})
    usual = FEDERATION if request.user.is_staff else OWN
    return next((Hat(code, name) for code, name in kept.get("all", ()) if code == kept["worn"]), usual)


def wear(request: HttpRequest, code: str) -> bool:
    """Put on the hat with that code, if the user has it today. Return whether they have."""
    if code not in {hat.code for hat in remember(request)}:
        return False
    request.session[SESSION_KEY] = {**request.session[SESSION_KEY], "worn": code}
    return True


class HatMiddleware:
    """Gives ``request.user`` the hat of the session as ``hat``. Nothing is read before somebody asks for the user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        request.user = SimpleLazyObject(lambda: _with_hat(request, user))
        return self.get_response(request)


def _with_hat(request: HttpRequest, user: User) -> User:
    request.user = user
    if user.is_authenticated:
        user.hat = worn_in(request)
    return user
