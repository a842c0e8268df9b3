"""Guardians of minors, and what was consented to, by whom and when."""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import UserError
from federation.members.adults import is_minor, needs_guardian
from federation.members.affiliations import lock
from federation.members.contacts import Reader, reader_of
from federation.members.hiding import rewrite_public_files
from federation.models import Consent, Guardian, Member

MOST = 2
TOO_MANY = noop("%(member)s has two guardians already: remove one first.")
ADULT = noop("%(member)s is an adult and needs no guardian.")
GUARDIAN_CONSENTS = noop("%(member)s is too young to consent: choose the guardian who does.")
NOT_THEIRS = noop("This person is not a guardian of %(member)s.")


class GuardianError(UserError):
    """A guardian or a consent is not possible."""


def _require_keeper(member: Member, by: User) -> None:
    if reader_of(by, member) != Reader.KEEPER:
        raise PermissionDenied


@transaction.atomic
def add(member: Member, by: User, name: str, relation: str, *, email: str = "", telephone: str = "") -> Guardian:
    """Name a guardian of a minor, the first or the second. Raise `GuardianError` or `PermissionDenied`."""
    _require_keeper(member, by)
    if not is_minor(member, timezone.localdate()):
        raise GuardianError(ADULT, member=member)
    lock([member.pk])
    if Guardian.objects.filter(member=member).count() >= MOST:
        raise GuardianError(TOO_MANY, member=member)
    return Guardian.objects.create(member=member, name=name, relation=relation, email=email, telephone=telephone)


@transaction.atomic
def remove(guardian: Guardian, by: User) -> None:
    """Remove a guardian; what they consented to stays. Raise `PermissionDenied`."""
    _require_keeper(guardian.member, by)
    guardian.delete()


@transaction.atomic
def record(member: Member, by: User, purpose: str, *, given: bool, guardian: Guardian | None = None) -> Consent:
    """Record an answer of the member, or of a guardian. Raise `GuardianError` or `PermissionDenied`.

    A member whose name may not be public is hidden, and shown again after a later consent.
    """
    _require_keeper(member, by)
    if guardian is not None and guardian.member_id != member.pk:
        raise GuardianError(NOT_THEIRS, member=member)
    if given and guardian is None and needs_guardian(member, timezone.localdate()):
        raise GuardianError(GUARDIAN_CONSENTS, member=member)
    lock([member.pk])
    if purpose == Consent.Purpose.PUBLIC_NAME:
        _hide_or_show(member, given)
    return Consent.objects.create(member=member, purpose=purpose, given=given, guardian=guardian, recorded_by=by)


def _hide_or_show(member: Member, given: bool) -> None:
    """Hide the member who refuses; show the member whom only an earlier refusal hid."""
    before = Consent.objects.filter(member=member, purpose=Consent.Purpose.PUBLIC_NAME).latest_first().first()
    if given and (before is None or before.given):
        return
    if Member.objects.filter(pk=member.pk, hidden=given).update(hidden=not given):
        member.hidden = not given
        rewrite_public_files()


def answers(member: Member) -> dict[str, Consent | None]:
    """Return the answer that counts for each purpose, None where nobody answered. One query."""
    found: dict[str, Consent | None] = dict.fromkeys(Consent.Purpose.values)
    rows = Consent.objects.filter(member=member).latest_first().select_related("guardian", "recorded_by")
    for row in rows:
        if found.get(row.purpose) is None:
            found[row.purpose] = row
    return found


def lacking(members: Collection[Member]) -> Mapping[int, list[str]]:
    """Return, by id, the purposes to which nobody answered for the members below the age of consent. One query."""
    today = timezone.localdate()
    young = [member.pk for member in members if needs_guardian(member, today)]
    if not young:
        return {}
    given = set(Consent.objects.filter(member__in=young).values_list("member", "purpose"))
    missing = {pk: [each for each in Consent.Purpose.values if (pk, each) not in given] for pk in young}
    return {pk: purposes for pk, purposes in missing.items() if purposes}
