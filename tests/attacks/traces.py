"""Where a change of the site leaves traces: in which tables, and in which files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from tests.attacks.visitors import Page


def tables(change: Callable[[], object]) -> set[str]:
    """Return the tables that the change writes to, itself or by triggers, and undo it."""
    with transaction.atomic():
        before = _rows()
        change()
        after = _rows()
        transaction.set_rollback(True)
    return {table for table, rows in after.items() if rows != before[table]}


def _rows() -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each table."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = sorted(cursor.fetchall(), key=repr)
    return found


def is_read(tables: set[str], page: Page) -> bool:
    """Return whether a query for the page names one of the tables."""
    return any(table in sql for sql in page.queries for table in tables)


def files() -> dict[Path, int]:
    """Return when each file of the site was written."""
    return {path: path.stat().st_mtime_ns for path in Path(settings.MEDIA_ROOT).rglob("*")}
