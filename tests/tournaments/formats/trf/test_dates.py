"""The orders of day, month and year that real TRF files have (formats/trf 2.6)."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.trf.lines import four_players, read, texts
from tournaments.formats.trf.dates import Dates, read_birth, readings, resolve


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def resolved(start: str, end: str, *rounds: str) -> Dates:
    return resolve(start, end, rounds, (4, 5, 13))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2005/07/28", ["2005-07-28"]),
        ("2005.07.28", ["2005-07-28"]),
        ("2005-07-28", ["2005-07-28"]),
        ("2005 07 28", ["2005-07-28"]),
        ("20050728", ["2005-07-28"]),
        ("2005/7/8", ["2005-07-08"]),
        ("28. 07. 2005", ["2005-07-28"]),
        ("25.02.2011", ["2011-02-25"]),
        ("08.04.2018", ["2018-04-08"]),
        ("08/04/2018", ["2018-04-08", "2018-08-04"]),
        ("24/09/2010", ["2010-09-24"]),
        ("09/24/2010", ["2010-09-24"]),
        ("25/08/18", ["2025-08-18", "2018-08-25"]),
        ("10.09.13", ["2010-09-13", "2013-09-10"]),
        ("11.25.02", ["2011-02-25"]),
        ("2011.25.02", ["2011-02-25"]),
        ("99/12/31", ["1999-12-31"]),
        ("29 May 2020", ["2020-05-29"]),
        ("Sept 1, 2020", ["2020-09-01"]),
        ("29 May 2020", ["2020-05-29"]),
        ("", []),
        ("31.02.2011", []),
        ("0000/00/00", []),
        ("1997/00/00", []),
        ("3025/01/01", []),
        ("45 May 2020", []),
        ("Nonsense 1, 2020", []),
        ("soon", []),
        ("1" * 60, []),
    ],
)
def test_what_a_text_can_mean(text: str, days: list[str]) -> None:
    assert [found.isoformat() for found in readings(text)] == days


@given(st.dates(min_value=dt.date(1900, 1, 1), max_value=dt.date(2099, 12, 31)))
def test_a_date_in_trf_order_is_always_read(date: dt.date) -> None:
    assert list(readings(f"{date.year}/{date:%m/%d}")) == [date]


NUMBERS = st.integers(0, 31).map(str)
PARTS = NUMBERS | st.integers(1900, 2099).map(str) | st.sampled_from(["May", "feb.", "12th"])
LIKE_DATES = st.builds("{1}{0}{2}{0}{3}".format, st.sampled_from(["/", ".", "-", " "]), NUMBERS, NUMBERS, PARTS)


@given(LIKE_DATES | st.text(max_size=50))
def test_no_text_is_too_strange(text: str) -> None:
    assert all(isinstance(found, dt.date) for found in readings(text))
    date, year = read_birth(text)
    assert date is None or year is None


def test_the_rounds_decide_between_day_and_month() -> None:
    dates = resolved("08/04/2018", "10/06/2018", "18/04/08", "18/04/15", "18/05/27")
    assert (dates.start, dates.end) == (day("2018-04-08"), day("2018-06-10"))
    assert dates.problems == ()


def test_the_end_decides_about_the_start() -> None:
    dates = resolved("08/04/2018", "2018/04/30")
    assert (dates.start, dates.problems) == (day("2018-04-08"), ())


def test_one_writer_keeps_to_one_order() -> None:
    dates = resolved("08/04/2018", "30/04/2018")
    assert (dates.start, dates.problems) == (day("2018-04-08"), ())


def test_an_event_of_years_is_not_believed_where_days_are_possible() -> None:
    dates = resolved("11.09.20", "11.09.22")
    assert (dates.start, dates.end, dates.problems) == (day("2011-09-20"), day("2011-09-22"), ())


def test_where_nothing_decides_a_person_is_asked() -> None:
    dates = resolved("08/04/2018", "10/06/2018")
    assert (dates.start, dates.end) == (day("2018-04-08"), day("2018-06-10"))
    assert [f"{problem.text} ({problem.place})" for problem in dates.problems] == [
        "The date 08/04/2018 was read as 2018-04-08; it could be read otherwise. (line 4)",
        "The date 10/06/2018 was read as 2018-06-10; it could be read otherwise. (line 5)",
    ]


def test_rounds_in_the_order_of_the_irish() -> None:
    dates = resolved("25.02.2011", "27.02.2011", "11.25.02", "11.26.02", "11.27.02")
    assert dates.rounds == (day("2011-02-25"), day("2011-02-26"), day("2011-02-27"))
    assert dates.problems == ()


def test_rounds_with_the_day_first() -> None:
    dates = resolved("2018/03/10", "2018/03/12", "10.03.18", "11.03.18", "12.03.18")
    assert dates.rounds == (day("2018-03-10"), day("2018-03-11"), day("2018-03-12"))


def test_the_rounds_stand_in_for_a_missing_start_and_end() -> None:
    dates = resolved("", "", "25/03/01", "", "25/03/09")
    assert (dates.start, dates.end) == (day("2025-03-01"), day("2025-03-09"))
    assert dates.rounds == (day("2025-03-01"), None, day("2025-03-09"))


def test_text_that_is_not_a_date_is_reported() -> None:
    dates = resolved("soon", "2025/03/09", "later")
    assert (dates.start, dates.end, dates.rounds) == (None, day("2025-03-09"), (None,))
    assert [f"{problem.text} ({problem.place})" for problem in dates.problems] == [
        "The date soon cannot be read. (line 4)",
        "The date later cannot be read. (line 13)",
    ]


def test_a_file_without_dates_has_none() -> None:
    assert resolved("", "") == Dates(None, None, (), ())


def test_a_day_that_its_month_does_not_have_is_reported() -> None:
    report = read("042 2025/06/31", "052 2025/07/01", *four_players())
    assert texts(report) == ["The date 2025/06/31 cannot be read. (line 2)"]
    assert (report.start, report.end) == (None, day("2025-07-01"))


def test_dates_that_contradict_each_other_are_reported() -> None:
    report = read("042 2025/03/09", "052 2025/03/01", *four_players())
    assert texts(report) == ["The tournament ends (2025-03-01) before it starts (2025-03-09)."]


@pytest.mark.parametrize("at", [91, 88, 93, 4])
def test_round_dates_in_other_columns_are_read_too(at: int) -> None:
    line = "132".ljust(at) + "25/03/01  25/03/02  25/03/03"
    report = read("042 2025/03/01", "052 2025/03/03", line, *four_players())
    assert report.round_dates == (day("2025-03-01"), day("2025-03-02"), day("2025-03-03"))


def test_a_round_without_a_date_keeps_its_place() -> None:
    line = "132".ljust(91) + "25/03/01            25/03/03"
    report = read("042 2025/03/01", "052 2025/03/03", line, *four_players())
    assert report.round_dates == (day("2025-03-01"), None, day("2025-03-03"))


@given(st.lists(st.dates(dt.date(2001, 1, 1), dt.date(2060, 12, 31)), min_size=2, max_size=7))
def test_days_in_turn_written_as_trf_has_them_are_these_days(days: list[dt.date]) -> None:
    first, *rounds, last = sorted(days)
    found = resolved(f"{first:%Y/%m/%d}", f"{last:%Y/%m/%d}", *(f"{day:%y/%m/%d}" for day in rounds))
    assert found == Dates(first, last, tuple(rounds), ())
