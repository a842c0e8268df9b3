"""Seal what the triggers stored: give each change its number and chain it to the one before.

The number is given here and not while people write: a lock for all writers would make each of them wait for the
others. The sweeper seals every ten seconds (`manage.py sweep_jobs`); until then a page says that a change is not
sealed yet.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from federation.audit import chain
from federation.audit.registry import AUDITED, NUMBERS, Audited, kind_of
from federation.audit.values import Record, References, record, references
from federation.database import acts, bulk
from federation.models import AuditEntry, AuditValue, UnsealedChange

AT_ONCE = 5000  # changes: others want to write, too
LOCK = 0x61756469  # of PostgreSQL: one sealer at a time
BATCH = "batch"
What = AuditEntry.What


class Change(NamedTuple):
    """What a trigger stored, with JSON read."""

    stored: UnsealedChange
    audited: Audited
    act: dict[str, str]
    before: dict[str, Any] | None  # columns
    after: dict[str, Any] | None

    @property
    def uid(self) -> str:
        """Return what the changes of one act have in common, "" for those of another program."""
        return self.act.get("uid", "")

    @property
    def row(self) -> str:
        return f"{self.audited.kind}:{self.stored.row}"

    def leads_to(self, column: str, columns: dict[str, Any] | None) -> str:
        """Return the record to which a foreign key leads: "member:4"; "" if there is none."""
        key = (columns or {}).get(column)
        return "" if key is None else f"{kind_of(self.audited.fields[column].related_model)}:{key}"


class Line(NamedTuple):
    """An entry without its number, and the values behind its commitments."""

    entry: AuditEntry
    before: str | None
    after: str | None
    act: dict[str, str]

    @property
    def uid(self) -> str:
        """Return what the lines of one act have in common, "" for those of another program."""
        return self.act.get("uid", "")


def seal(at_once: int = AT_ONCE) -> int:
    """Seal what waits. Return the number of changes. If nothing waits: one query, and no lock."""
    sealed = 0
    while UnsealedChange.objects.exists():
        with transaction.atomic():
            _lock()
            waiting = list(UnsealedChange.objects.order_by("pk")[:at_once])
            if waiting:
                _store(lines(waiting))
                UnsealedChange.objects.filter(pk__in=bulk.in_values([change.pk for change in waiting])).delete()
        sealed += len(waiting)
    return sealed


def note(kind: str, number: str) -> None:
    """Chain an entry about an act without values."""
    act = json.loads(acts.current().text)
    entry = AuditEntry(at=timezone.now(), **_who(act), act=What.NOTE, kind=kind, object=number, row=f"{kind}:")
    with transaction.atomic():
        _lock()
        _store([Line(entry, None, None, {})])


def head() -> AuditEntry | None:
    """Return the last entry of the chain."""
    return AuditEntry.objects.order_by("-n").first()


def last_entry() -> dict[str, Any] | None:
    """Return number and hash of the last entry, as published lists name it. One query."""
    last = head()
    return {"n": last.n, "hash": bytes(last.hash).hex()} if last else None


def _lock() -> None:
    """Wait for another sealer. On SQLite nobody else writes meanwhile."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def lines(waiting: Iterable[UnsealedChange]) -> list[Line]:
    """Return a line for each changed field, and for each record that was created or deleted."""
    changes = list(_joined(_read(waiting)))
    rows = [(each.audited, columns) for each in changes for columns in (each.before, each.after) if columns]
    numbers = references(rows)
    return [line for change in changes for line in _lines(change, numbers)]


def _read(waiting: Iterable[UnsealedChange]) -> Iterator[Change]:
    known: dict[str, dict[str, str]] = {"": {}, acts.BY_PEOPLE: {}}
    for each in waiting:
        if each.act not in known:
            known[each.act] = json.loads(each.act)
        if each.kind in AUDITED:  # else of a version before or after this one
            before, after = (json.loads(text) if text else None for text in (each.before, each.after))
            yield Change(each, AUDITED[each.kind], known[each.act], before, after)


def _joined(changes: Iterable[Change]) -> Iterator[Change]:
    """Make one change of a row that an act deleted and inserted again."""
    deleted: dict[tuple[str, str], int] = {}
    found: list[Change | None] = []
    for change in changes:
        place = deleted.pop((change.uid, change.row), None)
        if change.after is None:
            deleted[change.uid, change.row] = len(found)
        first = found[place] if place is not None else None
        if place is not None and first is not None and change.before is None:
            found[place] = None
            found.append(change._replace(before=first.before))
        else:
            found.append(change)
    return filter(None, found)


def _lines(change: Change, numbers: References) -> Iterator[Line]:
    before, after = (
        record(change.audited, columns, numbers) if columns is not None else None
        for columns in (change.before, change.after)
    )
    if before is not None and after is not None:
        secret = {change.audited.fields[column].name for column in change.audited.secret}
        for name, value in after.items():
            if name in secret:
                if value is not None:
                    yield Line(_entry(change, numbers, What.CHANGE, name), None, value, change.act)
            elif value != before.get(name):
                yield Line(_entry(change, numbers, What.CHANGE, name), before.get(name), value, change.act)
    else:
        what = What.CREATE if before is None else What.DELETE
        yield Line(_entry(change, numbers, what), _whole(before), _whole(after), change.act)


def _whole(found: Record | None) -> str | None:
    """Return a record as one value: JSON of its fields."""
    if found is None:
        return None
    return json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _entry(change: Change, numbers: References, what: str, field: str = "") -> AuditEntry:
    audited, columns = change.audited, change.after or change.before or {}
    number = columns.get(audited.number, change.stored.row) if audited.model in NUMBERS else change.stored.row
    owner = change.leads_to(audited.owner, columns)
    former = change.leads_to(audited.owner, change.before) or owner
    partner = change.leads_to(audited.partner, columns)
    return AuditEntry(
        at=change.stored.at,
        **_who(change.act),
        act=what,
        kind=audited.kind,
        object=str(number),
        field=field,
        row=change.row,
        owner=owner,
        partner=former if former != owner else partner,
    )


def _who(act: dict[str, str]) -> dict[str, str]:
    return {name: act.get(name, "") for name in ("account", "hat", "via", "ip")}


def _store(found: list[Line]) -> None:
    """Number, chain and store the lines. Before the first line of an act about several records stands its batch."""
    last = head()
    n, previous = (last.n, bytes(last.hash)) if last else (0, chain.START)
    records: dict[str, set[str]] = defaultdict(set)
    for line in found:
        records[line.uid].add(line.entry.row)
    batches = _batches([uid for uid in records if uid])
    stored: list[tuple[AuditEntry, AuditValue]] = []
    for line in found:
        begins = line.uid and line.uid not in batches and len(records[line.uid]) > 1
        if begins:
            batches[line.uid] = n + 1
        for each in [_batch(line)] * bool(begins) + [line]:
            n += 1
            entry, value = each.entry, AuditValue(entry_id=n, salt=os.urandom(chain.SALT))
            value.before, value.after = each.before, each.after
            entry.n, entry.previous = n, previous
            entry.batch = batches.get(line.uid) if each is line else None
            entry.before, entry.after = (chain.commitment(value.salt, text) for text in (each.before, each.after))
            entry.hash = previous = chain.link(previous, chain.content(entry))
            stored.append((entry, value))
    bulk.insert([entry for entry, _value in stored])
    bulk.insert([value for _entry, value in stored])


def _batches(uids: Sequence[str]) -> dict[str, int]:
    """Return the entries of batches that an earlier turn began, by the act."""
    begun = AuditEntry.objects.filter(row__in=[f"{BATCH}:{uid}" for uid in uids]).values_list("row", "n")
    return {row.removeprefix(f"{BATCH}:"): n for row, n in begun}


def _batch(line: Line) -> Line:
    """Return the entry of a batch: what was done, by the act of its first line."""
    first = line.entry
    entry = AuditEntry(
        at=first.at, account=first.account, hat=first.hat, via=first.via, ip=first.ip, act=What.BATCH,
        kind=BATCH, object=line.uid, row=f"{BATCH}:{line.uid}",
    )  # fmt: skip
    return Line(entry, None, line.act.get("what", ""), line.act)
