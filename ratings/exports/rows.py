"""What a published list says of people, read once for every download, in order of matricule.

Every writer makes its file of the same `Snapshot`. A birth date is never public: it is not even read for a public file.
"""

from __future__ import annotations

import datetime as dt
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from federation.models import Affiliation, Club, Member
from ratings.exports.played import Entry, read_entries
from ratings.figures import grade
from ratings.listed import Rating, ratings
from ratings.models import RatingList
from ratings.parts import read_ratings
from ratings.systems.period import Status

CHUNK = 5_000


class Row(NamedTuple):
    """A member's line. None: there is none. Of a hidden member neither the name nor the FIDE id that leads to it.

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
    birth_date: dt.date | None  # only for who may see it
    nationality: str
    fide_rating: int | None
    keeps_national_rating: bool
    deceased: bool
    hidden: bool
    club_name: str
    league: str  # code
    previous_games: int
    listed: bool  # has a line in the list; else a member without rating and games


COLUMNS = Row._fields[: Row._fields.index("fide_federation") + 1]
_PERSON = (
    *("matricule", "last_name", "first_name", "sex", "title", "fide_id", "fide_federation", "nationality"),
    *("fide_rating", "keeps_national_rating", "deceased", "hidden"),
)
_NO_CLUB = (None, None, None)


class Snapshot:
    """One list as its files need it; each part is read when the first of them asks.

    ``birth_dates``: for files that only club officers and staff get.
    """

    def __init__(self, rating_list: RatingList, *, birth_dates: bool = False) -> None:
        self.list = rating_list
        self.birth_dates = birth_dates

    @cached_property
    def rows(self) -> list[Row]:
        """Every member with a line in the list: three queries."""
        return [self._row(rating, listed=True) for rating in ratings(self.list, read_ratings(self.list))]

    @cached_property
    def everybody(self) -> list[Row]:
        """Present and former members (B48), those without a line as well: two more queries."""
        return sorted(self.rows + self._others(), key=itemgetter(0))

    @cached_property
    def for_pairing(self) -> list[Row]:
        """Whom a tournament may meet: everybody but the hidden and the dead."""
        return [row for row in self.everybody if not (row.hidden or row.deceased)]

    @cached_property
    def entries(self) -> list[Entry]:
        """The ledger with its games: one query."""
        return read_entries(self.list)

    def _others(self) -> list[Row]:
        clubs = dict(Affiliation.objects.on(self.list.date).order_by().values_list("member", "club").iterator(CHUNK))
        listed = {row.matricule for row in self.rows}
        members = Member.objects.current().order_by("matricule").values_list("pk", "matricule").iterator(CHUNK)
        lines = (
            Rating(self.list, pk, club_id=clubs.get(pk), affiliated=pk in clubs)
            for pk, matricule in members
            if matricule not in listed
        )
        return [self._row(line, listed=False) for line in lines]

    @cached_property
    def _people(self) -> dict[int, tuple[Any, ...]]:
        """By id, in the order of `_person`."""
        rows = Member.objects.order_by().values_list("pk", *self._person).iterator(CHUNK)
        return {row[0]: row[1:] for row in rows}

    @cached_property
    def _clubs(self) -> dict[int, tuple[Any, ...]]:
        """By id: number, name, code of the league."""
        rows = Club.objects.order_by().values_list("pk", "number", "name", "league__code")
        return {row[0]: row[1:] for row in rows}

    @property
    def _person(self) -> tuple[str, ...]:
        return (*_PERSON, "birth_date") if self.birth_dates else _PERSON

    def _row(self, line: Rating, *, listed: bool) -> Row:
        person = self._people[line.member_id]
        matricule, last, first, sex, title, fide_id, fide_federation, nationality, *rest = person
        fide_rating, keeps, deceased, hidden, *births = rest
        number, club_name, league = self._clubs[line.club_id] if line.club_id else _NO_CLUB
        if hidden:
            last = first = ""
            fide_id = None
        return Row(
            *(matricule, f"{last}, {first}" if first else last, number),
            *(line.rating, grade(line.rating, self.list.pool), line.games, line.previous_rating, line.change),
            *(_STATUSES[line.status], line.rank, line.period_games, line.opponents_sum, line.half_points / 2),
            *(line.deviation, line.last_played, line.affiliated),
            *(sex, title, fide_id, fide_federation, last, first, births[0] if births else None, nationality),
            *(fide_rating, keeps, deceased, hidden, club_name or "", league or "", line.previous_games, listed),
        )


_STATUSES = {status.value: status.name.lower() for status in Status}


def club_title(row: Row) -> str:
    """``101-Tour Blanche`` as the lists for pairing programs call a club; empty without one."""
    return "" if row.club is None else f"{row.club}-{row.club_name}"


def facts_of(rating_list: RatingList) -> dict[str, str]:
    """What a file says of the list that it was made from."""
    return {
        "pool": rating_list.pool.slug,
        "date": rating_list.date.isoformat(),
        "revision": str(rating_list.revision),
        "digest": rating_list.digest,
    }
