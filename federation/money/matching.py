"""For which club a line of a bank's file is, and how sure that is. Nothing is booked here."""

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from federation.bank.bank_lines import shown
from federation.identity.seasons import enrolment_year
from federation.models import BankLine, Club, Debit, Payment
from federation.money import debit_bookings, references
from federation.money.balances import balances

SHORTEST_IBAN = 8


class Sureness(Enum):
    """Why a club is proposed."""

    REFERENCE = "green"  # the structured reference names club and season
    DEBIT = "debit"  # the bank names direct debits of ours, and the amount is theirs
    PAYER = "yellow"  # this payer paid for this one club before, and the amount is what the club owes or paid before
    NONE = "hand"


class Proposal(NamedTuple):
    """A line with the club that is proposed for what is left of it."""

    line: BankLine
    left: int  # cents
    sureness: Sureness
    club: Club | None
    season: int
    debits: list[Debit] = []

    @property
    def is_sure(self) -> bool:
        """Return whether it is booked without a look at the line."""
        return self.sureness in {Sureness.REFERENCE, Sureness.DEBIT}

    @property
    def plain(self) -> str:
        """Return what is left as a form takes it: 12.50."""
        return shown(self.left)


def proposals(waiting: Iterable[BankLine], *, locked: bool = False) -> list[Proposal]:
    """Return a proposal for each line, as `BankLineQuerySet.waiting` gives them. Five queries for any number,
    one more if a line is of direct debits. ``locked``: these are locked.
    """
    lines = list(waiting)
    debits = debit_bookings.debits_of(lines, locked=locked)
    said = {line.pk: references.read(line.structured) or references.read(line.text) for line in lines}
    numbers = {found.club for found in said.values() if found}
    named = {club.number.upper(): club for club in Club.objects.filter(number__in=numbers)} if numbers else {}
    payers = _Payers(lines)
    return [
        Proposal(line, _left(line), Sureness.DEBIT, None, enrolment_year(line.booked_on), debits[line.pk])
        if line.pk in debits
        else _proposal(line, said[line.pk], named, payers)
        for line in lines
    ]


def _left(line: BankLine) -> int:
    return line.cents - getattr(line, "booked", 0)


def _proposal(line: BankLine, said: references.Reference | None, named: dict[str, Club], payers: "_Payers") -> Proposal:
    left = _left(line)
    if said and said.club in named and left > 0:
        return Proposal(line, left, Sureness.REFERENCE, named[said.club], said.season)
    season = enrolment_year(line.booked_on)
    if left > 0 and (club := payers.club_of(line, left)):
        return Proposal(line, left, Sureness.PAYER, club, season)
    return Proposal(line, left, Sureness.NONE, None, season)


class _Payers:
    """The clubs for which payers paid before, and which amounts."""

    def __init__(self, lines: list[BankLine]) -> None:
        ibans = {line.iban for line in lines if len(line.iban) >= SHORTEST_IBAN}
        before = Payment.objects.filter(line__iban__in=ibans, cents__gt=0, reversed_by=None)
        self.clubs: dict[str, set[int]] = defaultdict(set)
        self.amounts: dict[int, set[int]] = defaultdict(set)
        for iban, club, cents in before.values_list("line__iban", "club", "cents"):
            self.clubs[iban].add(club)
            self.amounts[club].add(cents)
        self.known = Club.objects.in_bulk(self.amounts)
        for club, cents in balances(set(self.amounts)).items():
            self.amounts[club].add(cents)

    def club_of(self, line: BankLine, cents: int) -> Club | None:
        clubs = self.clubs.get(line.iban, set())
        if len(clubs) != 1:
            return None
        [club] = clubs
        return self.known[club] if cents in self.amounts[club] else None
