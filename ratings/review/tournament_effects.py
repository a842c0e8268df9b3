"""What a tournament did to the ratings, member by member, summed from the ledgers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from federation.models import Member
from ratings.models import LedgerEntry, RatedTournament, Rating, RatingList
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
    expected: float | None  # None where no rating existed to expect anything of
    change: float | None  # rating points; None where the games went into a performance as a whole


def effects(tournament: Tournament) -> list[tuple[RatingList, list[Effect]]]:
    """For each published list that the tournament went into, its members, the highest change first. Five queries."""
    published = RatedTournament.objects.filter(
        tournament=tournament, list__state=RatingList.State.PUBLISHED, list__pool__public=True
    ).select_related("list__pool")
    lists = [rated.list for rated in published.order_by("list__pool__position", "list__date")]
    ids = set(tournament.participants.exclude(member=None).values_list("member", "member__merged_into"))
    members = Member.objects.in_bulk({pk for pair in ids for pk in pair if pk is not None})
    sums = _sums(tournament, lists)
    ratings = Rating.objects.filter(list__in=lists, member__in=members).order_by()
    found: dict[int, list[Effect]] = defaultdict(list)
    for rating in ratings:
        if total := sums.get((rating.list_id, rating.member_id)):
            found[rating.list_id].append(_effect(rating, members[rating.member_id], total))
    return [(each, _of_list(found[each.pk])) for each in lists]


class _Sum(NamedTuple):
    """Of a member's games that counted."""

    games: int
    rated_games: int  # with a change of their own
    half_points: int
    expected: int
    change: int


def _sums(tournament: Tournament, lists: list[RatingList]) -> dict[tuple[int, int], _Sum]:
    """Return the sums by list and member (ids). One query."""
    entries = LedgerEntry.objects.filter(list__in=lists, pairing__tournament=tournament, kind__in=COUNTED).order_by()
    sums = entries.values("list", "member").annotate(
        sum_of_games=Count("pk"),
        sum_of_rated=Count("pk", filter=Q(kind=Kind.GAME)),
        sum_of_points=Sum("half_points"),
        sum_of_expected=Sum("expected"),
        sum_of_changes=Sum("change"),
    )
    return {(row.pop("list"), row.pop("member")): _Sum(*row.values()) for row in sums}


def _effect(rating: Rating, member: Member, total: _Sum) -> Effect:
    return Effect(
        member=member,
        before=rating.previous_rating,
        after=rating.rating,
        games=total.games,
        half_points=total.half_points,
        expected=total.expected / POINT if total.rated_games else None,
        change=total.change / POINT if total.rated_games else None,
    )


def _of_list(rows: list[Effect]) -> list[Effect]:
    return sorted(rows, key=lambda row: (row.change is None, -(row.change or 0), row.member.matricule))
