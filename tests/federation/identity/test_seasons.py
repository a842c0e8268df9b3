"""federation/identity/seasons.py"""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.identity.seasons import bounds, enrolment_end, season_year

DAYS = st.dates(dt.date(1950, 1, 1), dt.date(2100, 12, 31))


@pytest.mark.parametrize(
    ("day", "year"),
    [
        (dt.date(2026, 8, 31), 2026),
        (dt.date(2026, 9, 1), 2027),
        (dt.date(2026, 1, 1), 2026),
        (dt.date(2025, 12, 31), 2026),
    ],
)
def test_a_season_is_named_by_the_year_of_its_second_part(day, year):
    assert season_year(day) == year


def test_a_season_runs_from_september_to_august():
    assert bounds(2026) == (dt.date(2025, 9, 1), dt.date(2026, 8, 31))


@pytest.mark.parametrize(
    ("day", "end"),
    [
        (dt.date(2026, 5, 31), dt.date(2026, 8, 31)),
        (dt.date(2026, 6, 1), dt.date(2027, 8, 31)),
        (dt.date(2026, 9, 1), dt.date(2027, 8, 31)),
        (dt.date(2027, 1, 1), dt.date(2027, 8, 31)),
    ],
)
def test_members_enrolling_from_june_are_affiliated_for_the_next_season_too(day, end):
    assert enrolment_end(day) == end


@given(DAYS)
def test_a_day_is_in_its_season_and_in_no_other(day):
    year = season_year(day)
    start, end = bounds(year)
    assert start <= day <= end
    assert bounds(year + 1)[0] == end + dt.timedelta(days=1)
