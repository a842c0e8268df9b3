"""A list as a workbook."""

from federation.files import xlsx_writer
from ratings.exports.formatted_columns import safe_table
from ratings.exports.snapshot import Snapshot

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def write(snapshot: Snapshot) -> bytes:
    """Return one sheet with the columns of the CSV."""
    found, columns = snapshot.list, snapshot.once(safe_table)
    return xlsx_writer.write(f"{found.pool.slug} {found.date}", list(columns), columns.values())
