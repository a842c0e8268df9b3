"""A list as CSV, for programs."""

from collections.abc import Sequence
from typing import Any

from federation.files.spreadsheets import csv_text
from federation.files.text_columns import Cells, between, lines, of_any, texts
from federation.files.unique_values import map_unique
from ratings.exports.formatted_columns import safe_table
from ratings.exports.snapshot import Snapshot

CONTENT_TYPE = "text/csv; charset=utf-8"


def write(snapshot: Snapshot) -> bytes:
    """Return UTF-8 with commas.

    Without the byte order mark that spreadsheet programs look for: a script would read it as part of the first column's
    name. For spreadsheet programs there is XLSX.
    """
    columns = snapshot.once(safe_table)
    cells = [_cells(column) for column in columns.values()]
    head = ",".join(columns).encode()
    return b"".join([head, b"\r\n", *lines([*between(b",", cells), b"\r\n"])])


def _cells(column: Sequence[Any]) -> Cells:
    if set(map(type, column)) == {str}:
        return texts(map_unique(csv_text, column))
    return of_any(column, _cell)


def _cell(value: Any) -> str:
    return "" if value is None else csv_text(str(int(value) if isinstance(value, bool) else value))
