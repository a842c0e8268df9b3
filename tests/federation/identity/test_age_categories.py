"""Age categories by birth year."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.identity.age_categories import birth_years, categories, category, is_for_search_engines

DAY = dt.date(2026, 7, 1)


@pytest.mark.parametrize(
    ("birth_year", "name"),
    [
        (2020, "U8"),
        (2018, "U8"),
        (2017, "U10"),
        (2014, "U12"),
        (2006, "U20"),
        (2005, "senior"),
        (1977, "senior"),
        (1976, "S50"),
        (1962, "S50"),
        (1961, "S65"),
        (1920, "S65"),
        (None, ""),
    ],
)
def test_a_category_is_the_narrowest_of_the_age_reached_in_the_year(birth_year: int | None, name: str) -> None:
    assert category(birth_year, DAY) == name


def test_the_category_is_the_same_all_year() -> None:
    assert category(2006, dt.date(2026, 1, 1)) == category(2006, dt.date(2026, 12, 31)) == "U20"
    assert category(2006, dt.date(2027, 1, 1)) == "senior"


def test_search_engines_may_index_adults_from_twenty_one() -> None:
    years = (None, 2007, 2006, 1940)
    assert [is_for_search_engines(year, dt.date(2027, 1, 1)) for year in years] == [False, False, True, True]


@pytest.mark.parametrize(
    ("name", "years"),
    [
        ("U8", (2018, None)),
        ("U20", (2006, None)),
        ("senior", (1977, 2005)),
        ("S50", (None, 1976)),
        ("S65", (None, 1961)),
    ],
)
def test_categories_have_a_range_of_birth_years(name: str, years: tuple[int | None, int | None]) -> None:
    assert birth_years(name, DAY) == years


def test_everybody_may_play_in_their_own_category() -> None:
    for birth_year in range(1910, 2027):
        first, last = birth_years(category(birth_year, DAY), DAY)
        assert (first or 0) <= birth_year <= (last or 9999)


def test_categories_go_from_the_youngest_to_the_oldest() -> None:
    assert categories(DAY) == ("U8", "U10", "U12", "U14", "U16", "U18", "U20", "senior", "S50", "S65")


def test_an_unknown_category_is_refused() -> None:
    with pytest.raises(ValueError, match="no age category 'U9'"):
        birth_years("U9", DAY)
