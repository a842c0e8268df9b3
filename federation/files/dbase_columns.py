"""Writes big dBase III tables by column; `dbase.write` gives the same bytes, record by record."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from federation.files import dbase
from federation.files.dbase import Field, plain_line, written
from federation.files.text_columns import Cells, formatted, lines, numbers, texts


def write(fields: Sequence[Field], columns: Mapping[str, Sequence[Any]], last_update: dt.date) -> Iterator[bytes]:
    """The parts of the table, its columns by the name of their field; a field without one is blank.

    Raises `DbaseError` where a number has more digits than its field.
    """
    count = len(next(iter(columns.values())))
    parts: list[bytes | Cells] = [b" "]
    for field in fields:
        parts += _field(field, columns[field.name]) if field.name in columns else [b" " * field.length]
    yield dbase.header(fields, count, last_update)
    yield from lines(parts, fill=b" ")
    yield dbase.END


def _field(field: Field, values: Sequence[Any]) -> list[bytes | Cells]:
    """Parts as long as the field."""
    if field.type == "C":
        return [texts(values, plain_line).astype(f"S{field.length}")]  # what is too long is cut
    if field.type == "N" and not field.decimals:
        cells = _cut(field, numbers(values), values)
        return [b" " * (field.length - cells.itemsize), cells]
    return [formatted(values, partial(written, field))]


def _cut(field: Field, cells: Cells, values: Sequence[Any]) -> Cells:
    """Numbers in no more room than the field has."""
    spare = cells.itemsize - field.length
    if spare <= 0:
        return cells
    letters = cells.view(np.uint8).reshape(len(cells), cells.itemsize)
    for row in np.flatnonzero(letters[:, :spare].any(axis=1)):
        written(field, values[row])  # raises
    return np.ascontiguousarray(letters[:, spare:]).view(f"S{field.length}").ravel()
