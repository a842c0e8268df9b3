"""The values of a record as the audit writes them: text, the same from both databases."""

import datetime as dt
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import models

from federation.audit.registry import CHANGED, NUMBERS, Audited, kind_of
from federation.database import bulk
from federation.models import AuditEntry

Record = dict[str, str | None]  # text by name of the field
References = dict[tuple[type[models.Model], str], str]  # the number of a record, by its key


def record(audited: Audited, columns: Mapping[str, Any], numbers: References) -> Record:
    """Return the fields of a row. A reference is the number of the other record; a secret says only that it changed."""
    found: Record = {}
    for column, field in audited.fields.items():
        if column in audited.secret:
            found[field.name] = CHANGED if columns.get(column) else None
        elif column in columns:
            found[field.name] = text(field, columns[column], numbers)
    return found


def text(field: models.Field, value: Any, numbers: References) -> str | None:
    """Return the value of a column: dates in ISO's form, moments in UTC, JSON canonical."""
    if value is None:
        return None
    if field.is_relation:
        return numbers.get((field.related_model, str(value)), str(value))
    for kind, write in WRITTEN.items():
        if isinstance(field, kind):
            return write(value)
    return str(value)


def _json(value: Any) -> str:
    read = json.loads(value) if isinstance(value, str) else value
    return json.dumps(read, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _moment(value: Any) -> str:
    moment = dt.datetime.fromisoformat(str(value))
    known = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return known.astimezone(dt.UTC).isoformat(timespec="microseconds")


WRITTEN: dict[type[models.Field], Callable[[Any], str]] = {
    models.BooleanField: lambda value: "true" if value else "false",
    models.JSONField: _json,
    models.DateTimeField: _moment,
    models.FloatField: lambda value: repr(float(value)),
}


def references(rows: Iterable[tuple[Audited, Mapping[str, Any]]]) -> References:
    """Return the numbers of all records to which the rows refer. One query or two for each kind of record.

    A record that is gone has the number that the audit knows, else its key.
    """
    wanted: dict[type[models.Model], set[str]] = defaultdict(set)
    for audited, columns in rows:
        for column, field in audited.fields.items():
            if field.is_relation and field.related_model in NUMBERS and columns.get(column) is not None:
                wanted[field.related_model].add(str(columns[column]))
    found: References = {}
    for model, keys in wanted.items():
        known = model._base_manager.filter(pk__in=keys).values_list("pk", NUMBERS[model])
        found |= {(model, str(key)): str(number) for key, number in known.iterator()}
        gone = {f"{kind_of(model)}:{key}": key for key in keys if (model, key) not in found}
        if gone:
            entries = AuditEntry.objects.filter(row__in=gone).order_by("n").values_list("row", "object")
            found |= {(model, gone[row]): number for row, number in entries}
    return found


class Gone(LookupError):
    """A record to which a value of the audit refers no longer exists."""


class Restorer:
    """Turns the texts of records of one kind into values again. One query for each kind to which they refer."""

    def __init__(self, audited: Audited, records: Iterable[Record]) -> None:
        self._fields = {field.name: field for field in audited.fields.values()}
        wanted: dict[type[models.Model], set[str]] = defaultdict(set)
        for name, written in [pair for each in records for pair in each.items() if pair[1] is not None]:
            field = self._fields.get(name)
            if field is not None and field.related_model in NUMBERS:
                wanted[field.related_model].add(written)
        self._keys = {
            (model, str(number)): key
            for model, numbers in wanted.items()
            for key, number in model._base_manager.filter(
                **{f"{NUMBERS[model]}__in": bulk.in_values(numbers)}
            ).values_list("pk", NUMBERS[model])
        }

    def attributes(self, written: Record) -> dict[str, Any]:
        """Return the values by attribute of the model, without fields that it no longer has. Raise `Gone`."""
        known = {name: self._fields[name] for name in written if name in self._fields}
        return {field.attname: self._value(field, written[name]) for name, field in known.items()}

    def _value(self, field: models.Field, written: str | None) -> Any:
        if written is None:
            return None
        if field.related_model in NUMBERS:
            if (field.related_model, written) not in self._keys:
                raise Gone(written)
            return self._keys[field.related_model, written]
        if isinstance(field, models.BooleanField):
            return written == "true"
        return json.loads(written) if isinstance(field, models.JSONField) else field.to_python(written)
