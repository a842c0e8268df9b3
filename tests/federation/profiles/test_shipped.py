"""Every profile that comes with the program."""

import datetime as dt
from itertools import pairwise

import pytest
from django.conf import LazySettings

from federation.identity.age_categories import birth_years, categories, category
from federation.identity.seasons import ONE_DAY, bounds, season_year
from federation.profiles.dated import Profile
from federation.profiles.reading import read, shipped
from federation.profiles.schema import DATED

PROFILES = [read(code) for code in shipped()]
each = pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.federation.code)


@each
def test_each_row_names_its_article_or_source(profile: Profile):
    rows = [(name, row) for name in DATED for row in getattr(profile.sections, name)]
    assert rows
    assert [(name, row) for name, row in rows if not (row.article or row.source)] == []


@each
def test_each_language_has_its_words(profile: Profile):
    languages = profile.federation.languages
    assert set(profile.sections.words) == set(languages)
    named = {
        "kinds": {row.code for row in profile.sections.kinds},
        "units": {row.kind for row in profile.sections.units},
        "roles": {row.code for row in profile.sections.roles},
        "fee_classes": {row.fee_class for row in profile.sections.tariff} - {""},
    }
    if profile.federation.code != "xx-demo":
        missing = [
            (language, section, codes - set(getattr(profile.words(language), section)))
            for language in languages
            for section, codes in named.items()
            if codes - set(getattr(profile.words(language), section))
        ]
        assert missing == []


@pytest.fixture
def seasons(profile: Profile, settings: LazySettings) -> list[tuple[dt.date, dt.date]]:
    """Return first and last day of each season of a profile from 1989 to 2036."""
    settings.FEDERATION_PROFILE = profile.federation.code
    return [bounds(year) for year in range(1989, 2037)]


@each
def test_each_day_is_in_one_season(profile: Profile, seasons: list[tuple[dt.date, dt.date]]):
    assert all(last + ONE_DAY == first for (_, last), (first, _) in pairwise(seasons))
    for year, (first, last) in enumerate(seasons, start=1989):
        assert {season_year(first), season_year(first + 100 * ONE_DAY), season_year(last)} == {year}


@each
def test_each_age_is_in_one_category(profile: Profile, settings: LazySettings):
    settings.FEDERATION_PROFILE = profile.federation.code
    for day in (dt.date(1990, 1, 1), dt.date(2026, 8, 31), dt.date(2026, 9, 1), dt.date(2035, 12, 31)):
        known = categories(day)
        for birth_year in range(day.year - 110, day.year + 1):
            found = category(birth_year, day)
            first, last = birth_years(found, day)
            assert found in known
            assert (first or 0) <= birth_year <= (last or 9999)


@each
def test_a_deadline_is_in_force_or_not_stated_on_every_day(profile: Profile):
    for row in profile.sections.clocks:
        assert profile.on(max(row.from_, dt.date(1990, 1, 1))).clocks[row.what] == row
