"""5,000 members written at once and changed at once, with the triggers of the audit and without them.

The triggers store each row before and after in the same transaction. Sealing, which chains and hashes what they stored,
is work of a job and is not in the ratio.
"""

from __future__ import annotations

import datetime as dt
from itertools import cycle

from django.db import connection, transaction

from benchmarks.invented import raw
from benchmarks.measure import Row, medians
from federation.audit import triggers
from federation.models import Member
from federation.models.audit import UnsealedChange

BORN = dt.date(1980, 1, 1)


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    count = 1_000 if quick else 5_000
    turns = cycle((_audited, _bare))  # in the order of the ways

    def prepare() -> None:
        next(turns)()

    ways = {"audited": lambda: _written(count, 2 * count), "bare": lambda: _written(count, 0)}
    found = medians(ways, 1 if quick else 3, prepare)
    _audited()
    what = f"{count:,} members written and changed, audited"
    return [Row(what, "the same without the triggers", found["audited"] / found["bare"], at_most=2)]


def _audited() -> None:
    _emptied()
    if connection.vendor == "postgresql":
        _alter("ENABLE")
    else:
        triggers.install()


def _bare() -> None:
    _emptied()
    if connection.vendor == "postgresql":
        _alter("DISABLE")
    else:
        triggers.uninstall(plan=[Member])


def _alter(verb: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {Member._meta.db_table} {verb} TRIGGER USER")


def _emptied() -> None:
    if connection.vendor == "postgresql":  # which asks every table that names members about each row of a DELETE
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {Member._meta.db_table}, {UnsealedChange._meta.db_table} CASCADE")
    else:
        raw.empty(Member, UnsealedChange)


def _written(count: int, kept: int) -> None:
    with transaction.atomic():
        Member.objects.bulk_create(
            Member(number=str(key), key=key, last_name=f"Name{key}", first_name="A", birth_date=BORN)
            for key in range(30_001, 30_001 + count)
        )
        Member.objects.update(nationality="BEL")
    assert UnsealedChange.objects.count() == kept, "not all changes are stored"
