"""Handlers of background work for the tests of jobs (settings: JOB_HANDLERS)."""

from __future__ import annotations

import time
from typing import Any

from federation import jobs
from federation.models import Job, League


def sleep(job: Job, report: jobs.Report) -> dict[str, Any]:
    """Work for so many seconds, reporting every tenth of one."""
    steps = int(job.arguments["seconds"] * 10)
    for step in range(steps):
        report(100 * step // steps, "sleeping")
        time.sleep(0.1)
    return {"attempt": job.attempts}


def write(job: Job, report: jobs.Report) -> dict[str, Any]:
    """Write one row that would be there twice if two attempts counted, then work on inside the transaction."""
    with jobs.writing(job):
        League.objects.create(code=job.arguments["code"], name=job.owner[:80])
        time.sleep(job.arguments.get("seconds", 0))
    report(50, "written")
    return {"code": job.arguments["code"]}


def break_down(job: Job, report: jobs.Report) -> None:
    """An error in the program."""
    raise ZeroDivisionError(job.arguments["text"])


def refuse(job: Job, report: jobs.Report) -> None:
    """An error of the user's."""
    raise jobs.JobFailed(job.arguments["text"])
