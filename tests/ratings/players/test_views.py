"""The search for members."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Affiliation, Member
from federation.search import index
from tests import cast, pages
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db


def found(client: Client, name: str) -> list[str]:
    return [cell.split(" ")[0] for cell in pages.column(client.get("/en/players/", {"name": name}), 0)]


def test_the_search_begins_empty(client: Client) -> None:
    cast.everybody()
    assert pages.rows(client.get("/en/players/")) == []


@pytest.mark.long
def test_members_are_found_by_the_beginning_of_the_name_or_by_matricule(client: Client) -> None:
    cast.everybody()
    index.build()
    who = {
        "aer": ["Aerts,"],
        "Aerts, Anna": ["Aerts,"],
        "Anna Aerts": ["Aerts,"],
        "ÉVRARD": ["Evrard,"],
        "10004": ["Dubois,"],
        "anna": ["Aerts,"],
        "99999999999999999999": [],
        "²": [],
        "%": [],
        "   ": [],
        "\0": [],
    }
    assert {name: found(client, name) for name in who} == who


@pytest.mark.long
def test_a_member_who_is_not_found_by_the_beginning_of_the_name_is_found_by_other_words_of_it(client: Client) -> None:
    cast.everybody()
    member = cast.member(10002)
    member.last_name, member.first_name = "De Wilde-Łuk", "Jean-Odile"
    member.save()
    index.build()
    for name in ("wilde", "Luk", "odile", "Odile Wilde", "wil jean od", "990002"):
        assert found(client, name) == ["De"], name
    assert found(client, "quetzal") == found(client, "wilde anna") == found(client, "99000") == []
    Member.objects.filter(key=10002).update(hidden=True)
    assert found(client, "odile") == found(client, "990002") == []


def test_the_search_shows_the_latest_ratings(client: Client) -> None:
    published.spring_list()
    assert pages.rows(client.get("/en/players/?name=aerts")) == [["Aerts, Anna 10001", "1799", "10001"]]


def test_the_search_tells_namesakes_by_their_clubs(client: Client) -> None:
    cast.everybody()
    Affiliation.objects.update(start=dt.date(2020, 9, 1), end=None)
    Affiliation.objects.filter(member__key=10002).update(end=dt.date(2021, 8, 31))
    club = cast.member(10001).affiliations.get().club.name
    assert pages.rows(client.get("/en/players/?name=aerts")) == [[f"Aerts, Anna 10001 · {club}", club, "10001"]]
    assert pages.rows(client.get("/en/players/?name=baeten")) == [["Baeten, Bram 10002", "10002"]]


def test_a_hidden_member_is_found_by_matricule_only(client: Client) -> None:
    cast.everybody()
    Member.objects.filter(key=10001).update(hidden=True)
    assert found(client, "aer") == []
    assert found(client, "10001") == ["Member"]


def test_the_live_search_gets_the_table_alone(client: Client) -> None:
    cast.everybody()
    answer = client.get("/en/players/?name=aer", headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "1 player found" in pages.text(answer)
    assert answer["HX-Push-Url"] == "/en/players/?name=aer"


@pytest.mark.parametrize("name", ["Crowd 20001", "Crowd"])
def test_the_search_costs_five_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str
) -> None:
    published.crowd(scene.pool(), 3)
    with django_assert_num_queries(5):
        client.get("/players/", {"name": name})
