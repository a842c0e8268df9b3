"""Reads CODA, the statement of an account that Belgian banks give: lines of 128 characters (Febelfin, version 2).

Columns are counted from 1, as in the standard. What the file says of itself is checked: the number of records, the sums
of debits and credits, the balances before and after, and the parts of a movement that lists several.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as noop

from federation.bank.bank_lines import BankFileError, ReadLine, shown

WIDTH = 128
SIMPLE, DETAILED = "0", "3"  # column 54: an amount alone; with its components, which are no payments
TOTALS, PARTS = {"1", "2"}, {"5", "6", "7"}  # several payments in one sum; each of them
# Columns 63-65 of a structured communication: where the reference stands in it, and where a text.
REFERENCES = {"100": slice(3, 28), "101": slice(3, 15), "102": slice(3, 15), "103": slice(3, 15)}
TEXTS = {"127": slice(82, 144)}  # of a direct debit

NOT_READ = noop("Line %(line)s is no line of a CODA file: it has %(found)s characters, not 128. Nothing was stored.")
WRONG_PLACE = noop("Line %(line)s: a record “%(value)s” does not belong here. Nothing was stored.")
CUT = noop("The file ends after line %(line)s, before its last record. Nothing was stored.")
NO_AMOUNT = noop("Line %(line)s: “%(value)s” is not an amount. Nothing was stored.")
NO_DAY = noop("Line %(line)s: “%(value)s” is not a day. Nothing was stored.")
OTHER_CURRENCY = noop("Line %(line)s: the account is in %(value)s, not in %(currency)s. Nothing was stored.")
WRONG_PARTS = noop("Line %(line)s: its parts add up to %(found)s, not %(value)s. Nothing was stored.")
WRONG_BALANCE = noop("Line %(line)s: the new balance should be %(found)s, not %(value)s. Nothing was stored.")
WRONG_COUNT = noop("Line %(line)s: the file has %(found)s records, but says %(value)s. Nothing was stored.")
WRONG_SUM = noop("Line %(line)s: the movements add up to %(found)s, but it says %(value)s. Nothing was stored.")


def matches(data: bytes) -> bool:
    """Return whether the file looks like one; the content decides."""
    first = data[: WIDTH + 2].splitlines()[0] if data else b""
    return len(first) == WIDTH and first[:5] == b"00000" and first[14:16] == b"05" and first[127:] in {b"1", b"2"}


def read(data: bytes, currency: str) -> list[ReadLine]:
    """Return the movements of all statements of the file. Raise `BankFileError`."""
    found: list[ReadLine] = []
    statement: _Statement | None = None
    number = 0
    for number, text in enumerate(data.decode("latin-1").splitlines(), 1):
        if not text.strip():
            continue
        if len(text) != WIDTH:
            raise BankFileError(NOT_READ, line=number, found=len(text))
        if (statement is None) != (text[0] == "0"):
            raise BankFileError(WRONG_PLACE, line=number, value=text[0])
        if statement is None:
            statement = _Statement(currency)
        elif statement.take(_Record(number, text)):
            found += statement.lines()
            statement = None
    if statement is not None:
        raise BankFileError(CUT, line=number)
    return [line for line in found if line.cents]


@dataclass(frozen=True)
class _Record:
    """A line of the file."""

    number: int
    text: str

    def at(self, first: int, last: int) -> str:
        """Return columns, counted from 1, without blanks around."""
        return self.text[first - 1 : last].strip()

    def cents(self, first: int, sign: int = 0) -> int:
        """Return an amount of twelve digits and three decimals; ``sign``: the column that holds 1 for a debit."""
        digits = self.at(first, first + 14)
        if len(digits) != 15 or not digits.isdecimal() or digits[-1] != "0":
            raise BankFileError(NO_AMOUNT, line=self.number, value=digits)
        return int(digits[:-1]) * (-1 if sign and self.at(sign, sign) == "1" else 1)

    def day(self, first: int) -> dt.date:
        text = self.at(first, first + 5)
        try:
            return dt.datetime.strptime(text, "%d%m%y").date()
        except ValueError:
            raise BankFileError(NO_DAY, line=self.number, value=text) from None


@dataclass
class _Movement:
    """A movement: its first record, and what the records after it say more."""

    record: _Record
    cents: int
    said: list[str] = field(default_factory=list)  # the communication, cut where a record ends
    ours: str = ""  # reference of the customer: what we called a direct debit
    returned: str = ""
    payer: str = ""
    iban: str = ""

    @property
    def kind(self) -> str:
        return self.record.at(54, 54)

    @property
    def is_whole(self) -> bool:
        """Return whether it moves the balance; others say what it consists of."""
        return self.kind in {SIMPLE, DETAILED, *TOTALS}

    def line(self, account: str) -> ReadLine:
        text, structured = "".join(self.said), ""
        if self.record.at(62, 62) == "1":
            sort = text[:3]
            structured = text[REFERENCES.get(sort, slice(0))].strip()
            text = "" if structured else text[TEXTS.get(sort, slice(3, None))]
        return ReadLine(
            account,
            self.record.at(11, 31),
            self.record.day(116),
            self.cents,
            structured,
            " ".join(text.split())[:500],
            self.payer,
            self.iban,
            self.ours,
            self.returned,
        )


class _Statement:
    """One statement of an account, from its header to its trailer."""

    def __init__(self, currency: str) -> None:
        self.currency, self.account = currency, ""
        self.opening = self.records = self.notes = 0
        self.closing: int | None = None
        self.movements: list[_Movement] = []

    def take(self, record: _Record) -> bool:
        """Take a record in. Return whether it is the last one."""
        kind = record.text[0]
        if kind == "9":
            self._check_trailer(record)
            return True
        self.records += kind in "1238"
        self.notes += kind == "4"  # some banks count them, too
        if kind == "1" and self.records == 1:
            self._open(record)
        elif kind == "2" and self.account and self.closing is None:
            self._move(record)
        elif kind == "8" and self.account and self.closing is None:
            self._close(record)
        elif kind not in "34":
            raise BankFileError(WRONG_PLACE, line=record.number, value=kind)
        return False

    def _open(self, record: _Record) -> None:
        is_old_number = record.at(2, 2) == "0"
        self.account = record.at(6, 17) if is_old_number else record.at(6, 39)
        currency = record.at(19, 21) if is_old_number else record.at(40, 42)
        if currency != self.currency:
            raise BankFileError(OTHER_CURRENCY, line=record.number, value=currency, currency=self.currency)
        self.opening = record.cents(44, sign=43)

    def _move(self, record: _Record) -> None:
        which = record.at(2, 2)
        if which == "1":
            self.movements.append(_Movement(record, record.cents(33, sign=32), [record.text[62:115]]))
            return
        if not self.movements or which not in {"2", "3"}:
            raise BankFileError(WRONG_PLACE, line=record.number, value=f"2{which}")
        movement = self.movements[-1]
        if which == "2":
            movement.said.append(record.text[10:63])
            movement.ours, movement.returned = record.at(64, 98), record.at(114, 117)
        else:
            movement.iban, movement.payer = record.at(11, 44).replace(" ", ""), record.at(48, 82)
            movement.said.append(record.text[82:125])

    def _close(self, record: _Record) -> None:
        self.closing = record.cents(43, sign=42)
        found = self.opening + sum(each.cents for each in self.movements if each.is_whole)
        if found != self.closing:
            raise BankFileError(WRONG_BALANCE, line=record.number, found=shown(found), value=shown(self.closing))

    def _check_trailer(self, record: _Record) -> None:
        if self.closing is None:
            raise BankFileError(WRONG_PLACE, line=record.number, value="9")
        if record.at(17, 22).lstrip("0") not in {str(self.records), str(self.records + self.notes)}:
            raise BankFileError(WRONG_COUNT, line=record.number, found=self.records, value=record.at(17, 22))
        whole = [each.cents for each in self.movements if each.is_whole]
        for first, sign in ((23, -1), (38, 1)):
            found, said = sum(sign * cents for cents in whole if cents * sign > 0), record.cents(first)
            if found != said:
                raise BankFileError(WRONG_SUM, line=record.number, found=shown(found), value=shown(said))

    def lines(self) -> Iterable[ReadLine]:
        """Return a line for each payment: of a total that lists its payments these, else the total."""
        found: list[_Movement] = []
        for at, each in enumerate(self.movements):
            if each.kind in TOTALS and (parts := self._parts(at)):
                if sum(part.cents for part in parts) != each.cents:
                    facts = {"found": shown(sum(part.cents for part in parts)), "value": shown(each.cents)}
                    raise BankFileError(WRONG_PARTS, line=each.record.number, **facts)
                found += parts
            elif each.is_whole:
                found.append(each)
        return [each.line(self.account) for each in found]

    def _parts(self, at: int) -> list[_Movement]:
        """Return the payments of a total: those of its number, which follow it."""
        number = self.movements[at].record.at(3, 6)
        following = self.movements[at + 1 :]
        own = next((place for place, each in enumerate(following) if each.record.at(3, 6) != number), len(following))
        return [each for each in following[:own] if each.kind in PARTS]
