"""Tags of every page."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation


def shown(source: str, path: str = "/", **context: object) -> str:
    request = RequestFactory().get(path)
    return Template("{% load site %}" + source).render(Context({"request": request, **context}))


@pytest.mark.parametrize(
    ("reader", "path", "language", "address"),
    [
        ("fr", "/lists/elo/?page=2", "nl", "/nl/lists/elo/?page=2"),
        ("nl", "/nl/lists/elo/?page=2", "fr", "/lists/elo/?page=2"),
        ("nl", "/nl/lists/elo/", "de", "/de/lists/elo/"),
        ("nl", "/nl/", "nl", "/nl/"),
        ("fr", "/", "en", "/en/"),
        ("fr", "/nlounge/", "en", "/en/nlounge/"),
        ("de", "/de/no/such/page/", "fr", "/no/such/page/"),
    ],
)
def test_the_same_page_in_another_language(reader: str, path: str, language: str, address: str) -> None:
    with translation.override(reader):
        assert shown(f"{{% address_in '{language}' %}}", path) == address


def test_the_switch_leads_to_the_page_in_each_language_and_marks_that_of_the_reader() -> None:
    with translation.override("nl"):
        links = shown("{% language_switch %}", "/nl/lists/elo/?page=2&sort=name").splitlines()
    assert links[1].strip() == (
        '<li><a href="/language/nl/lists/elo/?page=2&amp;sort=name" lang="nl" hreflang="nl" rel="nofollow" '
        'aria-current="true">NL<span class="visually-hidden"> Nederlands</span></a></li>'
    )
    assert [link.count("aria-current") for link in links] == [0, 1, 0, 0]


def test_a_hostile_address_stays_an_address() -> None:
    with translation.override("fr"):
        assert "<script>" not in shown("{% language_switch %}", '/?a=%22%3E%3Cscript%3E&b="><script>')
        assert shown("{% address_in 'nl' %}", "/%22%3E%3Cscript%3E/") == "/nl/%22%3E%3Cscript%3E/"


@pytest.mark.parametrize(
    ("path", "tag", "query"),
    [
        ("/?sex=F&page=3", "{% query page=4 %}", "?sex=F&amp;page=4"),
        ("/?sex=F&page=3", "{% query sort='-change' page=None %}", "?sex=F&amp;sort=-change"),
        ("/?sex=&club=", "{% query page=2 %}", "?page=2"),
        ("/?page=2", "{% query page=None %}", "?"),
    ],
)
def test_links_keep_the_rest_of_the_query(path: str, tag: str, query: str) -> None:
    assert shown(tag, path) == query


@pytest.mark.parametrize(("value", "text"), [(5, "+5"), (-5, "−5"), (0, "0"), (None, "")])
def test_a_difference_has_its_sign_and_no_colour(value: int | None, text: str) -> None:
    assert shown("{{ value|plain_signed }}", value=value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (0.5, "½"), (5.5, "5½"), (12.0, "12"), (0.75, "0.75"), (-0.5, "-0.50"), (None, "")]
)
def test_points_are_halves_or_what_the_event_counts(value: float | None, text: str) -> None:
    with translation.override("en"):
        assert shown("{{ value|points }}", value=value) == text
