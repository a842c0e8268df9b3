"""A check before ``migrate``: a database older than the first migration that is kept cannot be migrated."""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

# The first migration of each app that is kept. It makes the tables of version 0.1.0, which followed it step by step.
FIRST_KEPT = {
    "federation": "0010_long_tables",
    "tournaments": "0020_put_away",
    "ratings": "0007_files_by_digest",
}
FIRST_OF_ALL = "0001_initial"
LAST_WITH_EVERY_STEP = "version 0.1.0 (commit 7dc28eb)"
HINT = f"Install {LAST_WITH_EVERY_STEP}, run its migrate, then install this version again."


def check_migrations(databases: Sequence[str] | None = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error for each app of which the database has the first migration, but not all of version 0.1.0."""
    errors: list[checks.CheckMessage] = []
    for alias in databases or ():
        applied = set(MigrationRecorder(connections[alias]).applied_migrations())
        for app, kept in FIRST_KEPT.items():
            if (app, FIRST_OF_ALL) in applied and (app, kept) not in applied:
                sentence = f"This database was made by an earlier version: it lacks {app}.{kept}."
                errors.append(checks.Error(sentence, hint=HINT, id="federation.E001"))
    return errors
