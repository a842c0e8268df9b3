"""The effect of a tournament on the ratings, member by member, summed from the ledgers."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from federation.models import Member
from ratings.models import LedgerEntry, LivingEntry, LivingList, LivingRating, RatedTournament, Rating, RatingList
from ratings.systems.period import POINT, Kind
from tournaments.models import Tournament

COUNTED = [Kind.GAME, Kind.COLLECTED]


@dataclass(frozen=True)
class Effect:
    """A member's games of the tournament that counted in a list."""

    member: Member
    before: int | None  # rating of the list before
    after: int | None
    games: int
    half_points: int
    expected: float | None  # None without a rating before the game
    change: float | None  # rating points; None if the games only entered a performance


def effects(tournament: Tournament) -> list[tuple[RatingList, list[Effect]]]:
    """Return for each published list with the tournament its members, the highest change first. Three queries."""
    published = RatedTournament.objects.filter(
        tournament=tournament, list__state=RatingList.State.PUBLISHED, list__pool__public=True
    ).select_related("list__pool")
    lists = [rated.list for rated in published.order_by("list__pool__position", "list__date")]
    sums = _sums(LedgerEntry.objects.filter(list__in=lists, pairing__tournament=tournament))
    ratings = Rating.objects.filter(list__in=lists, member__in={member for _list, member in sums})
    found: dict[int, list[Effect]] = defaultdict(list)
    for rating in ratings.select_related("member").order_by():
        if total := sums.get((rating.list_id, rating.member_id)):
            found[rating.list_id].append(_effect(rating, rating.member, total))
    for rows in found.values():
        rows.sort(key=_highest_first)
    return [(each, found[each.pk]) for each in lists]


def effects_of_today(tournament: Tournament) -> list[tuple[LivingList, list[Effect]]]:
    """Return for each next list of a public pool that will take the tournament its members likewise. Three queries."""
    lists = {each.pk: each for each in LivingList.objects.filter(pool__public=True).select_related("pool")}
    sums = _sums(LivingEntry.objects.filter(list__in=lists, pairing__tournament=tournament))
    members = {member for _list, member in sums}
    rows = LivingRating.objects.filter(list__in=lists, member__in=members).select_related("member")
    found: dict[int, list[Effect]] = defaultdict(list)
    for rating in rows.order_by() if sums else ():
        if total := sums.get((rating.list_id, rating.member_id)):
            found[rating.list_id].append(_effect(rating, rating.member, total))
    for effects_found in found.values():
        effects_found.sort(key=_highest_first)
    return [(lists[pk], found[pk]) for pk in sorted(found, key=lambda pk: lists[pk].pool.position)]


def _highest_first(row: Effect) -> tuple[bool, float, int]:
    return row.change is None, -(row.change or 0), row.member.key


def _sums(entries: QuerySet[Any]) -> dict[tuple[int, int], dict[str, int]]:
    """Return the sums over the games that counted, by list and member (ids). One query."""
    sums = (
        entries.filter(kind__in=COUNTED)
        .order_by()
        .values("list", "member")
        .annotate(
            sum_of_games=Count("pk"),
            sum_of_rated=Count("pk", filter=Q(kind=Kind.GAME)),  # that have their own change
            sum_of_points=Sum("half_points"),
            sum_of_expected=Sum("expected"),
            sum_of_changes=Sum("change"),
        )
    )
    return {(row["list"], row["member"]): row for row in sums}


def _effect(rating: Rating | LivingRating, member: Member, total: dict[str, int]) -> Effect:
    return Effect(
        member=member,
        before=rating.previous_rating,
        after=rating.rating,
        games=total["sum_of_games"],
        half_points=total["sum_of_points"],
        expected=total["sum_of_expected"] / POINT if total["sum_of_rated"] else None,
        change=total["sum_of_changes"] / POINT if total["sum_of_rated"] else None,
    )
