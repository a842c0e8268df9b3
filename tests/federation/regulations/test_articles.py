"""federation/regulations: every rule of a profile has a page, every deadline words."""

from urllib.parse import quote

import pytest
from django.conf import LazySettings
from django.utils import translation

from federation.profiles.reading import profile, read, shipped
from federation.profiles.schema import DATED
from federation.regulations.articles import SECTIONS, articles, slug
from federation.regulations.clock_text import WHAT, described

each = pytest.mark.parametrize("code", shipped())


@pytest.mark.django_db
@each
def test_each_row_of_a_profile_is_on_one_page(code: str, settings: LazySettings):
    settings.FEDERATION_PROFILE = code
    known = articles()
    assert len({article.slug for article in known}) == len(known)
    assert all(quote(article.slug) == article.slug and article.title for article in known)
    rows = [(section, row) for section in DATED for row in profile().all_rows(section)]
    pages = {article.slug: article for article in known}
    assert [row for section, row in rows if (section, row) not in pages[slug(section, row)].rows] == []


@each
def test_each_deadline_has_words_in_each_language(code: str):
    for language in read(code).federation.languages:
        with translation.override(language):
            said = [described(clock) for clock in read(code).sections.clocks]
            assert all(each.what and each.length for each in said)
    assert {clock.what for clock in read(code).sections.clocks} <= set(WHAT)


def test_each_section_has_a_name():
    assert set(SECTIONS) == set(DATED)


def test_the_articles_of_the_belgian_federation_have_names_in_its_languages():
    sections = read("be-frbe").sections
    known = {row.article for section in DATED for row in getattr(sections, section) if row.article}
    for language in sections.federation.languages:
        words = sections.words[language]
        assert set(words.article_names) == (set() if language == "en" else known)


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["be-frbe", "ca-fqe", "fr-ffe", "fr-ffg", "ie-icu", "nl-knsb"])
def test_each_page_of_rules_has_a_summary_and_a_source_in_the_languages_of_the_federation(
    code: str, settings: LazySettings
):
    settings.FEDERATION_PROFILE = code
    for language in read(code).federation.languages:
        with translation.override(language):
            assert [each.key for each in articles() if not (each.summary and each.sources)] == []
        assert set(read(code).sections.words[language].articles) == {each.key for each in articles()}
