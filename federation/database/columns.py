"""Rows of the database as columns, for what tells of everybody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from numpy.typing import NDArray

from federation.database import raw_rows

NUMBERS = {
    "sqlite": "group_concat(coalesce({}, 0))",
    "postgresql": "string_agg(coalesce({}::text, '0'), ',')",
}
DAYS = {
    "sqlite": "replace(group_concat(coalesce({}, 0)), '-', '')",
    "postgresql": "string_agg(coalesce(to_char({}, 'YYYYMMDD'), '0'), ',')",
}
TEXTS = {"sqlite": "json_group_array({})", "postgresql": "json_agg({})::text"}


def columns_of(rows: QuerySet[Any], *names: str) -> list[list[Any]]:
    """A column for each of the names: one query."""
    found = raw_rows.read(rows, *names)
    columns: list[list[Any]] = [[] for _name in names]
    while some := list(islice(found, raw_rows.CHUNK)):
        for column, values in zip(columns, zip(*some, strict=True), strict=True):
            column.extend(values)
    return columns


def read_whole(
    rows: QuerySet[Any], numbers: Sequence[str], *, days: Sequence[str] = (), texts: Sequence[str] = ()
) -> list[Any]:
    """The columns of these fields side by side, the rows in no order: one query, of which one row comes.

    ``numbers`` are whole and come as arrays, and so do ``days`` (20260131): 0 for none. ``texts`` come as lists. The
    database makes one text of each column, since tuples of Python for all rows take three times as long.
    """
    kinds = ((numbers, NUMBERS), (days, DAYS), (texts, TEXTS))
    found = _texts_of_columns(rows, [(name, kind) for names, kind in kinds for name in names])
    count = len(numbers) + len(days)
    return [
        *(np.fromstring(text, np.int64, sep=",") for text in found[:count]),
        *(json.loads(text or "[]") for text in found[count:]),
    ]


def _texts_of_columns(rows: QuerySet[Any], wanted: Sequence[tuple[str, dict[str, str]]]) -> list[str]:
    """Empty ones where there is no row."""
    try:
        inner, parameters = rows.order_by().values_list(*(name for name, _how in wanted)).query.sql_with_params()
    except EmptyResultSet:
        return [""] * len(wanted)
    database = connections[DEFAULT_DB_ALIAS]
    outer = ", ".join(how[database.vendor].format(database.ops.quote_name(name)) for name, how in wanted)
    with database.cursor() as cursor:
        cursor.execute(f"SELECT {outer} FROM ({inner}) AS found", parameters)  # noqa: S608 - names of our models
        return [text or "" for text in cursor.fetchone()]


def places_of(wanted: NDArray[np.integer], among: Sequence[int]) -> NDArray[np.integer]:
    """Where these numbers stand among others in ascending order. Raises `KeyError` where one is not among them."""
    known = np.array(among, np.int64)
    places = np.searchsorted(known, wanted)
    strangers = wanted[np.append(known, -1)[places] != wanted]
    if len(strangers):
        raise KeyError(int(strangers[0]))
    return places


def taken(column: Sequence[Any], places: NDArray[np.integer]) -> list[Any]:
    """The values at these places."""
    return list(map(column.__getitem__, places.tolist()))
