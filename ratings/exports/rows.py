"""The rows of a list for every download: one query, in order of matricule, the same facts in every format."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import QuerySet

from ratings.figures import grade
from ratings.models import Rating, RatingList, RatingPool
from ratings.systems.period import Status

CHUNK = 5_000
MEMBER = (
    *("matricule", "last_name", "first_name", "hidden", "sex", "title", "nationality"),
    *("fide_id", "fide_federation", "keeps_national_rating", "deceased"),
)


class Row(NamedTuple):
    """A member's line as CSV, XLSX and JSON have it. None: there is none. No birth date: it is never public."""

    matricule: int
    name: str  # empty where the member is hidden
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


def rows(rating_list: RatingList) -> Iterator[Row]:
    """Every member of the list."""
    pool = rating_list.pool
    return (_row(rating, pool) for rating in ratings(rating_list).iterator(CHUNK))


def ratings(rating_list: RatingList) -> QuerySet[Rating]:
    """The ratings with all that a download may say of the members: one query."""
    found = Rating.objects.filter(list=rating_list).select_related("member", "club__league")
    shown = [field.name for field in Rating._meta.concrete_fields if field.name not in {"list", "member", "club"}]
    people = [f"member__{name}" for name in MEMBER]
    return found.only("list_id", *shown, *people, "club__number", "club__league__code").order_by("member__matricule")


def _row(rating: Rating, pool: RatingPool) -> Row:
    member = rating.member
    return Row(
        matricule=member.matricule,
        name="" if member.hidden else member.name,
        club=rating.club.number if rating.club else None,
        rating=rating.rating,
        grade=grade(rating.rating, pool),
        games=rating.games,
        previous_rating=rating.previous_rating,
        change=rating.change,
        status=Status(rating.status).name.lower(),
        rank=rating.rank,
        period_games=rating.period_games,
        opponents_sum=rating.opponents_sum,
        points=rating.half_points / 2,
        deviation=rating.deviation,
        last_played=rating.last_played,
        affiliated=rating.affiliated,
        sex=member.sex,
        title=member.title,
        fide_id=member.fide_id,
        fide_federation=member.fide_federation,
    )
