"""Where members stand: their ratings in the latest lists, over time, and tournament by tournament."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import QuerySet, Sum

from federation.models import Member
from ratings.models import LedgerEntry, Rating, RatingList, RatingPool
from ratings.systems.period import POINT
from tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class RatedMember:
    """A member with the rating of each list, where there is one."""

    member: Member
    ratings: dict[int, Rating]  # by id of the list


@dataclass(frozen=True)
class History:
    """A member's ratings in one pool, the latest list first."""

    pool: RatingPool
    ratings: list[Rating]
    replaced: dict[dt.date, Rating]  # what a list first said of him, where a revision says something else

    @property
    def current(self) -> Rating:
        """The latest."""
        return self.ratings[0]

    @property
    def rated(self) -> list[Rating]:
        """Those that show a rating, the latest first."""
        return [each for each in self.ratings if each.rating is not None]

    @property
    def best(self) -> Rating | None:
        """The highest, and of several the earliest."""
        return max(reversed(self.rated), key=lambda each: each.rating, default=None)


@dataclass
class Played:
    """A tournament that a member took part in, and what it did to each rating."""

    tournament: Tournament
    changes: dict[int, float] = field(default_factory=dict)  # points by id of the pool


def with_ratings(members: Iterable[Member], lists: list[RatingList]) -> list[RatedMember]:
    """The members, in their order, with their ratings in these lists. Two queries."""
    people = {member.pk: RatedMember(member, {}) for member in members}
    for rating in Rating.objects.filter(list__in=lists, member__in=list(people)):
        people[rating.member_id].ratings[rating.list_id] = rating
    return list(people.values())


def best_first(members: Iterable[RatedMember], lists: list[RatingList]) -> list[RatedMember]:
    """By the first list that rates a member, and by his rating in it; those without a rating at the end, by name."""

    def order(rated: RatedMember) -> tuple[int, int, bool, str]:
        found = ((place, rated.ratings[each.pk].rating) for place, each in enumerate(lists) if each.pk in rated.ratings)
        place, rating = next((shown for shown in found if shown[1] is not None), (len(lists), 0))
        return place, -rating, rated.member.hidden, rated.member.search_name

    return sorted(members, key=order)


def histories(member: Member) -> list[History]:
    """The member's ratings in all published lists of public pools, pool by pool. One query."""
    states = [RatingList.State.PUBLISHED, RatingList.State.REVISED]
    ratings = Rating.objects.filter(member=member, list__state__in=states, list__pool__public=True)
    ordered = ratings.order_by("list__pool__position", "list__pool__slug", "-list__date", "-list__revision")
    found = ordered.select_related("list__pool").defer("list__manifest")
    pools = [_history(pool, list(rows)) for pool, rows in groupby(found, key=lambda rating: rating.list.pool)]
    return [history for history in pools if history.ratings]


def _history(pool: RatingPool, rows: list[Rating]) -> History:
    current = [each for each in rows if each.list.state == RatingList.State.PUBLISHED]
    first = {each.list.date: each for each in rows if each.list.state == RatingList.State.REVISED}
    said = {each.list.date: each.rating for each in current}
    return History(pool, current, {day: each for day, each in first.items() if each.rating != said.get(day)})


def list_days(member: Member, pool: RatingPool) -> list[RatingList]:
    """The published lists of a pool that hold a rating of the member, starting lists left out, the first first."""
    lists = RatingList.objects.published().filter(pool=pool, imported=False, ratings__member=member)
    return list(lists.select_related("pool").defer("manifest").order_by("date"))


def replaced(member: Member, rating_list: RatingList) -> list[Rating]:
    """What the list said of the member before it was revised, the first publication first."""
    if not rating_list.revision:
        return []
    ratings = Rating.objects.filter(
        member=member,
        list__pool=rating_list.pool_id,
        list__date=rating_list.date,
        list__state=RatingList.State.REVISED,
        list__revision__lt=rating_list.revision,
    )
    return list(ratings.select_related("list").defer("list__manifest").order_by("list__revision"))


def tournaments(member: Member, ratings: QuerySet[Rating] | Iterable[Rating]) -> list[Played]:
    """The accepted tournaments of a member, the latest first, with the sum of their games' changes. Three queries."""
    merged = Member.objects.filter(merged_into=member).values_list("pk", flat=True)
    played = Tournament.objects.filter(stage=Stage.ACCEPTED, participants__member__in=[member.pk, *merged]).distinct()
    rows = {each.pk: Played(each) for each in played.order_by("-end", "-start", "name")}
    pools = {rating.list_id: rating.list.pool_id for rating in ratings}
    entries = LedgerEntry.objects.filter(list__in=list(pools), member=member, pairing__isnull=False)
    sums = entries.order_by().values_list("list_id", "pairing__tournament_id").annotate(Sum("change"))
    for list_id, tournament_id, change in sums:
        if tournament_id in rows:
            changes, pool = rows[tournament_id].changes, pools[list_id]
            changes[pool] = changes.get(pool, 0) + change / POINT
    return list(rows.values())
