"""Surcharges and suspensions of clubs that did not pay in time: an officer decides, nothing happens automatically.

A decision locks the clubs, so that a payment or a colleague at the same moment changes nothing that was not shown.
"""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.bank.bank_lines import shown
from federation.i18n.errors import UserError
from federation.models import Charge, Club, Suspension
from federation.money import charges
from federation.overdue.amounts_due import SURCHARGE, Deadline, overdue

SUSPENDED = noop("The club is suspended until it has paid what it owes: nobody can be renewed or enrolled.")
NOT_PROVIDED = noop("This federation does not suspend clubs that owe money.")


class OverdueError(UserError):
    """The profile does not allow this."""


def is_suspended(club: Club) -> bool:
    """Return whether a suspension of the club is in force."""
    return Suspension.objects.filter(club=club, lifted_on=None).exists()


@transaction.atomic
def surcharge(due: Deadline, wanted: Mapping[int, int], by: User | None) -> list[Charge]:
    """Charge the surcharge to clubs (ids) whose proposal is still as ``wanted``, in cents; skip the others."""
    _locked(wanted)
    day, percent = timezone.localdate(), due.rules.surcharge_percent
    return charges.store(
        [
            charges.by_hand(
                each.club,
                SURCHARGE,
                each.surcharge,
                f"{percent} % × {shown(each.cents)} {due.rules.article}".strip(),
                day=day,
                by=by,
                cause=Charge.Cause.DECISION,
            )
            for each in overdue(due, wanted)
            if each.surcharge and each.surcharge == wanted[each.club.pk]
        ]
    )


@transaction.atomic
def suspend(due: Deadline, wanted: Mapping[int, int], by: User | None) -> list[Suspension]:
    """Suspend clubs (ids) that still owe what they are ``wanted`` for, in cents; skip the others, and those that are
    suspended. Raise `OverdueError`.
    """
    if not due.rules.suspends:
        raise OverdueError(NOT_PROVIDED)
    _locked(wanted)
    facts = {"start": timezone.localdate(), "article": due.rules.article[:200], "suspended_by": by}
    return Suspension.objects.bulk_create(
        Suspension(club=each.club, cents=each.cents, **facts)
        for each in overdue(due, wanted)
        if each.cents > 0 and each.cents == wanted[each.club.pk] and each.suspended is None
    )


@transaction.atomic
def lift(clubs: Collection[int]) -> int:
    """Lift the suspensions of clubs (ids) from today on. Return how many there were."""
    _locked(clubs)
    return Suspension.objects.filter(club__in=clubs, lifted_on=None).update(lifted_on=timezone.localdate())


def _locked(clubs: Collection[int]) -> None:
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=list(clubs)).order_by("pk"))
