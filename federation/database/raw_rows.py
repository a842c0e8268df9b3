"""Reads many rows, binary columns included.

PostgreSQL sends bytes as hexadecimal text unless a cursor asks for its binary form, which halves the time. SQLite has
one form only.
"""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any
from uuid import uuid4

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

CHUNK = 500  # rows at once: of fewer than 700 the garbage collector takes no notice


def read(rows: QuerySet[Any], *names: str) -> Iterator[tuple[Any, ...]]:
    """Return the values of these fields, row by row, in one query. Fields convert nothing; bytes are bytes."""
    try:
        statement, parameters = rows.values_list(*names).query.sql_with_params()
    except EmptyResultSet:
        return iter(())
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        return _binary(database, statement, parameters)
    cursor = database.cursor()
    cursor.execute(statement, parameters)
    return chain.from_iterable(iter(partial(cursor.fetchmany, CHUNK), []))


def _binary(database: BaseDatabaseWrapper, statement: str, parameters: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    database.ensure_connection()
    holds = database.get_autocommit()  # outside a transaction the cursor would be gone after the first rows
    raw = database.connection.cursor(f"blobs_{uuid4().hex}", binary=True, withhold=holds)
    raw.itersize = CHUNK
    cursor = database.make_debug_cursor(raw) if database.queries_logged else database.make_cursor(raw)
    with closing(raw), database.wrap_database_errors:
        cursor.execute(statement, parameters)
        yield from cursor
