"""Writes rows to the database with nothing in between: the limit that no import can beat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models


def insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert into the model's table by plain ``executemany``; ``columns`` are those of the database.

    Other columns that must have a value get the default of their field.
    """
    given = {*columns, model._meta.pk.column}
    rest = [field for field in model._meta.concrete_fields if not field.null and field.column not in given]
    defaults = tuple(field.get_db_prep_save(field.get_default(), connection) for field in rest)
    names = ", ".join(connection.ops.quote_name(name) for name in (*columns, *(field.column for field in rest)))
    holes = ", ".join(["%s"] * (len(columns) + len(rest)))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({holes})",
            [(*row, *defaults) for row in rows],
        )


def empty(*models_of_ours: type[models.Model]) -> None:
    """Delete all rows, of children first as given."""
    with connection.cursor() as cursor:
        for model in models_of_ours:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
