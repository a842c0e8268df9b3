"""Collect what clubs and members owe by SEPA direct debit: what can be collected, and the files that banks get."""

import datetime as dt
import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year
from federation.models import Club, Collection, Debit, Mandate, Member
from federation.money.balances import DebtorKind, balances, kind_of
from federation.profiles.reading import profile

SATURDAY = 5
EARLY = noop("Payers must be told of a direct debit %(days)s days in advance. The earliest day is %(day)s.")
WEEKEND = noop("%(day)s is a Saturday or a Sunday: banks debit no accounts on that day.")
OFF = noop("This federation does not collect by direct debit.")
NOTHING = noop("Nothing can be collected: nobody with a mandate owes anything.")
CHANGED = noop("What is owed has changed since. Nothing was collected: check the amounts again.")
BOOKED = noop("The bank has already booked or returned a part of this collection: it cannot be withdrawn.")


class DebitError(UserError):
    """The collection cannot be made or withdrawn."""


class Due(NamedTuple):
    """What can be collected by a mandate."""

    mandate: Mandate
    cents: int


def offered() -> bool:
    """Return whether clubs and members may pay by direct debit today."""
    return profile().on(timezone.localdate()).billing.debit


def dues() -> list[Due]:
    """Return what clubs, then members, with a mandate owe, minus what the bank is already collecting.

    Three queries for clubs alone, five for both.
    """
    found = []
    in_force = list(Mandate.objects.filter(ended_on=None).select_related("club", "member"))
    for kind in DebtorKind:
        mandates = {each.debtor.pk: each for each in in_force if kind_of(each.debtor) is kind}
        if not mandates:
            continue
        owed = balances(mandates, kind=kind)
        for pk, cents in _pending(kind, mandates):
            owed[pk] -= cents
        due = [Due(mandate, owed[pk]) for pk, mandate in mandates.items() if owed.get(pk, 0) > 0]
        found += sorted(due, key=lambda each: each.mandate.debtor.key)
    return found


def _pending(kind: DebtorKind, debtors: Iterable[int]) -> QuerySet[Debit, tuple[int, int]]:
    """Return what the bank is collecting from clubs or members (ids), by id."""
    column = f"mandate__{kind.value}"
    rows = Debit.objects.pending().filter(**{f"{column}__in": debtors}).order_by()
    return rows.values_list(column).annotate(Sum("cents"))


def digest_of(found: list[Due]) -> str:
    """Return the digest of the amounts that a preview shows."""
    return hashlib.sha256(repr([(each.mandate.pk, each.cents) for each in found]).encode()).hexdigest()


def earliest_day() -> dt.date:
    """Return the first day on which accounts may be debited: no Saturday or Sunday."""
    day = timezone.localdate() + dt.timedelta(profile().on(timezone.localdate()).billing.debit_notice_days)
    return day + dt.timedelta(max(0, 7 - day.weekday()) if day.weekday() >= SATURDAY else 0)


@transaction.atomic
def collect(day: dt.date, seen: str, by: User | None) -> Collection:
    """Collect on the day what is owed. ``seen``: the digest of what the user confirms. Raise `DebitError`."""
    if not offered():
        raise DebitError(OFF)
    if day < (first := earliest_day()):
        notice = profile().on(timezone.localdate()).billing.debit_notice_days
        raise DebitError(EARLY, days=notice, day=first)
    if day.weekday() >= SATURDAY:
        raise DebitError(WEEKEND, day=day)
    in_force = Mandate.objects.filter(ended_on=None)
    for model, column in ((Club, "club"), (Member, "member")):
        held = model.objects.filter(pk__in=in_force.exclude(**{column: None}).values(column))
        list(held.select_for_update(no_key=True, of=("self",)).order_by("pk"))
    found = dues()
    if not found:
        raise DebitError(NOTHING)
    if digest_of(found) != seen:
        raise DebitError(CHANGED)
    made = Collection.objects.create(day=day, made_by=by)
    used = set(_used([each.mandate.pk for each in found]))
    season = enrolment_year(timezone.localdate())
    Debit.objects.bulk_create(
        Debit(
            collection=made,
            mandate=each.mandate,
            season=season,
            cents=each.cents,
            sequence=Debit.Sequence.RECURRING if each.mandate.pk in used else Debit.Sequence.FIRST,
        )
        for each in found
    )
    return made


def _used(mandates: list[int]) -> set[int]:
    """Return the mandates (ids) by which a bank has collected, or is collecting."""
    before = Debit.objects.filter(mandate__in=mandates, returned="", collection__withdrawn_at=None)
    return set(before.values_list("mandate", flat=True))


@transaction.atomic
def withdraw(collection: Collection) -> None:
    """Mark a collection as not sent to the bank: all is still owed. Raise `DebitError` if the bank booked it."""
    held = Collection.objects.select_for_update().get(pk=collection.pk)
    if held.withdrawn_at:
        return
    if held.debits.exclude(payment=None, returned="").exists():
        raise DebitError(BOOKED)
    held.withdrawn_at = timezone.now()
    held.save(update_fields=["withdrawn_at"])
