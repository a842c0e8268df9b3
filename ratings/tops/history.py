"""What all published lists of a pool say together: the number ones, and the records."""

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import F, OuterRef, QuerySet, Subquery

from federation.models import Member
from ratings.models import Rating, RatingList, RatingPool
from ratings.tops.tops import HIGHEST_CHANGE

BEST = 5  # of each record


@dataclass
class Reign:
    """A member at the head of one list after another."""

    member: Member
    first: dt.date
    last: dt.date  # of the last list
    lists: int = 1
    highest: int = 0
    until: dt.date | None = None  # the list of the next number one; None: still the first


class Feat(NamedTuple):
    """A line of a record: who, on which list, and what."""

    member: Member
    rating_list: RatingList
    value: int


@dataclass(frozen=True)
class Records:
    highest: list[Feat] = field(default_factory=list)  # ratings of a list; a member's highest counts
    gains: list[Feat] = field(default_factory=list)  # from one list to the next
    games: list[Feat] = field(default_factory=list)  # in one list


def reigns(pool: RatingPool) -> list[Reign]:
    """Return the number ones of all published lists of the pool, the latest first. One query, by an index."""
    first_of_lists = _ratings(pool).filter(rank=1).select_related("member", "list").defer("list__manifest")
    found: list[Reign] = []
    for rating in first_of_lists.order_by("list__date"):
        day, value = rating.list.date, rating.rating or 0
        if found and found[-1].member == rating.member:
            found[-1].last, found[-1].highest = day, max(found[-1].highest, value)
            found[-1].lists += 1
        else:
            if found:
                found[-1].until = day
            found.append(Reign(rating.member, day, day, highest=value))
    return found[::-1]


def records(pool: RatingPool) -> Records:
    """Return the records of the published lists of the pool. Five queries where this process has not read them yet;
    else two.
    """
    lists = list(RatingList.objects.published().filter(pool=pool).values_list("pk", "digest"))
    digest = hashlib.sha256("".join(digest for _pk, digest in lists).encode()).hexdigest()
    key = f"records-{pool.pk}-{digest}"
    kept = cache.get(key)
    if kept is None:
        kept = [list(each) for each in _records(pool)]
        cache.set(key, kept, timeout=None)
    found = Rating.objects.filter(pk__in=[pk for ids in kept for pk, _value in ids]).select_related("member", "list")
    by_pk = {each.pk: each for each in found.defer("list__manifest")}
    return Records(
        *([Feat(by_pk[pk].member, by_pk[pk].list, value) for pk, value in ids if pk in by_pk] for ids in kept)
    )


def _records(pool: RatingPool) -> Iterator[Iterable[tuple[int, int]]]:
    """Yield the rows of each record with their values."""
    # A player with one of the five highest ratings ever was among the first five of that list.
    best = _ratings(pool).filter(rank__lte=BEST).order_by("-rating", "list__date")
    yield _of_different_members(best.values_list("pk", "member", "rating"))
    lists = RatingList.objects.published().filter(pool=pool, imported=False).order_by()
    yield _best_of_lists(lists, Rating.objects.filter(rank__isnull=False).order_by(HIGHEST_CHANGE), "change")
    yield _best_of_lists(lists, Rating.objects.filter(rank__isnull=False).order_by("-period_games"), "period_games")


def _best_of_lists(lists: QuerySet[RatingList], ratings: QuerySet[Rating], value: str) -> list[tuple[int, int]]:
    """Return the best rows of all lists, of each list the first."""
    first = Subquery(ratings.filter(list=OuterRef("pk")).values("pk")[:1])
    found = Rating.objects.filter(pk__in=lists.annotate(first=first).values("first"))
    best = found.filter(**{f"{value}__gt": 0}).order_by(F(value).desc(), "list__date")
    return list(best.values_list("pk", value)[:BEST])


def _of_different_members(rows: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for pk, member, value in rows:
        found.setdefault(member, (pk, value))
    return list(found.values())[:BEST]


def _ratings(pool: RatingPool) -> QuerySet[Rating]:
    return Rating.objects.filter(list__pool=pool, list__state=RatingList.State.PUBLISHED)
