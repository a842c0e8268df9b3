"""Compare the records of the site with the audit: finds changes that bypassed its triggers."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import QuerySet

from federation.audit import sealing
from federation.audit.registry import AUDITED, NUMBERS, Audited, kind_of
from federation.audit.values import record, references
from federation.database import bulk, raw_rows
from federation.models import AuditEntry, AuditValue

AT_ONCE = 2000  # records
READ = ("row", "n", "act", "field", "values__salt", "values__after")
What = AuditEntry.What


class Known(NamedTuple):
    """What the audit says of a record."""

    audited: Audited
    key: str
    fields: dict[str, tuple[int, str | None]]  # entry and value, by name
    deleted: int  # the entry of its deletion, 0 if it was not deleted
    last: int


class Difference(NamedTuple):
    """The last entry about a field, which the record contradicts."""

    n: int
    known: Known
    sentence: str


def differences() -> list[tuple[int, str]]:
    """Return the entries that records contradict, with a sentence for each.

    People may write meanwhile, so what differs is compared once more after it was sealed.
    """
    found = list(_differences(AuditEntry.objects.all()))
    if not found:
        return []
    sealing.seal()
    rows = {f"{each.known.audited.kind}:{each.known.key}" for each in found}
    again = _differences(AuditEntry.objects.filter(row__in=bulk.in_values(rows)))
    return sorted((each.n, each.sentence) for each in again)


def _differences(entries: QuerySet[AuditEntry]) -> Iterator[Difference]:
    waiting: dict[str, list[Known]] = defaultdict(list)
    read = raw_rows.read(entries.order_by("row", "n"), *READ)
    for row, of_row in groupby(read, key=lambda entry: entry[0]):
        kind, _colon, key = row.partition(":")
        if audited := AUDITED.get(kind):
            waiting[kind].append(_known(audited, key, of_row))
            if len(waiting[kind]) == AT_ONCE:
                yield from _compared(audited, waiting.pop(kind))
    for kind, rest in waiting.items():
        yield from _compared(AUDITED[kind], rest)


def _known(audited: Audited, key: str, entries: Iterable[tuple[Any, ...]]) -> Known:
    fields: dict[str, tuple[int, str | None]] = {}
    deleted = n = 0
    for _row, n, act, field, salt, value in entries:
        if act == What.DELETE:
            deleted = n
        elif salt is None:  # erased: no longer known
            fields.pop(field, None)
        elif act == What.CREATE:
            deleted, fields = 0, {name: (n, each) for name, each in _whole(value).items()}
        else:
            fields[field] = (n, value)
    return Known(audited, key, fields, deleted, n)


def _whole(value: str) -> dict[str, str | None]:
    """Return the fields of a record that was created; none if the entry was changed, which its hash shows."""
    try:
        fields = json.loads(value)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _compared(audited: Audited, known: list[Known]) -> Iterator[Difference]:
    """Compare records of one kind. A few queries."""
    columns = {audited.key: "pk"} | {
        column: field.attname for column, field in audited.fields.items() if column not in audited.secret
    }
    keys = bulk.in_values([audited.model._meta.pk.to_python(each.key) for each in known])
    found = raw_rows.read(audited.model._base_manager.filter(pk__in=keys), *columns.values())
    rows = {str(row[0]): dict(zip(columns, row, strict=True)) for row in found}
    numbers = references((audited, row) for row in rows.values())
    secret = {audited.fields[column].name for column in audited.secret}  # of which no value is known
    for each in known:
        of = f"{audited.kind} {each.key}"
        row = rows.get(each.key)
        if row is None and not each.deleted:
            yield Difference(each.last, each, f"{of} is gone, but nobody deleted it here.")
        elif row is not None and each.deleted:
            yield Difference(each.deleted, each, f"{of} was deleted, but it is there.")
        elif row is not None:
            now = {name: value for name, value in record(audited, row, numbers).items() if name not in secret}
            for name, (n, value) in each.fields.items():
                if name in now and now[name] != value and not _was_number(audited, name, row, value):
                    yield Difference(n, each, f"{name} of {of} is no longer what it was made here.")


def _was_number(audited: Audited, name: str, row: dict[str, Any], number: str | None) -> bool:
    """Return whether the field leads to a record that people knew by this number before."""
    field = audited.model._meta.get_field(name)
    if not field.is_relation or field.related_model not in NUMBERS or number is None:
        return False
    of = AuditValue.objects.filter(
        entry__row=f"{kind_of(field.related_model)}:{row[field.column]}", entry__field=NUMBERS[field.related_model]
    )
    return of.filter(before=number).exists()
