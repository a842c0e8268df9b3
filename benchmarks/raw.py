"""Rows into the database with nothing in between: what any import can at best come near to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models


def insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Plain ``executemany`` into the model's table; ``columns`` are those of the database."""
    names = ", ".join(connection.ops.quote_name(name) for name in columns)
    holes = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({holes})", list(rows))  # noqa: S608 - names of our models


def empty(*models_of_ours: type[models.Model]) -> None:
    """Delete all rows, of children first as given."""
    with connection.cursor() as cursor:
        for model in models_of_ours:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")  # noqa: S608 - as above
