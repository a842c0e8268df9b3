"""Where members stand: their ratings in the latest lists, over time, and tournament by tournament."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from federation.models import Member
from ratings.models import LivingRating, Rating, RatingList, RatingPool, RatingQuerySet
from ratings.systems.period import Status
from tournaments.models import Discipline

# What the pages of a member show of lists and their pools: reading the rest of a hundred lists takes as long again.
OF_LISTS = ("date", "revision", "state", "imported", "published_at", "pool")


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
    replaced: dict[dt.date, Rating]  # what a list first said of the member, if a revision differs

    @property
    def current(self) -> Rating:
        return self.ratings[0]

    @property
    def rated(self) -> list[Rating]:
        """Return those that show a rating, the latest first."""
        return [each for each in self.ratings if each.rating is not None]

    @property
    def best(self) -> Rating | None:
        """Return the highest, and of several the earliest."""
        return max(reversed(self.rated), key=lambda each: each.rating, default=None)


def with_ratings(members: Iterable[Member], lists: list[RatingList]) -> list[RatedMember]:
    """Return the members, in their order, with their ratings in these lists. One query, and that of the members."""
    people = {member.pk: RatedMember(member, {}) for member in members}
    by_id = {each.pk: each for each in lists}
    for rating in Rating.objects.filter(list__in=by_id, member__in=people).order_by():
        rating.list, rating.member = by_id[rating.list_id], people[rating.member_id].member
        people[rating.member_id].ratings[rating.list_id] = rating
    return list(people.values())


def best_first(members: Iterable[RatedMember], lists: list[RatingList]) -> list[RatedMember]:
    """Sort members by the first list that rates them, then by rating; those without a rating last, by name.

    Hidden members follow by number: their order would tell their names.
    """

    def order(rated: RatedMember) -> tuple[int, int, bool, str, int]:
        found = ((place, rated.ratings[each.pk].rating) for place, each in enumerate(lists) if each.pk in rated.ratings)
        place, rating = next((shown for shown in found if shown[1] is not None), (len(lists), 0))
        member = rated.member
        return place, -rating, member.hidden, "" if member.hidden else member.search_name, member.key

    return sorted(members, key=order)


def histories(member: Member) -> list[History]:
    """Return the member's ratings in all published lists of public pools, pool by pool. Two queries."""
    public = {pool.pk: pool for pool in RatingPool.objects.filter(public=True)}
    ratings = member.ratings.filter(list__pool__in=public).exclude(list__state=RatingList.State.DRAFT)
    found = defaultdict(list)
    for rating in _with_lists(ratings).order_by("-list__date", "-list__revision"):
        rating.list.pool = public[rating.list.pool_id]
        found[rating.list.pool_id].append(rating)
    pools = [_history(pool, found[pk]) for pk, pool in public.items() if pk in found]
    return [history for history in pools if history.ratings]


def history_in(member: Member, pool: RatingPool) -> History:
    """Return the member's ratings in the published lists of one pool. One query."""
    ratings = member.ratings.filter(list__pool=pool).exclude(list__state=RatingList.State.DRAFT)
    rows = list(_with_lists(ratings).order_by("-list__date", "-list__revision"))
    for rating in rows:
        rating.list.pool = pool
    return _history(pool, rows)


def in_words(member: Member) -> list[tuple[str, int | None, dt.date, str]]:
    """Return pool, rating and date of the latest list of each pool, and the address of the member's page there."""
    found = []
    for history in histories(member):
        address = f"{reverse('player', args=[member.number])}#pool-{history.pool.slug}"
        found.append((str(history.pool), history.current.rating, history.current.list.date, address))
    return found


def of_today(members: Collection[int]) -> dict[int, dict[int, LivingRating]]:
    """Return the ratings of today of members (ids) in public pools: by member, then by pool. One query.

    A member has none in a pool in which nothing has happened since the last list.
    """
    found: dict[int, dict[int, LivingRating]] = defaultdict(dict)
    for rating in LivingRating.objects.public().filter(member__in=members):
        found[rating.member_id][rating.list_id] = rating
    return found


def _with_lists(ratings: RatingQuerySet) -> RatingQuerySet:
    """Return the ratings with what pages show of their lists: all columns of a hundred lists take twice as long."""
    left_out = (field.name for field in RatingList._meta.concrete_fields if field.name not in ("id", *OF_LISTS))
    return ratings.select_related("list").defer(*(f"list__{name}" for name in left_out))


def _history(pool: RatingPool, rows: list[Rating]) -> History:
    current = [each for each in rows if each.list.state == RatingList.State.PUBLISHED]
    first = {each.list.date: each for each in rows if each.list.state == RatingList.State.REVISED}
    said = {each.list.date: each.rating for each in current}
    return History(pool, current, {day: each for day, each in first.items() if each.rating != said.get(day)})


def list_days(member: Member, pool: RatingPool) -> list[RatingList]:
    """Return the published lists of a pool that rate the member, without starting lists, the earliest first."""
    lists = RatingList.objects.published().filter(pool=pool, imported=False, ratings__member=member)
    found = list(lists.only(*OF_LISTS).order_by("date"))
    for each in found:
        each.pool = pool
    return found


def replaced(member: Member, rating_list: RatingList) -> list[Rating]:
    """Return what the list said of the member before it was revised, the first publication first."""
    if not rating_list.revision:
        return []
    earlier = member.ratings.filter(
        list__pool=rating_list.pool_id,
        list__date=rating_list.date,
        list__state=RatingList.State.REVISED,
        list__revision__lt=rating_list.revision,
    )
    return list(_with_lists(earlier).order_by("list__revision"))


def ratings_in_force(members: Collection[int], pace: str, day: dt.date) -> dict[int, int]:
    """Return the ratings of members, by id, in the list of chess that holds on a day for a pace. Two queries.

    It is the list of the first public pool of that pace; ratings taken over from FIDE are left out.
    """
    lists = RatingList.objects.published().filter(pool=OuterRef("pk"), date__lte=day).order_by("-date")
    pools = RatingPool.objects.filter(public=True, discipline=Discipline.CHESS)
    pools = pools.annotate(held=Subquery(lists.values("pk")[:1]))
    pool = next((each for each in pools if not each.paces or pace in each.paces), None)
    if pool is None or pool.held is None:
        return {}
    rated = Rating.objects.filter(list=pool.held, member__in=members, rating__isnull=False)
    return dict(rated.exclude(status=Status.FOREIGN.value).order_by().values_list("member", "rating"))
