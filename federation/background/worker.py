"""One attempt at a job: claim it, run it, renew its lease, store the result."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import threading
import uuid
from datetime import datetime, timedelta
from sqlite3 import SQLITE_FULL
from types import TracebackType
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseProblem
from django.db import InterfaceError, OperationalError, connection
from django.db.models import F
from django.utils import timezone

from federation.amendments import current as amendments
from federation.background import jobs
from federation.background.jobs import log
from federation.background.kinds import KINDS, Report
from federation.database.acts import JOB, Act, acting
from federation.files import bucket
from federation.i18n.errors import UserError, plain
from federation.models import Job

REPORT_PAUSE = 0.5  # seconds between two writes of progress
# Codes of a full disk: of the system, of PostgreSQL and of SQLite.
NO_ROOM = {("errno", errno.ENOSPC), ("errno", errno.EDQUOT), ("sqlstate", "53100"), ("sqlite_errorcode", SQLITE_FULL)}
# Not the program's fault: a database that is away or locked, a broken connection.
OUTSIDE = (InterfaceError, OperationalError, ConnectionError, *bucket.AWAY)
OUTSIDE_PAUSE = timedelta(minutes=1)
OUTSIDE_AT_MOST = timedelta(days=1)  # a cause that lasts longer counts as a fault
ROOM_PAUSE = timedelta(minutes=5)  # until a full disk is tried again


class TryLater(Exception):
    """What the work needs is unavailable for now; it is tried again after the pause."""

    def __init__(self, pause: timedelta, *, counts: bool = True) -> None:
        super().__init__(f"again in {pause}")
        self.pause = pause
        self.counts = counts  # as an attempt


def claim(job_id: uuid.UUID | str) -> Job | None:
    """Begin an attempt at a queued job. Return None if there is nothing to do (done, or taken by another worker)."""
    owner = f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(8)}"
    Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING,
        owner=owner,
        lease_until=jobs.lease_end(),
        attempts=F("attempts") + 1,
        started_at=timezone.now(),
        progress=0,
        step="",
        error="",
        error_facts={},
    )
    return Job.objects.select_related("created_by").filter(pk=job_id, owner=owner).first()


def run(job_id: uuid.UUID | str) -> Job | None:
    """Make one attempt at a job, successful or not. Return the row afterwards, None if there was nothing to do."""
    job = claim(job_id)
    if job is None:
        return None
    amendments.forget()
    with Heartbeat(job) as heartbeat:
        _attempt(job, heartbeat.report)
    job.refresh_from_db()
    return job


class Heartbeat:
    """Renews the lease of an attempt and stores its progress, from a thread with its own database connection."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._lost = False
        self._progress: dict[str, Any] = {}
        self._news = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Heartbeat:
        # Inside a transaction of the caller nobody else sees the row, so report() writes by itself.
        if not connection.in_atomic_block:
            self._thread = threading.Thread(
                target=self._beat_until_stopped, name=f"heartbeat {self._job.pk}", daemon=True
            )
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._news.set()
        if self._thread:
            self._thread.join()

    def report(self, percent: int, step: str = "") -> None:
        """Store the progress: ``percent`` from 0 to 100, and a sentence in English. Raise `LeaseLost`.

        It is cheap: the heartbeat writes it, at most twice a second.
        """
        self._progress = {"progress": max(0, min(100, int(percent))), "step": str(step)[:120]}
        self._news.set()
        if self._thread is None:
            self._beat()
        if self._lost:
            raise jobs.LeaseLost(str(self._job))

    def _beat_until_stopped(self) -> None:
        try:
            while not self._stop.wait(REPORT_PAUSE):
                self._news.wait(settings.JOB_LEASE_SECONDS / 3)
                self._news.clear()
                if not self._stop.is_set():
                    self._beat_if_possible()
        finally:
            connection.close()

    def _beat_if_possible(self) -> None:
        try:
            self._beat()
        except DatabaseProblem as problem:  # locked or away: the next beat may succeed, else the lease runs out
            log.warning("job %s: no heartbeat (%s)", self._job.pk, problem)
            connection.close()

    def _beat(self) -> None:
        self._lost = not jobs.held(self._job).update(lease_until=jobs.lease_end(), **self._progress)


def _attempt(job: Job, report: Report) -> None:
    try:
        with acting(Act(JOB, job.kind, job.created_by.get_username() if job.created_by else "")):
            result = KINDS[job.kind].handler(job, report)
        _settle(job, state=Job.State.DONE, progress=100, step="", result=result)
    except jobs.LeaseLost:
        _was_overtaken(job)
    except UserError as refusal:  # an error for the user: trying again would not help
        _settle(job, state=Job.State.FAILED, error=refusal.template, error_facts=plain(refusal.facts))
    except TryLater as later:
        log.warning("job %s (%s): %s, %s", job.pk, job.reference, later, later.__cause__)
        _queue_again(job, timezone.now() + later.pause, attempts=F("attempts") - int(not later.counts))
    except Exception as problem:
        if not connection.in_atomic_block:  # a dead connection could not store the failure
            connection.close()
        _break_down(job, problem)


def _break_down(job: Job, problem: Exception) -> None:
    """Queue the job again, as another attempt may succeed. After the last one the job has failed."""
    if _needs_room(problem):  # not counted as an attempt: it is tried until there is room
        log.error("job %s (%s): %s", job.pk, job.reference, problem.__cause__ or problem)
        _queue_again(job, timezone.now() + ROOM_PAUSE, attempts=F("attempts") - 1, step=jobs.DISK_FULL)
        return
    if isinstance(problem, OUTSIDE) and timezone.now() - job.created_at < OUTSIDE_AT_MOST:
        log.error("job %s (%s): %s: %s", job.pk, job.reference, type(problem).__name__, problem)
        _queue_again(job, timezone.now() + OUTSIDE_PAUSE, attempts=F("attempts") - 1)
        return
    log.error(
        "job %s (%s): attempt %d of %d broke down", job.pk, job.reference, job.attempts, jobs.ATTEMPTS, exc_info=problem
    )
    if job.attempts >= jobs.ATTEMPTS:
        _settle(job, state=Job.State.FAILED, error=jobs.BROKE_DOWN)
    else:
        _queue_again(job, timezone.now())


def _was_overtaken(job: Job) -> None:
    """Uncount an attempt that was given to another worker while this one lived."""
    log.warning(jobs.OVERTAKEN, job.pk, job.reference)
    alive = Job.objects.filter(pk=job.pk, state__in=[Job.State.QUEUED, Job.State.RUNNING], attempts__gt=0)
    alive.update(attempts=F("attempts") - 1)


def _needs_room(problem: Exception) -> bool:
    """Return whether the disk was full, here or where the database is (the cause of Django's error)."""
    return any(getattr(each, name, None) == code for each in (problem, problem.__cause__) for name, code in NO_ROOM)


def _queue_again(job: Job, then: datetime, **fields: Any) -> None:
    """Queue the job for another attempt. The sweeper wakes a worker `RESEND_AFTER` later."""
    jobs.held(job).update(state=Job.State.QUEUED, owner="", lease_until=None, sent_at=then, **fields)


def _settle(job: Job, **fields: Any) -> None:
    if not jobs.held(job).update(finished_at=timezone.now(), lease_until=None, **fields):
        _was_overtaken(job)
    elif fields["state"] == Job.State.FAILED:
        jobs.after_failure(job)
