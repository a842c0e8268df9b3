"""Verify the audit: the chain is whole, records are as it says, and it holds what published lists say of it."""

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from django.utils import timezone

from federation import hooks
from federation.audit import chain, sealing, triggers
from federation.audit.records import differences
from federation.database import raw_rows
from federation.models import AuditEntry, Sign

SIGN = "audit"  # the part of the site whose sign is the last verification
REVIEW = "review"  # kind of the entry that says up to which entry changes by other programs were reviewed


class Problem(NamedTuple):
    """What is wrong, and at which entry."""

    n: int
    sentence: str  # for administrators, in English

    def __str__(self) -> str:
        return f"n {self.n}: {self.sentence}"


class Sealed(NamedTuple):
    """An entry with its values as they are stored."""

    n: int
    at: dt.datetime
    account: str
    hat: str
    via: str
    act: str
    kind: str
    object: str
    field: str
    before: str | None
    after: str | None
    row: str
    owner: str
    partner: str
    batch: int | None
    previous: bytes
    hash: bytes
    values__salt: bytes | None
    values__before: str | None
    values__after: str | None


class Outcome(NamedTuple):
    """What a verification found."""

    entries: int  # that were read
    last: int
    head: str  # hash of the last one, in hexadecimal
    problems: list[Problem]  # the first of each sort, in the order of their entries


def verify(start: int = 1) -> Outcome:
    """Seal what waits, and verify the entries from ``start`` on, and all records. Leave the result for monitors."""
    sealing.seal()
    count, last, head, broken = _chain(start)
    sorts = ([broken] if broken else [], list(_heads()), list(_outside()), differences())
    found = [Problem(*sort[0]) for sort in sorts if sort]
    found += [Problem(last, f"no trigger watches {table}: run manage.py migrate.") for table in triggers.missing()]
    outcome = Outcome(count, last, head.hex(), sorted(found))
    before = Sign.objects.filter(part=SIGN).values_list("facts__whole", flat=True).first()
    whole = timezone.now().isoformat() if start == 1 else before
    facts = {"whole": whole} if whole else {}
    Sign.leave(SIGN, problems=[str(problem) for problem in outcome.problems], entries=count, last=last, **facts)
    return outcome


def review(upto: int) -> None:
    """Record in the chain that the changes of other programs up to an entry were reviewed."""
    sealing.note(REVIEW, str(upto))


def _chain(start: int) -> tuple[int, int, bytes, tuple[int, str] | None]:
    """Return how many entries were read, number and hash of the last one, and what is broken first."""
    before = AuditEntry.objects.filter(n=start - 1).values_list("hash", flat=True).first()
    n, previous, count = start - 1, bytes(before) if before else chain.START, 0
    if start > 1 and before is None:
        return 0, n, previous, (start, "there is no entry before it.")
    rows = AuditEntry.objects.filter(n__gte=start).order_by("n")
    for count, entry in enumerate(map(Sealed._make, raw_rows.read(rows, *Sealed._fields)), start=1):
        if problem := _flaw(entry, n + 1, previous):
            return count, n, previous, (min(entry.n, n + 1), problem)
        n, previous = entry.n, bytes(entry.hash)
    return count, n, previous, None


def _flaw(entry: Sealed, n: int, previous: bytes) -> str:
    """Return what is wrong with an entry, "" if nothing is."""
    if entry.n != n:
        return "it is missing."
    moment = entry.at if entry.at.tzinfo else entry.at.replace(tzinfo=dt.UTC)  # SQLite stores UTC
    if bytes(entry.previous) != previous:
        return "it does not follow the entry before it."
    if chain.link(previous, chain.content(entry._replace(at=moment))) != bytes(entry.hash):
        return "it was changed."
    if entry.values__salt is not None:
        salt = bytes(entry.values__salt)
        for value, said in ((entry.values__before, entry.before), (entry.values__after, entry.after)):
            if chain.commitment(salt, value) != said:
                return "its values were changed."
    return ""


def _heads() -> Iterator[tuple[int, str]]:
    """Yield the entries that published lists name and that are no longer in the chain."""
    named = [head for heads in hooks.functions("AUDIT_HEADS") for head in heads()]
    known = dict(AuditEntry.objects.filter(n__in={n for n, _hash, _who in named}).values_list("n", "hash"))
    for n, said, who in sorted(named):
        if bytes(known.get(n, b"")).hex() != said:
            yield n, f"{who} names another hash."


def _outside() -> Iterator[tuple[int, str]]:
    """Yield the entries of changes that another program made, if nobody has reviewed them."""
    reviews = AuditEntry.objects.filter(row=f"{REVIEW}:").values_list("object", flat=True)
    reviewed = max(map(int, reviews), default=0)
    for entry in AuditEntry.objects.filter(via="", n__gt=reviewed).order_by("n")[:1]:
        yield entry.n, f"another program than the site changed {entry.kind} {entry.object}; see --reviewed."
