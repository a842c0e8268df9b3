"""What lists say of single members, as pages and commands show it: a line, an entry of a ledger."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils.translation import gettext_lazy as _

from federation.files.unique_values import each_once
from federation.models import Club, Member
from ratings.models import RatingList
from ratings.storage import parts
from ratings.storage.arrays import LedgerLines, RatingLines
from ratings.systems.period import Kind, Status
from tournaments.models import Pairing

GAMES = {Kind.GAME, Kind.COLLECTED, Kind.NOT_COUNTED}  # entries of a game; others are of a rule, or of time
STATUSES = {
    Status.UNRATED: _("unrated"),
    Status.PROVISIONAL: _("provisional"),
    Status.ESTABLISHED: _("established"),
    Status.FOREIGN: _("FIDE rating"),
}


@dataclass
class Rating:
    """A member's line of a list. None: there is none. ``member`` and ``club`` are there where the reader asked."""

    list: RatingList
    member_id: int
    club_id: int | None = None  # of the day of the list
    rating: int | None = None
    games: int = 0
    status: int = Status.UNRATED
    rank: int | None = None  # among the rated of the list
    previous_rating: int | None = None
    previous_games: int = 0
    period_games: int = 0
    opponents_sum: int = 0
    half_points: int = 0
    deviation: float | None = None
    last_played: dt.date | None = None
    last_minute: int | None = None  # end of the last rated game where a system tells: systems.period
    affiliated: bool = True  # on the day of the list
    member: Member | None = None
    club: Club | None = None

    @property
    def list_id(self) -> int:
        """The id of the list."""
        return self.list.pk

    @property
    def change(self) -> int | None:
        """Rating points; None where one of the two ratings is missing."""
        return None if self.rating is None or self.previous_rating is None else self.rating - self.previous_rating

    @property
    def status_name(self) -> str:
        """The status in the reader's language."""
        return str(STATUSES[Status(self.status)])


@dataclass
class LedgerEntry:
    """Why a rating moved: one a game, one a special rule (`systems.period.Ledger`), numbered from 1 by member."""

    member_id: int
    number: int
    kind: int  # Kind
    reason: int = 0  # Reason
    pairing_id: int | None = None
    opponent_id: int | None = None
    opponent_rating: int | None = None
    difference: int = 0
    expected: int = 0  # ten-thousandths
    k: int = 0  # ten-thousandths
    half_points: int | None = None
    change: int = 0  # ten-thousandths of a point
    game_number: int = 0
    pairing: Pairing | None = None
    opponent: Member | None = None


def ratings(rating_list: RatingList, lines: RatingLines) -> list[Rating]:
    """The lines as objects, in their order, without members and clubs."""
    return _ratings([rating_list] * len(lines), lines)


def _ratings(lists: list[RatingList], lines: RatingLines) -> list[Rating]:
    """``lists``: that of each line."""
    columns = {"list": lists, **rating_columns(lines)}
    return [Rating(**dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def rating_columns(lines: RatingLines) -> dict[str, list[Any]]:
    """The lines as columns, by the names of the fields of `Rating`."""
    return {
        "member_id": lines.member.tolist(),
        "club_id": _or_none(lines.club),
        "rating": _or_none(lines.rating, lines.is_rated),
        "games": lines.games.tolist(),
        "status": lines.status.tolist(),
        "rank": _or_none(lines.rank),
        "previous_rating": _or_none(lines.previous_rating, lines.was_rated > 0),
        "previous_games": lines.previous_games.tolist(),
        "period_games": lines.period_games.tolist(),
        "opponents_sum": lines.opponents_sum.tolist(),
        "half_points": lines.half_points.tolist(),
        "deviation": _or_none(lines.deviation, ~np.isnan(lines.deviation)),
        "last_played": each_once(_date, lines.last_day.tolist()),
        "last_minute": _or_none(lines.last_minute),
        "affiliated": lines.affiliated.astype(bool).tolist(),
    }


def changes(lines: RatingLines) -> list[int | None]:
    """`Rating.change` of the lines."""
    return _or_none(lines.rating - lines.previous_rating, lines.is_rated & (lines.was_rated > 0))


def entries(lines: LedgerLines) -> list[LedgerEntry]:
    """The entries as objects, in their order, without pairings and opponents."""
    columns = entry_columns(lines)
    return [LedgerEntry(**dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def entry_columns(lines: LedgerLines) -> dict[str, list[Any]]:
    """The entries as columns, by the names of the fields of `LedgerEntry`."""
    return {
        "member_id": lines.member.tolist(),
        "number": lines.number.tolist(),
        "kind": lines.kind.tolist(),
        "reason": lines.reason.tolist(),
        "pairing_id": _or_none(lines.pairing),
        "opponent_id": _or_none(lines.opponent),
        "opponent_rating": _or_none(lines.opponent_rating, (lines.opponent_rating != 0) | (lines.kind == Kind.GAME)),
        "difference": lines.difference.tolist(),
        "expected": lines.expected.tolist(),
        "k": lines.k.tolist(),
        "half_points": _or_none(lines.half_points, lines.half_points >= 0),
        "change": lines.change.tolist(),
        "game_number": lines.game_number.tolist(),
    }


def ratings_in(lists: Collection[RatingList], members: Iterable[Member]) -> list[Rating]:
    """The lines of these members in these lists, with the members: one query."""
    people, by_id = {member.pk: member for member in members}, {each.pk: each for each in lists}
    whose, lines = parts.ratings_of(lists, people.keys())
    found = _ratings([by_id[pk] for pk in whose.tolist()], lines)
    for rating in found:
        rating.member = people[rating.member_id]
    return found


def ledger_of(rating_list: RatingList, member: Member) -> list[LedgerEntry]:
    """The member's ledger of a list: one query, and two more for the games and the opponents, where there are any."""
    _lists, lines = parts.ledgers_of([rating_list], [member.pk])
    found = entries(lines)
    with_games(found)
    return found


def with_games(found: Collection[LedgerEntry]) -> None:
    """Give the entries their pairings, with tournament and seats, and their opponents: two queries, or none."""
    played = {entry.pairing_id for entry in found if entry.pairing_id is not None}
    if not played:
        return
    seats = ("white__member", "black__member", "black_partner__member")
    pairings = Pairing.objects.select_related("tournament", *seats).in_bulk(played)
    opponents = Member.objects.in_bulk({entry.opponent_id for entry in found if entry.opponent_id is not None})
    for entry in found:
        entry.pairing, entry.opponent = pairings.get(entry.pairing_id), opponents.get(entry.opponent_id)


def with_people(found: Collection[Rating]) -> None:
    """Give the lines their members and clubs: two queries."""
    members = Member.objects.in_bulk({rating.member_id for rating in found})
    clubs = Club.objects.in_bulk({rating.club_id for rating in found if rating.club_id is not None})
    for rating in found:
        rating.member, rating.club = members[rating.member_id], clubs.get(rating.club_id)


def _date(day: int) -> dt.date | None:
    return dt.date.fromordinal(day) if day else None


def _or_none(values: Any, known: Any = None) -> list[Any]:
    """The values, with None where they are not known (by default: where they are 0)."""
    known = values != 0 if known is None else known
    found = values.tolist()
    for place in np.flatnonzero(~known).tolist():
        found[place] = None
    return found
