"""Write a list as rows and read it back as the same arrays: the only module that knows both."""

import datetime as dt
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from django.db.models import Case, Model, QuerySet, Value, When
from django.db.models.functions import Coalesce

from federation.database import bulk, records
from federation.database.records import DayNumber
from ratings.calculation.arrays import ENTRY, RATING, LedgerLines, Lines, RatingLines
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.systems.period import Kind, Status

NO_DEVIATION = -1.0
CHUNK = 10_000  # lines written at a time: as Python numbers they take many times the memory

Columns = dict[str, Any]

# Array -> what to select for it, where that is not the field of the same name.
RATING_READ = {
    "member": "member_id",
    "matricule": "member_number",
    "club": Coalesce("club_id", 0),
    "club_number": Coalesce("club_number", 0),
    "rating": Coalesce("rating", 0),
    "rank": Coalesce("rank", 0),
    "previous_rating": Coalesce("previous_rating", 0),
    "was_rated": Case(When(previous_rating=None, then=Value(0)), default=Value(1)),
    "deviation": Coalesce("deviation", NO_DEVIATION),
    "last_day": Coalesce(DayNumber("last_played"), 0),
    "last_minute": Coalesce("last_minute", 0),
    "affiliated": Case(When(affiliated=True, then=Value(1)), default=Value(0)),
}
ENTRY_READ = {
    "member": "member_id",
    "matricule": "member_number",
    "pairing": Coalesce("pairing_id", 0),
    "opponent": Coalesce("opponent_id", 0),
    "opponent_matricule": Coalesce("opponent_number", 0),
    "opponent_rating": Coalesce("opponent_rating", 0),
    "half_points": Coalesce("half_points", -1),
}


def write(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines | None = None) -> None:
    """Store a list that has no rows yet; a starting list has no ledger. The caller opens a transaction."""
    _write(Rating, rating_list, ratings, rating_columns)
    if ledger is not None:
        _write(LedgerEntry, rating_list, ledger, entry_columns)


def remove(rating_list: RatingList) -> None:
    """Delete the rows of a list."""
    for model in (LedgerEntry, Rating):
        rows = model.objects.filter(list=rating_list)
        rows._raw_delete(rows.db)


def read_ratings(rating_list: RatingList) -> RatingLines:
    """Return the ratings of a list: one query."""
    return ratings_of(Rating.objects.filter(list=rating_list))


def read_ledger(rating_list: RatingList) -> LedgerLines:
    """Return the ledger of a list: one query."""
    return entries_of(LedgerEntry.objects.filter(list=rating_list))


def ratings_of(rows: QuerySet[Rating]) -> RatingLines:
    """Return these ratings as arrays, by member number: one query."""
    found = columns_of(rows, *RATING.names)
    return found[np.argsort(found["matricule"], kind="stable")].view(np.recarray)


def entries_of(rows: QuerySet[LedgerEntry]) -> LedgerLines:
    """Return these entries as arrays, by member number and number: one query."""
    found = records.read(rows, {name: ENTRY_READ.get(name, name) for name in ENTRY.names})
    return found[np.lexsort((found["number"], found["matricule"]))].view(np.recarray)


def columns_of(rows: QuerySet[Rating], *names: str) -> np.ndarray:
    """Return some columns of `RATING` for these ratings, in no order: one query."""
    found = records.read(rows, {name: RATING_READ.get(name, name) for name in names}, deviation=np.float64)
    if "deviation" in names:
        found["deviation"][found["deviation"] == NO_DEVIATION] = np.nan
    return found


def _write(model: type[Model], rating_list: RatingList, lines: Lines, made: Callable[[Any], Columns]) -> None:
    names = ("list", *made(lines[:0]))
    bulk.write_large(model, names, (_rows(rating_list, made(part)) for part in np.array_split(lines, _parts(lines))))


def _parts(lines: Lines) -> int:
    return 1 + len(lines) // CHUNK


def _rows(rating_list: RatingList, columns: Columns) -> np.ndarray:
    count = len(columns["member"])
    return np.column_stack((np.full(count, rating_list.pk, object), *columns.values()))


def rating_columns(lines: RatingLines) -> Columns:
    """Return the fields of `Rating` for these lines, None where there is no value."""
    days = np.array([_iso(day) for day in lines.last_day.tolist()], object)
    return {
        "member": _values(lines.member),
        "member_number": _values(lines.matricule),
        "club": _values(lines.club, lines.club == 0),
        "club_number": _values(lines.club_number, lines.club_number == 0),
        "affiliated": _values(lines.affiliated.astype(bool)),
        "rating": _values(lines.rating, (lines.status == Status.UNRATED) & (lines.rating == 0)),
        "status": _values(lines.status),
        "rank": _values(lines.rank, lines.rank == 0),
        "games": _values(lines.games),
        "previous_rating": _values(lines.previous_rating, lines.was_rated == 0),
        "previous_games": _values(lines.previous_games),
        "period_games": _values(lines.period_games),
        "opponents_sum": _values(lines.opponents_sum),
        "half_points": _values(lines.half_points),
        "deviation": _values(lines.deviation, np.isnan(lines.deviation)),
        "last_played": days,
        "last_minute": _values(lines.last_minute, lines.last_minute == 0),
    }


def entry_columns(lines: LedgerLines) -> Columns:
    """Return the fields of `LedgerEntry` for these lines, None where there is no value."""
    is_level = lines.kind == Kind.GAME  # of go: 0 is one, too
    same = ("member", "number", "kind", "reason", "difference", "expected", "k", "change", "game_number")
    return {
        **{name: _values(lines[name]) for name in same},
        "member_number": _values(lines.matricule),
        "pairing": _values(lines.pairing, lines.pairing == 0),
        "opponent": _values(lines.opponent, lines.opponent == 0),
        "opponent_number": _values(lines.opponent_matricule, lines.opponent_matricule == 0),
        "opponent_rating": _values(lines.opponent_rating, (lines.opponent_rating == 0) & ~is_level),
        "half_points": _values(lines.half_points, lines.half_points < 0),
    }


def entries(lines: LedgerLines) -> list[LedgerEntry]:
    """Return the entries as objects that are not saved, in their order."""
    columns = entry_columns(lines)
    names = [LedgerEntry._meta.get_field(name).attname for name in columns]
    return [LedgerEntry(**dict(zip(names, row, strict=True))) for row in zip(*columns.values(), strict=True)]


@cache
def _iso(day: int) -> str | None:
    return dt.date.fromordinal(day).isoformat() if day else None


def _values(column: np.ndarray, missing: np.ndarray | None = None) -> np.ndarray:
    """Return the column as Python values, None where it is missing."""
    found = column.astype(object)
    if missing is not None:
        found[missing] = None
    return found
