"""Verify every published list once a night, the newest first, and keep the result of each."""

import datetime as dt
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.background.kinds import Report, no_progress
from federation.background.nightly import last_night
from federation.models import Job
from ratings.errors import RatingError
from ratings.models import ListCheck, RatingList
from ratings.verification import mails
from ratings.verification.checks import Check, Difference, Verification
from ratings.verification.scrub import scrub
from ratings.verification.verify import renew_games_digests, verify

KIND = "verify_lists"
AT_ONCE = 60  # seconds that one job spends on lists, then other jobs get their turn
OVERDUE = dt.timedelta(days=2)
Writing = Callable[[], AbstractContextManager[object]]


def due() -> QuerySet[RatingList]:
    """Return the published lists that were not verified since the last night began, the newest first."""
    since = Q(last_check__checked_at__gte=last_night()) | Q(published_at__gte=last_night(), last_check=None)
    return RatingList.objects.once_published().exclude(since).order_by("-date", "-pk")


def queue() -> Job | None:
    """Queue the verification of the lists that are due; None if there are none, or if it is queued already."""
    alive = Job.objects.filter(kind=KIND, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    return jobs.submit(KIND, KIND, {}) if due().exists() and not alive.exists() else None


def run(
    job: Job, report: Report = no_progress, *, seconds: float = AT_ONCE, writing: Writing | None = None
) -> dict[str, Any]:
    """Verify lists that are due for some time, and queue a further job for the rest.

    Each result is stored at once, so that a run that was interrupted continues with the next list.
    """
    until, done, failed = time.monotonic() + seconds, 0, 0
    ids = list(due().values_list("pk", flat=True))
    for number, pk in enumerate(ids):
        if done and time.monotonic() >= until:
            jobs.submit(KIND, f"{KIND}:{job.pk}", {})
            break
        report(100 * number // len(ids), noop("Verifying the published lists"))
        rating_list = RatingList.objects.once_published().select_related("pool", "previous").filter(pk=pk).first()
        if rating_list is not None:
            passed = check(rating_list, writing or partial(jobs.writing, job)).passed
            done, failed = done + 1, failed + (not passed)
    return {"lists": done, "failed": failed}


def check(rating_list: RatingList, writing: Writing = transaction.atomic) -> ListCheck:
    """Verify a list and store the result; tell the administrators if it passed before."""
    try:
        found = verify(rating_list)
    except RatingError as problem:
        wrong = Check.of("rules", [Difference(problem.template, problem.facts)])
        found = Verification(rating_list, (wrong,))
    with writing():
        renew_games_digests(found)
        before = ListCheck.objects.filter(list=rating_list).first()
        now = timezone.now()
        since = (before.failed_since if before else None) or now
        result, _new = ListCheck.objects.update_or_create(
            list=rating_list,
            defaults={
                "checked_at": now,
                "passed": found.passed,
                "failed_since": None if found.passed else since,
                "findings": found.findings,
            },
        )
        if not found.passed and (before is None or before.passed):
            mails.later(rating_list)
    if not found.passed:
        scrub(rating_list)
    return result


def health_lines() -> Iterator[str]:
    """Yield the state of the published lists for monitors. One query."""
    lists = RatingList.objects.once_published().aggregate(
        count=Count("pk"),
        failed=Count("pk", filter=Q(last_check__passed=False)),
        unchecked=Count("pk", filter=Q(last_check=None)),
        oldest=Min("last_check__checked_at"),
    )
    if not lists["count"]:
        return
    state = "failed" if lists["failed"] else "late" if is_late(lists["oldest"]) else "ok"
    counts = f"{lists['count']} lists, {lists['failed']} failed, {lists['unchecked']} not yet checked"
    since = f"oldest check {lists['oldest']:%Y-%m-%dT%H:%MZ}" if lists["oldest"] else "no check yet"
    yield f"verification {state}: {counts}, {since}"


def is_late(oldest: dt.datetime | None) -> bool:
    """Return whether a list was last checked so long ago that the nightly verification cannot be running."""
    return oldest is not None and oldest < timezone.now() - OVERDUE
