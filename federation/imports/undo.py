"""Undo an import of members or clubs: every row becomes again what it was, as the audit knows it. All or nothing.

An import is not undone once somebody else changed one of its rows or relies on a row that it created.
"""

import json
from collections import defaultdict
from typing import Any, NamedTuple

from django.db import IntegrityError, models, transaction
from django.db.models import Q, QuerySet
from django.utils.text import capfirst

from federation.audit import sealing
from federation.audit.registry import AUDITED, kind_of
from federation.audit.values import Gone, Record, Restorer
from federation.database import bulk
from federation.i18n.errors import UserError
from federation.identity.names import search_key
from federation.members.hiding import rewrite_public_files
from federation.models import Affiliation, AuditEntry, Charge, Club, Member

IMPORTS = {
    *("admin:federation_member_process_import", "admin:federation_club_process_import"),
    *("manage.py import_members", "manage.py import_clubs"),
}
# What an import writes, so that rows can be deleted in this order and inserted in the reverse one.
KINDS = ("former number", "licence", "affiliation", "unit membership", "member", "club", "league")
What = AuditEntry.What
Row = tuple[str, int]  # kind and key

NO_IMPORT = "Entry %(n)s of the audit is no import of members or clubs."
OTHER_KIND = "The import also changed other records (%(kind)s). It cannot be undone."
ERASED = "The import is about a person who was erased. It cannot be undone."
CHANGED = "%(record)s was changed after the import. It cannot be undone."
IN_USE = "Records that came with the import are in use (%(kind)s). It cannot be undone."
GONE = "%(number)s, to which the rows of the import belonged, is gone. It cannot be undone."
TAKEN = "A number that the import freed belongs to somebody else now. It cannot be undone."


class UndoError(UserError):
    """The import cannot be undone."""


class Undone(NamedTuple):
    """How many rows were deleted, changed back and inserted again."""

    deleted: int
    changed: int
    inserted: int


class _Import:
    """What the audit knows of an import."""

    def __init__(self, batch: AuditEntry) -> None:
        self.created: set[Row] = set()
        self.deleted: dict[Row, Record] = {}
        self.changed: dict[Row, Record] = defaultdict(dict)  # the first value of each field
        self.owners: set[str] = set()  # whose affiliations it changed
        self.last = batch.n
        for entry in AuditEntry.objects.filter(batch=batch.n).select_related("values").order_by("-n"):
            self._keep(entry)
        for row in self.created:
            self.changed.pop(row, None)

    def _keep(self, entry: AuditEntry) -> None:
        kept = getattr(entry, "values", None)
        if entry.kind not in KINDS:
            raise UndoError(OTHER_KIND, kind=entry.kind)
        if kept is None:
            raise UndoError(ERASED)
        row = (entry.kind, int(entry.row.rpartition(":")[2]))
        if entry.act == What.CREATE:
            self.created.add(row)
        elif entry.act == What.DELETE:
            self.deleted[row] = json.loads(kept.before)
        else:
            self.changed[row][entry.field] = kept.before
        if entry.kind == kind_of(Affiliation):
            self.owners.add(entry.owner)
        self.last = max(self.last, entry.n)

    @property
    def rows(self) -> list[Row]:
        return [*self.created, *self.deleted, *self.changed]


def imports() -> QuerySet[AuditEntry]:
    """Return the entries of imports, the newest first."""
    batches = AuditEntry.objects.filter(act=What.BATCH, values__after__in=IMPORTS)
    return batches.select_related("values").order_by("-n")


def undo(n: int) -> Undone:
    """Undo the import whose batch is entry ``n`` of the audit. Raise `UndoError` if that is not possible."""
    sealing.seal()
    batch = imports().filter(n=n).first()
    if batch is None:
        raise UndoError(NO_IMPORT, n=n)
    found = _Import(batch)
    try:
        with transaction.atomic():
            _lock(found)
            sealing.seal()  # what was written until the rows were locked
            _require_unchanged(found)
            _require_unused(found)
            _write(found)
    except Gone as error:
        raise UndoError(GONE, number=str(error)) from error
    except IntegrityError as error:
        raise UndoError(TAKEN) from error
    return Undone(len(found.created), len(found.changed), len(found.deleted))


def _lock(found: _Import) -> None:
    """Lock the members and clubs: who changes what belongs to them locks them first, too."""
    for model in (Member, Club):
        rows = model.objects.filter(pk__in=_keys(kind_of(model), found.rows)).order_by("pk")
        list(rows.select_for_update(no_key=True).values_list("pk"))


def _require_unchanged(found: _Import) -> None:
    """Raise `UndoError` if one of the rows was changed since, or other affiliations of their members."""
    own = Q(row__in=bulk.in_values([f"{kind}:{pk}" for kind, pk in found.rows]))
    beside = Q(kind=kind_of(Affiliation), owner__in=bulk.in_values(found.owners))
    later = AuditEntry.objects.filter(own | beside, n__gt=found.last).order_by("n").first()
    if later:
        raise UndoError(CHANGED, record=capfirst(f"{_name(AUDITED[later.kind].model)} {later.object}"))


def _require_unused(found: _Import) -> None:
    """Raise `UndoError` if other rows refer to rows that the import created. Reports and notices do not count."""
    charged = Charge.objects.filter(affiliation__in=_keys(kind_of(Affiliation), found.created))
    if charged.exists():
        raise UndoError(IN_USE, kind=_name(Charge))
    for kind in KINDS:
        keys = _keys(kind, found.created)
        for relation in AUDITED[kind].model._meta.get_fields(include_hidden=True) if keys else ():
            if relation.auto_created and relation.one_to_many and _counts(relation):
                other = relation.related_model
                users = other._base_manager.filter(**{f"{relation.field.name}__in": keys})
                if users.exclude(pk__in=_keys(kind_of(other), found.created)).exists():
                    raise UndoError(IN_USE, kind=_name(other))


def _counts(relation: Any) -> bool:
    return bool(kind_of(relation.related_model)) or relation.on_delete is not models.CASCADE


def _write(found: _Import) -> None:
    for kind in KINDS:
        AUDITED[kind].model._base_manager.filter(pk__in=_keys(kind, found.created)).delete()
    freed = [pk for (kind, pk), fields in found.changed.items() if kind == kind_of(Member) and "fide_id" in fields]
    Member.objects.filter(pk__in=bulk.in_values(freed)).update(fide_id=None)  # before another one gets it back
    for kind in reversed(KINDS):
        _change_back(kind, {pk: fields for (each, pk), fields in found.changed.items() if each == kind})
        _insert_again(kind, {pk: fields for (each, pk), fields in found.deleted.items() if each == kind})
    if any(kind == kind_of(Member) and "hidden" in fields for (kind, _pk), fields in found.changed.items()):
        rewrite_public_files()


def _change_back(kind: str, rows: dict[int, Record]) -> None:
    model = AUDITED[kind].model
    by_fields: dict[tuple[str, ...], list[models.Model]] = defaultdict(list)
    restorer = Restorer(AUDITED[kind], rows.values())
    for record in model._base_manager.filter(pk__in=bulk.in_values(list(rows))):
        for name, value in restorer.attributes(rows[record.pk]).items():
            setattr(record, name, value)
        by_fields[tuple(sorted(rows[record.pk]))].append(record)
    for names, records in by_fields.items():
        members = [record for record in records if isinstance(record, Member)]
        for member in members:
            member.search_name = search_key(member.last_name, member.first_name)
        bulk.update(records, [*names, "search_name"] if members else names)


def _insert_again(kind: str, rows: dict[int, Record]) -> None:
    restorer = Restorer(AUDITED[kind], rows.values())
    bulk.insert([AUDITED[kind].model(pk=pk, **restorer.attributes(fields)) for pk, fields in rows.items()])


def _keys(kind: str, rows: Any) -> Any:
    return bulk.in_values(sorted(pk for each, pk in rows if each == kind))


def _name(model: type[models.Model]) -> str:
    return str(model._meta.verbose_name)
