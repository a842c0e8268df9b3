"""Queue the ratings of today: after every change of the facts behind them, and once a night."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.background import jobs
from federation.background.nightly import last_night
from federation.models import Job
from ratings.models import RatingList, RatingPool

KIND = "living"


def queue_living(kinds: Collection[tuple[str, str]] = ()) -> None:
    """Queue a job for each pool with a published list, in the transaction of the change. One query, and one a pool.

    ``kinds``: discipline and pace of tournaments; pools that take none of them are left out.
    """
    for pool in _begun():
        if not kinds or any(pool.takes(discipline, pace) for discipline, pace in kinds):
            queue_pool(pool)


def queue_overdue() -> None:
    """Queue the pools that were not calculated since the last night began. One of `settings.NIGHTLY`."""
    for pool in _begun().filter(Q(living=None) | Q(living__as_of__lt=last_night())):
        jobs.submit(KIND, _key(pool), {"pool": pool.slug})


def queue_pool(pool: RatingPool) -> None:
    """Queue a job for the pool. One that runs already may have read the facts before the change: another follows it."""
    job = jobs.submit(KIND, _key(pool), {"pool": pool.slug})
    while job.state == Job.State.RUNNING:
        job = jobs.submit(KIND, f"{_key(pool)}:{job.pk}", job.arguments)


def _key(pool: RatingPool) -> str:
    return f"{KIND}:{pool.slug}"


def _begun() -> QuerySet[RatingPool]:
    """Return the pools with a published list: without one, nobody has a rating that could move."""
    return RatingPool.objects.filter(Exists(RatingList.objects.published().filter(pool=OuterRef("pk"))))
