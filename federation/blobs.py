"""Reading many rows with bytes in them.

PostgreSQL sends bytes as hexadecimal text unless a cursor asks for its binary form: that halves the time. SQLite has
one form only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

CHUNK = 10_000


def read(rows: QuerySet[Any], *names: str) -> Iterator[tuple[Any, ...]]:
    """The values of these fields, row by row: one query. Bytes are bytes; conversions of fields are not made."""
    wanted = rows.values_list(*names)
    database = connections[DEFAULT_DB_ALIAS]
    try:
        statement, parameters = wanted.query.sql_with_params()
    except EmptyResultSet:
        return
    if database.vendor != "postgresql":
        with database.cursor() as cursor:
            cursor.execute(statement, parameters)
            while found := cursor.fetchmany(CHUNK):
                yield from found
        return
    database.ensure_connection()
    holds = database.get_autocommit()  # outside a transaction the cursor would be gone after the first rows
    raw = database.connection.cursor(f"blobs_{uuid4().hex}", binary=True, withhold=holds)
    raw.itersize = CHUNK
    cursor = database.make_debug_cursor(raw) if database.queries_logged else database.make_cursor(raw)
    with closing(raw), database.wrap_database_errors:
        cursor.execute(statement, parameters)
        yield from cursor
