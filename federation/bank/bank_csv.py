"""Reads a bank's CSV. Which column is what is chosen once for each bank, and remembered by the names of its columns."""

import csv
import datetime as dt
import hashlib
import io
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as noop

from federation.bank.bank_lines import BankFileError, ReadLine, cents_of, shown

# What a column may be; the first two have to be chosen.
COLUMNS = {
    "day": _("day"),
    "amount": _("amount"),
    "reference": _("reference of the bank"),
    "structured": _("structured reference"),
    "text": _("communication"),
    "payer": _("payer"),
    "iban": _("IBAN of the payer"),
    "account": _("bank account"),
    "balance": _("balance after the line"),
}
NEEDED = ("day", "amount")
DAY_FORMS = ("%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%Y%m%d", "%d/%m/%y")

NO_TABLE = noop("This is not a table: a first line with the names of the columns is needed, and lines below it.")
MISSING = noop("Choose the columns of the day and of the amount.")
SHORT = noop("Line %(line)s has %(found)s columns, not %(value)s. Nothing was stored.")
NO_DAY = noop("Line %(line)s: “%(value)s” is not a day. Nothing was stored.")
NO_AMOUNT = noop("Line %(line)s: “%(value)s” is not an amount. Nothing was stored.")
WRONG_BALANCE = noop("Line %(line)s: the balance should be %(found)s, not %(value)s. Nothing was stored.")


class Table(NamedTuple):
    """The cells of a CSV."""

    header: list[str]
    rows: list[tuple[int, list[str]]]  # number of the line, cells

    @property
    def digest(self) -> str:
        """Return what the names of the columns are remembered by."""
        return hashlib.sha256("\0".join(self.header).encode()).hexdigest()


def table(data: bytes) -> Table:
    """Return the cells of the file, with any separator. Raise `BankFileError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    separator = max(";,\t", key=first.count)
    try:
        reader = csv.reader(io.StringIO(text), delimiter=separator)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(row)]
    except csv.Error:
        raise BankFileError(NO_TABLE) from None
    if len(rows) < 2 or len(rows[0][1]) < 2:
        raise BankFileError(NO_TABLE)
    return Table(rows[0][1], rows[1:])


def read(found: Table, columns: Mapping[str, int]) -> list[ReadLine]:
    """Return the lines of the table. ``columns``: the place of each column of `COLUMNS`. Raise `BankFileError`."""
    if not all(name in columns and columns[name] < len(found.header) for name in NEEDED):
        raise BankFileError(MISSING)
    lines = [_line(number, row, len(found.header), columns) for number, row in found.rows]
    if "balance" in columns:
        _check(found, columns["balance"], [line.cents for line in lines])
    return [line for line in lines if line.cents]


def _line(number: int, row: list[str], width: int, columns: Mapping[str, int]) -> ReadLine:
    if len(row) < width:
        raise BankFileError(SHORT, line=number, found=len(row), value=width)
    cells = {name: row[place] for name, place in columns.items()}
    cents = cents_of(cells["amount"])
    if cents is None:
        raise BankFileError(NO_AMOUNT, line=number, value=cells["amount"][:40])
    return ReadLine(
        cells.get("account", "").replace(" ", "")[:34],
        cells.get("reference", "")[:60],
        _day(number, cells["day"]),
        cents,
        cells.get("structured", "")[:60],
        cells.get("text", "")[:500],
        cells.get("payer", "")[:140],
        cells.get("iban", "").replace(" ", "")[:34],
    )


def _day(number: int, text: str) -> dt.date:
    for form in DAY_FORMS:
        try:
            return dt.datetime.strptime(text, form).date()
        except ValueError:
            continue
    raise BankFileError(NO_DAY, line=number, value=text[:40])


def _check(found: Table, place: int, cents: list[int]) -> None:
    """Compare the balance of each line with that before it; the latest line may be the first or the last."""
    balances = [cents_of(row[place]) for _number, row in found.rows]
    for (number, row), balance in zip(found.rows, balances, strict=True):
        if balance is None:
            raise BankFileError(NO_AMOUNT, line=number, value=row[place][:40])
    known = [balance or 0 for balance in balances]
    rising = [before + cents[at + 1] for at, (before, _after) in enumerate(pairwise(known))]
    falling = [after + cents[at] for at, (_before, after) in enumerate(pairwise(known))]
    if rising != known[1:] and falling != known[:-1]:
        at = next(at for at, value in enumerate(rising) if value != known[at + 1])
        facts = {"line": found.rows[at + 1][0], "found": shown(rising[at]), "value": shown(known[at + 1])}
        raise BankFileError(WRONG_BALANCE, **facts)
