"""What the reader of a bank's file returns, and how amounts are read."""

import datetime as dt
import re
from typing import NamedTuple

from federation.i18n.errors import UserError

# Whole euros, grouped or not, then at most two digits: 1234, 1.234,50 and 1 234.5, with a sign or without.
_GROUPS = r"[0-9]{1,3}([ .,'\u00a0\u202f])[0-9]{3}(?:\3[0-9]{3})*"
_AMOUNT = re.compile(rf"([+-]?)({_GROUPS}|[0-9]+)(?:(?!\3)[.,]([0-9]{{1,2}}))?")


class BankFileError(UserError):
    """The file of a bank cannot be taken in: what is wrong and where. Nothing was stored."""


class ReadLine(NamedTuple):
    """A line of a bank's file. ``cents`` is below 0 for what the federation paid."""

    account: str
    reference: str  # of the bank
    day: dt.date
    cents: int
    structured: str = ""
    text: str = ""
    payer: str = ""
    iban: str = ""
    debit: str = ""  # our reference of a direct debit, or of those that the bank booked together
    returned: str = ""  # the bank's code, if a direct debit came back

    @property
    def stored_facts(self) -> tuple[object, ...]:
        """Return what distinguishes the line from others; a later file of the bank may add details."""
        return self[:8]


def cents_of(text: str) -> int | None:
    """Return an amount such as "1.234,50", "-12" or "1234.5" in cents; None if it is none."""
    found = _AMOUNT.fullmatch(text.strip().replace("\u2212", "-"))
    if found is None:
        return None
    sign, whole, _separator, rest = found.groups()
    return (-1 if sign == "-" else 1) * int(re.sub(r"\D", "", whole) + (rest or "").ljust(2, "0"))


def shown(cents: int) -> str:
    """Return cents as files write them: 12.50."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
