"""The list of today: the published list, with the ratings of today in place of those that changed since."""

from dataclasses import dataclass

import numpy as np
from django.core.cache import cache
from django.db.models import Exists, OuterRef

from federation.database.records import read
from federation.models import Member
from ratings.models import LivingList, LivingRating, Rating, RatingList
from ratings.systems.period import Ints, Status

KEPT_SECONDS = 3600
COLUMNS = {"member": "member_id", "rating": "rating", "games": "games"}


@dataclass(frozen=True)
class Line:
    """A member in the list of today. ``rank`` is among all, ``place`` among those whom a filter leaves."""

    place: int
    rank: int
    member: Member
    published: Rating | None
    today: LivingRating | None  # None: nothing happened since

    @property
    def rating(self) -> int | None:
        return self.today.rating if self.today else self.published and self.published.rating


def ranking(living: LivingList) -> Ints:
    """Return the ids of the ranked members, the best first: by rating, then games, then number.

    Members whom the published list has as not affiliated are left out. Three queries where this process has not seen
    these ratings of today yet.
    """
    key = f"ranking-today:{living.pk}:{living.as_of.isoformat()}:{living.previous_id}"
    found = cache.get(key)
    if found is None:
        found = _ranking(living)
        cache.set(key, found, KEPT_SECONDS)
    return found


def _ranking(living: LivingList) -> Ints:
    published = read(living.previous.ratings.ranked(), {**COLUMNS, "number": "member_key"})
    left = living.previous.ratings.filter(member=OuterRef("member"), affiliated=False)
    changed = living.ratings.filter(~Exists(left), status__gte=Status.ESTABLISHED.value, rating__isnull=False)
    today = read(changed, {**COLUMNS, "number": "member__key"})
    gone = np.fromiter(living.ratings.values_list("member", flat=True), np.int64)
    kept = published[~np.isin(published["member"], gone)]
    member, rating, games, number = (
        np.concatenate([kept[name], today[name]]).astype(np.int64) for name in ("member", "rating", "games", "number")
    )
    return member[np.lexsort((number, -games, -rating))]


def lines(living: LivingList, members: Ints, ranks: Ints, first: int) -> list[Line]:
    """Return the lines of these members, whose first place is ``first``. Three queries."""
    ids = members.tolist()
    people = Member.objects.in_bulk(ids)
    of_list = {row.member_id: row for row in _of(living.previous, ids)}
    of_today = {row.member_id: row for row in living.ratings.filter(member__in=ids)}
    return [
        Line(place, rank, people[pk], of_list.get(pk), of_today.get(pk))
        for place, (pk, rank) in enumerate(zip(ids, ranks.tolist(), strict=True), first)
    ]


def _of(rating_list: RatingList, ids: list[int]) -> list[Rating]:
    return list(rating_list.ratings.filter(member__in=ids).select_related("club"))
