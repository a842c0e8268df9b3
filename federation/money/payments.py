"""Book payments of clubs and members, by hand or from lines of a bank's file, and reverse them.

Booking locks the line, so that two people cannot book it twice.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext_noop as noop

from federation.bank.bank_lines import shown
from federation.i18n.errors import UserError
from federation.identity.seasons import enrolment_year
from federation.models import BankLine, Payment
from federation.money import debit_bookings
from federation.money.balances import Debtor, kind_of
from federation.money.matching import Sureness, proposals

NOTHING = noop("Enter an amount other than 0.")
TOO_MUCH = noop("Only %(left)s of this line is left to book, not %(asked)s. Nothing was booked.")
REVERSED = noop("This payment was reversed already.")
ASIDE = noop("This bank line was set aside. Put it back first.")
BOOKED = noop("This bank line is already booked in full.")


class PaymentError(UserError):
    """The payment cannot be booked."""


class Split(NamedTuple):
    """A part of a payment: for which club, or which member, and for which season."""

    club: int | None  # ids
    season: int
    cents: int
    member: int | None = None


def pay(
    debtor: Debtor, cents: int, day: dt.date, by: User | None, *, note: str = "", season: int | None = None
) -> Payment:
    """Book a payment by hand; below 0 for what is paid out. Raise `PaymentError`."""
    if not cents:
        raise PaymentError(NOTHING)
    season = season or enrolment_year(day)
    facts = {kind_of(debtor).value: debtor, "season": season, "day": day, "cents": cents}
    return Payment.objects.create(**facts, note=note, by=by)


@transaction.atomic
def book(line: int, splits: Sequence[Split], by: User | None) -> list[Payment]:
    """Book parts of a bank line (id), or all of it. Raise `PaymentError` for more than is left of it."""
    held = BankLine.objects.select_for_update().get(pk=line)
    if held.set_aside:
        raise PaymentError(ASIDE)
    return _book(held, _booked([line]).get(line, 0), splits, by)


@transaction.atomic
def book_sure(lines: Iterable[int], by: User | None) -> list[Payment]:
    """Book the lines (ids) that say for whom and for which season, or for which direct debits they are, no others."""
    held = {each.pk: each for each in BankLine.objects.select_for_update().filter(pk__in=list(lines)).order_by("pk")}
    waiting = BankLine.objects.waiting().filter(pk__in=held)
    found = [each for each in proposals(waiting, locked=True) if each.is_sure]
    made = [payment for each in found if each.debits for payment in debit_bookings.book(each.line, each.debits, by)]
    return made + Payment.objects.bulk_create(
        Payment(
            **{kind_of(each.debtor).value: each.debtor, "season": each.season},
            day=each.line.booked_on,
            cents=each.left,
            line=each.line,
            by=by,
        )
        for each in found
        if each.debtor and each.sureness is Sureness.REFERENCE
    )


@transaction.atomic
def reverse(payment: Payment, reason: str, by: User | None) -> Payment:
    """Undo a payment by one that is its negative: a wrong club, a returned debit. Raise `PaymentError` if it was."""
    held = Payment.objects.select_for_update(of=("self",)).get(pk=payment.pk)
    if held.reverses_id or Payment.objects.filter(reverses=held).exists():
        raise PaymentError(REVERSED)
    facts = {name: getattr(held, name) for name in ("club_id", "member_id", "season", "day", "line_id")}
    return Payment.objects.create(**facts, cents=-held.cents, reverses=held, note=reason, by=by)


@transaction.atomic
def set_aside(line: int, reason: str) -> None:
    """Set aside what is left of a bank line (id): it is no payment to book. Raise `PaymentError` if nothing is left."""
    held = BankLine.objects.select_for_update().get(pk=line)
    if held.set_aside:
        raise PaymentError(ASIDE)
    if _booked([line]).get(line) == held.cents:
        raise PaymentError(BOOKED)
    BankLine.objects.filter(pk=line).update(set_aside=True, aside_because=reason)


def put_back(line: int) -> None:
    """Put a bank line (id) that was set aside back among those to book."""
    BankLine.objects.filter(pk=line).update(set_aside=False, aside_because="")


def _booked(lines: Sequence[int]) -> dict[int, int]:
    rows = Payment.objects.filter(line__in=lines).order_by().values_list("line").annotate(Sum("cents"))
    return dict(rows)


def _book(line: BankLine, booked: int, splits: Sequence[Split], by: User | None) -> list[Payment]:
    left, asked = line.cents - booked, sum(split.cents for split in splits)
    sign = 1 if line.cents > 0 else -1
    if not splits or any(split.cents * sign <= 0 for split in splits):
        raise PaymentError(NOTHING)
    if asked * sign > left * sign:
        raise PaymentError(TOO_MUCH, left=shown(left), asked=shown(asked))
    return Payment.objects.bulk_create(
        Payment(
            club_id=each.club,
            member_id=each.member,
            season=each.season,
            day=line.booked_on,
            cents=each.cents,
            line=line,
            by=by,
        )
        for each in splits
    )
