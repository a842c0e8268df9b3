"""The history of a record in words: its own changes, and those of the records that belong to it."""

import datetime as dt
import json
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from federation.audit.registry import AUDITED, CHANGED, kind_of
from federation.i18n.field_names import name_of_field
from federation.models import AuditEntry, UnsealedChange

What = AuditEntry.What


class Value(NamedTuple):
    """A field of a record before and after, in the reader's language; None: there was no value."""

    label: str
    before: str | None
    after: str | None


class Step(NamedTuple):
    """What one entry says."""

    entry: AuditEntry
    of: str  # "Member 10001"
    values: list[Value]  # one of a change; all that are not empty of a record that was created or deleted
    erased: bool


def of_record(record: models.Model) -> QuerySet[AuditEntry]:
    """Return the entries of a record and of those that belong to it, the newest first."""
    name = f"{kind_of(type(record))}:{record.pk}"
    own = Q(row=name) | Q(owner=name) | Q(partner=name)
    return AuditEntry.objects.filter(own).select_related("values").order_by("-n")


def waiting(record: models.Model) -> int:
    """Return how many changes of the record are not sealed yet, and so in no entry."""
    return UnsealedChange.objects.filter(kind=kind_of(type(record)), row=str(record.pk)).count()


def fields(entries: QuerySet[AuditEntry]) -> list[tuple[str, str]]:
    """Return the fields by which entries can be filtered: ``"member.last_name"`` and its label. One query."""
    found = entries.exclude(field="").order_by("kind", "field").values_list("kind", "field").distinct()
    return [(f"{kind}.{field}", f"{_kind(kind)}: {_label(kind, field)}") for kind, field in found]


def only(entries: QuerySet[AuditEntry], chosen: str) -> QuerySet[AuditEntry]:
    """Return the entries about a field as `fields` names it. Creations and deletions are about every field."""
    kind, _dot, field = chosen.partition(".")
    return entries.filter(kind=kind, field__in=[field, ""])


def steps(entries: Iterable[AuditEntry], without: Collection[str] = ()) -> list[Step]:
    """Return what the entries say, but for the fields ``without``. No query if their values were read with them."""
    return [_step(entry, without) for entry in entries]


def rows(entries: Iterable[AuditEntry]) -> Iterator[dict[str, Any]]:
    """Yield the entries as files have them: moments in UTC, values as the audit keeps them."""
    for entry in entries:
        values = getattr(entry, "values", None)
        yield {
            "n": entry.n,
            "at": entry.at.astimezone(dt.UTC).isoformat(timespec="microseconds"),
            "by": entry.account,
            "as": entry.hat,
            "via": entry.via,
            "act": entry.act,
            "of": f"{entry.kind} {entry.object}",
            "field": entry.field,
            "before": values.before if values else None,
            "after": values.after if values else None,
            "batch": entry.batch,
            "hash": bytes(entry.hash).hex(),
        }


def _step(entry: AuditEntry, without: Collection[str]) -> Step:
    kept = getattr(entry, "values", None)
    if kept is None:
        return Step(entry, _of(entry), [], entry.before is not None or entry.after is not None)
    if entry.act == What.CHANGE:
        before, after = (_said(entry.kind, entry.field, text) for text in (kept.before, kept.after))
        return Step(entry, _of(entry), [Value(_label(entry.kind, entry.field), before, after)], False)
    if entry.act in {What.CREATE, What.DELETE}:
        return Step(entry, _of(entry), list(_whole(entry, kept, without)), False)
    return Step(entry, _of(entry), [], False)


def _whole(entry: AuditEntry, kept: Any, without: Collection[str]) -> Iterator[Value]:
    before, after = (json.loads(text) if text else {} for text in (kept.before, kept.after))
    for name in [each for each in before | after if each not in without]:
        old, new = (_said(entry.kind, name, each.get(name)) for each in (before, after))
        if old or new:
            yield Value(_label(entry.kind, name), old, new)


def _of(entry: AuditEntry) -> str:
    return f"{_kind(entry.kind)} {entry.object}"


def _kind(kind: str) -> str:
    return capfirst(str(AUDITED[kind].model._meta.verbose_name if kind in AUDITED else kind))


def _field(kind: str, name: str) -> models.Field | None:
    """Return the field of an entry; None for one that a later version of the site no longer has."""
    known = AUDITED[kind].fields.values() if kind in AUDITED else ()
    return next((field for field in known if field.name == name), None)


def _label(kind: str, name: str) -> str:
    field = _field(kind, name)
    return name_of_field(field) if field else name


def _said(kind: str, name: str, text: str | None) -> str | None:
    """Return a value as its page would show it."""
    field = _field(kind, name)
    if text is None or field is None:
        return text
    if text == CHANGED and field.column in AUDITED[kind].secret:
        return _("(not kept)")
    if field.choices:
        return str(dict(field.flatchoices).get(text, text))
    return next((said(text) for kind_of_field, said in SAID.items() if isinstance(field, kind_of_field)), text)


SAID: dict[type[models.Field], Callable[[str], str]] = {
    models.BooleanField: lambda text: _("yes") if text == "true" else _("no"),
    models.DateTimeField: lambda text: date_format(
        timezone.localtime(dt.datetime.fromisoformat(text)), "DATETIME_FORMAT"
    ),
    models.DateField: lambda text: date_format(dt.date.fromisoformat(text)),
}
