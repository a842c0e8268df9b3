"""Rows of the database as columns, for files and lists of all members."""

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

NUMBERS = {"sqlite": "group_concat(coalesce({}, 0))", "postgresql": "string_agg(coalesce({}::text, '0'), ',')"}
DAYS = {
    "sqlite": "replace(group_concat(coalesce({}, 0)), '-', '')",
    "postgresql": "string_agg(coalesce(to_char({}, 'YYYYMMDD'), '0'), ',')",
}
TEXTS = {"sqlite": "json_group_array({})", "postgresql": "json_agg({})::text"}


def columns_of(rows: QuerySet[Any], *names: str) -> list[list[Any]]:
    """Return a column for each of the names. One query."""
    found = raw_rows.read(rows, *names)
    columns: list[list[Any]] = [[] for _name in names]
    while some := list(islice(found, raw_rows.CHUNK)):
        for column, values in zip(columns, zip(*some, strict=True), strict=True):
            column.extend(values)
    return columns


def read_whole(
    rows: QuerySet[Any], numbers: Sequence[str], *, days: Sequence[str] = (), texts: Sequence[str] = ()
) -> list[Any]:
    """Return the columns of these fields, the rows in no order. One query that gives one row.

    ``numbers`` are whole and come as arrays, and so do ``days`` (20260131): 0 for none. ``texts`` come as lists. The
    database makes one text of each column, because tuples of Python for all rows take three times as long.
    """
    kinds = ((numbers, NUMBERS), (days, DAYS), (texts, TEXTS))
    found = _texts_of_columns(rows, [(name, kind) for names, kind in kinds for name in names])
    count = len(numbers) + len(days)
    return [
        *(np.fromstring(text, np.int64, sep=",") for text in found[:count]),
        *(json.loads(text or "[]") for text in found[count:]),
    ]


def _texts_of_columns(rows: QuerySet[Any], wanted: Sequence[tuple[str, dict[str, str]]]) -> list[str]:
    """Return a text for each column, empty if there is no row."""
    try:
        inner, parameters = rows.order_by().values_list(*(name for name, _how in wanted)).query.sql_with_params()
    except EmptyResultSet:
        return [""] * len(wanted)
    database = connections[DEFAULT_DB_ALIAS]
    outer = ", ".join(how[database.vendor].format(database.ops.quote_name(name)) for name, how in wanted)
    with database.cursor() as cursor:
        cursor.execute(f"SELECT {outer} FROM ({inner}) AS found", parameters)  # noqa: S608 - names of our models
        return [text or "" for text in cursor.fetchone()]


def indices_of(wanted: NDArray[np.integer], known: Sequence[int]) -> NDArray[np.integer]:
    """Return the indices of these numbers among others in ascending order. Raise `KeyError` if one is missing."""
    numbers = np.array(known, np.int64)
    indices = np.searchsorted(numbers, wanted)
    missing = wanted[np.append(numbers, -1)[indices] != wanted]
    if len(missing):
        raise KeyError(int(missing[0]))
    return indices


def take(column: Sequence[Any], indices: NDArray[np.integer]) -> list[Any]:
    """Return the values at these indices."""
    return list(map(column.__getitem__, indices.tolist()))
