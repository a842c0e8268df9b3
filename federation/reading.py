"""Rows of the database as columns, for what tells of everybody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from federation import blobs

CHUNK = 500  # rows at once: of fewer than 700 the garbage collector takes no notice


def columns_of(rows: QuerySet[Any], *names: str) -> list[list[Any]]:
    """A column for each of the names: one query."""
    found = blobs.read(rows, *names)
    columns: list[list[Any]] = [[] for _name in names]
    while some := list(islice(found, CHUNK)):
        for column, values in zip(columns, zip(*some, strict=True), strict=True):
            column.extend(values)
    return columns


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
