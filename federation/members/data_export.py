"""Everything that is stored about a person, for a request of access: rows of every app, found by foreign keys.

Files of clubs are not searched: what they say of a player is in the rows that were read from them.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from federation import hooks
from federation.models import Member

Rows = list[dict[str, Any]]


def kept_of(member: Member) -> dict[str, Rows]:
    """Return, by the name of a table, its rows about the member, and about records that were merged into it.

    Other apps add what no foreign key leads to (`settings.PERSONAL_DATA`). Some queries for each table.
    """
    records = [member, *member.merged_from.order_by("pk")]
    kept: dict[str, Rows] = {"member": [_row(record) for record in records]}
    for field in _keys_to_members():
        known = [key.name for key in field.model._meta.concrete_fields if key.is_relation]
        rows = field.model._base_manager.select_related(*known).filter(**{f"{field.name}__in": records})
        kept.setdefault(field.model._meta.model_name, []).extend(map(_row, rows.order_by("pk")))
    kept["history"] = _history(records)
    for rows_of in hooks.functions("PERSONAL_DATA"):
        kept |= rows_of(records)
    return kept


def as_json(kept: dict[str, Rows]) -> bytes:
    return json.dumps(kept, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode()


def _keys_to_members() -> Iterator[models.ForeignKey]:
    """Yield every foreign key of another table to members, hidden ones too."""
    for relation in Member._meta.get_fields(include_hidden=True):
        if relation.auto_created and relation.one_to_many and relation.related_model is not Member:
            yield relation.remote_field


def _row(row: models.Model) -> dict[str, Any]:
    """Return the columns of a row, with names for foreign keys. Users who wrote the row are no data of the person."""
    fields = [field for field in row._meta.concrete_fields if field.related_model is not User]
    columns = {field.name: getattr(row, field.name) for field in fields}
    return {name: str(value) if isinstance(value, models.Model) else value for name, value in columns.items()}


def _history(records: list[Member]) -> Rows:
    """Return the log entries of the admin about the records."""
    ids = [str(record.pk) for record in records]
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Member), object_id__in=ids)
    return [
        {"at": entry.action_time, "of": entry.object_repr, "what": entry.get_change_message()}
        for entry in entries.order_by("pk")
    ]
