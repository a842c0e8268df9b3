"""Many rows of machine-written history in one go: COPY on PostgreSQL, executemany on SQLite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models


def write(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert ``rows`` into the model's table; ``columns`` names the fields of each row.

    Values are what the drivers take as they are: numbers, text, booleans, None and days as ``YYYY-MM-DD``.
    """
    names = ", ".join(quoted(model._meta.get_field(name).column) for name in columns)
    table = quoted(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            holes = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({holes})", rows)  # noqa: S608 - our own names


def quoted(name: str) -> str:
    """A table or column as the database wants it named."""
    return connection.ops.quote_name(name)
