"""Hands a run to the workers. One job of a list is alive at a time."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import User
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.models import Job
from ratings.calculation.chain import dates_from_zero
from ratings.errors import RatingError
from ratings.models import RatingList, RatingPool, WhatIf
from ratings.site_version import edition


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
    """A job that does what `rating_run.rate` does, or `rating_run.revise`.

    With ``from_zero`` it does what `rating_run.rate_from_zero` does, which ``publish`` is for: for the days of now,
    whatever an attempt that dies publishes of them.
    Raises `RatingError` where the list is being calculated already and somebody wished otherwise.
    """
    wishes = {"reason": reason, "revise": revise, "from_zero": from_zero, "publish": publish}
    arguments = {"pool": pool.slug, "date": date.isoformat(), **wishes}
    days = {"days": [day.isoformat() for day in dates_from_zero(pool, date)]} if from_zero else {}
    job = jobs.submit("rate", f"rate:{pool.slug}:{date}", arguments | days, by=by)
    if job.arguments | days != arguments | days:
        raise RatingError(
            noop("The list of %(date)s is being reckoned already, but with other options: wait until that is done."),
            date=date,
        )
    return job


def queue_rendering(rating_list: RatingList, by: User | None = None, *, wakes: bool = True) -> Job:
    """A job that does what `rendering.render` does. ``wakes``: as for `jobs.submit`."""
    return jobs.submit("render", f"render:{rating_list.pk}", {"list": rating_list.pk}, by=by, wakes=wakes)


def queue_rendering_anew(rating_list: RatingList) -> Job:
    """The same for a list whose files were taken away: a job that is at work may have stored them before."""
    job = queue_rendering(rating_list)
    if job.state == Job.State.RUNNING:
        job = jobs.submit(job.kind, f"{job.key}:{job.pk}", job.arguments)
    return job


def queue_stale_rendering(*, everything: bool = False) -> int:
    """Jobs for the published lists whose pages another edition of the site wrote, or for all; how many there are."""
    lists = RatingList.objects.published().order_by("-date")
    stale = lists if everything else lists.exclude(rendered_edition=edition())
    return len([queue_rendering(rating_list) for rating_list in stale.defer("manifest")])


def queue_backtest(pool: RatingPool, by: User | None = None) -> Job:
    """A job that does what `backtest.compute` does. Without ``by`` nobody asked: a pool without games is no failure."""
    return jobs.submit("backtest", backtest_key(pool), {"pool": pool.slug}, by=by)


def backtest_key(pool: RatingPool) -> str:
    """What the jobs of a pool's back-test are called."""
    return f"backtest:{pool.slug}"


def backtests_at_work() -> set[str]:
    """The short names of the pools whose back-test waits for a worker or runs. One query."""
    alive = Job.objects.filter(kind="backtest", state__in=[Job.State.QUEUED, Job.State.RUNNING])
    return {arguments["pool"] for arguments in alive.values_list("arguments", flat=True)}


def queue_what_if(what_if: WhatIf, by: User | None = None) -> Job:
    """A job that does what `what_if.compute` does; the what-if knows it."""
    what_if.job = jobs.submit("what_if", f"what-if:{what_if.pk}", {"what_if": what_if.pk}, by=by)
    what_if.save(update_fields=["job"])
    return what_if.job
