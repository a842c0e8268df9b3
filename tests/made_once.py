"""Scenes that are made once: their rows are stored, and restored for the next test that begins with them."""

from __future__ import annotations

import datetime as dt
import pickle
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection

from federation.models import AuditEntry, AuditValue, UnsealedChange

P = ParamSpec("P")
Made = TypeVar("Made")
Insertion = tuple[str, list[Any]]  # an SQL statement and its parameters


def made_once(scene: Callable[P, Made]) -> Callable[P, Made]:
    """Return a function that makes rows and returns records of them: the code of the site runs once for all tests.

    Later calls with the same arguments insert the very same rows and return the same records. Where something of the
    site's is there already, or where the test commits what it does, the scene is built again. It writes no files.
    """
    kept: dict[str, tuple[list[Insertion], bytes]] = {}

    @wraps(scene)
    def give(*arguments: P.args, **fields: P.kwargs) -> Made:
        if not connection.in_atomic_block or _anything_is_there():
            return scene(*arguments, **fields)
        key = repr((arguments, sorted(fields.items())))
        if key not in kept:
            made = scene(*arguments, **fields)
            kept[key] = (_insertions(), pickle.dumps(made))
            return made
        insertions, records = kept[key]
        with connection.cursor() as cursor:
            for statement, values in insertions:
                cursor.execute(statement, values)
        return pickle.loads(records)

    return give


@cache
def _tables() -> dict[str, str]:
    """Return the tables of the four apps, which migrations leave empty, and the columns that are written.

    Without those of the audit: the triggers fill them.
    """
    models = (apps.get_app_config(app).get_models(True) for app in ("federation", "tournaments", "ratings", "leagues"))
    quoted = connection.ops.quote_name
    return {
        quoted(model._meta.db_table): ", ".join(
            quoted(field.column) for field in model._meta.concrete_fields if field.column and not field.generated
        )
        for found in models
        for model in found
        if model not in {UnsealedChange, AuditEntry, AuditValue}
    }


def _anything_is_there() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in _tables()))
        return bool(cursor.fetchone()[0])


def _plain(value: object) -> object:
    """Return a value as both databases take it: SQLite's driver knows no times."""
    return value.isoformat() if isinstance(value, dt.time) else value


def _insertions() -> list[Insertion]:
    """Return statements that restore all rows, in any order: foreign keys are checked when a test ends."""
    made = []
    with connection.cursor() as cursor:
        for table, columns in _tables().items():
            cursor.execute(f"SELECT {columns} FROM {table}")
            rows = cursor.fetchall()
            if rows:
                row = f"({', '.join(['%s'] * len(rows[0]))})"
                statement = f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * len(rows))}"
                made.append((statement, [_plain(value) for row in rows for value in row]))
    return made
