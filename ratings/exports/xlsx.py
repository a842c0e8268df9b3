"""A list as a workbook."""

from __future__ import annotations

from federation import spreadsheets
from ratings.exports.columns import table
from ratings.exports.rows import Snapshot

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def write(snapshot: Snapshot) -> bytes:
    """One sheet, the columns of the CSV."""
    found, columns = snapshot.list, table(snapshot)
    return spreadsheets.write_xlsx_columns(f"{found.pool.slug} {found.date}", list(columns), columns.values())
