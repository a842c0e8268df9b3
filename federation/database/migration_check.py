"""A check before ``migrate``: a database between two versions cannot go on from squashed migrations."""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

LAST_WITH_EVERY_STEP = "version 0.1.0 (commit 7dc28eb)"
HINT = f"Install {LAST_WITH_EVERY_STEP}, run its migrate, then install this version again."


def check_migrations(databases: Sequence[str] | None = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error for each app of which the database has applied some of the squashed migrations, but not all."""
    squashed = MigrationLoader(None).replacements
    errors: list[checks.CheckMessage] = []
    for alias in databases or ():
        applied = set(MigrationRecorder(connections[alias]).applied_migrations())
        for (app, _name), migration in squashed.items():
            missing = [step for step in migration.replaces if step not in applied]
            if missing and len(missing) < len(migration.replaces):
                sentence = f"This database was made by an earlier version: it lacks {app}.{missing[0][1]}."
                errors.append(checks.Error(sentence, hint=HINT, id="federation.E001"))
    return errors
