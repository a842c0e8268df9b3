"""Many rows in one query: `executemany`, and COPY on PostgreSQL.

`bulk_create` and `bulk_update` split their rows by the limit of variables of SQLite, so that their number of queries
grows with the file, and each row costs several times as much.
"""

import datetime as dt
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import RawSQL

ROWS_OF_STATEMENT = 100  # more make no difference
PLAIN = {int, str, float, bool, type(None)}  # every driver takes them as they are


def reserved_ids(model: type[models.Model], count: int) -> list[int]:
    """Return so many ids for new rows of the model, which nobody else will get.

    Only inside a transaction that inserts the rows before it asks for more: on SQLite the ids are free because nobody
    else may write until the transaction ends.
    """
    database = connections[DEFAULT_DB_ALIAS]
    table, column = model._meta.db_table, model._meta.pk.column
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            cursor.execute(  # the name is looked up once, not for each id
                "WITH sequence AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, %s)::regclass AS name) "
                "SELECT ARRAY(SELECT nextval(name) FROM sequence, generate_series(1, %s))",
                [database.ops.quote_name(table), column, count],
            )
            return cursor.fetchone()[0]
        cursor.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = %s", [table])
        first = (cursor.fetchone()[0] or 0) + 1
        return list(range(first, first + count))


def insert(rows: Sequence[models.Model]) -> None:
    """Insert the rows, all of one model, with the ids that `reserved_ids` gave them.

    Otherwise the database gives ids, which the objects here do not learn.
    """
    if rows:
        model, fields = type(rows[0]), _fields(rows)
        _put(model, fields, _values(fields, rows))


def insert_new(rows: Sequence[models.Model]) -> int:
    """Insert the rows that break no unique constraint. Return their number.

    Wait for anybody who inserts the same at the same time.
    """
    if not rows:
        return 0
    model, fields = type(rows[0]), _fields(rows)
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.executemany(f"{_insertion(model, fields)} ON CONFLICT DO NOTHING", list(_values(fields, rows)))
        return int(cursor.rowcount)


def in_values(values: Collection[int] | Collection[str] | Collection[dt.date]) -> RawSQL | list[Any]:
    """Return a condition for ``filter(column__in=in_values(values))``: all values as one parameter."""
    listed: list[Any] = list(values)
    if not listed:  # Django knows that nothing fits; PostgreSQL would ask of which type nothing is
        return []
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(listed, default=str)])
    if isinstance(listed[0], str):  # the driver says the type of all but text
        return RawSQL("SELECT unnest(%s::text[])", [listed])
    return RawSQL("SELECT unnest(%s)", [listed])


def update(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Store the named fields of the rows, all of one model."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    meta = rows[0]._meta
    fields = [meta.get_field(name) for name in names]
    changes = ", ".join(f"{database.ops.quote_name(field.column)} = %s" for field in fields)
    key = database.ops.quote_name(meta.pk.column)
    table = database.ops.quote_name(meta.db_table)
    statement = f"UPDATE {table} SET {changes} WHERE {key} = %s"  # noqa: S608 - names of our models
    values = [[*(_stored(field, field.pre_save(row, False), database) for field in fields), row.pk] for row in rows]
    with database.cursor() as cursor:
        cursor.executemany(statement, values)


def write(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of plain values.

    ``columns`` names the fields of each row. Values are what the drivers take as they are: numbers, text, booleans,
    None and days as ``YYYY-MM-DD``.
    """
    _put(model, [model._meta.get_field(name) for name in columns], rows)


def write_large(model: type[models.Model], columns: Sequence[str], blocks: Iterable[np.ndarray]) -> None:
    """Do the same for a large table: on SQLite in half the time, by many rows a statement.

    The rows come in arrays of two dimensions, of objects.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "sqlite":
        write(model, columns, chain.from_iterable(block.tolist() for block in blocks))
        return
    fields = [model._meta.get_field(name) for name in columns]
    most = min(ROWS_OF_STATEMENT, database.features.max_query_params // len(columns))
    with database.cursor() as cursor:
        for block in blocks:
            whole = len(block) // most * most
            for rows, width in ((block[:whole], most), (block[whole:], len(block) - whole)):
                if len(rows):
                    cursor.executemany(_insertion(model, fields, width), rows.reshape(len(rows) // width, -1).tolist())


def _put(model: type[models.Model], fields: Sequence[models.Field], rows: Iterable[Sequence[Any]]) -> None:
    """Write the rows by COPY on PostgreSQL, by `executemany` on SQLite."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            with database.wrap_database_errors, cursor.copy(f"COPY {_table(model, fields)} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            cursor.executemany(_insertion(model, fields), rows)


def _insertion(model: type[models.Model], fields: Sequence[models.Field], rows: int = 1) -> str:
    holes = f"({', '.join(['%s'] * len(fields))})"
    return f"INSERT INTO {_table(model, fields)} VALUES {', '.join([holes] * rows)}"  # noqa: S608 - names of our models


def _table(model: type[models.Model], fields: Sequence[models.Field]) -> str:
    """Return the quoted names of the table and the columns."""
    quoted = connections[DEFAULT_DB_ALIAS].ops.quote_name
    return f"{quoted(model._meta.db_table)} ({', '.join(quoted(field.column) for field in fields)})"


def _fields(rows: Sequence[models.Model]) -> list[models.Field]:
    """Return the fields that are stored of new rows: all, the id only if the rows have one."""
    fields = rows[0]._meta.concrete_fields
    return [field for field in fields if not field.primary_key or rows[0].pk is not None]


def _values(fields: Sequence[models.Field], rows: Sequence[models.Model]) -> Iterator[tuple[object, ...]]:
    database = connections[DEFAULT_DB_ALIAS]
    return zip(*(_column(field, rows, database) for field in fields), strict=True)


def _column(field: models.Field, rows: Sequence[models.Model], database: BaseDatabaseWrapper) -> list[object]:
    """Return the values of a field of all new rows, as the driver takes them."""
    if type(field).pre_save is models.Field.pre_save:
        values = list(map(attrgetter(field.attname), rows))
    else:
        values = [field.pre_save(row, True) for row in rows]
    if {type(value) for value in values} <= PLAIN:
        return values
    return [_stored(field, value, database) for value in values]


def _stored(field: models.Field, value: object, database: BaseDatabaseWrapper) -> object:
    """Return the value as the driver takes it. Most are plain; asking the field costs more than storing them."""
    if type(value) in PLAIN:
        return value
    if type(value) is dt.date:
        return database.ops.adapt_datefield_value(value)
    return field.get_db_prep_save(value, database)
