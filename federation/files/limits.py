"""How large a file and a table may be."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files import File
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

TOO_LARGE = noop("The file is too large: this site accepts up to %(limit)s.")
MAX_ROWS = 150_000  # under the header: the members of a large federation
MAX_COLUMNS = 200
MAX_CELLS = 3_000_000  # that hold something: of so many members what an export of them has


class SheetError(ValueError):
    """The file cannot be read as a table: one sentence in the user's language."""


def too_large(size: int, limit: int | None = None) -> dict[str, str]:
    """Return what `TOO_LARGE` needs to say if a file of so many bytes is refused, else nothing.

    The limit is `settings.UPLOAD_LIMIT`; only files that are unusually large by nature have another one.
    """
    limit = settings.UPLOAD_LIMIT if limit is None else limit
    return {"limit": filesizeformat(limit)} if size > limit else {}


def require_size(size: int) -> None:
    """Raise `SheetError` if a file has more bytes than the site accepts."""
    if facts := too_large(size):
        raise SheetError(_(TOO_LARGE) % facts)


def validate_size(file: File, limit: int | None = None) -> None:
    """Raise `ValidationError` if the file of a form has more bytes than the site accepts. Nothing of it is read."""
    if facts := too_large(file.size, limit):
        raise ValidationError(_(TOO_LARGE) % facts)


def require_modest(rows: int, columns: int, cells: int) -> None:
    """Raise `SheetError` if a table of this size is too large."""
    if rows > MAX_ROWS:
        raise SheetError(_("There are more than %(rows)s rows.") % {"rows": MAX_ROWS})
    if columns > MAX_COLUMNS:
        raise SheetError(_("There are more than %(columns)s columns.") % {"columns": MAX_COLUMNS})
    if cells > MAX_CELLS:
        raise SheetError(_("There are more than %(cells)s cells.") % {"cells": MAX_CELLS})
