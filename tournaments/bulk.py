"""Many rows in one statement: `executemany`, the same on SQLite and PostgreSQL.

`bulk_create` and `bulk_update` split their rows by SQLite's limit of variables, so their number of queries grows with
the file, and each row costs them several times as much.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection, models


def insert(rows: Sequence[models.Model]) -> None:
    """Insert the rows, all of one model. Their ids are not set: ask for them by what names a row."""
    if not rows:
        return
    fields = [field for field in rows[0]._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quoted(field.column) for field in fields)
    holes = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {_table(rows[0])} ({columns}) VALUES ({holes})"  # noqa: S608 - names of our own models
    with connection.cursor() as cursor:
        cursor.executemany(
            statement,
            [[field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields] for row in rows],
        )


def update(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Store the named fields of the rows, all of one model."""
    if not rows:
        return
    meta = rows[0]._meta
    fields = [meta.get_field(name) for name in names]
    changes = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    statement = f"UPDATE {_table(rows[0])} SET {changes} WHERE {_quoted(meta.pk.column)} = %s"  # noqa: S608 - as above
    with connection.cursor() as cursor:
        cursor.executemany(
            statement,
            [
                [*(field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields), row.pk]
                for row in rows
            ],
        )


def _table(row: models.Model) -> str:
    return _quoted(row._meta.db_table)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
