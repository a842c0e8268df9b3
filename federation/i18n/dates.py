"""Dates as people write them, and the field in which they enter one."""

import datetime as dt
from functools import lru_cache

from django import forms
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _


class DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def long_date(day: dt.date) -> str:
    """Return the date in the reader's language, with the month as a word: 1 juli 2026, 2 juillet 2026, 1er juillet
    2026.

    Django has no ordinal for the first of the month, which French uses and on which most lists are published.
    """
    return _long_date(day.year, day.month, day.day, get_language() or "")


def day_and_month(day: dt.date) -> str:
    """Return the date without its year: 1 juli, 1er juillet, 1. Juli."""
    return long_date(day).removesuffix(f" {day.year}")


def short_month(day: dt.date) -> str:
    """Return the month of the day in short: Sept. 2026, sep 2026."""
    return _short_month(day.year, day.month, get_language() or "")


def long_days(first: dt.date, last: dt.date) -> str:
    """Return a range of dates. What both have in common is written once: 4–7 juli 2026, 30 juni – 2 juli 2026."""
    start, end = long_date(first), long_date(last)
    if first.year != last.year:
        return f"{start} – {end}"
    if first.month != last.month:
        return f"{start.removesuffix(f' {first.year}')} – {end}"
    return end if first == last else f"{start.partition(' ')[0]}–{end}"


@lru_cache(maxsize=4096)  # a page shows the same few days many times
def _long_date(year: int, month: int, day: int, language: str) -> str:
    text = date_format(dt.date(year, month, day), "DATE_FORMAT")
    return f"1er{text.removeprefix('1')}" if day == 1 and language.startswith("fr") else text


@lru_cache(maxsize=4096)
def _short_month(year: int, month: int, _language: str) -> str:
    return date_format(dt.date(year, month, 1), "N Y")


def in_words(value: object) -> str:
    """Return a value of a field as people read it, "" for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dt.date):
        return long_date(value)
    return str(value)
