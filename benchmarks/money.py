"""All statements of 500 clubs with 30,000 members, and a bank's file of 5,000 lines, each v its rows read and written.

Statements are made and stored with their digests, then written as CSV, XLSX and PDF. The bank's file (CAMT.053) is
checked, stored, matched and booked. Raw is a query with a cursor, `json`, `ElementTree` and ``executemany``, without
any check.
"""

from __future__ import annotations

import datetime as dt
import json
import time
from collections.abc import Callable
from functools import partial

from defusedxml import ElementTree
from django.db import connection, transaction

from benchmarks.invented import raw
from benchmarks.measure import Row, medians
from federation.bank.bank_files import take_in
from federation.models import Affiliation, BankLine, Club, Member, Payment, Statement
from federation.money import payments, statement_files, statements
from federation.money.charges import raise_for
from federation.money.references import iso_reference
from tests.federation.bank import bank

SEASON = 2027
START, END = dt.date(2026, 9, 1), dt.date(2027, 8, 31)
NAMESPACE = "{urn:iso:std:iso:20022:tech:xsd:camt.053.001.08}"
REFERENCE, AMOUNT, DAY = f"{NAMESPACE}AcctSvcrRef", f"{NAMESPACE}Amt", f"{NAMESPACE}BookgDt/{NAMESPACE}Dt"
FILES_SECONDS, BANK_SECONDS = 60, 10
CHARGES = (
    "SELECT c.club_id, c.number, c.day, c.what, c.cents, m.number, m.last_name, m.first_name "
    "FROM federation_charge c JOIN federation_member m ON m.id = c.member_id WHERE c.season = %s ORDER BY c.number"
)


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    clubs, members, lines = (50, 3_000, 500) if quick else (500, 30_000, 5_000)
    ids = _charged(clubs, members)
    data = bank.camt([_line(number, clubs) for number in range(lines)])
    repetitions = 1 if quick else 3
    made = medians(
        {"site": lambda: statements.issue(ids, SEASON, None), "raw": _raw_statements},
        repetitions,
        partial(raw.empty, Statement),
    )
    raw.empty(Statement)
    statements.issue(ids, SEASON, None)
    files = _processor_seconds(_files)
    banked = medians(
        {"site": lambda: _booked(data), "raw": lambda: _raw_lines(data)},
        repetitions,
        partial(raw.empty, Payment, BankLine),
    )
    raw.empty(Payment, BankLine)
    booked = _processor_seconds(lambda: _booked(data))
    what, read = f"{clubs} statements of {members:,} charges", "the same rows read and written raw"
    return [
        Row(f"{what}, stored", read, made["site"] / made["raw"], at_most=10),
        Row(f"{what}, as CSV, XLSX and PDF", f"{FILES_SECONDS} s of the processor", files / FILES_SECONDS, at_most=1),
        Row(f"CAMT.053 of {lines:,} lines: stored, matched, booked", read, banked["site"] / banked["raw"], at_most=10),
        Row("the same file", f"{BANK_SECONDS} s of the processor", booked / BANK_SECONDS, at_most=1),
    ]


def _charged(clubs: int, members: int) -> list[int]:
    """Charge all members of invented clubs for the season. Return the ids of the clubs."""
    Club.objects.bulk_create(Club(number=str(key), key=key, name=f"Club {key}") for key in range(101, 101 + clubs))
    ids = list(Club.objects.values_list("pk", flat=True))
    people = Member.objects.bulk_create(
        Member(
            number=str(key), key=key, last_name=f"Name{key}", first_name="A", birth_date=dt.date(1950 + key % 60, 1, 1)
        )
        for key in range(30_001, 30_001 + members)
    )
    raise_for(
        Affiliation.objects.bulk_create(
            Affiliation(member=member, club_id=ids[number % clubs], start=START, end=END)
            for number, member in enumerate(people)
        )
    )
    return ids


def _line(number: int, clubs: int) -> bank.Line:
    """Return a line; four of five name club and season."""
    said = iso_reference(str(101 + number % clubs), SEASON) if number % 5 else ""
    return 1_000 + number, said, f"Payer {number}", f"BE{number:014d}"


def _processor_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _files() -> None:
    for each in Statement.objects.all():
        for write in (statement_files.as_csv, statement_files.as_xlsx, statement_files.as_pdf):
            write(each.facts)


def _raw_statements() -> None:
    found: dict[int, list[object]] = {}
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(CHARGES, [SEASON])
            for club, *line in cursor.fetchall():
                found.setdefault(club, []).append(line)
        rows = [(club, SEASON, 1, json.dumps(lines, default=str), "", START) for club, lines in found.items()]
        raw.insert(Statement, ("club_id", "season", "number", "facts", "digest", "issued_at"), rows)


def _booked(data: bytes) -> None:
    taken = take_in(data, "bank.xml", None)
    waiting = list(BankLine.objects.values_list("pk", flat=True))
    booked = len(payments.book_sure(waiting, None))
    assert booked == taken.lines - len(range(0, taken.lines, 5)), "green lines are missing"


def _raw_lines(data: bytes) -> None:
    found = ElementTree.fromstring(data).iter(f"{NAMESPACE}Ntry")
    rows = [(each.findtext(REFERENCE), each.findtext(DAY), round(float(each.findtext(AMOUNT)) * 100)) for each in found]
    with transaction.atomic():
        raw.insert(
            BankLine, ("reference", "booked_on", "cents", "digest", "taken_in_at"), [(*row, "", START) for row in rows]
        )
