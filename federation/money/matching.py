"""Finds the club or member of a line of a bank's file, and how certain that is. Nothing is booked here."""

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from federation.identity.member_numbers import key_of
from federation.identity.seasons import enrolment_year
from federation.models import BankLine, Club, Debit, Member, Payment
from federation.money import debit_bookings, references
from federation.money.balances import Debtor, DebtorKind, balances

SHORTEST_IBAN = 8


class Sureness(Enum):
    """Why somebody is proposed."""

    REFERENCE = "green"  # the structured reference names the debtor and the season
    DEBIT = "debit"  # the bank names direct debits of ours, and the amount is theirs
    PAYER = "yellow"  # this payer paid for this one debtor before, and the amount is what they owe or paid before
    NONE = "hand"


class Proposal(NamedTuple):
    """A line with the club or the member that is proposed for what is left of it."""

    line: BankLine
    left: int  # cents
    sureness: Sureness
    debtor: Debtor | None
    season: int
    debits: list[Debit] = []

    @property
    def is_sure(self) -> bool:
        """Return whether it can be booked without checking the line."""
        return self.sureness in {Sureness.REFERENCE, Sureness.DEBIT}

    @property
    def club(self) -> Club | None:
        return self.debtor if isinstance(self.debtor, Club) else None

    @property
    def member(self) -> Member | None:
        return self.debtor if isinstance(self.debtor, Member) else None


def proposals(waiting: Iterable[BankLine], *, locked: bool = False) -> list[Proposal]:
    """Return a proposal for each line, as `BankLineQuerySet.waiting` gives them. Five queries for any number,
    one more if a line is of direct debits, one or two more where members pay. ``locked``: these are locked.
    """
    lines = list(waiting)
    debits = debit_bookings.debits_of(lines, locked=locked)
    said = {line.pk: references.read(line.structured) or references.read(line.text) for line in lines}
    named = _named([found for found in said.values() if found])
    payers = _Payers(lines)
    return [
        Proposal(line, _left(line), Sureness.DEBIT, None, enrolment_year(line.booked_on), debits[line.pk])
        if line.pk in debits
        else _proposal(line, said[line.pk], named, payers)
        for line in lines
    ]


def _left(line: BankLine) -> int:
    return line.cents - getattr(line, "booked", 0)


def _named(found: list[references.Reference]) -> dict[tuple[DebtorKind, str], Debtor]:
    """Return the debtors of references, by kind and number. A merged record leads to the one that stands."""
    numbers: dict[DebtorKind, set[str]] = defaultdict(set)
    for each in found:
        numbers[each.kind].add(each.number)
    clubs = Club.objects.filter(number__in=numbers[DebtorKind.CLUB]) if numbers[DebtorKind.CLUB] else []
    named: dict[tuple[DebtorKind, str], Debtor] = {(DebtorKind.CLUB, each.number.upper()): each for each in clubs}
    if keys := {key for number in numbers[DebtorKind.MEMBER] if (key := key_of(number))}:
        for member in Member.objects.filter(key__in=keys).select_related("merged_into"):
            named[DebtorKind.MEMBER, member.number.upper()] = member.merged_into or member
    return named


def _proposal(
    line: BankLine,
    said: references.Reference | None,
    named: dict[tuple[DebtorKind, str], Debtor],
    payers: "_Payers",
) -> Proposal:
    left = _left(line)
    if said and left > 0 and (debtor := named.get((said.kind, said.number))):
        return Proposal(line, left, Sureness.REFERENCE, debtor, said.season)
    season = enrolment_year(line.booked_on)
    if left > 0 and (debtor := payers.debtor_of(line, left)):
        return Proposal(line, left, Sureness.PAYER, debtor, season)
    return Proposal(line, left, Sureness.NONE, None, season)


Known = tuple[DebtorKind, int]  # club or member, and the id


class _Payers:
    """The clubs and members for which payers paid before, and which amounts."""

    def __init__(self, lines: list[BankLine]) -> None:
        ibans = {line.iban for line in lines if len(line.iban) >= SHORTEST_IBAN}
        before = Payment.objects.filter(line__iban__in=ibans, cents__gt=0, reversed_by=None)
        self.debtors: dict[str, set[Known]] = defaultdict(set)
        self.amounts: dict[Known, set[int]] = defaultdict(set)
        for iban, club, member, cents in before.values_list("line__iban", "club", "member", "cents"):
            known = (DebtorKind.CLUB, club) if club else (DebtorKind.MEMBER, member)
            self.debtors[iban].add(known)
            self.amounts[known].add(cents)
        self.records: dict[Known, Debtor] = {}
        self._look_up(DebtorKind.CLUB, Club)
        self._look_up(DebtorKind.MEMBER, Member)

    def _look_up(self, kind: DebtorKind, model: type[Club] | type[Member]) -> None:
        ids = [pk for known, pk in self.amounts if known is kind]
        if not ids:
            return
        self.records |= {(kind, pk): found for pk, found in model.objects.in_bulk(ids).items()}
        for pk, cents in balances(ids, kind=kind).items():
            self.amounts[kind, pk].add(cents)

    def debtor_of(self, line: BankLine, cents: int) -> Debtor | None:
        debtors = self.debtors.get(line.iban, set())
        if len(debtors) != 1:
            return None
        [known] = debtors
        return self.records[known] if cents in self.amounts[known] else None
