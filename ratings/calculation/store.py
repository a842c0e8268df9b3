"""Write a list as rows and read it back as the same arrays: the only module that knows both."""

import datetime as dt
from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

import numpy as np
from django.db.models import Case, Model, QuerySet, Value, When
from django.db.models.functions import Coalesce

from federation.database import bulk, records
from federation.database.records import DayNumber
from federation.files.unique_values import map_unique
from ratings.calculation.arrays import LedgerLines, Lines, RatingLines
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.systems.period import Kind

NO_DEVIATION = -1.0

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
    found = columns_of(rows, *RatingLines.__dataclass_fields__)
    return RatingLines.of(found[np.argsort(found["matricule"], kind="stable")])


def entries_of(rows: QuerySet[LedgerEntry]) -> LedgerLines:
    """Return these entries as arrays, by member number and number: one query."""
    found = records.read(rows, {name: ENTRY_READ.get(name, name) for name in LedgerLines.__dataclass_fields__})
    return LedgerLines.of(found[np.lexsort((found["number"], found["matricule"]))])


def columns_of(rows: QuerySet[Rating], *names: str) -> np.ndarray:
    """Return some columns of `RatingLines` for these ratings, in no order: one query."""
    found = records.read(rows, {name: RATING_READ.get(name, name) for name in names}, deviation=np.float64)
    if "deviation" in names:
        found["deviation"][found["deviation"] == NO_DEVIATION] = np.nan
    return found


def _write(model: type[Model], rating_list: RatingList, lines: Lines, made: Callable[[Any], Columns]) -> None:
    names = ("list", *made(lines.take(slice(0, 0))))
    parts = (made(part).values() for part in lines.parts())
    rows = chain.from_iterable(zip(repeat(rating_list.pk), *part, strict=False) for part in parts)
    bulk.write_large(model, names, rows)


def rating_columns(lines: RatingLines) -> Columns:
    return {
        "member": lines.member.tolist(),
        "member_number": lines.matricule.tolist(),
        "club": _or_none(lines.club, lines.club != 0),
        "club_number": _or_none(lines.club_number, lines.club_number != 0),
        "affiliated": lines.affiliated.astype(bool).tolist(),
        "rating": _or_none(lines.rating, lines.is_rated | (lines.rating != 0)),
        "status": lines.status.tolist(),
        "rank": _or_none(lines.rank, lines.rank != 0),
        "games": lines.games.tolist(),
        "previous_rating": _or_none(lines.previous_rating, lines.was_rated > 0),
        "previous_games": lines.previous_games.tolist(),
        "period_games": lines.period_games.tolist(),
        "opponents_sum": lines.opponents_sum.tolist(),
        "half_points": lines.half_points.tolist(),
        "deviation": _or_none(lines.deviation, ~np.isnan(lines.deviation)),
        "last_played": map_unique(_iso, lines.last_day.tolist()),
        "last_minute": _or_none(lines.last_minute, lines.last_minute != 0),
    }


def entry_columns(lines: LedgerLines) -> Columns:
    is_level = lines.kind == Kind.GAME  # of go: 0 is one, too
    return {
        "member": lines.member.tolist(),
        "member_number": lines.matricule.tolist(),
        "number": lines.number.tolist(),
        "kind": lines.kind.tolist(),
        "reason": lines.reason.tolist(),
        "pairing": _or_none(lines.pairing, lines.pairing != 0),
        "opponent": _or_none(lines.opponent, lines.opponent != 0),
        "opponent_number": _or_none(lines.opponent_matricule, lines.opponent_matricule != 0),
        "opponent_rating": _or_none(lines.opponent_rating, (lines.opponent_rating != 0) | is_level),
        "difference": lines.difference.tolist(),
        "expected": lines.expected.tolist(),
        "k": lines.k.tolist(),
        "half_points": _or_none(lines.half_points, lines.half_points >= 0),
        "change": lines.change.tolist(),
        "game_number": lines.game_number.tolist(),
    }


def entries(lines: LedgerLines) -> list[LedgerEntry]:
    """Return the entries as objects that are not saved, in their order."""
    columns = entry_columns(lines)
    names = [LedgerEntry._meta.get_field(name).attname for name in columns]
    return [LedgerEntry(**dict(zip(names, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def _iso(day: int) -> str | None:
    return dt.date.fromordinal(day).isoformat() if day else None


def _or_none(values: np.ndarray, known: np.ndarray) -> list[Any]:
    """Return the values as Python numbers, None where they are not known."""
    found = values.tolist()
    for place in np.flatnonzero(~known).tolist():
        found[place] = None
    return found
