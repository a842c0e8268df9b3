"""The pages of the methods: the same sections in each language, and a calculator that answers."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ratings.methods.documents import METHODS, SECTIONS
from tests.cases import long_after
from tests.pages import text
from tests.ratings import scene

pytestmark = pytest.mark.django_db

LANGUAGES = ["en", "fr", "nl", "de"]


@pytest.mark.long
@pytest.mark.parametrize("system", long_after(1, METHODS))
def test_a_method_has_the_same_sections_and_drawing_in_every_language(client: Client, system: str) -> None:
    asked = {language: client.get(f"/{language}/methods/{system}/", follow=True) for language in LANGUAGES}
    pages = {language: answer.content.decode() for language, answer in asked.items()}
    for page in pages.values():
        assert re.findall(r'<h2 id="([a-z]+)">', page) == list(SECTIONS)
        assert '<svg class="career curve" role="img"' in page and "<table" in page
        assert [page.count(tag) for tag in ("<h3", "<p", "<dt", "<li")] == [
            pages["en"].count(tag) for tag in ("<h3", "<p", "<dt", "<li")
        ]


@pytest.mark.long
def test_the_calculator_rates_a_tournament_by_the_rules_of_the_federation(client: Client) -> None:
    rules = scene.pool().rules.get()
    rules.parameters = {"k_by_games": [[100, 40], [300, 24]]}
    rules.save()
    page = text(client.get("/en/methods/frbe/?rating=1760&games=50&played=1645+1%0A1680+½,+1920+0"))
    assert "1760 → becomes 1758" in page and "K = 40" in page
    assert "1.5 points from 3 games, performance 1748 ." in page


@pytest.mark.long
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            "rating=1760&games=50&played=1645+x",
            "“1645 x” is not a game: write the rating of the opponent and the result",
        ),
        ("rating=1760&games=50&played=;,", "Enter at least one game."),
        ("rating=1760&games=50&played=9999+1", "“9999 1”: enter a rating from 100 to 3500."),
        ("rating=1760&games=0&played=1645+1", "Enter a rating and the games so far, or no rating and 0 games."),
        ("rating=1760&games=5&played=1645+1", "Below 20 games the rating is the performance over all games"),
        ("rating=&games=0&played=" + "1645+1," * 61, "Enter at most 60 games."),
    ],
)
def test_what_the_calculator_cannot_read_is_said_at_its_field(client: Client, query: str, sentence: str) -> None:
    page = client.get(f"/en/methods/frbe/?{query}")
    assert page.status_code == 200 and sentence in text(page)


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("fqe/?mean=2460", "Category 9, mean 2451 to 2475: 57 % for a norm of international master, 70 % for"),
        ("fqe/?mean=1800", "No category has this mean."),
        ("ffg/?own=1d&other=4k&result=2&colour=w&stones=4&board=13&time=0", "13×13 2"),
        ("ffg/?own=x&other=4k&result=2&colour=w&stones=4&board=13&time=0", "Enter a grade such as 5k or 1d."),
        ("ffg/?own=--5&other=4k&result=2&colour=w&stones=4&board=13&time=0", "Enter a grade such as 5k or 1d."),
        ("ffg/?own=-9999&other=4k&result=2&colour=w&stones=4&board=13&time=0", "Enter a grade from 30k to 9d."),
        (
            "fics/?rating=1700&deviation=40&days=90&other=1600&other_deviation=60&result=1",
            "90 days without a rated game: the RD grows from 40.00 to 78.31.",
        ),
        ("fics/?rating=1700&deviation=0&days=90&other=1600&other_deviation=60&result=1", "greater than or equal to 1."),
    ],
)
def test_the_other_calculators_answer_or_say_what_is_wrong(client: Client, address: str, said: str) -> None:
    page = client.get(f"/en/methods/{address}")
    assert page.status_code == 200 and said in text(page)


@pytest.mark.long
def test_three_queries_a_method_and_one_for_the_index(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for slug in ("elo", "rapid", "blitz"):
        scene.pool(slug)
        with django_assert_num_queries(3):
            assert client.get("/en/methods/frbe/").status_code == 200
    with django_assert_num_queries(1):
        assert text(client.get("/en/methods/")).count("Rapid") == 1


def test_an_unknown_method_is_not_found(client: Client) -> None:
    assert client.get("/en/methods/egf/").status_code == 404
