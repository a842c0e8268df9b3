"""Requests of members that something on record about them be corrected: asked, accepted or declined within 30 days.

A name that changes is written again into every published file; digests hold no names and stay.
"""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import hooks
from federation.access import may_everywhere, own_members
from federation.i18n.errors import UserError
from federation.members.affiliations import lock
from federation.members.hiding import rewrite_public_files
from federation.models import Member, Rectification
from federation.structure.rights import Verb

OPEN = noop("A request about this is open already: an officer decides it first.")
SAME = noop("This is already on record.")
UNREADABLE = noop("The value cannot be read: %(why)s")
DECIDED = noop("The request has meanwhile been decided.")
NO_REASON = noop("Give the reason for declining the request.")
NAMES = {Rectification.Field.LAST_NAME, Rectification.Field.FIRST_NAME}


class RectificationError(UserError):
    """A correction cannot be requested or decided like this."""


@transaction.atomic
def ask(member: Member, by: User, field: str, value: str, proof: str) -> Rectification:
    """Request that the field be corrected. Raise `PermissionDenied` if the account does not stand for the member,
    `RectificationError` if the value is none, is on record, or another request about it is open.
    """
    if not own_members(by).filter(pk=member.pk).exists():
        raise PermissionDenied
    lock([member.pk])
    member.refresh_from_db()
    cleaned = _cleaned(field, value)
    if cleaned == getattr(member, field):
        raise RectificationError(SAME)
    if Rectification.objects.open().filter(member=member, field=field).exists():
        raise RectificationError(OPEN)
    return Rectification.objects.create(member=member, field=field, value=str(cleaned), proof=proof, asked_by=by)


@transaction.atomic
def accept(request: Rectification, by: User) -> None:
    """Correct the member as requested. Raise `PermissionDenied`, or `RectificationError` if it was decided."""
    held = _held(request, by)
    member = held.member
    setattr(member, held.field, _cleaned(held.field, held.value))
    member.save(update_fields=[held.field, "search_name"])
    if held.field in NAMES:
        rewrite_public_files()
    _decide(held, by, accepted=True)


@transaction.atomic
def decline(request: Rectification, by: User, reason: str) -> None:
    """Decline with a reason. Raise `PermissionDenied`, or `RectificationError` without one or if it was decided."""
    held = _held(request, by)
    if not reason.strip():
        raise RectificationError(NO_REASON)
    _decide(held, by, accepted=False, reason=reason.strip())


def _held(request: Rectification, by: User) -> Rectification:
    """Return the request and its member, locked."""
    if not may_everywhere(by, Verb.CHANGE_IDENTITY):
        raise PermissionDenied
    lock([request.member_id])
    held = Rectification.objects.select_for_update(of=("self",)).select_related("member").get(pk=request.pk)
    if held.decided_at:
        raise RectificationError(DECIDED)
    return held


def _decide(held: Rectification, by: User, *, accepted: bool, reason: str = "") -> None:
    held.accepted, held.reason, held.decided_by, held.decided_at = accepted, reason, by, timezone.now()
    held.save(update_fields=["accepted", "reason", "decided_by", "decided_at"])
    for tell in hooks.functions("RECTIFICATION_DECIDED"):
        tell(held)


def _cleaned(field: str, value: str) -> object:
    """Return the value as the field stores it. Raise `RectificationError` if it is none."""
    form_field = Member._meta.get_field(Rectification.Field(field).value).formfield(required=True)
    try:
        return form_field.clean(value.strip())
    except ValidationError as problem:
        raise RectificationError(UNREADABLE, why=" ".join(problem.messages)) from problem
