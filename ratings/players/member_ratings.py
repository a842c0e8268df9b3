"""Where members stand: their ratings in the latest lists, over time, and tournament by tournament."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import Q

from federation.models import Member
from ratings.models import RatingList, RatingPool
from ratings.storage.parts import ledgers_of
from ratings.storage.rows import Rating, ratings_in
from ratings.systems.period import POINT
from tournaments.models import Pairing, Participant, Tournament

# What the pages of a member say of lists and their pools: of a hundred lists the rest takes as long again.
OF_LISTS = ("date", "revision", "state", "imported", "published_at")
OF_POOLS = ("pool__slug", "pool__name", "pool__system", "pool__discipline")


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
    """The members, in their order, with their ratings in these lists. One query, and that of the members."""
    people = {member.pk: RatedMember(member, {}) for member in members}
    for rating in ratings_in(lists, [found.member for found in people.values()]):
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
    """The member's ratings in all published lists of public pools, pool by pool. Two queries."""
    lists = RatingList.objects.filter(pool__public=True).exclude(state=RatingList.State.DRAFT)
    ordered = lists.order_by("pool__position", "pool__slug", "-date", "-revision")
    found = _his_ratings(member, list(ordered.select_related("pool").only(*OF_LISTS, *OF_POOLS)))
    pools = [_history(pool, list(rows)) for pool, rows in groupby(found, key=lambda rating: rating.list.pool)]
    return [history for history in pools if history.ratings]


def _his_ratings(member: Member, lists: list[RatingList]) -> list[Rating]:
    """The member's lines, in the order of the lists. One query."""
    found = {rating.list_id: rating for rating in ratings_in(lists, [member])}
    return [found[each.pk] for each in lists if each.pk in found]


def _history(pool: RatingPool, rows: list[Rating]) -> History:
    current = [each for each in rows if each.list.state == RatingList.State.PUBLISHED]
    first = {each.list.date: each for each in rows if each.list.state == RatingList.State.REVISED}
    said = {each.list.date: each.rating for each in current}
    return History(pool, current, {day: each for day, each in first.items() if each.rating != said.get(day)})


def list_days(member: Member, pool: RatingPool) -> list[RatingList]:
    """The published lists of a pool that hold a rating of the member, starting lists left out, the first first."""
    lists = RatingList.objects.published().filter(pool=pool, imported=False).select_related("pool").defer("manifest")
    return [rating.list for rating in _his_ratings(member, list(lists.order_by("date")))]


def replaced(member: Member, rating_list: RatingList) -> list[Rating]:
    """What the list said of the member before it was revised, the first publication first."""
    if not rating_list.revision:
        return []
    lists = RatingList.objects.filter(
        pool=rating_list.pool_id,
        date=rating_list.date,
        state=RatingList.State.REVISED,
        revision__lt=rating_list.revision,
    )
    return _his_ratings(member, list(lists.defer("manifest").order_by("revision")))


def tournaments(member: Member, ratings: Iterable[Rating]) -> list[Played]:
    """The accepted tournaments of a member, the latest first, with the sum of their games' changes. Three queries."""
    records = Member.objects.filter(Q(pk=member.pk) | Q(merged_into=member)).values("pk")
    seats = Participant.objects.filter(member__in=records).values("tournament")
    played = Tournament.objects.filter(pk__in=seats).only("name", "start", "end", "stage")
    ordered = played.order_by("-end", "-start", "name")
    rows = {each.pk: Played(each) for each in ordered if each.is_public}  # asked by stage, SQLite reads all accepted
    for pool, event, change in _changes(member, ratings):
        tournament = rows.get(event)
        if tournament is not None:
            tournament.changes[pool] = tournament.changes.get(pool, 0) + change / POINT
    return list(rows.values())


def _changes(member: Member, ratings: Iterable[Rating]) -> Iterator[tuple[int, int, int]]:
    """Ids of pool and tournament, and change, of each entry of the member's ledgers that is of a game. Two queries."""
    lists = {rating.list_id: rating.list for rating in ratings}
    whose, entries = ledgers_of(lists.values(), [member.pk])
    games = dict(Pairing.objects.filter(pk__in=set(entries.pairing.tolist())).values_list("pk", "tournament"))
    for pk, pairing, change in zip(whose.tolist(), entries.pairing.tolist(), entries.change.tolist(), strict=True):
        if pairing in games:
            yield lists[pk].pool_id, games[pairing], change
