"""Hats: as whom an account with several offices acts, chosen in the menu and remembered in the session (B).

The account then has the rights of that hat alone. Without a choice it has the rights of all its offices. Appointments
that are not in the table of rights (captain, officer of a season, guardian) are of the person, whatever the hat.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from federation import access
from federation.models import Office
from federation.profiles.words import named

FEDERATION = 0  # the hat of staff, which is of no office
KEY = "hats"  # in the session: the hats of the account, those of which day, and the one that was chosen
MOST = 25


class Hat(NamedTuple):
    """An office of the account, or its work for the federation."""

    office: int  # id, or FEDERATION
    role: str
    number: str  # of the club, or the code of the unit
    place: str

    @property
    def name(self) -> str:
        if self.office == FEDERATION:
            return _("officer of the federation")
        return _("%(role)s of %(place)s") % {"role": named("roles", self.role, Office.Role), "place": self.place}

    @property
    def in_audit(self) -> str:
        """Return the hat as the audit keeps it: with numbers, without names."""
        return "federation" if self.office == FEDERATION else f"{self.role} {self.number}"


class Acting(SimpleLazyObject):
    """The user of a request under a hat: `federation.access` reads ``hat``, the audit ``acts_as``; ``account`` is the
    user with all offices.
    """

    def __init__(self, user: User, hat: Hat) -> None:
        super().__init__(lambda: user)
        self.__dict__.update(account=user, hat=hat.office, acts_as=hat.in_audit)


class InOffice(Acting):
    """Under the hat of a club or a unit: without the rights of staff. What is stored of the account does not change."""

    is_staff = False
    is_superuser = False

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        return False

    def has_perms(self, perms: Any, obj: Any = None) -> bool:
        return not perms

    def has_module_perms(self, app_label: str) -> bool:
        return False

    def get_all_permissions(self, obj: Any = None) -> set[str]:
        return set()


def of_account(user: User) -> list[Hat]:
    """Return the hats of the account today, none without an office. At most two queries."""
    today = timezone.localdate()
    held = Office.objects.on(today).of_accounts().filter(account=user.pk).select_related("club", "unit")
    hats = []
    for office in held.order_by("start", "pk")[:MOST]:
        number = office.club.number if office.club else office.unit.code
        hats.append(Hat(office.pk, office.role, number, str(office.place)))
    if hats and (user.is_staff or access.federation_roles(user)):
        hats.insert(0, Hat(FEDERATION, "", "", ""))
    return hats


def known(request: HttpRequest) -> list[Hat]:
    """Return the hats among which the user can choose: none if there is only one."""
    hats = _known(request)
    return hats if len(hats) > 1 else []


def has_office(request: HttpRequest) -> bool:
    """Return whether the user has an office of a club or a unit."""
    return bool(_known(request))


def has_several_clubs(request: HttpRequest) -> bool:
    """Return whether the user has an office of a unit, or of more than one club."""
    offices = [hat for hat in _known(request) if hat.office != FEDERATION]
    return len({hat.number for hat in offices}) > 1 or any(hat.role == Office.Role.OFFICER for hat in offices)


def _known(request: HttpRequest) -> list[Hat]:
    """Return the hats of the user as the session knows them. One query on the first page of a day."""
    kept = request.session.get(KEY)
    if not kept or kept["day"] != timezone.localdate().isoformat():
        kept = refresh(request)
    return [Hat(*each) for each in kept["of"]]


def refresh(request: HttpRequest) -> dict[str, Any]:
    """Read which hats the user has now. One that they no longer have is no longer chosen."""
    return _kept(request, getattr(request.user, "account", request.user))


@receiver(user_logged_in)
def learn(sender: object, request: HttpRequest, user: User, **kwargs: object) -> None:
    """Keep the hats of the account in its new session."""
    _kept(request, user)


def _kept(request: HttpRequest, user: User) -> dict[str, Any]:
    found, before = of_account(user), request.session.get(KEY, {}).get("on")
    on = before if before in {hat.office for hat in found} else None
    kept = {"day": timezone.localdate().isoformat(), "of": [list(hat) for hat in found], "on": on}
    request.session[KEY] = kept
    return kept


def worn(request: HttpRequest) -> Hat | None:
    """Return the hat that the session chose, None for all offices at once. No query."""
    kept = request.session.get(KEY) or {}
    return next((Hat(*each) for each in kept.get("of", ()) if each[0] == kept["on"]), None)


def choose(request: HttpRequest, office: str) -> bool:
    """Act under that hat from now on, under all for "". Return False if the account has no such hat."""
    kept = refresh(request)
    found = next((each[0] for each in kept["of"] if str(each[0]) == office), None)
    if office and found is None:
        return False
    request.session[KEY] = kept | {"on": found}
    return True


def put_on(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the user of a request acts under the hat of the session. It queries nothing before a view does."""

    def middleware(request: HttpRequest) -> HttpResponse:
        found = request.user
        request.user = SimpleLazyObject(lambda: _acting(request, found))
        return get_response(request)

    return middleware


def _acting(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    hat = worn(request) if user.is_authenticated else None
    if hat is None:
        return user
    return Acting(user, hat) if hat.office == FEDERATION else InOffice(user, hat)
