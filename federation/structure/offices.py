"""Appoint people to offices and end offices. A club keeps a secretary; nobody appoints above themselves.

An office ends by itself on its last day. `revoke` ends it at once, with the sessions of its account.
"""

import datetime as dt

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_end
from federation.models import Club, Member, Office, Unit
from federation.structure.rights import Verb

LAST_SECRETARY = noop("%(club)s would have no secretary from %(day)s on: appoint another one first.")
OVER = noop("This office ended on %(day)s.")
NOT_BEGUN = noop("This office begins on %(day)s: it cannot end before.")
NOBODY = noop("Name the account or the member who holds the office.")
NO_OFFICER = noop("An officer is of a unit; choose another role for a club.")
ALREADY = noop("%(who)s already holds this office on some of these days.")
ONE_DAY = dt.timedelta(days=1)
BELOW_SECRETARY = (Office.Role.TREASURER, Office.Role.TOURNAMENTS)  # whom a secretary appoints
BELOW_OFFICER = (Office.Role.SECRETARY, *BELOW_SECRETARY)  # whom the officer of a unit appoints in their own unit


class OfficeError(UserError):
    """An office cannot begin or end like this."""


def may_appoint(by: User, role: str, place: Club | Unit) -> bool:
    """Return whether the user may appoint somebody to the office, and end it: only below their own."""
    if access.may_everywhere(by, Verb.APPOINT):
        return True
    if not access.may(by, Verb.APPOINT, place):
        return False
    own = Office.objects.on(timezone.localdate()).filter(account=by.pk)
    if isinstance(place, Club):
        return role in BELOW_SECRETARY or not own.filter(club=place).exists()
    return role in BELOW_OFFICER or not own.filter(unit=place, role=Office.Role.OFFICER).exists()


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
) -> Office:
    """Give the office to an account, or name a member who is only shown. It ends with the season, or on ``end``.

    Raise `PermissionDenied` if ``by`` may not, `OfficeError` if they hold it already or the place has no such
    office, `ValidationError` if it ends before it begins.
    """
    if not may_appoint(by, role, place):
        raise PermissionDenied
    if account is None and member is None:
        raise OfficeError(NOBODY)
    if role == Office.Role.OFFICER and isinstance(place, Club):
        raise OfficeError(NO_OFFICER)
    _lock(place)
    start = start or timezone.localdate()
    office = Office(
        account=account, member=member, role=role, start=start, end=end or enrolment_end(start), public=public
    )
    setattr(office, "club" if isinstance(place, Club) else "unit", place)
    office.full_clean(validate_constraints=False)
    same = Office.objects.filter(account=account, member=member, club=office.club, unit=office.unit, role=role)
    if any(other.shares_a_day(office.start, office.end) for other in same):
        raise OfficeError(ALREADY, who=str(account or member))
    office.save()
    return office


@transaction.atomic
def end(office: Office, by: User, last: dt.date | None = None) -> None:
    """End the office on a day (yesterday, so that it gives nothing any more).

    Raise `PermissionDenied` if ``by`` may not, `OfficeError` if it is over, or the club would be without a secretary.
    """
    if not (office.account_id == by.pk or may_appoint(by, office.role, office.place)):
        raise PermissionDenied
    _lock(office.place)
    office.refresh_from_db()
    last = last or timezone.localdate() - ONE_DAY
    if office.end and office.end < last:
        raise OfficeError(OVER, day=office.end)
    if last + ONE_DAY < office.start:
        raise OfficeError(NOT_BEGUN, day=office.start)
    if _is_last_secretary(office, last + ONE_DAY):
        raise OfficeError(LAST_SECRETARY, club=str(office.club), day=last + ONE_DAY)
    _finish(office, last)


@transaction.atomic
def revoke(office: Office, by: User) -> int:
    """End the office at once and the sessions of its account, even if nobody else acts for the club. Return how many.

    Only an officer of the federation may. Raise `PermissionDenied` for everybody else.
    """
    if not access.may_everywhere(by, Verb.APPOINT):
        raise PermissionDenied
    _lock(office.place)
    _finish(office, timezone.localdate() - ONE_DAY)
    return end_sessions(office.account) if office.account else 0


def end_sessions(account: User) -> int:
    """End every session of the account, on all devices. Return how many there were."""
    current = Session.objects.filter(expire_date__gte=timezone.now())
    theirs = [each.pk for each in current.iterator() if each.get_decoded().get("_auth_user_id") == str(account.pk)]
    return Session.objects.filter(pk__in=theirs).delete()[0]


def _finish(office: Office, last: dt.date) -> None:
    """Let it end on that day; one that would never have held is deleted."""
    if last < office.start:
        office.delete()
    else:
        Office.objects.filter(pk=office.pk).update(end=last)
        office.end = last


def _is_last_secretary(office: Office, day: dt.date) -> bool:
    if office.role != Office.Role.SECRETARY or office.club_id is None or office.account_id is None:
        return False
    others = Office.objects.on(day).of_accounts().filter(club=office.club_id, role=Office.Role.SECRETARY)
    return not others.exclude(pk=office.pk).exists()


def _lock(place: Club | Unit | None) -> None:
    if place is not None:
        type(place).objects.select_for_update(no_key=True).get(pk=place.pk)
