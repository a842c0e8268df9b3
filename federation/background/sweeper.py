"""Gives the jobs of dead workers to others, wakes workers again, and deletes old jobs."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone

from federation.background.jobs import ATTEMPTS, WORKER_DIED, after_failure, wake, was_begun_again
from federation.models import Job

RESEND_AFTER = timedelta(seconds=5)  # a queued job whose wake-up is older than this is woken again
RESEND_AT_ONCE = 20  # a long queue is not a lost wake-up: do not flood the broker with copies
FORGOTTEN_AT_ONCE = 500  # others want to write, too


class Swept(NamedTuple):
    woken: int
    requeued: int
    given_up: int
    forgotten: int = 0


def sweep() -> Swept:
    """Requeue running jobs whose lease expired, wake workers for jobs that wait too long, delete old jobs."""
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


def _give_up(job: Job, now: datetime) -> bool:
    """Mark the job as failed. Return False if another sweeper did so first."""
    lost = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, lease_until__lt=now)
    is_mine = bool(lost.update(state=Job.State.FAILED, owner="", lease_until=None, finished_at=now, error=WORKER_DIED))
    if is_mine:
        after_failure(job)
    return is_mine
