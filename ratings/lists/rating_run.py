"""Make lists: read the facts, compute, store a draft. A correction of the past makes drafts of revisions."""

import datetime as dt
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import chain

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.background.kinds import Report, no_progress
from federation.models import Job
from ratings.calculation.chain import Facts, dates_from_zero, read_facts, steps
from ratings.calculation.compute import ComputedList, compute_list, listed
from ratings.calculation.period_builder import counts_after
from ratings.errors import RatingError
from ratings.games.players import read_people
from ratings.lists import publication
from ratings.lists.job_queue import queue_after_publication
from ratings.lists.stale_lists import of_archive, stale_lists
from ratings.models import RatingList, RatingPool
from ratings.pools.creation import FURTHEST
from ratings.pools.rules import rules_of

Writing = Callable[[], AbstractContextManager[object]]  # opens the transaction of the draft


def rate(
    pool: RatingPool,
    date: dt.date,
    *,
    reason: str = "",
    job: Job | None = None,
    report: Report = no_progress,
    writing: Writing = transaction.atomic,
) -> RatingList:
    """Calculate the list of the day and store it as a draft, in place of the draft of that day.

    If the list of the day is published, the draft is its revision, and ``reason`` explains it in public. The same facts
    give the same draft, and two runs at once give one. Raise `RatingError` if a later list is published, an earlier
    list no longer fits the facts, a revision has no reason or would change nothing, or the pool has no rules for the
    day.
    """
    published = _published(pool, date)
    _require_place(pool, date, published)
    _require_reason(published, reason)
    report(0, "")
    people = read_people()
    stale = stale_lists(pool, people, until=date - dt.timedelta(days=1), remember=True)
    if stale:
        first = stale[0].rating_list.date
        refusal = noop(
            "The list of %(date)s no longer matches the games: revise it first (rate %(pool)s --date %(day)s)."
        )
        raise RatingError(refusal, date=first, pool=pool.slug, day=first.isoformat())
    previous = pool.lists.before(date).first()
    facts = read_facts(pool, counts_after(previous), date, date, people)
    computed = compute_list(pool, date, previous, once_more=published, facts=facts, report=report)
    if published and computed.is_same(published):
        raise RatingError(noop("The list of %(date)s matches the games: there is nothing to revise."), date=date)
    report(80, "")
    with writing():
        return publication.store(computed, of_archive(facts.archive), published=published, reason=reason, job=job)


def revise(
    pool: RatingPool,
    date: dt.date,
    *,
    reason: str,
    job: Job | None = None,
    report: Report = no_progress,
    writing: Writing = transaction.atomic,
) -> list[RatingList]:
    """Calculate every list up to the day that no longer fits the games, each from the draft of the previous one.

    The list of the day is revised even if only clubs and affiliations became known since. Drafts are published in their
    order. Raise `RatingError` as `rate` does.
    """
    lists = pool.lists.published().filter(imported=False, date__lte=date).order_by("date")
    people = read_people()
    stale = [found.rating_list.date for found in stale_lists(pool, people, until=date, remember=True)]
    days = list(lists.filter(date__gte=min([*stale, date])).values_list("date", flat=True))
    if date not in days:
        _require_place(pool, date, None)
        days.append(date)
    facts = read_facts(pool, counts_after(pool.lists.before(days[0]).first()), days[0], date, people)
    chain = _chain(pool, days, facts, _leave, asked=date, reason=reason, job=job, report=report, writing=writing)
    made = list(chain)
    if not made:
        raise RatingError(noop("All lists up to %(date)s match the games: there is nothing to revise."), date=date)
    return made


def revise_stale(
    pool: RatingPool,
    *,
    reason: str,
    job: Job | None = None,
    report: Report = no_progress,
    writing: Writing = transaction.atomic,
) -> list[RatingList]:
    """Calculate revisions of all published lists that no longer fit the games, and of those that follow from them.

    Each follows on the draft before; they are published in their order. Nothing is made if all lists fit. Raise
    `RatingError` if there is no reason.
    """
    people = read_people()
    stale = stale_lists(pool, people, remember=True)
    if not stale:
        return []
    lists = pool.lists.published().filter(imported=False, date__gte=stale[0].rating_list.date).order_by("date")
    days = list(lists.values_list("date", flat=True))
    facts = read_facts(pool, counts_after(pool.lists.before(days[0]).first()), days[0], days[-1], people)
    return list(_chain(pool, days, facts, _leave, reason=reason, job=job, report=report, writing=writing))


def rate_from_zero(
    pool: RatingPool,
    date: dt.date,
    *,
    reason: str = "",
    publish: bool = False,
    days: list[dt.date] | None = None,
    by: User | None = None,
    job: Job | None = None,
    report: Report = no_progress,
    writing: Writing = transaction.atomic,
) -> list[RatingList]:
    """Calculate all lists of the pool up to the day, from its starting list or from nothing.

    Lists fall on ``days``, else on those of `chain.dates_from_zero`. Published lists that come out the same stay,
    even if clubs or affiliations changed since. Drafts are published in their order, with ``publish`` each at
    once. Raise `RatingError` if a published list would change without a reason, or if there is no day for a list;
    earlier drafts stay.
    """
    days = dates_from_zero(pool, date) if days is None else days
    if not days:
        raise RatingError(noop("No list of this rating type is due up to %(date)s."), date=date)
    facts = read_facts(pool, None, days[0], days[-1])
    renderings: list[Job] = []

    def freeze(draft: RatingList) -> None:
        renderings.append(publication.freeze(draft, by, wakes=False))

    finish = freeze if publish else _leave
    made = list(_chain(pool, days, facts, finish, reason=reason, job=job, report=report, writing=writing))
    if publish:  # also where nothing was left to make: an attempt may have died here
        jobs.wake_all(renderings)
        queue_after_publication(pool)
    return made


def _leave(_draft: RatingList) -> None:
    """Leave the list a draft: the default of ``finish``."""


def _chain(
    pool: RatingPool,
    days: list[dt.date],
    facts: Facts,
    finish: Callable[[RatingList], None],
    *,
    asked: dt.date | None = None,
    reason: str,
    job: Job | None,
    report: Report,
    writing: Writing,
) -> Iterator[RatingList]:
    """Yield the drafts of the days that come out otherwise than they are published, each from the previous list.

    ``finish`` is called with each in its transaction. New clubs and affiliations alone do not replace a list, except
    the one ``asked`` for.
    """
    published = {each.date: each for each in pool.lists.published().filter(imported=False, date__in=days)}
    made = _computed_lists(pool, days, facts, published=published, asked=asked)
    first = next(made)  # of the list before, which is read
    asks_database = published or pool.lists.published().filter(imported=True, date__gte=days[0]).exists()
    stored, inputs = None, of_archive(facts.archive)
    for number, (found, stays) in enumerate(chain([first], made if asks_database else _one_ahead(made))):
        report(100 * number // len(days), "")
        if stays:
            continue
        there = published.get(found.date)
        _require_reason(there, reason)
        follows_on_stored = found.previous and found.previous.pk is None
        computed = replace(found, previous=stored) if follows_on_stored else found
        with writing():
            stored = publication.store(computed, inputs, published=there, reason=reason if there else "", job=job)
            finish(stored)
        yield stored


def _computed_lists(
    pool: RatingPool,
    days: list[dt.date],
    facts: Facts,
    *,
    published: dict[dt.date, RatingList],
    asked: dt.date | None,
) -> Iterator[tuple[ComputedList, bool]]:
    """Yield the lists of the days, and whether each is the same as the published one.

    If the previous list is one of these days, which is not stored yet, ``previous`` has no id.
    """
    previous = None
    for step in steps(pool, days, facts=facts, published=published):
        computed = listed(pool, step, step.start or previous)
        there = published.get(step.date)
        stays = there is not None and (computed.is_same(there) or (step.date != asked and computed.is_as(there)))
        yield computed, stays
        previous = there if stays else RatingList(pool=pool, date=step.date, digest=computed.digest)


def _one_ahead(computed_lists: Iterator[tuple[ComputedList, bool]]) -> Iterator[tuple[ComputedList, bool]]:
    """Compute each list in another thread while the previous one is stored. It must not use the database."""
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(next, computed_lists, None)
        while found := waiting.result():
            waiting = beside.submit(next, computed_lists, None)
            yield found


def require_place(pool: RatingPool, date: dt.date) -> None:
    """Raise `RatingError` if the day can have no list at all.

    The pool has no rules for it, a later list is published, it is an imported one, or it is more than a year ahead.
    """
    rules_of(pool, date)
    _require_place(pool, date, _published(pool, date))
    if date > timezone.localdate() + FURTHEST:
        raise RatingError(noop("%(date)s is more than a year ahead: no list is calculated so early."), date=date)


def require_reason(pool: RatingPool, date: dt.date, reason: str) -> None:
    """Raise `RatingError` if the list of the day is published and there is no reason for its revision."""
    _require_reason(_published(pool, date), reason)


def _published(pool: RatingPool, date: dt.date) -> RatingList | None:
    return pool.lists.published().filter(date=date).first()


def _require_place(pool: RatingPool, date: dt.date, published: RatingList | None) -> None:
    if published and published.imported:
        raise RatingError(noop("The list of %(date)s is an imported starting list: it is not calculated."), date=date)
    if published:
        return
    later = pool.lists.published().filter(date__gt=date).order_by("date").first()
    if later:
        refusal = noop("The list of %(later)s is published: a list of %(date)s can no longer be added before it.")
        raise RatingError(refusal, later=later.date, date=date)


def _require_reason(published: RatingList | None, reason: str) -> None:
    if published and not reason.strip():
        refusal = noop("The list of %(date)s is published: give the reason for the revision.")
        raise RatingError(refusal, date=published.date)
