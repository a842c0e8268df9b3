"""Take in the file of a bank: all its lines or none, and none twice."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.bank import bank_csv, camt, coda
from federation.bank.bank_lines import BankFileError, ReadLine
from federation.database import bulk
from federation.files.limits import TOO_LARGE, too_large
from federation.models import BankColumns, BankLine
from federation.profiles.reading import profile

EMPTY = noop("The file is empty.")


class TakenIn(NamedTuple):
    """How many lines a file has, and how many of them are new."""

    lines: int
    new: int


class UnknownColumns(BankFileError):
    """The columns of this bank were not chosen yet."""

    def __init__(self, found: bank_csv.Table) -> None:
        super().__init__(noop("Choose what each column holds; the choice is remembered for this bank."))
        self.table = found


def take_in(data: bytes, file_name: str, by: User | None, columns: Mapping[str, int] | None = None) -> TakenIn:
    """Store the lines of a CAMT.053, CODA or CSV file that are not stored yet.

    ``columns``: the place of each column of a CSV, if it is chosen now. Raise `BankFileError`, for a CSV whose columns
    nobody chose yet `UnknownColumns`.
    """
    if limit := too_large(len(data)):
        raise BankFileError(TOO_LARGE, **limit)
    if not data.strip():
        raise BankFileError(EMPTY)
    if camt.matches(data):
        return _store(camt.read(data, profile().federation.currency), file_name, by)
    if coda.matches(data):
        return _store(coda.read(data, profile().federation.currency), file_name, by)
    table = bank_csv.table(data)
    known = BankColumns.objects.filter(header=table.digest).first()
    if columns is None and known is None:
        raise UnknownColumns(table)
    chosen = dict(columns) if columns is not None else known.columns if known else {}
    lines = bank_csv.read(table, chosen)
    with transaction.atomic():
        if columns is not None:
            BankColumns.objects.update_or_create(header=table.digest, defaults={"columns": chosen, "chosen_by": by})
        return _store(lines, file_name, by)


def _store(lines: list[ReadLine], file_name: str, by: User | None) -> TakenIn:
    seen: Counter[tuple[object, ...]] = Counter()
    rows = []
    for line in lines:
        seen[line.stored_facts] += 1  # two equal payments of a day are two lines
        facts = line._asdict() | {"booked_on": line.day}
        del facts["day"]
        rows.append(
            BankLine(**facts, digest=_digest(line, seen[line.stored_facts]), file_name=file_name[:200], taken_in_by=by)
        )
    with transaction.atomic():
        return TakenIn(len(rows), bulk.insert_new(rows))


def _digest(line: ReadLine, which: int) -> str:
    return hashlib.sha256("\0".join(map(str, (*line.stored_facts, which))).encode()).hexdigest()
