"""Gives the jobs of dead workers to others, wakes workers again, and deletes old jobs."""

import time
import uuid
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from federation.background.jobs import (
    ATTEMPTS,
    FIRST,
    WORKER_DIED,
    after_failure,
    log,
    may_run_again,
    submit,
    wake,
    was_begun_again,
)
from federation.celery import app
from federation.models import Job, Sign
from federation.models.jobs import BROKER_AWAY

SIGN_TASK = "federation.leave_sign"
AGAIN_AFTER, AGAIN_AT_MOST, AGAIN = timedelta(hours=1), timedelta(days=1), 3  # times a day
RESEND_AFTER = timedelta(seconds=5)  # a queued job whose wake-up is older than this is woken again
RESEND_AT_ONCE = 20  # a long queue is not a lost wake-up: do not flood the broker with copies
FORGOTTEN_AT_ONCE = 500  # others want to write, too


class Swept(NamedTuple):
    woken: int
    requeued: int
    given_up: int
    forgotten: int = 0


class Watch:
    """Finds the attempts of dead workers without any clock but its own: their leases are renewed no more."""

    def __init__(self) -> None:
        self._seen: dict[uuid.UUID, tuple[datetime | None, float]] = {}  # the lease, and since when it is that one

    def expired(self) -> list[Job]:
        """Return the jobs whose lease has not changed for `JOB_LEASE_SECONDS`. To be asked often. One query."""
        now, running = time.monotonic(), list(Job.objects.filter(state=Job.State.RUNNING))
        before, self._seen = self._seen, {}
        for job in running:
            lease, since = before.get(job.pk, (None, now))
            self._seen[job.pk] = (job.lease_until, since if lease == job.lease_until else now)
        return [job for job in running if now - self._seen[job.pk][1] > settings.JOB_LEASE_SECONDS]


def sweep(watch: Watch | None = None) -> Swept:
    """Requeue running jobs whose lease expired, wake workers for jobs that wait too long, delete old jobs.

    Without a watch, the clock of the database says which leases expired.
    """
    now = timezone.now()
    given_up = requeued = woken = 0
    running = Job.objects.filter(state=Job.State.RUNNING)
    for job in watch.expired() if watch else running.filter(lease_until__lt=Now()):
        if job.attempts >= ATTEMPTS:
            given_up += _give_up(job, now)
        else:
            requeued += _held_still(job).update(state=Job.State.QUEUED, owner="", lease_until=None, sent_at=None)
    _try_again(now)
    waiting = Job.objects.filter(Q(sent_at=None) | Q(sent_at__lt=now - RESEND_AFTER), state=Job.State.QUEUED)
    oldest = waiting.order_by(F("sent_at").asc(nulls_first=True)).values_list("pk", "kind")
    for job_id, kind in oldest[:RESEND_AT_ONCE]:
        if not wake(job_id, kind):
            break
        Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(sent_at=now)
        woken += 1
    return Swept(woken, requeued, given_up, _forget(now - timedelta(days=settings.JOBS_KEPT_DAYS)))


def leave_signs() -> None:
    """Leave the sweeper's sign for monitors, and ask a worker for one. The request is dropped after a minute."""
    Sign.leave("sweeper")
    if BROKER_AWAY not in cache:
        try:
            app.send_task(SIGN_TASK, retry=False, priority=FIRST, expires=60)
        except (KombuError, RedisError, OSError) as problem:
            log.warning("no worker was asked for a sign: %s", problem)


def _forget(before: datetime) -> int:
    """Delete jobs that ended before: failed ones that were run again since, then some of those that are done.

    In this order: a failed one without its successor would wait for the staff again. The other failed ones stay.
    """
    ended = Job.objects.filter(finished_at__lt=before).order_by("finished_at").values_list("pk", flat=True)
    repeated = list(ended.filter(was_begun_again(), state=Job.State.FAILED))
    done = list(ended.filter(state=Job.State.DONE)[:FORGOTTEN_AT_ONCE])
    for old in (repeated, done):
        if old:  # on SQLite even a DELETE of no row would wait for the write lock
            Job.objects.filter(pk__in=old).delete()
    return len(repeated) + len(done)


def _held_still(job: Job) -> QuerySet[Job]:
    """Return the row if nobody has renewed the lease or taken the job since it was read."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, owner=job.owner, lease_until=job.lease_until)


def _try_again(now: datetime) -> None:
    """Submit again the jobs that were given up an hour ago because workers died: by then the machine is repaired."""
    died = Job.objects.filter(state=Job.State.FAILED, error=WORKER_DIED, finished_at__lt=now - AGAIN_AFTER)
    for job in died.filter(~was_begun_again(), finished_at__gt=now - AGAIN_AT_MOST):
        deaths = Job.objects.filter(key=job.key, error=WORKER_DIED, finished_at__gt=now - AGAIN_AT_MOST).count()
        if deaths <= AGAIN and may_run_again(job):
            submit(job.kind, job.key, job.arguments, by=job.created_by)


def _give_up(job: Job, now: datetime) -> bool:
    """Mark the job as failed. Return False if another sweeper did so first."""
    failed = {"state": Job.State.FAILED, "finished_at": now, "error": WORKER_DIED}
    is_mine = bool(_held_still(job).update(owner="", lease_until=None, **failed))
    if is_mine:
        after_failure(job)
    return is_mine
