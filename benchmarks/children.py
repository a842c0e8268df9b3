"""What fresh processes do for `measure.in_child`: they know no models before Django is set up."""

from __future__ import annotations

import importlib

import django
from django.db import connection


def reckon(slug: str) -> None:
    """All lists of a pool in memory; without a name nothing but the start. SQLite's map of its file is no memory."""
    django.setup()
    history = importlib.import_module("benchmarks.history")
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA mmap_size=0")
    if slug:
        history.in_memory(slug)
