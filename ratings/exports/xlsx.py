"""A list as a workbook."""

from __future__ import annotations

from federation import spreadsheets
from ratings.exports.rows import Row, rows
from ratings.models import RatingList

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def write(rating_list: RatingList) -> bytes:
    """One sheet, the columns of the CSV; the last one names the list by its digest."""
    header = (*Row._fields, "list_digest")
    lines = ((*row, rating_list.digest) for row in rows(rating_list))
    return spreadsheets.write_xlsx(f"{rating_list.pool.slug} {rating_list.date}", header, lines)
