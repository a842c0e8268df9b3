"""Which migrations the version that runs survives, and that those to come are of that kind."""

from __future__ import annotations

from functools import cache

import pytest
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from federation.database import running_version
from federation.database.migration_check import FIRST_KEPT

pytestmark = pytest.mark.django_db
NEW_MODEL = migrations.CreateModel("Motto", [("id", models.BigAutoField(primary_key=True))])
# The last migrations of version 0.2.0: it goes on while all later ones are applied.
RELEASED = {
    "federation": "0002_mail_preferences",
    "tournaments": "0003_games_digests",
    "ratings": "0004_no_parts",
    "leagues": "",  # which it does not have
}


def broken(*operations: Operation, running: str = "", **attributes: str) -> list[str]:
    """Return what a migration of these operations breaks after all of today's."""
    migration = type("Migration", (Migration,), {"operations": list(operations), **attributes})("next", "federation")
    return list(running_version.broken_by(migration, today().clone(), running, set()))


@cache
def today() -> ProjectState:
    """Return the state after all migrations, with its models: copies of it have them, too."""
    state = MigrationLoader(None).project_state()
    assert state.apps.models_ready
    return state


@pytest.mark.parametrize(
    "operation",
    [
        NEW_MODEL,
        migrations.AddField("club", "motto", models.CharField(max_length=9, null=True)),
        migrations.AddField("club", "motto", models.CharField(max_length=9, db_default="")),
        migrations.AlterField("club", "name", models.CharField(max_length=500)),
        migrations.AlterField("club", "name", models.CharField(max_length=500, null=True, help_text="x")),
        migrations.AddIndex("club", models.Index(fields=["name"], name="by_name")),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_is_added_breaks_nothing(operation: Operation):
    assert broken(operation) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("club", "motto", models.CharField(max_length=9, default="")),
        migrations.RemoveField("club", "name"),
        migrations.RenameField("club", "name", "title"),
        migrations.AlterField("club", "name", models.CharField(max_length=3)),
        migrations.AlterField("club", "name", models.IntegerField()),
        migrations.DeleteModel("club"),
        migrations.RenameModel("club", "society"),
        migrations.RunSQL("SELECT 1"),
    ],
    ids=lambda operation: operation.describe(),
)
def test_removed_columns_break_the_version_that_uses_them(operation: Operation):
    assert broken(operation) == [f"federation.next: {operation.describe()}"]


def test_a_new_table_may_become_anything_before_anybody_uses_it():
    field = models.IntegerField(default=0)
    assert broken(NEW_MODEL, migrations.AddField("motto", "place", field), migrations.DeleteModel("motto")) == []


def test_what_nothing_uses_since_a_version_may_go_then():
    remove = migrations.RemoveField("club", "name")
    assert broken(remove, after_version="0.4.0", running="0.4.0-2-gabc") == []
    assert broken(remove, after_version="0.4.0", running="0.3.9") != []
    assert broken(remove, after_version="0.4.0") != []


def test_a_database_that_is_up_to_date_breaks_nothing():
    assert running_version.breaking() == []


@pytest.mark.long
def test_the_last_version_keeps_running_except_while_numbers_become_text():
    """Whoever has to break it says so with ``after_version``, or splits the change over two versions.

    The numbers of members and clubs became text at once: that update stops the site.
    """
    recorder = MigrationRecorder(connection)
    for app, name in MigrationExecutor(connection).loader.disk_migrations:
        if app in RELEASED and name > RELEASED[app] and name != FIRST_KEPT.get(app):
            recorder.record_unapplied(app, name)
    broken = {line.split(":")[0] for line in running_version.breaking("0.2.0")}
    assert broken == {"federation.0006_numbers_and_keys", "ratings.0010_keys"}
