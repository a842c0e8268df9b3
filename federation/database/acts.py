"""Who is writing, for the triggers of the audit (`federation.audit.triggers`).

The database asks for the act in the very statement that changes a row. On SQLite a trigger that each connection of the
site has for itself calls a function of the connection; PostgreSQL reads a setting of the session, which is set when the
act changes. What a Python process does outside a request or a job is a command of the machine's user. A program
that is not the site leaves no act.
"""

import getpass
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

ADMIN, ROOM, COMMAND, JOB, API = "admin", "room", "command", "job", "API"
SETTING = "classement.act"  # of a session of PostgreSQL
FUNCTION = "audit_act"  # of a connection to SQLite
CHANGES = "federation_unsealedchange"  # of UnsealedChange: models cannot be imported yet where connections open
BY_PEOPLE = "?"  # what SQLite's triggers store instead of the act where a change counts only if no machine made it
MACHINES = (JOB, COMMAND)


@dataclass(frozen=True)
class Act:
    """One act of a user: a request, a job, a command. All that it changes belongs together."""

    via: str  # first in the text: the triggers look at how it begins
    what: str = ""  # the page, the kind of job, the command
    account: str = ""  # login, or the user of the machine
    hat: str = ""  # the office in which they act
    ip: str = ""
    uid: str = field(default_factory=lambda: uuid4().hex)

    @cached_property
    def text(self) -> str:
        """Return the act as triggers store it."""
        return json.dumps({name: value for name, value in asdict(self).items() if value}, separators=(",", ":"))


_current: ContextVar[Act | None] = ContextVar("act", default=None)


@cache
def of_process() -> Act:
    """Return the act of a process without a request or a job: its command, and the user of the machine."""
    program, *words = sys.argv or [""]
    named = next((word for word in words if not word.startswith("-")), "")
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a container whose user has no name
        user = ""
    return Act(COMMAND, f"{Path(program).name} {named}".strip()[:100], user)


def current() -> Act:
    return _current.get() or of_process()


@contextmanager
def acting(act: Act) -> Iterator[None]:
    """Make what the block writes part of the act."""
    token = _current.set(act)
    try:
        _tell(connections[DEFAULT_DB_ALIAS])
        yield
    finally:
        _current.reset(token)
        _tell(connections[DEFAULT_DB_ALIAS])


def introduce(sender: Any, connection: BaseDatabaseWrapper, **_options: Any) -> None:
    """Let a new connection know the act. Receiver of Django's ``connection_created``."""
    if connection.vendor == "sqlite":
        connection.connection.create_function(FUNCTION, 0, lambda: current().text)
        sign_changes(connection)
    else:
        _tell(connection)


def sign_changes(connection: BaseDatabaseWrapper) -> None:
    """Let an open connection to SQLite write its act on each change that the triggers of the database store.

    The trigger belongs to this connection only: other programs have no such function, and can still change rows.
    """
    machines = " OR ".join(f"""{FUNCTION}() LIKE '{{"via":"{via}"%'""" for via in MACHINES)
    statement = f"""
        CREATE TEMP TRIGGER IF NOT EXISTS audit_signature AFTER INSERT ON main.{CHANGES} BEGIN
            DELETE FROM {CHANGES} WHERE id = NEW.id AND act = '{BY_PEOPLE}' AND ({machines});
            UPDATE {CHANGES} SET act = {FUNCTION}() WHERE id = NEW.id;
        END"""  # noqa: S608 - names of ours
    with suppress(sqlite3.OperationalError):  # the table is not there yet
        connection.connection.execute(statement)


def _tell(connection: BaseDatabaseWrapper) -> None:
    """Tell an open session of PostgreSQL who acts. A connection that opens later asks by itself.

    In a transaction that has failed this fails, too; the rollback brings back what was set when it began.
    """
    if connection.vendor == "postgresql" and connection.connection is not None:
        with suppress(psycopg.Error):
            connection.connection.execute("SELECT set_config(%s, %s, false)", [SETTING, current().text])
