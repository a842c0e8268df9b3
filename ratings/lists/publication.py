"""Publish a list, which never changes from then on, or discard a draft."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.models import Job
from ratings.errors import RatingError
from ratings.lists import drafts
from ratings.lists.job_queue import queue_backtest, queue_rendering
from ratings.lists.stale_lists import staleness
from ratings.models import RatingList, RatingPool


def publish(rating_list: RatingList, by: User | None = None) -> RatingList:
    """Publish a draft; the list of the same day that it revises stays readable.

    Its pages and downloads are queued, then the back-test of the pool. Raise `RatingError` if the list is not a draft,
    or if the games, the rules or the previous list changed since it was calculated.
    """
    with transaction.atomic():
        RatingPool.objects.select_for_update().get(pk=rating_list.pool_id)
        draft = RatingList.objects.select_related("pool", "previous").filter(pk=rating_list.pk).first()
        _require_publishable(draft, rating_list)
        freeze(draft, by)
        queue_backtest(draft.pool)
    return draft


def freeze(draft: RatingList, by: User | None, *, wakes: bool = True) -> Job:
    """Publish a draft that the caller made in this transaction from facts it read: nothing is checked.

    The caller queues the back-test, and wakes the workers if ``wakes`` is false. Return the job that will render the
    list.
    """
    if draft.revision:  # the first list of a day replaces none
        draft.pool.lists.published().filter(date=draft.date).update(state=RatingList.State.REVISED)
    draft.state = RatingList.State.PUBLISHED
    draft.published_at = timezone.now()
    draft.published_by = by
    draft.save(update_fields=["state", "published_at", "published_by"])
    return queue_rendering(draft, by, wakes=wakes)


def withdraw(rating_list: RatingList) -> None:
    """Delete a draft and the drafts calculated from it. Raise `RatingError` if the list is published."""
    with transaction.atomic():
        RatingPool.objects.select_for_update().get(pk=rating_list.pool_id)
        draft = RatingList.objects.filter(pk=rating_list.pk).first()
        if draft:
            drafts.remove(draft)


def _require_publishable(draft: RatingList | None, asked: RatingList) -> None:
    if draft is None:
        raise RatingError(noop("The draft of %(date)s has meanwhile been discarded."), date=asked.date)
    if draft.state != RatingList.State.DRAFT:
        raise RatingError(noop("The list of %(date)s is already published."), date=draft.date)
    if draft.previous and draft.previous.state == RatingList.State.DRAFT:
        facts = {"date": draft.date, "previous": draft.previous.date}
        raise RatingError(noop("Publish the draft of %(previous)s before that of %(date)s."), **facts)
    changed = staleness(draft)
    if changed:
        facts = {"date": draft.date, "causes": " ".join(changed.causes)}
        raise RatingError(noop("The draft of %(date)s is out of date: recalculate it. %(causes)s"), **facts)
