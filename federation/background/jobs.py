"""Background work. The Job row is the truth; the broker only wakes a worker, and may lose a wake-up at any time.

A worker that claims a job holds it for `JOB_LEASE_SECONDS` and renews the lease from its own thread. If the worker
dies, the lease expires and `sweep()` gives the job to another. No clock of a machine counts but that of the database.
Each attempt has its own owner: its writes count only while the row still names that owner, so a worker that was frozen
and overtaken writes nothing.

Sentences are stored in English, `Job.step` as it is and `Job.error` with the facts that fill it. Readers see them in
their own language.
"""

import logging
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_noop
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from federation.background.kinds import KINDS
from federation.celery import app
from federation.database import bulk
from federation.models import Job
from federation.models.jobs import BROKER_AWAY

log = logging.getLogger(__name__)

TASK = "federation.run_job"
ATTEMPTS = 3
BROKER_PAUSE = 10  # seconds
FIRST, LAST = 0, 9  # priorities of Redis: 0 is the most urgent

WORKER_DIED = gettext_noop(
    "This was interrupted three times and has been stopped. Try again, or ask the administrator."
)
BROKE_DOWN = gettext_noop(
    "This failed three times because of an error in the program. The administrator's log has the details."
)
DISK_FULL = gettext_noop("The server's disk is full. The task is tried again every five minutes.")
OVERTAKEN = "job %s (%s): overtaken by another attempt; what this one did does not count"


class LeaseLost(Exception):
    """Another attempt has taken the job over; what this one did does not count."""


def submit(
    kind: str,
    key: str,
    arguments: dict[str, Any],
    by: User | None = None,
    *,
    wakes: bool = True,
    after: timedelta = timedelta(),
) -> Job:
    """Queue a job, and wake a worker when the transaction commits. Return the row.

    Raise KeyError if no app declares the kind (`federation.background.kinds`). At most one job of a `key` is alive: if
    one is queued or running already, return that one, with its own arguments. Raise nothing if the broker is away.
    ``wakes``: False if the caller submits many and wakes the workers afterwards (`wake_all`). ``after``: the least time
    until the job runs; the sweeper wakes a worker then.
    """
    if kind not in KINDS:
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
    """Return whether the job failed and is of a kind that this version of the site knows."""
    return job.state == Job.State.FAILED and job.kind in KINDS


def add_to_waiting_job(job: Job, name: str, values: Iterable[int]) -> bool:
    """Add numbers to a list among the arguments of a job. Return False if it is no longer waiting."""
    with transaction.atomic():
        waiting = Job.objects.select_for_update(of=("self",)).filter(pk=job.pk, state=Job.State.QUEUED).first()
        if waiting is None:
            return False
        waiting.arguments[name] = sorted({*waiting.arguments[name], *values})
        waiting.save(update_fields=["arguments"])
        return True


def wake(job_id: uuid.UUID, kind: str) -> bool:
    """Tell the workers about a queued job. Return False if the broker did not take the message; `sweep` repeats it.

    Urgent kinds go before all others. A broker that did not answer is left alone for some seconds, so that a person
    who sends thirty files waits for it once.
    """
    if BROKER_AWAY in cache:
        return False
    urgent = kind not in KINDS or KINDS[kind].urgent
    try:
        app.send_task(TASK, [str(job_id)], retry=False, priority=FIRST if urgent else LAST)
    except (KombuError, RedisError, OSError) as problem:
        cache.set(BROKER_AWAY, True, BROKER_PAUSE)
        log.warning("job %s: the broker took no wake-up (%s); the sweeper will repeat it", job_id, problem)
        return False
    return True


def wake_all(jobs: Iterable[Job]) -> None:
    """Tell the workers about queued jobs, until the broker takes no message."""
    all(wake(job.pk, job.kind) for job in jobs)


@contextmanager
def writing(job: Job) -> Iterator[None]:
    """Make the block a transaction that counts only if this attempt still holds the job at its end.

    Raise `LeaseLost` and write nothing otherwise. The last statement renews the lease: on SQLite no heartbeat can be
    written during the transaction, and on both databases nobody takes the job between check and commit.
    """
    with transaction.atomic():
        yield
        if not held(job).update(lease_until=lease_end()):
            raise LeaseLost(job.reference)


def was_begun_again() -> Exists:
    """Return the condition that a later job of the same key exists."""
    return Exists(Job.objects.filter(key=OuterRef("key"), created_at__gt=OuterRef("created_at")))


def after_failure(job: Job) -> None:
    """Call the `on_failure` of the kind with a job that failed for good."""
    kind = KINDS.get(job.kind)
    if kind and kind.on_failure:
        kind.on_failure(job)


def unresolved_failures() -> QuerySet[Job]:
    """Return the failed jobs that wait for the staff."""
    return Job.objects.filter(is_unresolved())


def is_unresolved() -> Q:
    """Return the condition of a failed job that waits for the staff.

    Not those that were run again since, nor users' errors that a page shows to the user who asked.
    """
    on_page = [kind.name for kind in KINDS.values() if kind.error_on_page]
    shown = Q(kind__in=on_page) & ~Q(error__in=[WORKER_DIED, BROKE_DOWN])
    return Q(~was_begun_again(), ~shown, state=Job.State.FAILED)


def held(job: Job) -> Any:
    """Return the row if this attempt still holds it: the condition of every write."""
    return Job.objects.filter(pk=job.pk, owner=job.owner, state=Job.State.RUNNING)


def lease_end() -> Combinable:
    """Return the end of a lease that begins now, by the clock of the database: those of the machines may differ."""
    return Now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
