"""Request the erasure of a person, withdraw it, approve it: two officers, with days to think in between."""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation import hooks
from federation.background import jobs
from federation.erasure.person import records_of
from federation.i18n.errors import UserError
from federation.members.affiliations import lock
from federation.models import Charge, Erasure, Job, Member, Office
from federation.money.balances import DebtorKind, balances

KIND = "erase"


class ErasureRefused(UserError):
    """The erasure cannot be requested or approved."""


def blockers(member: Member) -> list[str]:
    """Return why the person cannot be erased now, in the reader's language; nothing if they can."""
    records = records_of(member)
    found = [line for lines in (_offices, _money, *hooks.functions("ERASURE_BLOCKERS")) for line in lines(records)]
    return list(found)


def _offices(records: list[Member]) -> Iterator[str]:
    for office in Office.objects.on(timezone.localdate()).filter(member__in=records).select_related("club", "unit"):
        facts = {"office": office.get_role_display(), "place": office.place}
        yield _("They hold an office: %(office)s, %(place)s. End it first.") % facts


def _money(records: list[Member]) -> Iterator[str]:
    """Yield a line if they owe something, or if a charge for them has no amount yet."""
    charges = Charge.objects.filter(member__in=records)
    own = balances([each.pk for each in records], kind=DebtorKind.MEMBER)
    if sum(own.values()) or charges.filter(cents=None).exists():
        yield _("Charges for them are open: the treasurer settles them first.")


@transaction.atomic
def ask(member: Member, reason: str, by: User) -> Erasure:
    """Request the erasure. Raise `ErasureRefused` if the person was erased, or an erasure is requested already."""
    root = member.merged_into or member
    lock([root.pk])
    root.refresh_from_db()
    if root.erased_at:
        raise ErasureRefused(noop("%(member)s has been erased already."), member=str(root))
    if known := Erasure.objects.open().filter(member=root).first():
        day = timezone.localdate(known.asked_at)
        raise ErasureRefused(noop("The erasure was requested on %(day)s already."), day=day)
    return Erasure.objects.create(member=root, reason=reason, asked_by=by)


@transaction.atomic
def withdraw(erasure: Erasure, by: User) -> None:
    """Withdraw a request. Raise `ErasureRefused` if it was approved meanwhile."""
    held = _held(erasure)
    if held.approved_at or held.done_at:
        raise ErasureRefused(noop("The erasure was approved already and cannot be undone."))
    held.withdrawn_at, held.withdrawn_by = timezone.now(), by
    held.save()


@transaction.atomic
def approve(erasure: Erasure, by: User) -> Job:
    """Approve a request as the second officer, and have a job erase the person. Raise `ErasureRefused`."""
    held = _held(erasure)
    if held.asked_by_id == by.pk:
        raise ErasureRefused(noop("Another officer has to approve the erasure."))
    if not held.is_due:
        raise ErasureRefused(noop("The erasure can be approved from %(day)s on."), day=timezone.localdate(held.due))
    if found := blockers(held.member):
        raise ErasureRefused(found[0])
    if not held.approved_at:
        held.approved_at, held.approved_by = timezone.now(), by
        held.save()
    return jobs.submit(KIND, f"{KIND}:{held.pk}", {"erasure": held.pk}, by)


def _held(erasure: Erasure) -> Erasure:
    """Lock a request and read it again. Raise `ErasureRefused` if it was withdrawn."""
    held = Erasure.objects.select_for_update(of=("self",)).select_related("member").get(pk=erasure.pk)
    if held.withdrawn_at:
        raise ErasureRefused(noop("The request was withdrawn."))
    return held
