"""A list as CSV, for programs."""

from __future__ import annotations

import codecs

from federation import spreadsheets
from ratings.exports.rows import Row, rows
from ratings.models import RatingList

CONTENT_TYPE = "text/csv; charset=utf-8"


def write(rating_list: RatingList) -> bytes:
    """UTF-8 with commas; the last column names the list by its digest."""
    header = (*Row._fields, "list_digest")
    lines = ((*row, rating_list.digest) for row in rows(rating_list))
    # Without the mark that spreadsheet programs look for: a script would read it as a part of the first name. For
    # spreadsheet programs there is XLSX.
    return spreadsheets.write_csv(header, lines).removeprefix(codecs.BOM_UTF8)
