"""Kinds of jobs for the tests of jobs (tests/settings.py makes this folder an app)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.db import OperationalError, connection

from federation.background import jobs
from federation.background.kinds import Report, job_kind
from federation.i18n.errors import UserError
from federation.models import Job, Unit


@job_kind("sleep", "sleep")
def sleep(job: Job, report: Report) -> dict[str, Any]:
    """Work for this many seconds, reporting every tenth of a second."""
    steps = int(job.arguments["seconds"] * 10)
    for step in range(steps):
        report(100 * step // steps, "sleeping")
        time.sleep(0.1)
    return {"attempt": job.attempts}


@job_kind("write", "write")
def write(job: Job, report: Report) -> dict[str, Any]:
    """Write a row that names its attempt; the first attempt sleeps before, so that it can be overtaken."""
    report(1, "begun")
    if job.attempts == 1:
        time.sleep(job.arguments["seconds"])
    with jobs.writing(job):
        Unit.objects.update_or_create(code="one", defaults={"name": f"attempt {job.attempts}"})
    return {"attempt": job.attempts}


@job_kind("lose_connection", "lose_connection")
def lose_connection(job: Job, report: Report) -> dict[str, Any]:
    """Let the database close the connection, if the job still asks for it."""
    if job.arguments["lost"]:
        connection.connection.close()
    return {"leagues": Unit.objects.count()}


@job_kind("break", "break")
def break_down(job: Job, report: Report) -> None:
    """Raise a program error."""
    raise ZeroDivisionError(job.arguments["text"])


@job_kind("write_file", "write_file")
def write_file(job: Job, report: Report) -> dict[str, Any]:
    """Write to this file."""
    return {"written": Path(job.arguments["path"]).write_bytes(b"so many bytes"), "attempt": job.attempts}


@job_kind("fill_database", "fill_database")
def fill_database(job: Job, report: Report) -> None:
    """Raise the database's error for a full disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA max_page_count = 1")  # as many as there are
            cursor.execute("CREATE TABLE filled AS SELECT zeroblob(10000000)")
        else:
            cursor.execute("DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$")


@job_kind("refuse", "refuse")
def refuse(job: Job, report: Report) -> None:
    """Raise a user error."""
    raise UserError(job.arguments["text"], **job.arguments.get("facts", {}))


@job_kind("no_database", "no_database")
def no_database(job: Job, report: Report) -> None:
    """Raise what a database that is away says."""
    raise OperationalError("connection refused")
