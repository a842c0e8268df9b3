"""The tables of an earlier migration, for tests of what comes after it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.core.management.sql import emit_pre_migrate_signal
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@contextmanager
def migrated_to(app: str, name: str) -> Iterator[None]:
    """Give the database the tables of that migration, and those of today afterwards. Needs `transaction=True`.

    The migration may be one that a squashed one replaces.
    """
    executor = MigrationExecutor(connection)
    for squashed in executor.loader.replacements:  # `migrate` records it again
        executor.recorder.record_unapplied(*squashed)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    plan = executor.migration_plan([(app, name)])
    emit_pre_migrate_signal(0, False, connection.alias, plan=plan)  # drops the triggers of the audit
    executor.migrate([(app, name)], plan)
    try:
        yield
    finally:
        call_command("migrate", verbosity=0)
