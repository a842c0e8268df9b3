"""Which account stands for which member: how people claim their record, or that of their child."""

import datetime as dt

from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.i18n.errors import UserError
from federation.members.adults import is_minor, needs_guardian
from federation.members.affiliations import lock
from federation.models import Consent, Guardian, Holder, Invitation, Member, PersonalDetail
from federation.structure.rights import Verb

CLAIMED = "claim of a record"  # marks our rows in the table of failed logins
TRIES = 3  # a day for a record, and for an address of the network ten times as many
DAY = dt.timedelta(days=1)
NO_ADDRESS = noop("There is no e-mail address of %(member)s or a guardian on record: add it to the contact data first.")
TAKEN = noop("%(member)s already has an account.")
SECOND_PERSON = noop("This account belongs to another member. An account belongs to one person.")
NO_CONSENT = noop("%(member)s is too young for an account of their own without the consent of a guardian.")


class HolderError(UserError):
    """An account cannot stand for that member."""


def may_invite(by: User, member: Member) -> bool:
    """Return whether the user may invite the member: those who keep the contact data of their club may."""
    return access.members_of(by, Verb.CHANGE_CONTACTS).filter(pk=member.pk).exists()


def invitations_to(member: Member, by: User | None) -> list[Invitation]:
    """Return an invitation for each address on record: of the member, and of a minor's guardians. Not stored.

    Raise `HolderError` if there is none, or the member has an account.
    """
    if Holder.objects.filter(member=member, guardian=None).exists():
        raise HolderError(TAKEN, member=member)
    found = [
        Invitation(member=member, guardian=guardian, email=email, invited_by=by) for email, guardian in _of(member)
    ]
    if not found:
        raise HolderError(NO_ADDRESS, member=member)
    return found


def _of(member: Member) -> list[tuple[str, Guardian | None]]:
    today = timezone.localdate()
    own = PersonalDetail.objects.filter(member=member, what=PersonalDetail.What.EMAIL).values_list("value", flat=True)
    addresses: list[tuple[str, Guardian | None]] = []
    if not needs_guardian(member, today) or _has_consent(member):
        addresses += [(email, None) for email in own if email]
    if is_minor(member, today):
        addresses += [(each.email, each) for each in Guardian.objects.filter(member=member).exclude(email="")]
    return addresses


def _has_consent(member: Member) -> bool:
    answers = Consent.objects.filter(member=member, purpose=Consent.Purpose.ACCOUNT).latest_first()
    last = answers.first()
    return last is not None and last.given


def admits(number: str, client: str | None) -> bool:
    """Return whether one more try for the record is admitted today. If so, count it.

    Numbers without a record count like any other, so the answer says nothing about them. Older tries are deleted.
    """
    tries = AccessFailureLog.objects.filter(path_info=CLAIMED)
    tries.filter(attempt_time__lt=timezone.now() - DAY).delete()
    if tries.filter(username=number).count() >= TRIES or tries.filter(ip_address=client).count() >= 10 * TRIES:
        return False
    AccessFailureLog.objects.create(path_info=CLAIMED, username=number, ip_address=client)
    return True


def claimed(number: str, birth_date: dt.date, email: str) -> list[Invitation]:
    """Return the invitations for a person who knows these three of a record, none if one is wrong. Not stored."""
    member = Member.objects.filter(number=number, birth_date=birth_date, merged_into=None, deceased=False).first()
    if member is None:
        return []
    try:
        found = invitations_to(member, None)
    except HolderError:
        return []
    return [each for each in found if each.email.casefold() == email.casefold()]


@transaction.atomic
def give(invitation: Invitation, account: User) -> Holder:
    """Let the account stand for the member, as themselves or as a guardian. Raise `HolderError`."""
    member, guardian = invitation.member, invitation.guardian
    lock([member.pk])
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    own = Holder.objects.filter(guardian=None)
    if guardian is None:
        if own.filter(member=member).exists():
            raise HolderError(TAKEN, member=member)
        if own.filter(account=account).exists():
            raise HolderError(SECOND_PERSON)
        if needs_guardian(member, timezone.localdate()) and not _has_consent(member):
            raise HolderError(NO_CONSENT, member=member)
    return Holder.objects.get_or_create(account=account, member=member, defaults={"guardian": guardian})[0]


def people_of(account: User) -> list[Holder]:
    """Return the member who the account is, and the minors whose guardian it is. One query.

    A guardian stands for a member until they are an adult.
    """
    rows = Holder.objects.filter(account=account.pk).select_related("member", "guardian")
    today = timezone.localdate()
    kept = [row for row in rows if row.guardian is None or is_minor(row.member, today)]
    return sorted(kept, key=lambda row: (row.guardian is not None, row.member.name))
