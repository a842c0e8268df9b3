"""Handlers of background work for the tests of jobs (settings: JOB_HANDLERS)."""

from __future__ import annotations

import time
from typing import Any

from django.db import connection

from federation import jobs
from federation.models import Job, League
from federation.refusals import Refusal


def sleep(job: Job, report: jobs.Report) -> dict[str, Any]:
    """Work for so many seconds, reporting every tenth of one."""
    steps = int(job.arguments["seconds"] * 10)
    for step in range(steps):
        report(100 * step // steps, "sleeping")
        time.sleep(0.1)
    return {"attempt": job.attempts}


def write(job: Job, report: jobs.Report) -> dict[str, Any]:
    """Write a row that tells which attempt wrote it; the first attempt sleeps before, so that it can be overtaken."""
    report(1, "begun")
    if job.attempts == 1:
        time.sleep(job.arguments["seconds"])
    with jobs.writing(job):
        League.objects.update_or_create(code="one", defaults={"name": f"attempt {job.attempts}"})
    return {"attempt": job.attempts}


def lose_connection(job: Job, report: jobs.Report) -> dict[str, Any]:
    """The database cuts the connection under the first attempt."""
    if job.attempts == 1:
        connection.connection.close()
    return {"leagues": League.objects.count()}


def break_down(job: Job, report: jobs.Report) -> None:
    """An error in the program."""
    raise ZeroDivisionError(job.arguments["text"])


def refuse(job: Job, report: jobs.Report) -> None:
    """An error of the user's."""
    raise Refusal(job.arguments["text"], **job.arguments.get("facts", {}))
