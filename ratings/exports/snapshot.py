"""What a published list says of people, read once for every download, in order of matricule.

Every writer makes its file from the same `Snapshot`. A birth date is never public: for a public file it is not even
read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import compress, starmap
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from django.db.models import QuerySet

from federation.database import bulk
from federation.database.columns import columns_of, indices_of, take
from federation.files.unique_values import map_unique
from federation.identity.names import whole_name
from federation.models import Affiliation, Club, Licence, Member
from federation.structure.memberships import codes_by_club, league_code, subfederation_code
from ratings.exports.ledger_snapshot import Entries, read_entries
from ratings.figures import grade
from ratings.models import RatingList
from ratings.systems.period import Status

Made = TypeVar("Made")


class Row(NamedTuple):
    """A member's line. None means that there is no value. A hidden member has no name, FIDE id or title: these
    identify people.

    The fields up to ``fide_federation`` are the columns of CSV, XLSX, JSON and SQLite.
    """

    matricule: int
    name: str  # "Last, First"; empty where the member is hidden
    club: int | None  # number
    rating: int | None
    grade: str  # in go: 5k, 1d; else empty
    games: int
    previous_rating: int | None
    change: int | None
    status: str  # unrated, provisional, established, foreign
    rank: int | None
    period_games: int
    opponents_sum: int
    points: float
    deviation: float | None
    last_played: dt.date | None
    affiliated: bool
    sex: str
    title: str
    fide_id: int | None
    fide_federation: str
    last_name: str
    first_name: str
    birth_date: dt.date | None  # only for people who may see it
    nationality: str
    fide_rating: int | None
    resides_abroad: bool
    keeps_national_rating: bool
    deceased: bool
    hidden: bool
    club_name: str
    league: str  # code of the unit of the club on the day of the list
    subfederation: str  # code
    previous_games: int
    listed: bool  # has a line in the list; else a member without rating and games


Columns = Mapping[str, list[Any]]  # by the names of the fields of `Row`, all of the same length
COLUMNS = Row._fields[: Row._fields.index("fide_federation") + 1]
GO_ISSUER = "FFG"
# The fields that are read of a rating, with their values for a member without one.
FIGURES = {
    **dict.fromkeys(("member", "club", "rating", "previous_rating", "change", "rank", "deviation", "last_played")),
    **dict.fromkeys(("games", "previous_games", "period_games", "opponents_sum", "half_points"), 0),
    "status": Status.UNRATED.value,
    "affiliated": False,
}
_PERSON = (
    *("key", "last_name", "first_name", "sex", "title", "fide_id", "fide_federation", "nationality"),
    *("fide_rating", "resides_abroad", "keeps_national_rating", "deceased", "hidden"),
)


class Snapshot:
    """One list as its files need it; each part is read when the first file needs it.

    ``births_of``: the members whose birth dates stand in it, for files that only club officers and staff get.
    """

    def __init__(self, rating_list: RatingList, *, births_of: QuerySet[Member] | None = None) -> None:
        self.list = rating_list
        self.births_of = births_of
        self._made: dict[Callable[[Snapshot], Any], Any] = {}

    def once(self, make: Callable[[Snapshot], Made]) -> Made:
        """Return what several files need, made when the first of them asks for it."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    def read(self, parts: Iterable[str]) -> Snapshot:
        """Read these parts now, for callers that cannot query later."""
        for name in parts:
            getattr(self, name)
        return self

    @cached_property
    def listed(self) -> Columns:
        """Return every member with a line in the list: three queries."""
        return self._columns(self._lines, listed=True)

    @cached_property
    def everybody(self) -> Columns:
        """Return present and former members (B48), including those without a line: two more queries."""
        others = self._others()
        if not others["member"]:
            return self.listed
        further = self._columns(others, listed=False)
        columns = {name: column + further[name] for name, column in self.listed.items()}
        order = np.argsort(columns["matricule"], kind="stable")
        return {name: take(column, order) for name, column in columns.items()}

    @cached_property
    def for_pairing(self) -> Columns:
        """Return everybody who may play in a tournament: all except hidden and deceased members."""
        people = self.everybody
        absent = zip(people["hidden"], people["deceased"], strict=True)
        return chosen(people, [not (hidden or deceased) for hidden, deceased in absent])

    @cached_property
    def entries(self) -> Entries:
        """Return the ledger with its games: four queries, and one for the members."""
        return read_entries(self.list, *self._people)

    @cached_property
    def licences(self) -> dict[int, str]:
        """Return the licence numbers of go players by matricule, the last one if there are several. One query."""
        held = Licence.objects.filter(issuer=GO_ISSUER).order_by("number")
        return dict(held.values_list("member__key", "number"))

    @cached_property
    def _lines(self) -> Columns:
        """Return the ratings of the list, by `FIGURES`: one query."""
        ratings = self.list.ratings.order_by("member_key")
        return dict(zip(FIGURES, columns_of(ratings, *FIGURES), strict=True))

    def _others(self) -> Columns:
        """Return lines like those of a list, but without figures, for the members who have none in it."""
        [current] = columns_of(Member.objects.current().order_by("key"), "pk")
        rated = set(self._lines["member"])
        members = [pk for pk in current if pk not in rated]
        clubs = self._clubs_of(members)
        return {
            **{name: [none] * len(members) for name, none in FIGURES.items()},
            "member": members,
            "club": [clubs.get(pk) for pk in members],
            "affiliated": [pk in clubs for pk in members],
        }

    def _clubs_of(self, members: Collection[int]) -> dict[int, int | None]:
        """Return the club of each affiliated member on the day of the list, by ids. None: affiliated without a club."""
        if not members:
            return {}
        theirs = Affiliation.objects.on(self.list.date).filter(member__in=bulk.in_values(members))
        return dict(theirs.order_by().values_list("member", "club"))

    @cached_property
    def _people(self) -> tuple[list[int], Columns]:
        """Return ids in ascending order, with the columns of `_person`."""
        ids, *columns = columns_of(Member.objects.order_by("pk"), "pk", *self._person)
        people = dict(zip(self._person, columns, strict=True))
        if self.births_of is not None:
            [theirs] = map(set, columns_of(self.births_of.order_by(), "pk"))
            born = zip(ids, people["birth_date"], strict=True)
            people["birth_date"] = [day if pk in theirs else None for pk, day in born]
        return ids, people

    @cached_property
    def _clubs(self) -> dict[int | None, tuple[Any, ...]]:
        """Return number and name of the clubs, and the codes of their league and their sub-federation, by id.

        Those are of the day of the list. Two queries.
        """
        codes = codes_by_club(self.list.date)
        rows = Club.objects.order_by().values_list("pk", "key", "name")
        return {pk: (number, name, *_leagues(codes.get(pk, {}), self.list.date)) for pk, number, name in rows} | {
            None: (None, *[""] * 3)
        }

    @property
    def _person(self) -> tuple[str, ...]:
        return (*_PERSON, "birth_date") if self.births_of is not None else _PERSON

    def _columns(self, lines: Columns, *, listed: bool) -> Columns:
        ids, people = self._people
        places = indices_of(np.array(lines["member"], np.int64), ids)
        facts = {name: take(column, places) for name, column in people.items()}
        clubs = list(map(self._clubs.__getitem__, lines["club"]))
        hidden = facts["hidden"]
        last, first = (_unless(hidden, facts[name], "") for name in ("last_name", "first_name"))
        columns = {
            **lines,
            **facts,
            "matricule": facts["key"],
            **{name: list(map(itemgetter(place), clubs)) for place, name in enumerate(_OF_CLUB)},
            "name": list(map(whole_name, last, first)),
            "grade": map_unique(partial(grade, pool=self.list.pool), lines["rating"]),
            "status": [_STATUSES[status] for status in lines["status"]],
            "points": [half_points / 2 for half_points in lines["half_points"]],
            "title": _unless(hidden, facts["title"], ""),
            "fide_id": _unless(hidden, facts["fide_id"], None),
            "last_name": last,
            "first_name": first,
            "birth_date": facts.get("birth_date", [None] * len(last)),
            "listed": [listed] * len(last),
        }
        return {name: columns[name] for name in Row._fields}


_OF_CLUB = ("club", "club_name", "league", "subfederation")


def _leagues(codes: Mapping[str, str], day: dt.date) -> tuple[str, str]:
    """Return the codes of the league and the sub-federation of a club, from those of its units by kind."""
    return league_code(codes, day), subfederation_code(codes, day)


_STATUSES = {status.value: status.name.lower() for status in Status}


def rows_of(columns: Columns) -> list[Row]:
    return list(starmap(Row, zip(*columns.values(), strict=True)))


def chosen(columns: Columns, wanted: Sequence[bool]) -> Columns:
    """Return the requested rows."""
    return {name: list(compress(column, wanted)) for name, column in columns.items()}


def _unless(hidden: Sequence[bool], column: Sequence[Any], instead: Any) -> list[Any]:
    return [instead if is_hidden else value for is_hidden, value in zip(hidden, column, strict=True)]


def facts_of(rating_list: RatingList) -> dict[str, str]:
    """Return what a file says of the list that it was made from."""
    return {
        "pool": rating_list.pool.slug,
        "date": rating_list.date.isoformat(),
        "revision": str(rating_list.revision),
        "digest": rating_list.digest,
    }
