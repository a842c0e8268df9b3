"""The list of today: everybody with a rank, by the rating of today."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.models import RatingPool
from tests import pages
from tests.ratings import published, scene
from tests.ratings.checklist.test_views import autumn

pytestmark = pytest.mark.django_db
TODAY = "/en/lists/elo/today/"


def names(client: Client, query: str = "") -> list[str]:
    return [row[1].split(",")[0] for row in pages.rows(client.get(TODAY + query))]


def test_everybody_stands_by_the_rating_of_today(client: Client) -> None:
    autumn()
    page = client.get(TODAY)
    rows = pages.rows(page)
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert [int(row[4]) for row in rows] == sorted((int(row[4]) for row in rows), reverse=True)
    of_aerts = next(row for row in rows if row[1].startswith("Aerts"))
    assert of_aerts[2:] == ["Tour Blanche", "1799", "1806", "+7", "1"]
    assert rows[0][3:] == ["2207", "2207", "–", "0"]
    assert "The list of 1 July 2026 with 2 games since. They become official on 1 January 2027." in pages.text(page)


def test_the_list_of_today_can_be_filtered(client: Client) -> None:
    autumn()
    page = client.get(f"{TODAY}?club=101")
    assert [row[:2] for row in pages.rows(page)] == [["1", "4"], ["2", "5"], ["3", "6"]]
    wrong = client.get(f"{TODAY}?club=999")
    assert (wrong.status_code, "Club: Select a valid choice." in pages.text(wrong)) == (400, True)


def test_the_list_of_today_does_not_name_hidden_members(client: Client) -> None:
    autumn()
    Member.objects.filter(key=10001).update(hidden=True)
    assert "Aerts" not in client.get(TODAY).text
    assert "Member 10001" in client.get(TODAY).text


def test_without_a_rating_of_today_the_latest_list_is_that_of_today(client: Client) -> None:
    published.crowd(scene.pool(), 1)
    assert client.get(TODAY)["Location"] == "/en/lists/elo/"
    RatingPool.objects.update(public=False)
    assert client.get(TODAY, follow=True).status_code == 404


def test_the_list_of_today_costs_at_most_six_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    autumn()
    client.get(TODAY)  # the ranking is made
    with django_assert_num_queries(4):
        client.get(TODAY)
    with django_assert_num_queries(5):
        assert len(names(client, "?sex=F")) == 4
    with django_assert_num_queries(6):
        assert len(names(client, "?name=aer")) == 1
