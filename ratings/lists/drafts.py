"""Store, replace and delete drafts of lists, which only staff see."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.models import Job
from ratings.calculation import store as rows
from ratings.calculation.compute import ComputedList
from ratings.calculation.inputs_digest import Fits
from ratings.errors import RatingError
from ratings.models import RatedTournament, RatingList, RatingPool


def store(
    computed: ComputedList, fits: Fits, *, published: RatingList | None, reason: str = "", job: Job | None = None
) -> RatingList:
    """Store a computed list as the draft of its day, in place of the last one; the caller opens a transaction.

    ``fits`` are its inputs; ``published`` is the list of the day that it would revise. Two runs at once give one draft:
    the second finds it there. Raise `RatingError` if the lists it builds on have changed.
    """
    pool = RatingPool.objects.select_for_update().get(pk=computed.pool.pk)
    around = list(pool.lists.filter(_concerns(computed)).defer("manifest"))
    same_day = {each.revision: each for each in around if each.date == computed.date}
    by_state = {each.state: each for each in same_day.values()}  # one draft at most, and one published list
    if by_state.get(RatingList.State.PUBLISHED) != published or not _still_there(computed.previous, around):
        raise RatingError(noop("The lists changed while this one was being calculated. Start again."))
    draft = by_state.get(RatingList.State.DRAFT)
    if draft and draft.digest == computed.digest and draft.previous == computed.previous:
        RatingList.objects.filter(pk=draft.pk).update(reason=reason, job=job, computed_at=timezone.now())
        draft.refresh_from_db()
        return draft
    if draft:
        remove(draft)
        del same_day[draft.revision]
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
        fits=fits.digest,
        fits_members=fits.members,
    )
    rows.write(draft, computed.ratings, computed.ledger)
    bulk.write(
        RatedTournament,
        ("list", "tournament", "game_count", "digest"),
        [(draft.pk, event.id, event.game_count, event.digest) for event in computed.gathered.games.tournaments],
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
