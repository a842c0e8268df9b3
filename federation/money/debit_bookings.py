"""What a bank reports of direct debits: booked ones become payments; returned ones reverse these and are owed again."""

import re
from collections import defaultdict
from collections.abc import Iterable

from django.contrib.auth.models import User

from federation.models import BankLine, Debit, Payment

_REFERENCE = re.compile(r"DD(?P<collection>[0-9]{1,18})(?:-(?P<part>[0-9]{1,18}|(?:B2B-)?(?:FRST|RCUR)))?")
NO_REASON = "MS03"  # ISO 20022: the bank gives no reason


def debits_of(lines: Iterable[BankLine], *, locked: bool = False) -> dict[int, list[Debit]]:
    """Return the debits that each line books or returns, by id of the line, as `BankLineQuerySet.waiting` gives them.

    A line that names none, or whose amount is another, is left out. One query if a line names a debit, else none.
    """
    named = {line: found for line in lines if (found := _REFERENCE.fullmatch(line.debit))}
    if not named:
        return {}
    rows = Debit.objects.filter(collection__in={int(found["collection"]) for found in named.values()})
    if locked:
        rows = rows.select_for_update(of=("self",))
    by_collection: dict[int, list[Debit]] = defaultdict(list)
    rows = rows.select_related("mandate__club", "mandate__member", "collection", "payment__reversed_by")
    for debit in rows.order_by("pk"):
        by_collection[debit.collection_id].append(debit)
    chosen = {
        line.pk: _fitting(line, [each for each in by_collection[int(found["collection"])] if _is_named(each, found)])
        for line, found in named.items()
    }
    return {line: debits for line, debits in chosen.items() if debits}


def _is_named(debit: Debit, found: re.Match[str]) -> bool:
    return found["part"] is None or found[0] in {debit.reference, debit.batch}


def _fitting(line: BankLine, named: list[Debit]) -> list[Debit]:
    """Return the debits if the amount is theirs; the bank may add its costs to a returned one."""
    left = line.cents - getattr(line, "booked", 0)
    if left > 0:
        pending = [each for each in named if each.is_pending]
        return pending if sum(each.cents for each in pending) == left else []
    if len(named) == 1 and named[0].is_booked and named[0].cents <= -left:
        return named
    return []


def book(line: BankLine, debits: list[Debit], by: User | None) -> list[Payment]:
    """Book a locked line for debits of `debits_of`, or reverse the payment of one that came back.

    Book nothing if another line did it meanwhile.
    """
    if line.cents < 0:
        return [] if debits[0].returned else [_returned(line, debits[0], by)]
    if not all(each.is_pending for each in debits):
        return []
    made = Payment.objects.bulk_create(
        Payment(
            club_id=each.mandate.club_id,
            member_id=each.mandate.member_id,
            season=each.season,
            day=line.booked_on,
            cents=each.cents,
            line=line,
            note=each.reference,
            by=by,
        )
        for each in debits
    )
    for debit, payment in zip(debits, made, strict=True):
        debit.payment = payment
    Debit.objects.bulk_update(debits, ["payment"])
    return made


def _returned(line: BankLine, debit: Debit, by: User | None) -> Payment:
    debit.returned = line.returned or NO_REASON
    debit.save(update_fields=["returned"])
    return Payment.objects.create(
        club_id=debit.mandate.club_id,
        member_id=debit.mandate.member_id,
        season=debit.season,
        day=line.booked_on,
        cents=-debit.cents,
        line=line,
        reverses=debit.payment,
        note=f"{debit.reference} {debit.returned}",
        by=by,
    )
