"""Invite the owner of a mail address to an office or to a member's record, and let them accept.

The link is signed, bound to the address, valid once and for seven days; no row and no job holds it. Its rights are
checked again when it is used: an inviter who has lost theirs since gives nothing.
"""

from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.accounts.mail import are_sent
from federation.background import jobs
from federation.i18n.errors import UserError
from federation.invitations import holders
from federation.models import Club, Invitation, InvitationQuerySet, Member, Unit
from federation.structure import offices

SALT = "federation.invitations"
KIND = "invitation_mail"
ALREADY = noop("%(email)s has an open invitation to this office: send it again or withdraw it.")
NOT_VALID = noop("This invitation is no longer valid. Ask the person who invited you for a new one.")
NOT_YOURS = noop("This invitation is for %(email)s. Log in with the account that has this address.")
HAS_ACCOUNT = noop("There is an account with this address already. Log in with it, and open the link again.")


class InvitationError(UserError):
    """An invitation cannot be made or used like this."""


def may_manage(user: User, invitation: Invitation) -> bool:
    """Return whether the user may withdraw it and send it again: they could invite to the same."""
    if invitation.role:
        return offices.may_appoint(user, invitation.role, invitation.place)
    return holders.may_invite(user, invitation.member)


def open_at(place: Club | Unit) -> InvitationQuerySet:
    """Return the open invitations to offices of the place."""
    of = {"club": place} if isinstance(place, Club) else {"unit": place}
    return Invitation.objects.open().filter(**of).exclude(role="").select_related("club", "unit", "invited_by")


@transaction.atomic
def invite(by: User, place: Club | Unit, role: str, email: str, language: str = "") -> Invitation:
    """Invite to an office below one's own, and mail the link where mails are sent.

    Raise `PermissionDenied` if ``by`` may not appoint to it, `InvitationError` if the address has an invitation.
    """
    if not offices.may_appoint(by, role, place):
        raise PermissionDenied
    type(place).objects.select_for_update(no_key=True).get(pk=place.pk)
    if open_at(place).filter(role=role, email__iexact=email).exists():
        raise InvitationError(ALREADY, email=email)
    of = {"club": place} if isinstance(place, Club) else {"unit": place}
    return made(Invitation(**of, role=role, email=email, invited_by=by), language)


@transaction.atomic
def invite_member(by: User, member: Member, language: str = "") -> list[Invitation]:
    """Invite a member, and the guardians of a minor, at the addresses on record. Raise `UserError` if there is none.

    Raise `PermissionDenied` if ``by`` may not. Earlier links to the record stop working.
    """
    if not holders.may_invite(by, member):
        raise PermissionDenied
    return [made(each, language) for each in holders.invitations_to(member, by)]


@transaction.atomic
def made(invitation: Invitation, language: str) -> Invitation:
    """Store a new invitation and mail its link. An earlier one of this address to the record is withdrawn."""
    if invitation.member:
        earlier = Invitation.objects.open().filter(member=invitation.member, email__iexact=invitation.email)
        earlier.update(withdrawn_at=timezone.now())
    invitation.save()
    _mail(invitation, language)
    return invitation


@transaction.atomic
def send_again(by: User, invitation: Invitation, language: str = "") -> Invitation:
    """Make a new link, valid for seven days; earlier ones stop. Raise `PermissionDenied` or `InvitationError`."""
    row = _managed(by, invitation)
    row.link, row.sent_at = row.link + 1, timezone.now()
    row.save()
    _mail(row, language)
    return row


@transaction.atomic
def withdraw(by: User, invitation: Invitation) -> None:
    """Make the link invalid. Raise `PermissionDenied` or `InvitationError`."""
    row = _managed(by, invitation)
    row.withdrawn_at = timezone.now()
    row.save()


def _managed(by: User, invitation: Invitation) -> Invitation:
    row = _locked(invitation.pk)
    if not may_manage(by, row):
        raise PermissionDenied
    return row


def _locked(key: int) -> Invitation:
    row = Invitation.objects.select_for_update(of=("self",)).filter(pk=key, used_at=None, withdrawn_at=None).first()
    if row is None:
        raise InvitationError(NOT_VALID)
    return row


def _mail(invitation: Invitation, language: str) -> None:
    if are_sent():
        arguments = {"invitation": invitation.pk, "link": invitation.link, "language": language}
        jobs.submit(KIND, f"{KIND} {invitation.pk} {invitation.link}", arguments)


# -- The link -----------------------------------------------------------------------------------------------------
def token(invitation: Invitation) -> str:
    """Return the secret part of the link."""
    return signing.dumps([invitation.pk, invitation.link], salt=SALT)


def of_token(said: str) -> Invitation:
    """Return the open invitation of a link. Raise `InvitationError` for any other link, always with one sentence."""
    try:
        key, link = signing.loads(said, salt=SALT)
    except (signing.BadSignature, TypeError, ValueError):
        raise InvitationError(NOT_VALID) from None
    found = Invitation.objects.open().filter(pk=key, link=link).select_related("club", "unit", "member", "guardian")
    row = found.first()
    if row is None:
        raise InvitationError(NOT_VALID)
    return row


def needs_login(invitation: Invitation) -> bool:
    """Return whether an account with the address exists, so that no new one is made."""
    return User.objects.filter(email__iexact=invitation.email, is_active=True).exists()


@transaction.atomic
def accept(said: str, account: User) -> Invitation:
    """Give what the link offers to the account with its address. Raise `InvitationError` or another `UserError`."""
    row = _locked(of_token(said).pk)
    of_token(said)  # the link may have been renewed while we waited
    if account.email.casefold() != row.email.casefold():
        raise InvitationError(NOT_YOURS, email=row.email)
    row.used_at = timezone.now()
    row.save()
    if row.role:
        _appoint(row, account)
    else:
        holders.give(row, account)
    return row


def _appoint(row: Invitation, account: User) -> None:
    if row.invited_by is None or not row.invited_by.is_active:
        raise InvitationError(NOT_VALID)
    try:
        offices.appoint(row.invited_by, row.place, row.role, account=account)
    except PermissionDenied:
        raise InvitationError(NOT_VALID) from None


@transaction.atomic
def accept_as_new(said: str, account: User) -> Invitation:
    """Store a new account for the address of the link, and accept with it. Raise `InvitationError`."""
    row = _locked(of_token(said).pk)
    if needs_login(row):
        raise InvitationError(HAS_ACCOUNT)
    account.email = row.email
    account.save()
    return accept(said, account)
