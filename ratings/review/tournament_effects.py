"""What a tournament did to the ratings, member by member, summed from the ledgers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from federation.models import Member
from ratings.models import RatedTournament, RatingList
from ratings.storage.arrays import LedgerLines
from ratings.storage.parts import ledgers_of
from ratings.storage.rows import Rating, ratings_in
from ratings.systems.period import POINT, Kind
from tournaments.models import Pairing, Tournament

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
    games = np.array(Pairing.objects.filter(tournament=tournament).values_list("pk", flat=True), np.int64)
    whose, entries = ledgers_of(lists, members)
    sums = {each.pk: _sums(entries.take(whose == each.pk), games) for each in lists}
    found: dict[int, list[Effect]] = {}
    for rating in ratings_in(lists, members.values()):
        if rating.member_id in sums[rating.list_id]:
            found.setdefault(rating.list_id, []).append(_effect(rating, sums[rating.list_id][rating.member_id]))
    return [(each, _of_list(found.get(each.pk, []))) for each in lists]


class _Sum(NamedTuple):
    """Of a member's games that counted."""

    games: int
    rated_games: int  # with a change of their own
    half_points: int
    expected: int
    change: int


def _sums(entries: LedgerLines, games: np.ndarray) -> dict[int, _Sum]:
    """By id of the member, of those pairings."""
    mine = entries.take(np.isin(entries.kind, COUNTED) & np.isin(entries.pairing, games))
    members, places = np.unique(mine.member, return_inverse=True)
    columns = (np.ones_like(mine.kind), mine.kind == Kind.GAME, mine.half_points, mine.expected, mine.change)
    totals = np.zeros((len(members), len(columns)), np.int64)
    np.add.at(totals, places, np.column_stack(columns))
    return {member: _Sum(*row) for member, row in zip(members.tolist(), totals.tolist(), strict=True)}


def _effect(rating: Rating, total: _Sum) -> Effect:
    return Effect(
        member=rating.member,
        before=rating.previous_rating,
        after=rating.rating,
        games=total.games,
        half_points=total.half_points,
        expected=total.expected / POINT if total.rated_games else None,
        change=total.change / POINT if total.rated_games else None,
    )


def _of_list(rows: list[Effect]) -> list[Effect]:
    return sorted(rows, key=lambda row: (row.change is None, -(row.change or 0), row.member.matricule))
