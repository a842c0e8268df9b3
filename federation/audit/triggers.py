"""Triggers that store every change of an audited row in the transaction that makes it.

No writer can forget them: forms, QuerySet.update, COPY, executemany, cascades and SQL all pass through the table. They
cost no query. A statement that fails leaves nothing, and a transaction that is rolled back takes its changes along.

Their names end with a digest of what they do, so each migrate makes only those that are missing (`install`).
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from federation.audit.registry import AUDITED, Audited
from federation.database import acts

INTO = f"INSERT INTO {acts.CHANGES} (at, act, kind, row, before, after)"
OPERATIONS = ("insert", "update", "delete")


def install(sender: Any = None, using: str = DEFAULT_DB_ALIAS, **_options: Any) -> None:
    """Make the triggers that are missing, drop those that are obsolete. Receiver of Django's ``post_migrate``."""
    database = connections[using]
    tables = set(database.introspection.table_names())
    if acts.CHANGES not in tables:  # a migration backwards
        return
    if database.vendor == "sqlite":
        acts.sign_changes(database)
    wanted = dict(_wanted(database, tables))
    with database.cursor() as cursor:
        found = _found(cursor, database)
        for name, table in found.items():
            if name not in wanted:
                _drop(cursor, database, name, table)
        for name, statement in wanted.items():
            if name not in found:
                cursor.execute(statement)


def uninstall(sender: Any = None, using: str = DEFAULT_DB_ALIAS, plan: Any = (), **_options: Any) -> None:
    """Drop the triggers of SQLite before a migration, which recreates tables. Receiver of ``pre_migrate``."""
    database = connections[using]
    if database.vendor == "sqlite" and plan:
        with database.cursor() as cursor:
            for name, table in _found(cursor, database).items():
                _drop(cursor, database, name, table)


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Return the tables that lack a trigger."""
    database = connections[using]
    tables = set(database.introspection.table_names())
    with database.cursor() as cursor:
        found = _found(cursor, database)
    lacking = (
        each.table for each in AUDITED.values() for name, _text in _triggers(database, each) if name not in found
    )
    return sorted(set(lacking) & tables)


def check_triggers(databases: Any = None, **_options: Any) -> list[checks.CheckMessage]:
    """Return a warning for each table whose changes would be forgotten: an error would keep `migrate` from going on."""
    if not databases or acts.CHANGES not in connections[DEFAULT_DB_ALIAS].introspection.table_names():
        return []
    hint = "Run manage.py migrate."
    return [checks.Warning(f"Changes of {table} are not audited.", hint, id="audit.W001") for table in missing()]


def _wanted(database: BaseDatabaseWrapper, tables: set[str]) -> Iterator[tuple[str, str]]:
    for each in AUDITED.values():
        if each.table in tables:
            yield from _triggers(database, each)


def _triggers(database: BaseDatabaseWrapper, each: Audited) -> Iterator[tuple[str, str]]:
    """Yield names and statements of the triggers of a table."""
    make: Callable[[Audited, str], str] = _postgresql if database.vendor == "postgresql" else _sqlite
    for operation in OPERATIONS:
        statement = make(each, operation)
        digest = hashlib.sha256(statement.encode()).hexdigest()[:8]
        name = f"audit_{operation[0]}_{each.table}_{digest}"
        yield name, statement.replace("{name}", name)


def _found(cursor: Any, database: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the tables of the triggers that are there, by their names."""
    if database.vendor == "postgresql":
        cursor.execute(
            "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE tgname LIKE 'audit\\_%' AND NOT tgisinternal AND tgenabled <> 'D' "
            "AND relnamespace = current_schema()::regnamespace"
        )
    else:
        trigger = "type = 'trigger' AND name LIKE 'audit\\_%' ESCAPE '\\'"
        cursor.execute(f"SELECT name, tbl_name FROM sqlite_master WHERE {trigger}")  # noqa: S608 - no value of anybody's
    return dict(cursor.fetchall())


def _drop(cursor: Any, database: BaseDatabaseWrapper, name: str, table: str) -> None:
    if database.vendor == "postgresql":
        cursor.execute(f'DROP FUNCTION IF EXISTS "{name}" CASCADE')
    else:
        cursor.execute(f'DROP TRIGGER IF EXISTS "{name}"')


def _counts(each: Audited, row: str) -> str:
    """Return whether changes of the record are kept."""
    return each.accepted.format(row=row) if each.accepted else "TRUE"


def _sqlite(each: Audited, operation: str) -> str:
    """Return a trigger of SQLite. It must name each column. `acts.sign_changes` adds the act, which this leaves out."""
    row = "OLD" if operation == "delete" else "NEW"
    condition, act = _counts(each, row), "''"
    if operation == "update":
        if each.accepted:
            act = f"CASE WHEN {condition} THEN '' ELSE '{acts.BY_PEOPLE}' END"
        condition = " OR ".join(f'OLD."{column}" IS NOT NEW."{column}"' for column in each.fields)
    before = "NULL" if operation == "insert" else _json(each, "OLD", "NEW" if operation == "update" else "")
    after = "NULL" if operation == "delete" else _json(each, "NEW", "OLD" if operation == "update" else "")
    moment = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
    return (
        f'CREATE TRIGGER "{{name}}" AFTER {operation.upper()} ON "{each.table}" WHEN {condition} BEGIN {INTO} '
        f"VALUES ({moment}, {act}, '{each.kind}', {row}.\"{each.key}\", {before}, {after}); END"
    )


def _json(each: Audited, row: str, other: str) -> str:
    """Return the columns of a row as JSON. For a secret only whether it differs from the other row."""
    parts = []
    for column in each.fields:
        value = f'{row}."{column}"'
        if column in each.secret:
            value = f"CASE WHEN {value} IS NOT {other}.\"{column}\" THEN '{row}' END" if other else "NULL"
        parts.append(f"'{column}', {value}")
    return f"json_object({', '.join(parts)})"


def _postgresql(each: Audited, operation: str) -> str:
    """Return a function and a trigger of PostgreSQL. New rows are stored a statement at once, as COPY makes many."""
    act = f"coalesce(current_setting('{acts.SETTING}', true), '')"
    values = f"clock_timestamp(), {act}, '{each.kind}'"
    skipped = f"- '{{{','.join(sorted(each.skipped | each.secret | {each.key}))}}}'::text[]"
    row = {"insert": "made", "update": "NEW", "delete": "OLD"}[operation]
    condition = _counts(each, row)
    if operation == "update" and each.accepted:
        by_person = " AND ".join(f"""{act} NOT LIKE '{{"via":"{via}"%'""" for via in acts.MACHINES)
        condition = f"({condition} OR {by_person})"
    if operation == "insert":
        made = f'{values}, made."{each.key}", NULL, to_jsonb(made) {skipped}'
        body = f"{INTO} SELECT {made} FROM made WHERE {condition};"  # noqa: S608 - names of our models
        timing = "AFTER INSERT ON {table} REFERENCING NEW TABLE AS made FOR EACH STATEMENT"
    elif operation == "delete":
        body = f'IF {condition} THEN {INTO} VALUES ({values}, OLD."{each.key}", to_jsonb(OLD) {skipped}, NULL); END IF;'
        timing = "AFTER DELETE ON {table} FOR EACH ROW"
    else:
        secrets = "".join(
            f' IF OLD."{column}" IS DISTINCT FROM NEW."{column}" THEN was := was || \'{{"{column}":"OLD"}}\'; '
            f'becomes := becomes || \'{{"{column}":"NEW"}}\'; END IF;'
            for column in sorted(each.secret)
        )
        body = (
            f"was := to_jsonb(OLD) {skipped}; becomes := to_jsonb(NEW) {skipped};{secrets} "
            f'IF was IS DISTINCT FROM becomes AND {condition} THEN {INTO} VALUES ({values}, NEW."{each.key}", was, '
            "becomes); END IF;"
        )
        timing = "AFTER UPDATE ON {table} FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)"
    return (
        f'CREATE OR REPLACE FUNCTION "{{name}}"() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE was jsonb; '
        f"becomes jsonb; BEGIN {body} RETURN NULL; END $$; "
        f'CREATE TRIGGER "{{name}}" {timing.format(table=chr(34) + each.table + chr(34))} '
        f'EXECUTE FUNCTION "{{name}}"()'
    )
