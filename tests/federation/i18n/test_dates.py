"""Days as people write them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.forms import DateField
from django.utils import translation
from django.utils.formats import date_format

from federation.i18n.dates import long_date, long_days
from federation.templatetags.site import long_date_of

FIRST, SECOND = dt.date(2026, 7, 1), dt.date(2026, 7, 2)


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "1 July 2026", "2 July 2026"),
        ("fr", "1er juillet 2026", "2 juillet 2026"),
        ("nl", "1 juli 2026", "2 juli 2026"),
        ("de", "1. Juli 2026", "2. Juli 2026"),
    ],
)
def test_a_day_is_written_as_the_reader_writes_it(language: str, first: str, second: str):
    with translation.override(language):
        assert (long_date(FIRST), long_date(SECOND)) == (first, second)


def test_only_the_first_of_a_month_is_an_ordinal_in_french():
    with translation.override("fr"):
        assert long_date(dt.date(2026, 7, 11)) == "11 juillet 2026"


@pytest.mark.parametrize(
    ("language", "month", "year", "years"),
    [
        ("en", "1–3 July 2026", "30 June – 3 July 2026", "31 December 2025 – 3 July 2026"),
        ("fr", "1er–3 juillet 2026", "30 juin – 3 juillet 2026", "31 décembre 2025 – 3 juillet 2026"),
        ("nl", "1–3 juli 2026", "30 juni – 3 juli 2026", "31 december 2025 – 3 juli 2026"),
        ("de", "1.–3. Juli 2026", "30. Juni – 3. Juli 2026", "31. Dezember 2025 – 3. Juli 2026"),
    ],
)
def test_a_range_writes_common_parts_once(language: str, month: str, year: str, years: str):
    last = dt.date(2026, 7, 3)
    with translation.override(language):
        assert long_days(FIRST, last) == month
        assert long_days(dt.date(2026, 6, 30), last) == year
        assert long_days(dt.date(2025, 12, 31), last) == years
        assert long_days(last, last) == long_date(last)


def test_a_missing_day_is_shown_as_nothing():
    assert (long_date_of(None), long_date_of(SECOND)) == ("", "2 July 2026")


def test_days_come_before_months_in_english_too():
    form = DateField(localize=True)
    with translation.override("en"):
        assert form.clean("02/01/2026") == form.clean("2026-01-02") == dt.date(2026, 1, 2)
        assert date_format(dt.date(2026, 1, 2), "SHORT_DATE_FORMAT") == "02/01/2026"


@pytest.mark.parametrize(
    ("language", "written"), [("en", "2026-01-02"), ("fr", "02/01/2026"), ("nl", "02-01-2026"), ("de", "02.01.2026")]
)
def test_days_are_accepted_with_any_separator(language: str, written: str):
    form, day = DateField(localize=True), dt.date(2026, 1, 2)
    with translation.override(language):
        typed = ["2026-01-02", "02/01/2026", " 2.1.2026 ", "2-1-2026", "2/1/26", "02.01.26"]
        assert [form.clean(each) for each in typed] == [day] * len(typed)
        assert form.widget.format_value(day) == written
