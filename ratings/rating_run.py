"""The run that makes a list: gather, rate, store a draft. A correction of the past makes drafts of revisions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager

from django.db import transaction
from django.utils.translation import gettext as _

from federation.models import Job
from ratings import drafts
from ratings.errors import RatingError
from ratings.models import RatingList, RatingPool
from ratings.reckoning import Report, previous_list, reckon, silence
from ratings.staleness import stale_lists

Writing = Callable[[], AbstractContextManager[object]]  # opens the transaction of the draft


def rate(
    pool: RatingPool,
    date: dt.date,
    *,
    reason: str = "",
    job: Job | None = None,
    report: Report = silence,
    writing: Writing = transaction.atomic,
) -> RatingList:
    """Reckon the list of the day and keep it as a draft, in place of the draft of that day.

    Where the list of the day is published the draft is its revision, and ``reason`` says in public why. The same facts
    give the same draft, and two runs at once give one.
    Raises `RatingError` with a sentence: a later list is published, an earlier one no longer fits the facts, a revision
    has no reason or would change nothing, the pool has no rules for the day.
    """
    published = _published(pool, date)
    _require_place(pool, date, published)
    _require_reason(published, reason)
    report(0, "")
    stale = [found.rating_list for found in stale_lists(pool) if found.rating_list.date < date]
    if stale:
        facts = {"date": stale[0].date, "pool": pool.slug}
        raise RatingError(
            _("The list of %(date)s no longer fits the games: revise it first (rate %(pool)s --date %(date)s).") % facts
        )
    reckoned = reckon(pool, date, previous_list(pool, date), once_more=published, report=report)
    if published and published.digest == reckoned.digest:
        raise RatingError(_("The list of %(date)s fits the games: there is nothing to revise.") % {"date": date})
    report(80, "")
    with writing():
        return drafts.store(reckoned, published=published, reason=reason, job=job)


def revise(
    pool: RatingPool,
    date: dt.date,
    *,
    reason: str,
    job: Job | None = None,
    report: Report = silence,
    writing: Writing = transaction.atomic,
) -> list[RatingList]:
    """Reckon all that no longer fits the games, up to the list of the day, each from the draft of the one before.

    The drafts are to be published in their order. Raises `RatingError` as `rate` does.
    """
    stale = [found.rating_list for found in stale_lists(pool) if found.rating_list.date <= date]
    first = stale[0].date if stale else date
    lists = list(pool.lists.published().filter(date__gte=first, date__lte=date, imported=False).order_by("date"))
    steps: list[tuple[dt.date, RatingList | None]] = [(published.date, published) for published in lists]
    if not lists or lists[-1].date != date:
        _require_place(pool, date, None)
        steps.append((date, None))
    made: list[RatingList] = []
    previous = previous_list(pool, first)
    for number, (day, published) in enumerate(steps):
        _require_reason(published, reason)
        report(100 * number // len(steps), "")
        reckoned = reckon(pool, day, previous, once_more=published)
        if published and published.digest == reckoned.digest:
            previous = published
            continue
        with writing():
            previous = drafts.store(reckoned, published=published, reason=reason if published else "", job=job)
        made.append(previous)
    if not made:
        raise RatingError(_("All lists up to %(date)s fit the games: there is nothing to revise.") % {"date": date})
    return made


def require_reason(pool: RatingPool, date: dt.date, reason: str) -> None:
    """Raises `RatingError` where the list of the day is published and nobody says why it is revised."""
    _require_reason(_published(pool, date), reason)


def _published(pool: RatingPool, date: dt.date) -> RatingList | None:
    return pool.lists.published().filter(date=date).first()


def _require_place(pool: RatingPool, date: dt.date, published: RatingList | None) -> None:
    if published and published.imported:
        raise RatingError(_("The list of %(date)s is an imported starting list: it is not reckoned.") % {"date": date})
    later = pool.lists.published().filter(date__gt=date).order_by("date").first()
    if later and not published:
        facts = {"later": later.date, "date": date}
        raise RatingError(
            _("The list of %(later)s is published: none can come before it on %(date)s any more.") % facts
        )


def _require_reason(published: RatingList | None, reason: str) -> None:
    if published and not reason.strip():
        facts = {"date": published.date}
        raise RatingError(_("The list of %(date)s is published: say the reason of the revision.") % facts)
