"""Background work. The Job row is the truth; the broker only wakes a worker, and may lose a wake-up at any time.

A worker that claims a job holds it for `JOB_LEASE_SECONDS` and renews the lease from a thread of its own. When the
worker dies, the lease runs out and `sweep()` gives the job to another. Each attempt has an owner of its own: what an
attempt writes counts only while the row still names that owner: a worker that was frozen and overtaken writes nothing.

Sentences are stored in English, `Job.step` as it is and `Job.error` with the facts that fill it: each reader sees them
in his language.
"""

from __future__ import annotations

import errno
import logging
import os
import secrets
import socket
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from sqlite3 import SQLITE_FULL
from types import TracebackType
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import Error as DatabaseProblem
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from federation.background import forks
from federation.celery import app
from federation.database import bulk
from federation.i18n.errors import Refusal, plain
from federation.models import Job

log = logging.getLogger(__name__)

TASK = "federation.run_job"
ATTEMPTS = 3
# Kinds whose refusal is told to who asked, on the page of the file, the run, the pool or the round.
TOLD_ON_PAGES = ("read_upload", "compare_list", "rate", "backtest", "what_if", "pair_round")
# Kinds that nobody waits for in front of a page.
UNHURRIED = ("render", "hide", "backtest", "tie_breaks", "decision_mail", "correction_mail", "reading_mail")
FIRST, LAST = 0, 9  # as Redis counts priorities
RESEND_AFTER = timedelta(seconds=5)  # a queued job whose wake-up is older than this is woken again
RESEND_AT_ONCE = 20  # a long queue is not a lost wake-up: do not flood the broker with copies
FORGOTTEN_AT_ONCE = 500  # others want to write, too
REPORT_PAUSE = 0.5  # seconds between two writes of progress
# What a full disk is called by the system, by PostgreSQL and by SQLite.
NO_ROOM = {("errno", errno.ENOSPC), ("errno", errno.EDQUOT), ("sqlstate", "53100"), ("sqlite_errorcode", SQLITE_FULL)}
ROOM_PAUSE = timedelta(minutes=5)  # until a full disk is tried again

WORKER_DIED = gettext_noop(
    "The work was interrupted three times and was given up. Try again, or ask the administrator."
)
BROKE_DOWN = gettext_noop(
    "The work failed three times because of an error in the program. The administrator's log has it."
)
DISK_FULL = gettext_noop("The disk of the server is full. The work is tried again every five minutes.")
OVERTAKEN = "job %s (%s): overtaken by another attempt; what this one did does not count"

Report = Callable[[int, str], None]


class LeaseLost(Exception):
    """Another attempt has taken the job over; what this one did does not count."""


class TryLater(Exception):
    """What the work needs is away for now; another attempt makes sense after the pause."""

    def __init__(self, pause: timedelta) -> None:
        super().__init__(f"again in {pause}")
        self.pause = pause


class Swept(NamedTuple):
    """What a sweep did: numbers of jobs."""

    woken: int
    requeued: int
    given_up: int
    forgotten: int = 0


def submit(
    kind: str,
    key: str,
    arguments: dict[str, Any],
    by: User | None = None,
    *,
    wakes: bool = True,
    after: timedelta = timedelta(),
) -> Job:
    """Queue a job and wake a worker when the transaction commits; return the row.

    `kind` is a key of `settings.JOB_HANDLERS` (KeyError otherwise). At most one job of a `key` is alive: where one is
    queued or running already, that one is returned, with its own arguments. Nothing is raised when the broker is away.
    ``wakes``: False where the caller submits many and wakes the workers afterwards (`wake_all`). ``after``: not before
    so long; the sweeper wakes a worker then.
    """
    if kind not in settings.JOB_HANDLERS:
        raise KeyError(kind)
    alive = None
    while alive is None:  # the alive job may end between the two statements: then there is room for a new one
        new = Job(kind=kind, key=key, arguments=arguments, created_by=by, sent_at=timezone.now() + after)
        if bulk.insert_new([new]):
            new._state.adding = False
            if wakes and not after:
                transaction.on_commit(partial(wake, new.pk, kind))
            return new
        alive = Job.objects.filter(key=key, state__in=[Job.State.QUEUED, Job.State.RUNNING]).first()
    return alive


def may_run_again(job: Job) -> bool:
    """It failed, and is of a kind that this version of the site knows."""
    return job.state == Job.State.FAILED and job.kind in settings.JOB_HANDLERS


def enlarge(job: Job, name: str, values: Iterable[int]) -> bool:
    """Add numbers to a list among the arguments of a job; False where it does not wait any more."""
    with transaction.atomic():
        waiting = Job.objects.select_for_update(of=("self",)).filter(pk=job.pk, state=Job.State.QUEUED).first()
        if waiting is None:
            return False
        waiting.arguments[name] = sorted({*waiting.arguments[name], *values})
        waiting.save(update_fields=["arguments"])
        return True


def wake(job_id: uuid.UUID, kind: str) -> bool:
    """Tell the workers about a queued job. False where the broker did not take the message; `sweep` repeats it.

    Who waits for a file or a pairing goes before work that nobody waits for, however much of it there is.
    """
    try:
        app.send_task(TASK, [str(job_id)], retry=False, priority=LAST if kind in UNHURRIED else FIRST)
    except (KombuError, RedisError, OSError) as problem:
        log.warning("job %s: the broker took no wake-up (%s); the sweeper will repeat it", job_id, problem)
        return False
    return True


def wake_all(jobs: Iterable[Job]) -> None:
    """Tell the workers about queued jobs, until the broker takes no message."""
    all(wake(job.pk, job.kind) for job in jobs)


def claim(job_id: uuid.UUID | str) -> Job | None:
    """Begin an attempt at a queued job; None where there is nothing to do (done, or another worker's)."""
    owner = f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(8)}"
    now = timezone.now()
    Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING,
        owner=owner,
        lease_until=_lease_end(now),
        attempts=F("attempts") + 1,
        started_at=now,
        progress=0,
        step="",
        error="",
        error_facts={},
    )
    return Job.objects.filter(pk=job_id, owner=owner).first()


def run(job_id: uuid.UUID | str) -> Job | None:
    """One attempt at a job, whatever comes of it; the row as it is then, or None where there was nothing to do."""
    job = claim(job_id)
    if job is None:
        return None
    with Heartbeat(job) as heartbeat:
        _attempt(job, heartbeat.report)
    job.refresh_from_db()
    return job


@contextmanager
def writing(job: Job) -> Iterator[None]:
    """One transaction whose writes count only if this attempt still holds the job at its end.

    Raises `LeaseLost` and writes nothing otherwise. The lease is renewed by the last statement: on SQLite no heartbeat
    can be written while the transaction runs, and on both databases nobody takes the job between check and commit.
    """
    with transaction.atomic():
        yield
        if not _held(job).update(lease_until=_lease_end(timezone.now())):
            raise LeaseLost(str(job))


def sweep() -> Swept:
    """Requeue running jobs whose lease ran out, wake workers again for jobs that wait too long, forget old ones."""
    now = timezone.now()
    given_up = requeued = woken = 0
    expired = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    if expired.exists():  # an UPDATE, even of no row, would wait for SQLite's write lock
        given_up = sum(_give_up(job, now) for job in expired.filter(attempts__gte=ATTEMPTS))
        requeued = expired.update(state=Job.State.QUEUED, owner="", lease_until=None, sent_at=None)
    waiting = Job.objects.filter(Q(sent_at=None) | Q(sent_at__lt=now - RESEND_AFTER), state=Job.State.QUEUED)
    oldest = waiting.order_by(F("sent_at").asc(nulls_first=True)).values_list("pk", "kind")
    for job_id, kind in oldest[:RESEND_AT_ONCE]:
        if not wake(job_id, kind):
            break
        Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(sent_at=now)
        woken += 1
    return Swept(woken, requeued, given_up, _forget(now - timedelta(days=settings.JOBS_KEPT_DAYS)))


def _forget(before: datetime) -> int:
    """Delete jobs that ended before: failed ones whose work was begun again since, then some of those that are done.

    In this order: a failed one whose successor is gone would wait for the staff again. The other failed ones stay.
    """
    ended = Job.objects.filter(finished_at__lt=before).order_by("finished_at").values_list("pk", flat=True)
    repeated = list(ended.filter(_was_begun_again(), state=Job.State.FAILED))
    done = list(ended.filter(state=Job.State.DONE)[:FORGOTTEN_AT_ONCE])
    for old in (repeated, done):
        if old:  # on SQLite even a DELETE of no row would wait for the write lock
            Job.objects.filter(pk__in=old).delete()
    return len(repeated) + len(done)


def _was_begun_again() -> Exists:
    """There is a later job of the same key."""
    return Exists(Job.objects.filter(key=OuterRef("key"), created_at__gt=OuterRef("created_at")))


def _give_up(job: Job, now: datetime) -> bool:
    """Whether it was this sweeper who gave the job up."""
    lost = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, lease_until__lt=now)
    is_mine = bool(lost.update(state=Job.State.FAILED, owner="", lease_until=None, finished_at=now, error=WORKER_DIED))
    if is_mine:
        _tell_of_failure(job)
    return is_mine


def _tell_of_failure(job: Job) -> None:
    """Somebody may wait for what will not come (settings.JOB_FAILURES)."""
    if name := settings.JOB_FAILURES.get(job.kind):
        import_string(name)(job)


def undone() -> QuerySet[Job]:
    """Failed work that nobody did again since and that waits for the staff: a refusal that its page tells does not."""
    refused = Q(kind__in=TOLD_ON_PAGES) & ~Q(error__in=[WORKER_DIED, BROKE_DOWN])
    return Job.objects.filter(~_was_begun_again(), state=Job.State.FAILED).exclude(refused)


class Heartbeat:
    """Renews the lease of an attempt and stores its progress, from a thread with a database connection of its own."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._lost = False
        self._progress: dict[str, Any] = {}
        self._news = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Heartbeat:
        # Inside a transaction of the caller's nobody else sees the row: report() then writes by itself.
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
        """Store how far the work is: `percent` 0-100 and a sentence in English. Raises `LeaseLost`.

        Cheap: the heartbeat writes it, at most twice a second.
        """
        self._progress = {"progress": max(0, min(100, int(percent))), "step": str(step)[:120]}
        self._news.set()
        if self._thread is None:
            self._beat()
        if self._lost:
            raise LeaseLost(str(self._job))

    def _beat_until_stopped(self) -> None:
        try:
            while not self._stop.wait(REPORT_PAUSE):
                self._news.wait(settings.JOB_LEASE_SECONDS / 3)
                self._news.clear()
                if not self._stop.is_set():
                    with forks.QUIET:
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
        self._lost = not _held(self._job).update(lease_until=_lease_end(timezone.now()), **self._progress)


def _attempt(job: Job, report: Report) -> None:
    try:
        handler = import_string(settings.JOB_HANDLERS[job.kind])
        result = handler(job, report)
        _settle(job, state=Job.State.DONE, progress=100, step="", result=result)
    except LeaseLost:
        log.warning(OVERTAKEN, job.pk, job)
    except Refusal as refusal:  # an error for the user: trying again would not help
        _settle(job, state=Job.State.FAILED, error=refusal.template, error_facts=plain(refusal.facts))
    except TryLater as later:
        log.warning("job %s (%s): %s, %s", job.pk, job, later, later.__cause__)
        _queue_again(job, timezone.now() + later.pause)
    except Exception as problem:
        if not connection.in_atomic_block:  # a connection that died would take this last word with it
            connection.close()
        _break_down(job, problem)


def _break_down(job: Job, problem: Exception) -> None:
    """What was in the way may be gone at another attempt."""
    if _needs_room(problem):  # that was no attempt: it is tried for as long as there is no room
        log.error("job %s (%s): %s", job.pk, job, problem.__cause__ or problem)
        _queue_again(job, timezone.now() + ROOM_PAUSE, attempts=F("attempts") - 1, step=DISK_FULL)
        return
    log.error("job %s (%s): attempt %d of %d broke down", job.pk, job, job.attempts, ATTEMPTS, exc_info=problem)
    if job.attempts >= ATTEMPTS:
        _settle(job, state=Job.State.FAILED, error=BROKE_DOWN)
    else:
        _queue_again(job, timezone.now())


def _needs_room(problem: Exception) -> bool:
    """The disk was full: here, in a fork (the cause of `processes.WorkFailed`), or where the database is."""
    return any(getattr(each, name, None) == code for each in (problem, problem.__cause__) for name, code in NO_ROOM)


def _queue_again(job: Job, then: datetime, **fields: Any) -> None:
    """The sweeper wakes it `RESEND_AFTER` later."""
    _held(job).update(state=Job.State.QUEUED, owner="", lease_until=None, sent_at=then, **fields)


def _settle(job: Job, **fields: Any) -> None:
    if not _held(job).update(finished_at=timezone.now(), lease_until=None, **fields):
        log.warning(OVERTAKEN, job.pk, job)
    elif fields["state"] == Job.State.FAILED:
        _tell_of_failure(job)


def _held(job: Job) -> Any:
    """The row, if this attempt still holds it: the condition of every write."""
    return Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING)


def _lease_end(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
