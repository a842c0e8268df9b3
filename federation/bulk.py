"""Many rows in one statement: `executemany`, and COPY where PostgreSQL has it.

`bulk_create` and `bulk_update` split their rows by SQLite's limit of variables, so their number of queries grows with
the file, and each row costs them several times as much.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

PLAIN = {int, str, float, bool, type(None)}  # every driver takes them as they are


def insert(rows: Sequence[models.Model]) -> None:
    """Insert the rows, all of one model. Their ids are not set: ask for them by what names a row."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    meta = rows[0]._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(database.ops.quote_name(field.column) for field in fields)
    holes = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {database.ops.quote_name(meta.db_table)} ({columns}) VALUES ({holes})"  # noqa: S608 - names of our models
    values = zip(*(_column(field, rows, database) for field in fields), strict=True)
    with database.cursor() as cursor:
        cursor.executemany(statement, list(values))


def update(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Store the named fields of the rows, all of one model."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    meta = rows[0]._meta
    fields = [meta.get_field(name) for name in names]
    changes = ", ".join(f"{database.ops.quote_name(field.column)} = %s" for field in fields)
    key = database.ops.quote_name(meta.pk.column)
    statement = f"UPDATE {database.ops.quote_name(meta.db_table)} SET {changes} WHERE {key} = %s"  # noqa: S608 - as above
    values = [[*(_stored(field, field.pre_save(row, False), database) for field in fields), row.pk] for row in rows]
    with database.cursor() as cursor:
        cursor.executemany(statement, values)


def _column(field: models.Field, rows: Sequence[models.Model], database: BaseDatabaseWrapper) -> list[object]:
    """The values of a field in all new rows, as the driver wants them."""
    if type(field).pre_save is models.Field.pre_save:
        values = list(map(attrgetter(field.attname), rows))
    else:
        values = [field.pre_save(row, True) for row in rows]
    if {type(value) for value in values} <= PLAIN:
        return values
    return [_stored(field, value, database) for value in values]


def _stored(field: models.Field, value: object, database: BaseDatabaseWrapper) -> object:
    """The value as the driver wants it. Most are plain; asking the field costs more than storing them."""
    if type(value) in PLAIN:
        return value
    if type(value) is dt.date:
        return database.ops.adapt_datefield_value(value)
    return field.get_db_prep_save(value, database)


def write(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of plain values, machine-written history: COPY on PostgreSQL, `executemany` on SQLite.

    ``columns`` names the fields of each row. Values are what the drivers take as they are: numbers, text, booleans,
    None and days as ``YYYY-MM-DD``.
    """
    database = connections[DEFAULT_DB_ALIAS]
    quoted = database.ops.quote_name
    names = ", ".join(quoted(model._meta.get_field(name).column) for name in columns)
    table = quoted(model._meta.db_table)
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            holes = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({holes})", rows)  # noqa: S608 - as above
