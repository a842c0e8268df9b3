"""A list as CSV, for programs."""

from __future__ import annotations

import codecs

from federation import spreadsheets
from ratings.exports.columns import table
from ratings.exports.rows import Snapshot

CONTENT_TYPE = "text/csv; charset=utf-8"


def write(snapshot: Snapshot) -> bytes:
    """UTF-8 with commas."""
    columns = table(snapshot)
    # Without the mark that spreadsheet programs look for: a script would read it as a part of the first name. For
    # spreadsheet programs there is XLSX.
    return spreadsheets.write_csv_columns(list(columns), columns.values()).removeprefix(codecs.BOM_UTF8)
