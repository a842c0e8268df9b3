"""Queue jobs for rating lists. At most one job of a list is alive."""

import datetime as dt

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.models import Job
from federation.web.site_version import edition
from ratings.calculation.chain import dates_from_zero
from ratings.errors import RatingError
from ratings.living.job_queue import queue_pool
from ratings.models import RatingList, RatingPool, WhatIf

LOG_KIND = "public_log"


def queue_rating(
    pool: RatingPool,
    date: dt.date,
    *,
    reason: str = "",
    revise: bool = False,
    from_zero: bool = False,
    publish: bool = False,
    by: User | None = None,
) -> Job:
    """Queue a job that calls `rate`, `revise` or `rate_from_zero` of `rating_run`; ``publish`` is for the last.

    A run from zero keeps today's days, even if a failed attempt publishes some. Raise `RatingError` if the list
    is being calculated already with other options.
    """
    wishes = {"reason": reason, "revise": revise, "from_zero": from_zero, "publish": publish}
    arguments = {"pool": pool.slug, "date": date.isoformat(), **wishes}
    days = {"days": [day.isoformat() for day in dates_from_zero(pool, date)]} if from_zero else {}
    job = jobs.submit("rate", f"rate:{pool.slug}:{date}", arguments | days, by=by)
    if job.arguments | days != arguments | days:
        raise RatingError(
            noop("The list of %(date)s is already being calculated with other options: wait until that is done."),
            date=date,
        )
    return job


def queue_rendering(rating_list: RatingList, by: User | None = None, *, wakes: bool = True) -> Job:
    """Queue a job that calls `rendering.render`. ``wakes``: as for `jobs.submit`."""
    return jobs.submit("render", f"render:{rating_list.pk}", {"list": rating_list.pk}, by=by, wakes=wakes)


def queue_rendering_again(rating_list: RatingList) -> Job:
    """Queue the same for a list whose pages have changed: a running job may have stored them earlier."""
    job = queue_rendering(rating_list)
    if job.state == Job.State.RUNNING:
        job = jobs.submit(job.kind, f"{job.key}:{job.pk}", job.arguments)
    return job


def queue_rendering_beside(first: RatingList) -> int:
    """Queue the lists of other pools since the day of a pool's first list: their pages lead to it. Return how many."""
    published = RatingList.objects.published()
    if published.filter(pool=first.pool_id, date__lt=first.date).exists():
        return 0
    return _queue_again(published.filter(date__gte=first.date).exclude(pool=first.pool_id))


def queue_rendering_after_switch(pool: RatingPool) -> int:
    """Queue all lists since the pool's first, once it is public or no longer is: their pages lead to it, or do not.

    Return how many.
    """
    first = pool.lists.published().order_by("date").values_list("date", flat=True).first()
    return _queue_again(RatingList.objects.published().filter(date__gte=first)) if first else 0


def queue_stale_rendering(*, everything: bool = False) -> int:
    """Queue the published lists with pages of another edition of the site, or all. Return how many."""
    lists = RatingList.objects.published()
    return _queue_again(lists if everything else lists.exclude(rendered_edition=edition()))


def _queue_again(lists: QuerySet[RatingList]) -> int:
    return len([queue_rendering_again(rating_list) for rating_list in lists.order_by("-date").defer("manifest")])


def queue_backtest(pool: RatingPool, by: User | None = None) -> Job:
    """Queue a job that calls `backtest.compute`. Without ``by``, a pool without games is not a failure."""
    return jobs.submit("backtest", backtest_key(pool), {"pool": pool.slug}, by=by)


def backtest_key(pool: RatingPool) -> str:
    """Return the key of a pool's back-test jobs."""
    return f"backtest:{pool.slug}"


def backtests_at_work() -> set[str]:
    """Return the short names of the pools whose back-test is queued or running. One query."""
    alive = Job.objects.filter(kind="backtest", state__in=[Job.State.QUEUED, Job.State.RUNNING])
    return {arguments["pool"] for arguments in alive.values_list("arguments", flat=True)}


def queue_public_log(*_changed: object) -> Job:
    """Queue a job that appends to the public log what was published since."""
    job = jobs.submit(LOG_KIND, LOG_KIND, {})
    return job if job.state == Job.State.QUEUED else jobs.submit(LOG_KIND, f"{LOG_KIND}:next", {})


def queue_after_publication(pool: RatingPool) -> None:
    """Queue what follows the publication of lists of the pool, however many: the ratings of today, the public log and
    the back-test.
    """
    queue_pool(pool)
    queue_public_log()
    queue_backtest(pool)


def queue_what_if(what_if: WhatIf, by: User | None = None) -> Job:
    """Queue a job that calls `what_if.compute`, and store it with the what-if."""
    what_if.job = jobs.submit("what_if", f"what-if:{what_if.pk}", {"what_if": what_if.pk}, by=by)
    what_if.save(update_fields=["job"])
    return what_if.job
