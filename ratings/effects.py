"""What a tournament did to the ratings, member by member, summed from the ledgers."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from federation.models import Member
from ratings.models import LedgerEntry, RatedTournament, Rating, RatingList
from ratings.systems.period import POINT, Kind
from tournaments.models import Tournament

COUNTED = Q(kind__in=[Kind.GAME, Kind.COLLECTED])


@dataclass(frozen=True)
class Effect:
    """A member's games of the tournament that counted in a list."""

    member: Member
    before: int | None  # rating of the list before
    after: int | None
    games: int
    half_points: int
    expected: float | None  # None where no rating existed to expect anything of
    change: float | None  # rating points; None where the games went into a performance as a whole


def effects(tournament: Tournament) -> list[tuple[RatingList, list[Effect]]]:
    """For each published list that the tournament went into, its members, the highest change first. Three queries."""
    published = RatedTournament.objects.filter(
        tournament=tournament, list__state=RatingList.State.PUBLISHED, list__pool__public=True
    ).select_related("list__pool")
    lists = [rated.list for rated in published.order_by("list__pool__position", "list__date")]
    entries = LedgerEntry.objects.filter(COUNTED, list__in=lists, pairing__tournament=tournament).order_by()
    sums = entries.values("list_id", "member_id").annotate(
        games=Count("number"),
        rated_games=Count("number", filter=Q(kind=Kind.GAME)),
        points=Sum("half_points"),
        awaited=Sum("expected"),
        total=Sum("change"),
    )
    rows = {(row["list_id"], row["member_id"]): row for row in sums}
    ratings = Rating.objects.filter(list__in=lists, member__in={member for _, member in rows}).select_related("member")
    found = [
        (rating, rows[rating.list_id, rating.member_id])
        for rating in ratings
        if (rating.list_id, rating.member_id) in rows
    ]
    return [(each, _of_list([_effect(*pair) for pair in found if pair[0].list_id == each.pk])) for each in lists]


def _effect(rating: Rating, row: dict[str, int]) -> Effect:
    rated = bool(row["rated_games"])
    return Effect(
        member=rating.member,
        before=rating.previous_rating,
        after=rating.rating,
        games=row["games"],
        half_points=row["points"] or 0,
        expected=row["awaited"] / POINT if rated else None,
        change=row["total"] / POINT if rated else None,
    )


def _of_list(rows: list[Effect]) -> list[Effect]:
    return sorted(rows, key=lambda row: (row.change is None, -(row.change or 0), row.member.matricule))
