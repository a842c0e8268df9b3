"""Which migrations break a version of the site that is still running while they are applied (expand and contract).

A version that runs writes rows without columns that it does not know, and reads those that it knows. So a migration may
add tables, columns that may be empty or have a default of the database's own, and indexes. What takes something away
belongs into a later version, whose migration says from which version on nothing uses it: ``after_version = "0.4.0"``.
"""

from collections.abc import Iterator

from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

TAKES_AWAY = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
MAY_REFUSE_ROWS = (migrations.AddConstraint, migrations.AlterUniqueTogether)


def breaking(running: str = "") -> list[str]:
    """Return a line for each operation, of migrations still to be applied, with which that version cannot run.

    "" stands for an unknown version, which is taken for an old one.
    """
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    plan = executor.migration_plan(graph.leaf_nodes())
    new = {(migration.app_label, migration.name) for migration, _backwards in plan}
    state = executor.loader.project_state([node for node in graph.nodes if node not in new])
    created: set[tuple[str, str]] = set()
    return [line for migration, _backwards in plan for line in broken_by(migration, state, running, created)]


def broken_by(migration: Migration, state: ProjectState, running: str, created: set[tuple[str, str]]) -> Iterator[str]:
    """Yield what a migration breaks, and carry the state and the models that the running version does not know on."""
    excused = bool(running) and _numbers(running) >= _numbers(getattr(migration, "after_version", "") or "999")
    for operation in migration.operations:
        before = state.clone()
        operation.state_forwards(migration.app_label, state)
        if isinstance(operation, migrations.CreateModel):
            created.add((migration.app_label, operation.name_lower))
        model = getattr(operation, "model_name_lower", "") or getattr(operation, "name_lower", "")
        known = (migration.app_label, model) not in created
        if known and not excused and _breaks(operation, migration.app_label, before, state):
            yield f"{migration.app_label}.{migration.name}: {operation.describe()}"


def _breaks(operation: Operation, app: str, before: ProjectState, after: ProjectState) -> bool:
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return any(_breaks(inner, app, before, after) for inner in operation.database_operations)
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return not (field.many_to_many or field.null or field.has_db_default())
    if isinstance(operation, migrations.AlterField):
        old = before.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
        new = after.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
        return _narrows(old, new)
    return isinstance(operation, (*TAKES_AWAY, *MAY_REFUSE_ROWS, migrations.RunSQL))


def _narrows(old: models.Field, new: models.Field) -> bool:
    """Return whether the column takes less than before, or is another one."""
    if not connection.SchemaEditorClass(connection)._field_should_be_altered(old, new):
        return False
    same_kind = old.get_internal_type() == new.get_internal_type() and old.column == new.column
    wider = (new.null or not old.null) and (new.max_length or 0) >= (old.max_length or 0)
    return not (same_kind and wider and new.unique <= old.unique and new.db_index >= old.db_index)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of "0.3.0-12-gabc": (0, 3, 0)."""
    return tuple(int(part) for part in version.partition("-")[0].split(".") if part.isdecimal())
