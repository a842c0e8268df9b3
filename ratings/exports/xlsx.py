"""A list as a workbook."""

from __future__ import annotations

from federation import spreadsheets
from ratings.exports.rows import COLUMNS, Snapshot

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def write(snapshot: Snapshot) -> bytes:
    """One sheet, the columns of the CSV; the last one names the list by its digest."""
    found = snapshot.list
    lines = ((*row[: len(COLUMNS)], found.digest) for row in snapshot.rows)
    return spreadsheets.write_xlsx(f"{found.pool.slug} {found.date}", (*COLUMNS, "list_digest"), lines)
