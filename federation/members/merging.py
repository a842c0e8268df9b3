"""Merging two records of one person.

The record that stays takes over the licences of the other, the values that it lacks, and affiliations that share no day
with its own. The rest stays with the other record as history. If one of them is hidden, both are from then on. The
other record keeps its rows in tournaments and ratings, with ``merged_into`` set: they count for the member to whom it
points, so no published fact changes.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.hooks import rated_facts_changed
from federation.members.affiliations import lock
from federation.members.hiding import rewrite_public_files
from federation.models import Affiliation, Charge, Consent, Guardian, Holder, Licence, Member, Payment, PersonalDetail

FILLED = (
    *("first_name", "sex", "birth_date", "nationality", "fide_federation", "fide_id", "fide_rating"),
    *("title", "hidden"),
)
COMPARED = ("birth_date", "sex", "fide_id")


class MergeError(Exception):
    """The records cannot be merged: one sentence in the user's language."""


@dataclass(frozen=True)
class Merge:
    """What a merge would move from ``member`` to ``into``, for the page that asks for confirmation."""

    member: Member
    into: Member
    licences: list[Licence]
    affiliations: list[Affiliation]  # that move
    left: list[Affiliation]  # that stay, because the other is affiliated on one of their days
    filled: list[str]  # fields that ``into`` takes over because it has nothing there
    conflicts: list[str]  # fields in which the two disagree, though one person has one value
    merged_before: list[Member]  # records that point to ``member`` and will point to ``into``


def plan(member: Member, into: Member) -> Merge:
    """Return what `merge` would do. Four queries. Raise `MergeError` if it is not possible."""
    if member == into:
        raise MergeError(_("A member cannot be merged into themselves."))
    for record in (member, into):
        if record.merged_into_id:
            raise MergeError(_("%(member)s has already been merged into another member.") % {"member": record})
    affiliations = list(member.affiliations.select_related("club").order_by("start"))
    own = list(into.affiliations.all())
    left = [row for row in affiliations if any(each.shares_a_day(row.start, row.end) for each in own)]
    compared = [(name, (getattr(member, name), getattr(into, name))) for name in COMPARED]
    return Merge(
        member,
        into,
        list(member.licences.all()),
        [row for row in affiliations if row not in left],
        left,
        [name for name in FILLED if not getattr(into, name) and getattr(member, name)],
        [name for name, both in compared if all(both) and both[0] != both[1]],
        list(member.merged_from.all()),
    )


@transaction.atomic
def merge(member: Member, into: Member) -> Merge:
    """Make ``into`` the only record of the person. Raise `MergeError` if it is not possible."""
    _hold(member, into)
    member, into = Member.objects.get(pk=member.pk), Member.objects.get(pk=into.pk)
    done = plan(member, into)
    hides = member.hidden != into.hidden
    Licence.objects.filter(member=member).update(member=into)
    Affiliation.objects.filter(pk__in=[row.pk for row in done.affiliations]).update(member=into)
    _move_accounts(member, into)
    _move_contacts(member, into)
    _move_account(member, into)
    taken = {name: getattr(member, name) for name in done.filled}
    if "fide_id" in taken:
        member.fide_id = None  # two records cannot hold one id, not even for a moment
    member.merged_into = into
    member.save()
    for name, value in taken.items():
        setattr(into, name, value)
    into.save()
    Member.objects.filter(merged_into=member).update(merged_into=into)
    if hides:
        rewrite_public_files()
    rated_facts_changed()
    return done


def _move_accounts(member: Member, into: Member) -> None:
    """Move the accounts of one record to the other, which keeps its own if both have one."""
    theirs = Holder.objects.filter(member=into)
    moved = Holder.objects.filter(member=member)
    moved.filter(account__in=theirs.values("account")).delete()
    if theirs.filter(guardian=None).exists():
        moved.filter(guardian=None).delete()
    moved.update(member=into)


def _hold(member: Member, into: Member) -> None:
    """Lock all records that the merge writes. Merges run one after the other: each locks the first member before it
    looks up which records point to the two.
    """
    lock(Member.objects.order_by("pk").values_list("pk", flat=True)[:1])
    lock([member.pk, into.pk, *Member.objects.filter(merged_into=member).values_list("pk", flat=True)])


def _move_contacts(member: Member, into: Member) -> None:
    """Let ``into`` have the guardians, the consents, and the contact data that it lacks."""
    known = list(PersonalDetail.objects.filter(member=into).values_list("what", flat=True))
    PersonalDetail.objects.filter(member=member).exclude(what__in=known).update(member=into)
    for model in (Guardian, Consent):
        model.objects.filter(member=member).update(member=into)


def _move_account(member: Member, into: Member) -> None:
    """Move to ``into`` what the other record owed and paid itself and, if ``into`` has none in force, its
    mandate. Issued statements stay as they are.
    """
    Charge.objects.filter(member=member, debtor=Charge.Debtor.MEMBER).update(member=into)
    Payment.objects.filter(member=member).update(member=into)
    if into.mandates.filter(ended_on=None).exists():
        member.mandates.filter(ended_on=None).update(ended_on=timezone.localdate())
    member.mandates.update(member=into)
