"""Transfers between clubs (A06): the new club asks, the old one may object, an officer decides, a day comes.

If the profile gives the old club a number of days, it agrees by not objecting within them; else an
officer decides every request. A transfer takes effect by its affiliations, which are made when it is allowed.
"""

import datetime as dt
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.background import jobs
from federation.enrolment import transfer_mails
from federation.i18n.errors import UserError
from federation.members.affiliations import ONE_DAY, AffiliationError, lock, require_goes_on, transfer, transfer_periods
from federation.models import Affiliation, Club, Job, Member, TransferQuerySet, TransferRequest
from federation.money.charges import take_back_half
from federation.profiles.membership import Transfers
from federation.profiles.reading import profile
from federation.structure.rights import Verb

KIND = "allow_silent_transfers"
SENTENCE = 10  # letters at least
State = TransferRequest.State

OUTSIDE = noop(
    "A transfer can only be requested %(periods)s. For another day, give the reason in a sentence: an officer decides."
)
NO_WINDOW = noop("There is no period for transfers: give the reason in a sentence (at least 10 characters).")
NOT_AFFILIATED = noop("%(member)s is not affiliated: enrol them instead.")
SAME_CLUB = noop("%(member)s is already a member of %(club)s.")
WAITS = noop("A transfer of %(member)s to %(club)s is already waiting for a decision.")
ALLOWED_ALREADY = noop("A transfer of %(member)s to %(club)s on %(day)s has been allowed already.")
DECIDED = noop("This transfer has been decided already.")
SAY_WHY = noop("Give the reason in a sentence (at least 10 characters).")
OBJECTION_OVER = noop("The last day for an objection was %(day)s.")
BEGUN = noop("The transfer took effect on %(day)s: it can no longer be undone.")
NOT_ALLOWED = noop("Only a transfer that was allowed can be undone.")


class TransferError(UserError):
    """The transfer is not possible."""


class Plan(NamedTuple):
    """What a request would ask for."""

    member: Member
    old_club: Club
    effective: dt.date
    object_until: dt.date | None
    in_window: bool


def window_on(day: dt.date) -> Transfers | None:
    """Return the window in which a club asks on the day."""
    return next((each for each in profile().on(day).transfers if day in each and each.by == "new_club"), None)


def plan(member: Member, club: Club, reason: str = "", effective: dt.date | None = None) -> Plan:
    """Return what a request of today would ask for. Five queries at most. Raise `TransferError`.

    ``effective`` and ``reason``: for a request outside the windows.
    """
    today = timezone.localdate()
    window = None if effective else window_on(today)
    if window is None and len(reason.strip()) < SENTENCE:
        periods = transfer_periods(today)
        raise TransferError(OUTSIDE, periods=periods) if periods else TransferError(NO_WINDOW)
    first_day = window.effective.on_or_after(today) if window else effective or today + ONE_DAY
    _require_goes_on(member)
    current = member.affiliations.on(first_day - ONE_DAY).select_related("club").first()
    current = current or member.affiliations.on(today).select_related("club").first()
    if current is None or current.club is None:
        raise TransferError(NOT_AFFILIATED, member=member)
    if current.club_id == club.pk:
        raise TransferError(SAME_CLUB, member=member, club=club)
    _require_no_other(member, today)
    days = window.objection_days if window else 0
    return Plan(member, current.club, first_day, today + dt.timedelta(days=days) if days else None, window is not None)


def _require_goes_on(member: Member) -> None:
    try:
        require_goes_on(member, None)
    except AffiliationError as error:
        raise TransferError(str(error)) from error  # a sentence already


def _require_no_other(member: Member, today: dt.date) -> None:
    others = TransferRequest.objects.filter(member=member).select_related("new_club")
    for other in others.filter(state__in=[*State.waiting(), State.ALLOWED]):
        if other.is_waiting:
            raise TransferError(WAITS, member=member, club=other.new_club)
        if other.effective > today:
            raise TransferError(ALLOWED_ALREADY, member=member, club=other.new_club, day=other.effective)


@transaction.atomic
def ask(member: Member, club: Club, by: User, reason: str = "", effective: dt.date | None = None) -> TransferRequest:
    """Ask for the transfer of the member to the club, from today on. Raise `TransferError` or `PermissionDenied`."""
    if not access.may_ask(by, Verb.REQUEST_TRANSFER, club):
        raise PermissionDenied
    lock([member.pk])
    wanted = plan(member, club, reason, effective)
    made = TransferRequest.objects.create(
        member=member,
        old_club=wanted.old_club,
        new_club=club,
        asked_on=timezone.localdate(),
        asked_by=by,
        reason="" if wanted.in_window else reason.strip(),
        effective=wanted.effective,
        object_until=wanted.object_until,
    )
    transfer_mails.later(made, "asked")
    return made


@transaction.atomic
def object_to(request: TransferRequest, by: User, objection: str) -> None:
    """Object for the old club, with a reason. Raise `TransferError` or `PermissionDenied`."""
    if not access.may(by, Verb.OBJECT_TO_TRANSFER, request.old_club):
        raise PermissionDenied
    if len(objection.strip()) < SENTENCE:
        raise TransferError(SAY_WHY)
    held = _held(request, State.ASKED)
    today = timezone.localdate()
    if held.is_silent(today):
        raise TransferError(OBJECTION_OVER, day=held.object_until)
    held.state, held.objected_on, held.objection = State.OBJECTED, today, objection.strip()
    held.save(update_fields=["state", "objected_on", "objection"])
    transfer_mails.later(held, "objected")


@transaction.atomic
def agree(request: TransferRequest, by: User) -> None:
    """Agree for the old club before its days are over. Raise `TransferError` or `PermissionDenied`.

    Where an officer decides every request, they see that the club agrees.
    """
    if not access.may(by, Verb.OBJECT_TO_TRANSFER, request.old_club):
        raise PermissionDenied
    held = _held(request, State.ASKED)
    if held.object_until is None:
        held.decision = _("The old club agrees.")
        held.save(update_fields=["decision"])
        return
    _allow(held, None, "")


@transaction.atomic
def withdraw(request: TransferRequest, by: User) -> None:
    """Withdraw the request of the new club before it is decided. Raise `TransferError` or `PermissionDenied`."""
    if not access.may_ask(by, Verb.REQUEST_TRANSFER, request.new_club):
        raise PermissionDenied
    held = _held(request, *State.waiting())
    held.state, held.decided_on, held.decided_by = State.WITHDRAWN, timezone.localdate(), by
    held.save(update_fields=["state", "decided_on", "decided_by"])
    transfer_mails.later(held, "withdrawn")


@transaction.atomic
def allow(request: TransferRequest, by: User, reason: str = "", effective: dt.date | None = None) -> None:
    """Decide as an officer that the member moves, perhaps on another day.

    Raise `TransferError` or `PermissionDenied`.
    """
    require_may_decide(by, request)
    held = _held(request, *State.waiting())
    held.effective = effective or held.effective
    _allow(held, by, reason)


@transaction.atomic
def refuse(request: TransferRequest, by: User, reason: str) -> None:
    """Decide as an officer that the member stays. Raise `TransferError` or `PermissionDenied`."""
    require_may_decide(by, request)
    if len(reason.strip()) < SENTENCE:
        raise TransferError(SAY_WHY)
    held = _held(request, *State.waiting())
    held.state, held.decided_on, held.decided_by = State.REFUSED, timezone.localdate(), by
    held.decision = reason.strip()
    held.save(update_fields=["state", "decided_on", "decided_by", "decision"])
    transfer_mails.later(held, "refused")


@transaction.atomic
def undo(request: TransferRequest, by: User, reason: str) -> None:
    """Undo an allowed transfer as an officer, before its day. Raise `TransferError` or `PermissionDenied`."""
    require_may_decide(by, request)
    if len(reason.strip()) < SENTENCE:
        raise TransferError(SAY_WHY)
    lock([request.member_id])
    held = TransferRequest.objects.select_for_update(no_key=True, of=("self",)).get(pk=request.pk)
    if held.state != State.ALLOWED or held.made is None:
        raise TransferError(NOT_ALLOWED)
    if held.effective <= timezone.localdate():
        raise TransferError(BEGUN, day=held.effective)
    take_back_half(held.ended, held.made, reason.strip(), by)
    held.made.delete()
    if held.ended is not None:
        held.ended.end, held.ended.end_cause = held.former_end, Affiliation.EndCause.NONE
        held.ended.save(update_fields=["end", "end_cause"])
    held.state, held.decision, held.made = State.UNDONE, reason.strip(), None
    held.save(update_fields=["state", "decision", "made"])
    transfer_mails.later(held, "undone")


def queue() -> Job | None:
    """Queue the job that allows transfers whose days for an objection are over; None if there are none. `NIGHTLY`."""
    return jobs.submit(KIND, KIND, {}) if _silent(timezone.localdate()).exists() else None


def _silent(day: dt.date) -> TransferQuerySet:
    return TransferRequest.objects.filter(state=State.ASKED, object_until__lt=day)


def allow_silent(day: dt.date | None = None) -> int:
    """Allow the requests to which the old club did not object in time. Return how many. For the nightly sweep."""
    day = day or timezone.localdate()
    done = 0
    for request in _silent(day).select_related("member").order_by("pk"):
        try:
            with transaction.atomic():
                _allow(_held(request, State.ASKED), None, "")
        except TransferError:
            continue  # an officer sees it among those that wait
        done += 1
    return done


def require_may_decide(by: User, request: TransferRequest) -> None:
    """Raise `PermissionDenied` for users who may not decide it: officers of the federation, or of both clubs."""
    for club in (request.old_club, request.new_club):
        if not access.may(by, Verb.DECIDE_TRANSFER, club):
            raise PermissionDenied


def _held(request: TransferRequest, *states: str) -> TransferRequest:
    """Lock the member and the request, and return it as it is now. Raise `TransferError` if it is in another state."""
    lock([request.member_id])
    held = TransferRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
    if held.state not in states:
        raise TransferError(DECIDED)
    return held


def _allow(held: TransferRequest, by: User | None, reason: str) -> None:
    """Make the affiliation in the new club, and keep what undoing it needs."""
    today = timezone.localdate()
    ended = _reaching(held)
    former_end = ended.end if ended else None
    try:
        made = transfer(held.member, held.new_club, held.asked_on, effective=held.effective)
    except AffiliationError as error:
        raise TransferError(str(error)) from error  # a sentence already
    held.state, held.decided_on, held.decided_by = State.ALLOWED, today, by
    held.decision = reason.strip()
    held.made, held.ended, held.former_end = made, ended, former_end
    held.save()
    transfer_mails.later(held, "allowed")


def _reaching(held: TransferRequest) -> Affiliation | None:
    """Return the affiliation to the old club on the last day before the transfer."""
    return held.member.affiliations.on(held.effective - ONE_DAY).first()
