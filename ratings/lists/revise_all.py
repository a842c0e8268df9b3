"""Revise everything that corrections made stale: calculate all revisions, publish all of them.

One job calculates, another one publishes; both have the same key, so that two officers never do it at once.
"""

from collections.abc import Collection, Mapping
from itertools import groupby

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.background.kinds import Report, no_progress
from federation.database import bulk
from federation.models import Job
from ratings.errors import RatingError
from ratings.lists import diffs
from ratings.lists.publication import DISCARDED, publish_in_order
from ratings.lists.rating_run import Writing, revise_stale
from ratings.lists.revision_plan import LONGEST_REASON
from ratings.models import RatingList, RatingPool

CALCULATE, PUBLISH = "revise_all", "publish_revisions"  # kinds of jobs
KEY = "revisions"

AT_WORK = noop("Another officer is calculating or publishing revisions: wait until that is done, and look again.")
NOTHING_STALE = noop("All published lists match their games: there is nothing to revise.")
NO_REASON = noop("Give the reason for the revision of %(pool)s.")


def queue_revisions(reasons: Mapping[str, str], by: User) -> Job:
    """Queue the calculation of all revisions. ``reasons``: by the short name of each pool.

    Raise `RatingError` if a reason is missing, nothing is to be revised, or another revision is under way.
    """
    names = dict(RatingPool.objects.filter(slug__in=reasons).values_list("slug", "name"))
    if not names:
        raise RatingError(NOTHING_STALE)
    for slug, name in names.items():
        if not reasons[slug].strip():
            raise RatingError(NO_REASON, pool=name)
    return _submit(CALCULATE, {"reasons": {slug: reasons[slug].strip()[:LONGEST_REASON] for slug in names}}, by)


def queue_publication(ids: Collection[int], by: User) -> Job:
    """Queue the publication of these drafts. Raise `RatingError` if there are none or another one is under way."""
    if not ids:
        raise RatingError(NOTHING_STALE)
    return _submit(PUBLISH, {"lists": sorted(ids)}, by)


def _submit(kind: str, arguments: dict[str, object], by: User) -> Job:
    job = jobs.submit(kind, KEY, arguments, by=by)
    if (job.kind, job.arguments, job.created_by_id) != (kind, arguments, by.pk):
        raise RatingError(AT_WORK)
    return job


def revise_all(
    reasons: Mapping[str, str],
    *,
    job: Job | None = None,
    report: Report = no_progress,
    writing: Writing = transaction.atomic,
) -> dict[int, list[int]]:
    """Calculate the revisions of all stale lists of these pools; return who moves in each draft (`diffs.Counts`).

    Run twice, it finds its drafts and continues. Raise `RatingError` if nothing is to be revised.
    """
    pools = list(RatingPool.objects.filter(slug__in=reasons))
    moves: dict[int, list[int]] = {}
    for number, pool in enumerate(pools):
        part = _part(report, number, len(pools))
        for draft in revise_stale(pool, reason=reasons[pool.slug], job=job, report=part, writing=writing):
            diff = diffs.against_revised(draft)
            moves[draft.pk] = list(diff.counts) if diff else []
    if not moves:
        raise RatingError(NOTHING_STALE)
    return moves


def publish_all(
    ids: Collection[int], by: User | None, *, report: Report = no_progress, writing: Writing = transaction.atomic
) -> list[int]:
    """Publish these drafts, all of a pool or none; return their ids. Raise what `publish_in_order` raises.

    Run twice, it continues with the pools that are left.
    """
    rows = RatingList.objects.filter(pk__in=bulk.in_values(ids)).order_by("pool__position", "pool__slug")
    of_pools = [(pool, [row.pk for row in found]) for pool, found in groupby(rows.select_related("pool"), _pool)]
    if sum(len(found) for _pool, found in of_pools) < len(set(ids)):
        raise RatingError(DISCARDED)
    for number, (pool, found) in enumerate(of_pools):
        report(100 * number // len(of_pools), "")
        with writing():
            publish_in_order(pool, found, by)
    return sorted(ids)


def _pool(rating_list: RatingList) -> RatingPool:
    return rating_list.pool


def _part(report: Report, number: int, count: int) -> Report:
    """Return the report of one of so many parts."""
    return lambda percent, step: report((100 * number + percent) // count, step)
