"""How large a table may be."""

from __future__ import annotations

from django.utils.translation import gettext as _

MAX_BYTES = 20 * 1024 * 1024  # of the file
MAX_ROWS = 150_000  # under the header: the members of a large federation
MAX_COLUMNS = 200
MAX_CELLS = 3_000_000  # that hold something: of so many members what an export of them has


class SheetError(ValueError):
    """The file cannot be read as a table: one sentence in the user's language."""


def require_modest(rows: int, columns: int, cells: int) -> None:
    """Raise `SheetError` if a table of this size is too large."""
    if rows > MAX_ROWS:
        raise SheetError(_("There are more than %(rows)s rows.") % {"rows": MAX_ROWS})
    if columns > MAX_COLUMNS:
        raise SheetError(_("There are more than %(columns)s columns.") % {"columns": MAX_COLUMNS})
    if cells > MAX_CELLS:
        raise SheetError(_("There are more than %(cells)s cells.") % {"cells": MAX_CELLS})
