"""Write a list as rows and read it back as the same arrays: the only module that knows both."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from django.db.models import BooleanField, Case, DateField, Field, Model, QuerySet, Value, When
from django.db.models.functions import Coalesce

from federation.database import bulk, records
from federation.database.records import DayNumber
from ratings.calculation.arrays import ENTRY, RATING, LedgerLines, Lines, RatingLines
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.systems.period import Kind, Status

CHUNK = 10_000  # lines written at a time: as Python numbers they take many times the memory
FIELD = {"key": "member_key", "last_day": "last_played"}
NULL = {"deviation": -1.0, "half_points": -1}  # what stands for it where that is not 0
WAS_RATED = "was_rated"  # a column without a field: whether there is a previous rating

Values = dict[str, np.ndarray]  # by field, of objects


def write(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines | None = None) -> None:
    """Store a list that has no rows yet; a starting list has no ledger. The caller opens a transaction."""
    of = {"list": rating_list.pk}
    write_lines(Rating, of, ratings)
    if ledger is not None:
        write_lines(LedgerEntry, of, ledger)


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
    return found[np.argsort(found["key"], kind="stable")].view(np.recarray)


def entries_of(rows: QuerySet[LedgerEntry]) -> LedgerLines:
    """Return these entries as arrays, by member number and number: one query."""
    found = records.read(rows, {name: _selected(LedgerEntry, name) for name in ENTRY.names})
    return found[np.lexsort((found["number"], found["key"]))].view(np.recarray)


def columns_of(rows: QuerySet[Rating], *names: str) -> np.ndarray:
    """Return some columns of `RATING` for these ratings, in no order: one query."""
    found = records.read(rows, {name: _selected(Rating, name) for name in names}, deviation=np.float64)
    if "deviation" in names:
        found["deviation"][found["deviation"] == _null("deviation")] = np.nan
    return found


def write_lines(model: type[Model], of: Mapping[str, int], lines: Lines) -> None:
    """Store lines of any model with these columns; ``of`` has its other columns, the same for all lines."""
    names = (*of, *values_of(model, lines[:0]))
    parts = np.array_split(lines, 1 + len(lines) // CHUNK)
    bulk.write_large(model, names, (_rows(of, values_of(model, part)) for part in parts))


def _rows(of: Mapping[str, int], values: Values) -> np.ndarray:
    count = len(values["member"])
    return np.column_stack((*(np.full(count, value, object) for value in of.values()), *values.values()))


def values_of(model: type[Model], lines: Lines) -> Values:
    """Return what the fields of the model hold of these lines, None where there is nothing."""
    found = {}
    for name in lines.dtype.names:
        if name == WAS_RATED:
            continue
        field, column = _field(model, name), lines[name]
        if isinstance(field, DateField):
            values = np.array([_iso(day) for day in column.tolist()], object)
        elif isinstance(field, BooleanField):
            values = column.astype(bool).astype(object)
        else:
            values = column.astype(object)
            if field.null:
                values[_is_missing(model, name, lines)] = None
        found[field.name] = values
    return found


def _is_missing(model: type[Model], name: str, lines: Lines) -> np.ndarray:
    column = lines[name]
    match name:
        case "deviation":
            return np.isnan(column)
        case "rating":  # in go 0 is a level
            return (column == 0) & (lines.status == Status.UNRATED)
        case "previous_rating":
            return lines[WAS_RATED] == 0
        case "opponent_rating":
            return (column == 0) & (lines.kind != Kind.GAME)
    return np.asarray(column == _null(name))


def _selected(model: type[Model], name: str) -> Any:
    """Return what to select for a column."""
    if name == WAS_RATED:
        return Case(When(previous_rating=None, then=Value(0)), default=Value(1))
    field = _field(model, name)
    if isinstance(field, BooleanField):
        return Case(When(**{field.name: True}, then=Value(1)), default=Value(0))
    what = DayNumber(field.name) if isinstance(field, DateField) else field.attname
    return Coalesce(what, _null(name)) if field.null else what


def _field(model: type[Model], name: str) -> Field:
    return model._meta.get_field(FIELD.get(name, name))


def _null(name: str) -> float:
    return NULL.get(name, 0)


def entries(lines: LedgerLines) -> list[LedgerEntry]:
    """Return the entries as objects that are not saved, in their order."""
    columns = values_of(LedgerEntry, lines)
    names = [LedgerEntry._meta.get_field(name).attname for name in columns]
    return [LedgerEntry(**dict(zip(names, row, strict=True))) for row in zip(*columns.values(), strict=True)]


@cache
def _iso(day: int) -> str | None:
    return dt.date.fromordinal(day).isoformat() if day else None
