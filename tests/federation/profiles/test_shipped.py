"""Every profile that comes with the program."""

import datetime as dt
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import LazySettings

from federation.identity.age_categories import birth_years, categories, category
from federation.identity.seasons import ONE_DAY, bounds, season_year
from federation.profiles.catalogues import OF_THE_SITE, adapted, exchanged
from federation.profiles.dated import Profile
from federation.profiles.reading import read, shipped
from federation.profiles.schema import DATED
from tests.cases import long_after
from tournaments import formats
from tournaments.demo import files

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
        "contacts": {row.office for row in profile.sections.contact},
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


@each
def test_the_words_of_each_language_are_replaced_in_sentences_and_labels(profile: Profile):
    if profile.federation.code == "be-frbe":
        for language in profile.federation.languages:
            assert exchanged(language, profile.words(language)) == {}
        return
    for language in profile.federation.languages:
        words = profile.words(language)
        site = OF_THE_SITE[language]
        texts = {"of": f"{site[0]}, {site[3]}", "place": f"%({site[0]})s x{site[2]}", "label": site[4].title()}
        own = {"of": f"{words.number}, {words.clubs}", "label": words.rating[:1].upper() + words.rating[1:]}
        assert adapted(texts, exchanged(language, words), language) == {
            key: text for key, text in own.items() if text != texts[key]
        }


def test_an_article_fits_the_word_that_follows():
    exchange = {"member number": "ICU code"}
    assert adapted({"x": "It is not a member number."}, exchange, "en") == {"x": "It is not an ICU code."}


@pytest.mark.long
@pytest.mark.parametrize("profile", long_after(1, PROFILES), ids=lambda profile: profile.federation.code)
def test_each_demo_is_made_of_its_own_words(profile: Profile, settings: LazySettings, tmp_path: Path):
    settings.FEDERATION_PROFILE = profile.federation.code
    words = profile.demo
    demo = files.write(tmp_path / "demo", dt.date(2026, 11, 24), words)
    assert len(demo.members) >= 100
    towns = {start + end for region in words.regions for start in region.towns[0] for end in region.towns[1]}
    assert {club.city for club in demo.clubs} <= towns
    for _club, path in (*demo.tournaments, *demo.go_tournaments):
        (report,) = formats.read(path.name, path.read_bytes())
        assert any(report.name.startswith(name) for name in (*words.events.values(), *(c.name for c in demo.clubs)))
