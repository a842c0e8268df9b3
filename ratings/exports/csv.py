"""A list as CSV, for programs."""

from __future__ import annotations

import codecs

from federation import spreadsheets
from ratings.exports.rows import COLUMNS, Snapshot

CONTENT_TYPE = "text/csv; charset=utf-8"


def write(snapshot: Snapshot) -> bytes:
    """UTF-8 with commas; the last column names the list by its digest."""
    digest = snapshot.list.digest
    lines = ((*row[: len(COLUMNS)], digest) for row in snapshot.rows)
    # Without the mark that spreadsheet programs look for: a script would read it as a part of the first name. For
    # spreadsheet programs there is XLSX.
    return spreadsheets.write_csv((*COLUMNS, "list_digest"), lines).removeprefix(codecs.BOM_UTF8)
