"""Collect what clubs owe by SEPA direct debit: what can be collected, and the collections that banks get as files."""

import datetime as dt
import hashlib
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year
from federation.models import Club, Collection, Debit, Mandate
from federation.money.balances import balances
from federation.profiles.reading import profile

SATURDAY = 5
EARLY = noop("Clubs must be told of a direct debit %(days)s days in advance. The earliest day is %(day)s.")
WEEKEND = noop("%(day)s is a Saturday or a Sunday, when banks debit nothing.")
OFF = noop("Direct debits are not part of this federation’s profile.")
NOTHING = noop("Nothing can be collected: no club with a mandate owes anything.")
CHANGED = noop("What clubs owe has changed since. Nothing was collected: check the amounts again.")
BOOKED = noop("The bank has already booked or returned a part of this collection: it cannot be withdrawn.")


class DebitError(UserError):
    """The collection cannot be made or withdrawn."""


class Due(NamedTuple):
    """What can be collected from a club."""

    mandate: Mandate
    cents: int


def offered() -> bool:
    """Return whether clubs may pay by direct debit today."""
    return profile().on(timezone.localdate()).billing.debit


def dues() -> list[Due]:
    """Return what clubs with a mandate owe, less what the bank was already told to collect. Four queries."""
    mandates = list(Mandate.objects.filter(ended_on=None).select_related("club").order_by("club__key"))
    clubs = [each.club_id for each in mandates]
    owed = balances(clubs)
    pending = Debit.objects.pending().filter(mandate__club__in=clubs).order_by()
    for club, cents in pending.values_list("mandate__club").annotate(Sum("cents")):
        owed[club] -= cents
    return [Due(each, owed[each.club_id]) for each in mandates if owed.get(each.club_id, 0) > 0]


def digest_of(found: list[Due]) -> str:
    """Return the digest of the amounts that a preview shows."""
    return hashlib.sha256(repr([(each.mandate.pk, each.cents) for each in found]).encode()).hexdigest()


def earliest_day() -> dt.date:
    """Return the first day on which accounts may be debited: no Saturday or Sunday."""
    day = timezone.localdate() + dt.timedelta(profile().on(timezone.localdate()).billing.debit_notice_days)
    return day + dt.timedelta(max(0, 7 - day.weekday()) if day.weekday() >= SATURDAY else 0)


@transaction.atomic
def collect(day: dt.date, seen: str, by: User | None) -> Collection:
    """Collect on the day what clubs owe. ``seen``: the digest of what the user confirms. Raise `DebitError`."""
    if not offered():
        raise DebitError(OFF)
    if day < (first := earliest_day()):
        notice = profile().on(timezone.localdate()).billing.debit_notice_days
        raise DebitError(EARLY, days=notice, day=first)
    if day.weekday() >= SATURDAY:
        raise DebitError(WEEKEND, day=day)
    clubs = Mandate.objects.filter(ended_on=None).values("club")
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))
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
    """Return the mandates (ids) by which a bank has collected, or was told to."""
    before = Debit.objects.filter(mandate__in=mandates, returned="", collection__withdrawn_at=None)
    return set(before.values_list("mandate", flat=True))


@transaction.atomic
def withdraw(collection: Collection) -> None:
    """Say that a collection was not sent to the bank: its clubs still owe. Raise `DebitError` if the bank booked it."""
    held = Collection.objects.select_for_update().get(pk=collection.pk)
    if held.withdrawn_at:
        return
    if held.debits.exclude(payment=None, returned="").exists():
        raise DebitError(BOOKED)
    held.withdrawn_at = timezone.now()
    held.save(update_fields=["withdrawn_at"])
