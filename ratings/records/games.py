"""The games of a member as the lists of a pool took them, and those that the next list will take."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from federation.models import Member
from ratings.models import LedgerEntry, LedgerLine, LivingEntry, LivingRating, Rating, RatingList, RatingPool
from ratings.systems.period import POINT, Kind, Reason
from tournaments.models import public_page, rating_day

OF_ENTRY = ("list", "kind", "reason", "opponent", "opponent_rating", "expected", "half_points", "change", "pairing")
OF_PAIRING = ("round", "date", "tournament", *(f"tournament__{name}" for name in ("name", "start", "end", "address")))
OF_WHITE = ("white__member", "white__member__merged_into")
COLUMNS = (*OF_ENTRY, *(f"pairing__{name}" for name in (*OF_PAIRING, *OF_WHITE)))


class Event(NamedTuple):
    """A tournament, as the pages of a member name it."""

    pk: int
    name: str
    day: dt.date | None  # its last
    address: str | None = None

    @property
    def page(self) -> str:
        """Return the address of its page."""
        return public_page(self.pk, self.address)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a member, rated or not."""

    list_id: int | None  # None: it waits for the next list
    kind: Kind
    reason: Reason
    opponent: int | None  # id of a member
    opponent_rating: int | None
    expected: float
    half_points: int | None  # None: no result
    change: float
    pairing: int
    round: int
    day: dt.date | None
    event: Event
    is_white: bool
    first_rating: int | None  # to which the games of the list led; then no game has a change of its own

    @property
    def counts(self) -> bool:
        """Return whether it went into a rating."""
        return self.kind != Kind.NOT_COUNTED

    @property
    def has_expectation(self) -> bool:
        """Return whether it was rated by itself, not as a part of a performance."""
        return self.kind == Kind.GAME

    @property
    def moves_rating(self) -> bool:
        """Return whether it changed a rating that was there before."""
        return self.has_expectation and self.first_rating is None

    @property
    def is_official(self) -> bool:
        """Return whether a published list took it."""
        return self.list_id is not None


def games_of(member: Member, pool: RatingPool) -> list[Game]:
    """Return the member's games in the published lists of a pool and since, the latest first. Two queries."""
    lists = RatingList.objects.published().filter(pool=pool).order_by().values("pk")
    official = LedgerEntry.objects.filter(member=member, list__in=lists)
    return _sorted([*_read(official, member), *_read(LivingEntry.objects.filter(member=member, list=pool.pk), member)])


def _read(entries: QuerySet[Any], member: Member) -> Iterable[Game]:
    is_living = entries.model is LivingEntry
    ratings: QuerySet[Any] = LivingRating.objects.all() if is_living else Rating.objects.all()
    first = ratings.filter(member=member, list=OuterRef("list"), previous_rating=None).order_by().values("rating")
    found = entries.filter(kind__in=LedgerLine.GAMES, pairing__isnull=False).order_by()
    for row in found.annotate(first_rating=Subquery(first)).values_list(*COLUMNS, "first_rating"):
        yield _game(row, member.pk, is_living=is_living)


def _game(row: tuple[Any, ...], member: int, *, is_living: bool) -> Game:
    rating_list, kind, reason, opponent, rating, expected, half_points, change, pairing, *of_pairing = row
    number, date, tournament, name, start, end, address, white, merged, first_rating = of_pairing
    return Game(
        list_id=None if is_living else rating_list,
        kind=Kind(kind),
        reason=Reason(reason),
        opponent=opponent,
        opponent_rating=rating,
        expected=expected / POINT,
        half_points=half_points,
        change=change / POINT,
        pairing=pairing,
        round=number or 0,
        day=rating_day(date, start, end, None),
        event=Event(tournament, name or "", end or start, address),
        is_white=member in (white, merged),
        first_rating=first_rating,
    )


def _sorted(games: list[Game]) -> list[Game]:
    return sorted(games, key=lambda game: (game.day or dt.date.min, game.event.pk or 0, game.round), reverse=True)
