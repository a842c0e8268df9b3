"""Store a list as a draft, which only staff see; then discard it or publish it. A published list never changes."""

from collections.abc import Collection
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.database import bulk
from federation.models import Job, Webhook
from federation.webhooks import webhooks
from ratings.calculation import store as rows
from ratings.calculation.compute import ComputedList
from ratings.errors import RatingError
from ratings.lists.job_queue import queue_after_publication, queue_rendering, queue_rendering_beside
from ratings.lists.stale_lists import Inputs, Span, stale_drafts, staleness
from ratings.lists.taken_in import taken_in
from ratings.models import RatedTournament, RatingList, RatingPool

DISCARDED = noop("A draft has meanwhile been discarded: calculate again.")
BEFORE = noop("Publish the draft of %(previous)s before that of %(date)s.")
OUTDATED = noop("The draft of %(date)s is out of date: recalculate it. %(causes)s")


def store(
    computed: ComputedList, inputs: Inputs, *, published: RatingList | None, reason: str = "", job: Job | None = None
) -> RatingList:
    """Store a computed list as the draft of its day, in place of the last one; the caller opens a transaction.

    It fits ``inputs``; ``published`` is the list of the day that it would revise. Two runs at once give one draft:
    the second finds it there. Raise `RatingError` if the lists it builds on have changed.
    """
    pool = RatingPool.objects.select_for_update().get(pk=computed.pool.pk)
    around = list(pool.lists.filter(_concerns(computed)).defer("manifest"))
    same_day = {each.revision: each for each in around if each.date == computed.date}
    by_state = {each.state: each for each in same_day.values()}  # one draft at most, and one published list
    if by_state.get(RatingList.State.PUBLISHED) != published or not _still_there(computed.previous, around):
        raise RatingError(noop("The lists changed while this one was being calculated. Start again."))
    draft = by_state.get(RatingList.State.DRAFT)
    if draft and computed.is_same(draft) and draft.previous == computed.previous:
        RatingList.objects.filter(pk=draft.pk).update(reason=reason, job=job, computed_at=timezone.now())
        draft.refresh_from_db()
        return draft
    if draft:
        remove(draft)
        del same_day[draft.revision]
    [fits] = inputs.digests([Span(computed.step.after, computed.date, inputs.members)])
    draft = RatingList.objects.create(
        pool=pool,
        date=computed.date,
        revision=max(same_day, default=-1) + 1,
        previous=computed.previous,
        reason=reason,
        player_count=len(computed.ratings),
        game_count=computed.manifest["games"]["count"],
        manifest=computed.manifest,
        digest=computed.digest,
        job=job,
        computed_at=timezone.now(),
        fits=fits,
        fits_members=inputs.members,
    )
    rows.write(draft, computed.ratings, computed.ledger)
    bulk.write(
        RatedTournament,
        ("list", "tournament", "game_count", "digest"),
        [(draft.pk, event.id, event.game_count, event.digest) for event in computed.step.gathered.games.tournaments],
    )
    return draft


def remove(draft: RatingList) -> None:
    """Delete a draft, and the drafts calculated from it; the caller opens a transaction.

    Raise `RatingError` if the list is not a draft.
    """
    if draft.state != RatingList.State.DRAFT:
        raise RatingError(noop("The list of %(date)s is published and cannot be discarded."), date=draft.date)
    for following in draft.following.all():
        remove(following)
    rows.remove(draft)
    RatedTournament.objects.filter(list=draft).delete()
    draft.delete()


def publish(rating_list: RatingList, by: User | None = None) -> RatingList:
    """Publish a draft; the list of the same day that it revises stays readable.

    Its pages and downloads are queued, then the public log and the back-test of the pool. Raise `RatingError` if the
    list is not a draft, or if the games, the rules or the previous list changed since it was calculated.
    """
    with transaction.atomic():
        RatingPool.objects.select_for_update().get(pk=rating_list.pool_id)
        draft = RatingList.objects.select_related("pool", "previous").filter(pk=rating_list.pk).first()
        _require_publishable(draft, rating_list)
        freeze(draft, by)
        queue_after_publication(draft.pool)
        _tell([draft])
    return draft


def publish_in_order(pool: RatingPool, ids: Collection[int], by: User | None = None) -> list[RatingList]:
    """Publish drafts of a pool, each after the one it was calculated from, all or none; return those of them.

    Those that are published already stay as they are: an attempt may have died after it. Raise `RatingError` if one
    was discarded, does not fit the games any more, or was calculated from a draft that is not among them.
    """
    with transaction.atomic():
        RatingPool.objects.select_for_update().get(pk=pool.pk)
        found = list(pool.lists.filter(pk__in=bulk.in_values(ids)).select_related("pool", "previous").order_by("date"))
        if len(found) < len(set(ids)):
            raise RatingError(DISCARDED)
        drafts = [each for each in found if each.state == RatingList.State.DRAFT]
        _require_chain(drafts)
        renderings = [freeze(draft, by, wakes=False) for draft in drafts]
        transaction.on_commit(partial(jobs.wake_all, renderings))
        if drafts:
            queue_after_publication(pool)
            _tell(drafts)
    return found


def _tell(drafts: list[RatingList]) -> None:
    """Tell the programs that want to know of published lists."""
    lists = [
        {"pool": each.pool.slug, "month": each.month_slug, "revision": each.revision, "digest": each.digest}
        for each in drafts
    ]
    webhooks.tell(Webhook.Event.LIST, {"lists": lists})


def _require_chain(drafts: list[RatingList]) -> None:
    """Raise `RatingError` if one of these drafts of a pool cannot be published after those before it."""
    if not drafts:
        return
    outdated = {each.rating_list: each for each in stale_drafts(drafts[0].pool)}
    for draft in drafts:
        if draft.previous and draft.previous.state == RatingList.State.DRAFT and draft.previous not in drafts:
            raise RatingError(BEFORE, date=draft.date, previous=draft.previous.date)
        if draft in outdated:
            raise RatingError(OUTDATED, date=draft.date, causes=" ".join(outdated[draft].causes))


def freeze(draft: RatingList, by: User | None, *, wakes: bool = True) -> Job:
    """Publish a draft that the caller made in this transaction from facts it read: nothing is checked.

    The caller queues what follows on all lists, and wakes the workers if ``wakes`` is false. Return the job that will
    render the list.
    """
    # The first list of a day replaces none.
    replaced = draft.pool.lists.published().filter(date=draft.date).first() if draft.revision else None
    if replaced:
        RatingList.objects.filter(pk=replaced.pk).update(state=RatingList.State.REVISED)
        draft.corrections.set(taken_in(draft, replaced))
    draft.state = RatingList.State.PUBLISHED
    draft.published_at = timezone.now()
    draft.published_by = by
    draft.save(update_fields=["state", "published_at", "published_by"])
    if draft.pool.public and draft.previous_id is None and not draft.revision:
        queue_rendering_beside(draft)
    return queue_rendering(draft, by, wakes=wakes)


def withdraw(rating_list: RatingList) -> None:
    """Delete a draft and the drafts calculated from it. Raise `RatingError` if the list is published."""
    with transaction.atomic():
        RatingPool.objects.select_for_update().get(pk=rating_list.pool_id)
        draft = RatingList.objects.filter(pk=rating_list.pk).first()
        if draft:
            remove(draft)


def _require_publishable(draft: RatingList | None, asked: RatingList) -> None:
    if draft is None:
        raise RatingError(noop("The draft of %(date)s has meanwhile been discarded."), date=asked.date)
    if draft.state != RatingList.State.DRAFT:
        raise RatingError(noop("The list of %(date)s is already published."), date=draft.date)
    if draft.previous and draft.previous.state == RatingList.State.DRAFT:
        raise RatingError(BEFORE, date=draft.date, previous=draft.previous.date)
    changed = staleness(draft)
    if changed:
        raise RatingError(OUTDATED, date=draft.date, causes=" ".join(changed.causes))


def _concerns(computed: ComputedList) -> Q:
    """Select the lists of the same day, and the previous one."""
    same_day = Q(date=computed.date)
    return same_day | Q(pk=computed.previous.pk) if computed.previous else same_day


def _still_there(previous: RatingList | None, lists: list[RatingList]) -> bool:
    """Return whether the previous list was neither replaced nor changed."""
    if previous is None:
        return True
    stands = (each for each in lists if each.state != RatingList.State.REVISED)
    return any((each.pk, each.digest) == (previous.pk, previous.digest) for each in stands)
