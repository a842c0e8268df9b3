"""How much of a table from anybody is read before it is refused."""

from __future__ import annotations

from django.utils.translation import gettext as _

MAX_BYTES = 20 * 1024 * 1024  # of the file
MAX_ROWS = 150_000  # under the header: the members of a large federation
MAX_COLUMNS = 200
MAX_CELLS = 3_000_000  # that hold something: of so many members what an export of them has


class SheetError(ValueError):
    """The bytes are no table that can be read: one sentence in the user's language."""


def require_modest(rows: int, columns: int, cells: int) -> None:
    """Raises `SheetError` where a table with so many rows under its header goes too far."""
    if rows > MAX_ROWS:
        raise SheetError(_("There are more than %(rows)s rows.") % {"rows": MAX_ROWS})
    if columns > MAX_COLUMNS:
        raise SheetError(_("There are more than %(columns)s columns.") % {"columns": MAX_COLUMNS})
    if cells > MAX_CELLS:
        raise SheetError(_("There are more than %(cells)s cells.") % {"cells": MAX_CELLS})
