"""federation/search/views.py"""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from federation.search import index
from tests import cast, pages
from tests.ratings import published

pytestmark = pytest.mark.django_db


def test_the_search_begins_empty_and_says_what_to_do_when_nothing_is_found(client: Client) -> None:
    assert "Nothing" not in pages.text(client.get("/en/search/"))
    assert "Nothing has a name like “quetzal”" in pages.text(client.get("/en/search/?q=quetzal"))


@pytest.mark.long
def test_everything_is_found_at_eight_queries_at_most(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rating_list = published.spring_list()
    index.build()
    for text, what in {
        "jansens": "/en/players/10010/",
        "tour blanche gent": "/en/clubs/101/",
        rating_list.pool.name: f"/en/lists/{rating_list.pool.slug}/{rating_list.month_slug}/",
    }.items():
        assert f'href="{what}"' in client.get("/en/search/", {"q": text}).text, text
    with django_assert_num_queries(3):
        client.get("/en/search/?q=jansens")


def test_a_hidden_member_is_found_by_number_only(client: Client) -> None:
    cast.everybody()
    index.build()
    Member.objects.filter(key=10010).update(hidden=True)
    assert "Janssens" not in pages.text(client.get("/en/search/?q=janssens")).replace("janssens", "")
    found = pages.text(client.get("/en/search/?q=10010"))
    assert "Member 10010" in found
    assert "Janssens" not in found


def test_one_kind_can_be_chosen(client: Client) -> None:
    cast.everybody()
    index.build()
    page = client.get("/en/search/?q=gent&kind=club").text
    assert "/en/clubs/101/" in page
    assert client.get("/en/search/?q=gent&kind=nothing").status_code == 200


def test_browsers_learn_of_the_search(client: Client) -> None:
    answer = client.get("/en/opensearch.xml")
    assert answer["Content-Type"] == "application/opensearchdescription+xml"
    assert 'template="http://testserver/en/search/?q={searchTerms}"' in answer.text
    assert '<link rel="search"' in client.get("/en/").text
