"""Days as people write them."""

from __future__ import annotations

import datetime as dt

from django.utils.formats import date_format
from django.utils.translation import get_language


def long_date(day: dt.date) -> str:
    """The day in the reader's language, with the month as a word: 1 juli 2026, 2 juillet 2026, 1er juillet 2026.

    Django knows no ordinal for the first of the month, which French has and on which most lists are.
    """
    text = date_format(day, "DATE_FORMAT")
    is_first = day.day == 1 and (get_language() or "").startswith("fr")
    return f"1er{text.removeprefix('1')}" if is_first else text
