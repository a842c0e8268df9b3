"""The help of each page: none lacks it, and it stands on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from django.test import Client
from django.urls import LocalePrefixPattern, URLPattern, URLResolver, get_resolver
from django.utils.html import escape
from django.utils.translation import gettext, override

from federation.help.find import BY_PAGE, help_of

# Addresses without a page of the site: files, feeds, frames, and forms that lead on.
WITHOUT_PAGE = re.compile(r"\.(ics|atom|xml)$|^(embed|notices|act-as|p|logout)/|^\^|^admin/")


def pages(patterns: Sequence[URLPattern | URLResolver], before: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield name and route of the addresses that begin with a language, without those of the admin."""
    for each in patterns:
        route = "" if isinstance(each.pattern, LocalePrefixPattern) else before and f"{before}{each.pattern}"
        if before == "":
            route = str(each.pattern)
        if isinstance(each, URLPattern):
            if route is not None and each.name:
                yield each.name, route
        elif each.app_name != "admin":
            yield from pages(each.url_patterns, route)


def test_every_page_has_help() -> None:
    found = dict(pages(get_resolver().url_patterns))
    assert [name for name, route in found.items() if not help_of(name, route) and not WITHOUT_PAGE.search(route)] == []
    assert set(BY_PAGE) - set(found) == set()


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_help_is_in_the_language_of_the_reader(language: str) -> None:
    topics = list({topic.pages: topic for topic in BY_PAGE.values()}.values())
    english = [(str(topic.shows), str(topic.advice)) for topic in topics]
    with override(language):
        said = [(str(topic.shows), str(topic.advice)) for topic in topics]
    assert [here for here, there in zip(english, said, strict=True) if set(here) & set(there)] == []


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_help_quotes_buttons_and_pages_by_the_name_that_readers_see(language: str) -> None:
    topics = {topic.pages: topic for topic in BY_PAGE.values()}.values()
    quoted = [
        (label, text) for topic in topics for text in topic[1:] for label in re.findall("“(.*?)[.,]?”", str(text))
    ]
    assert quoted
    with override(language):
        assert [label for label, text in quoted if gettext(label) not in str(text)] == []


@pytest.mark.django_db
def test_a_page_shows_its_help_without_scripts(client: Client) -> None:
    shown = client.get("/en/methods/").content.decode()
    assert str(escape(help_of("methods").shows)) in shown
    assert shown.count('<details class="help">') == 1
