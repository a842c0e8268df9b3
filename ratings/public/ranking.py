"""Who stands on the page of a list, and in which order: arrays, from which the lines of one page become objects."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Model
from django_tables2.data import TableData
from django_tables2.utils import OrderByTuple

from federation.database.columns import columns_of, places_of, taken
from federation.identity.names import whole_name
from federation.models import Club, Member
from ratings.models import RatingList
from ratings.storage.arrays import RatingLines
from ratings.storage.parts import read_ratings
from ratings.storage.rows import Rating, changes, rating_columns, ratings
from ratings.systems.period import Floats, Ints

FEW = 1_000
KEPT = 6  # lists that a process keeps in memory: the latest of each pool


def shown(rating_list: RatingList) -> RatingLines:
    """The affiliated members of a published list who have a rating: first those with a rank, in its order.

    Whoever has a provisional rating has no rank: he is found by filters and search, not on the plain pages.
    One query, or none where this process asked before: a published list never changes.
    """
    return _shown(rating_list.pk, rating_list.digest, rating_list.published_at)


@lru_cache(maxsize=KEPT)
def _shown(pk: int, _digest: str, _published_at: dt.datetime | None) -> RatingLines:
    lines = read_ratings(RatingList(pk=pk))
    lines = lines.take(lines.is_rated & (lines.affiliated > 0))
    return lines.take(np.lexsort((lines.member, -lines.rating, _last_if(lines.rank, lines.rank == 0))))


def ranked(rating_list: RatingList) -> RatingLines:
    """Those who have a rank, in its order. One query at most."""
    lines = shown(rating_list)
    return lines.take(slice(0, ranked_count(rating_list)))


def ranked_count(rating_list: RatingList) -> int:
    """How many members of the list have a rank. One query at most."""
    return int(np.count_nonzero(shown(rating_list).rank))


def place_of(rating_list: RatingList, matricule: int) -> int | None:
    """Where a member stands in the ranking, counted from 0; None where he has no rank. One query at most."""
    return next(iter(np.flatnonzero(ranked(rating_list).matricule == matricule).tolist()), None)


def first(rating_list: RatingList, count: int) -> list[Rating]:
    """The first so many of the ranking, without members and clubs. One query at most."""
    return ratings(rating_list, ranked(rating_list).take(slice(0, count)))


class RankedMember(NamedTuple):
    """What the page of a list says of a member. None: there is none."""

    rank: int | None
    matricule: int
    name: str | None  # None: the member is hidden
    club: int | None  # number
    club_name: str
    rating: int
    deviation: float | None
    change: int | None
    period_games: int
    games: int
    status: int


class Ranking(TableData):
    """Lines of a list as a table sorts and pages them. A page takes two queries, whatever its number."""

    def __init__(self, lines: RatingLines) -> None:
        super().__init__(lines)
        self._order: Ints | None = None  # as they stand

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, key: slice) -> list[RankedMember]:
        return list(members_of(columns(self.data.take(key if self._order is None else self._order[key]))))

    def __iter__(self) -> Iterator[RankedMember]:
        return members_of(columns(self.data if self._order is None else self.data.take(self._order)))

    @property
    def ordering(self) -> list[str]:
        """How the lines stand where nobody sorted them, so that the table marks the column."""
        return ["rank"]

    def order_by(self, aliases: OrderByTuple) -> None:
        """Sort by the first column named, what is missing at the end; equal lines stay as they were."""
        if not aliases or aliases[0] == "rank":
            return
        column, is_descending = aliases[0].bare, aliases[0].is_descending
        key = _by_name(self.data) if column == "name" else _key(self.data, column)
        self._order = np.argsort(-key if is_descending else key, kind="stable")


def members_of(columns: Iterable[Sequence[Any]]) -> Iterator[RankedMember]:
    """What `columns` made, or some lines of it."""
    return starmap(RankedMember, zip(*columns, strict=True))


def columns(lines: RatingLines) -> tuple[list[Any], ...]:
    """The lines as columns, by the fields of `RankedMember`: two queries."""
    found = rating_columns(lines)
    matricules, last, first, hidden = _some(Member, lines.member, "matricule", "last_name", "first_name", "hidden")
    clubs = np.unique(np.append(lines.club, 0))  # first of them none
    numbers, club_names = _some(Club, clubs[1:], "number", "name")
    of_clubs = np.searchsorted(clubs, lines.club)
    return (
        *(found["rank"], matricules, list(map(_name, last, first, hidden))),
        *(taken([None, *numbers], of_clubs), taken(["", *club_names], of_clubs)),
        *(lines.rating.tolist(), found["deviation"], changes(lines)),
        *(found[name] for name in ("period_games", "games", "status")),
    )


def _name(last: str, first: str, hidden: bool) -> str | None:
    return None if hidden else whole_name(last, first)


def _some(model: type[Model], ids: Ints, *names: str) -> list[list[Any]]:
    """Fields of these rows: one query, or none. Of many rows all are read: no database takes many ids."""
    if not len(ids):
        return [[] for _name in names]
    rows = model.objects.order_by("pk")
    if len(ids) <= FEW:
        known, *columns = map(list, zip(*rows.filter(pk__in=ids.tolist()).values_list("pk", *names), strict=True))
    else:
        known, *columns = columns_of(rows, "pk", *names)
    places = places_of(ids, known)
    return [taken(column, places) for column in columns]


def _key(lines: RatingLines, column: str) -> Floats:
    """A column to be sorted by; not a number, which numpy puts at the end, where a line has none."""
    values = {
        "club": lines.club_number,
        "change": lines.rating - lines.previous_rating,
        **{name: getattr(lines, name) for name in ("rank", "rating", "deviation", "period_games", "games")},
    }
    missing = {"rank": lines.rank == 0, "club": lines.club == 0, "change": lines.was_rated == 0}
    return np.where(missing.get(column, False), np.nan, values[column])


def _by_name(lines: RatingLines) -> Floats:
    """The places of the members in the order of their names, the hidden at the end. One query."""
    members = np.fromiter(Member.objects.order_by("hidden", "search_name").values_list("pk", flat=True), np.int64)
    places = np.zeros(members.max(initial=0) + 1)
    places[members] = np.arange(len(members))
    return places[lines.member]


def _last_if(values: np.ndarray, condition: np.ndarray) -> np.ndarray:
    return np.where(condition, np.iinfo(np.int64).max, values)
