"""Appoint people to offices and end offices. A club keeps those that it needs; nobody appoints above their own rank.

An office ends by itself on its last day. `revoke` ends it at once, with the sessions of its account.
"""

import datetime as dt
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.accounts import sessions
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_end
from federation.models import Club, Member, Office, Unit, UnitMembership
from federation.profiles.membership import Role
from federation.structure.rights import Verb
from federation.structure.roles import rank, roles_of

VACANT = noop("The office “%(role)s” of %(place)s would be vacant from %(day)s on: appoint another person first.")
OVER = noop("This office ended on %(day)s.")
NOT_BEGUN = noop("This office begins on %(day)s: it cannot end before.")
NOBODY = noop("Name the account or the member who holds the office.")
NO_SUCH_OFFICE = noop("%(place)s has no such office. Choose one of the list.")
ALREADY = noop("%(who)s already holds this office on some of these days.")
ONE_DAY = dt.timedelta(days=1)


class OfficeError(UserError):
    """An office cannot begin or end like this."""


def roles_to_give(by: User, place: Club | Unit) -> tuple[Role, ...]:
    """Return the offices of the place to which the user may appoint, and which they may end: those below their own."""
    today, of_club = timezone.localdate(), isinstance(place, Club)
    known = roles_of(place, today)
    if _stands_above(by, place):
        return known
    own = [office for office in access.offices_of(by, Verb.APPOINT, today) if office.place == place]
    ranks = [rank(office.role, today, of_club=of_club) for office in own]
    return tuple(role for role in known if ranks and rank(role.code, today, of_club=of_club) > min(ranks))


def may_appoint(by: User, role: str, place: Club | Unit) -> bool:
    """Return whether the user may appoint people to the office, and end it."""
    return role in {each.code for each in roles_to_give(by, place)}


@transaction.atomic
def appoint(
    by: User,
    place: Club | Unit,
    role: str,
    *,
    account: User | None = None,
    member: Member | None = None,
    start: dt.date | None = None,
    end: dt.date | None = None,
    public: bool = False,
    contact: str = "",
) -> Office:
    """Give the office to an account, or name a member who is only shown. It ends with the season, or on ``end``.

    Raise `PermissionDenied` if ``by`` may not, `OfficeError` if they hold it already or the place has no such
    office, `ValidationError` if it ends before it begins.
    """
    start = start or timezone.localdate()
    if not any(each.code == role for each in roles_of(place, start)):
        raise OfficeError(NO_SUCH_OFFICE, place=str(place))
    if not may_appoint(by, role, place):
        raise PermissionDenied
    if account is None and member is None:
        raise OfficeError(NOBODY)
    _lock(place)
    end = end or enrolment_end(start)
    office = Office(
        account=account, member=member, role=role, start=start, end=end, public=public, contact=contact, **_at(place)
    )
    office.full_clean(validate_constraints=False)
    same = Office.objects.filter(account=account, member=member, club=office.club, unit=office.unit, role=role)
    if any(other.shares_a_day(office.start, office.end) for other in same):
        raise OfficeError(ALREADY, who=str(account or member))
    office.save()
    return office


@transaction.atomic
def end(office: Office, by: User, last: dt.date | None = None) -> None:
    """End the office on a day (yesterday, so that it gives no rights from now on).

    Raise `PermissionDenied` if ``by`` may not, `OfficeError` if it is over, or too few would hold it afterwards.
    """
    place = _place_if_allowed(office, by)
    _lock(place)
    office.refresh_from_db()
    last = last or timezone.localdate() - ONE_DAY
    if office.end and office.end < last:
        raise OfficeError(OVER, day=office.end)
    if last + ONE_DAY < office.start:
        raise OfficeError(NOT_BEGUN, day=office.start)
    if _is_needed(office, place, last + ONE_DAY):
        raise OfficeError(VACANT, role=office.get_role_display(), place=str(place), day=last + ONE_DAY)
    _finish(office, last)


def announce(office: Office, by: User, *, public: bool, contact: str) -> None:
    """Show the office in public, with an address to write to, or show it no longer.

    Raise `PermissionDenied` if it is neither the user's own nor one that they may give.
    """
    _place_if_allowed(office, by)
    office.public, office.contact = public, contact
    office.save(update_fields=["public", "contact"])


@transaction.atomic
def revoke(office: Office, by: User) -> int:
    """End the office at once and the sessions of its account, even if nobody else acts for the club. Return how many.

    Only an officer of the federation may. Raise `PermissionDenied` for everybody else.
    """
    place = office.place
    if place is None or not access.may_everywhere(by, Verb.APPOINT):
        raise PermissionDenied
    _lock(place)
    _finish(office, timezone.localdate() - ONE_DAY)
    return sessions.end_all(office.account) if office.account else 0


def _finish(office: Office, last: dt.date) -> None:
    """Let it end on that day; one that would never have held is deleted."""
    if last < office.start:
        office.delete()
    else:
        Office.objects.filter(pk=office.pk).update(end=last)
        office.end = last


def _is_needed(office: Office, place: Club | Unit, day: dt.date) -> bool:
    """Return whether too few others hold the office on the day."""
    needed = next((each.at_least for each in roles_of(place, day) if each.code == office.role), 0)
    if not needed or office.account_id is None:
        return False
    others = Office.objects.on(day).of_accounts().filter(role=office.role, **_at(place)).exclude(pk=office.pk)
    return others.count() < needed


def _stands_above(by: User, place: Club | Unit) -> bool:
    """Return whether the user appoints to every office of the place: for the federation, or for a unit above."""
    if access.may_everywhere(by, Verb.APPOINT):
        return True
    today = timezone.localdate()
    units = access.units_of(by, Verb.APPOINT, today).values("pk")
    if isinstance(place, Club):
        return UnitMembership.objects.on(today).filter(club=place, unit__in=units).exists()
    return Unit.objects.filter(pk__in=units, parts=place).exists()


def _place_if_allowed(office: Office, by: User) -> Club | Unit:
    """Return the place of an office that is the user's own, or that they may give. Else raise `PermissionDenied`."""
    place = office.place
    if place and (office.account_id == by.pk or access.may_everywhere(by, Verb.APPOINT)):
        return place
    if place and may_appoint(by, office.role, place):
        return place
    raise PermissionDenied


def _at(place: Club | Unit) -> dict[str, Any]:
    """Return the place as a field of offices."""
    return {"club" if isinstance(place, Club) else "unit": place}


def _lock(place: Club | Unit) -> None:
    type(place).objects.select_for_update(no_key=True).get(pk=place.pk)
