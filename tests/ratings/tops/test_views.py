"""The tops of a list, the number ones, and the records."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.models import RatingList
from tests import pages
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


def names(client: Client, top: str) -> list[str]:
    return [row[1].split(",")[0] for row in pages.rows(client.get(f"/en/tops/elo/{top}/"))]


def test_the_index_names_each_top_once(client: Client, rating_list: RatingList) -> None:
    text = pages.text(client.get("/en/tops/"))
    for words in ("Elo, by the list of 1 July 2026", "U14", "S65", "Class A", "Gains in 2026", "Gains in 2025-2026"):
        assert text.count(words) == 1
    assert client.get("/tops/?pool=none").status_code == 404


@pytest.mark.long
def test_the_best_of_a_group_stand_in_order_of_rank(client: Client, rating_list: RatingList) -> None:
    found = {
        "all": ["Hermans", "Dubois", "Goossens", "Aerts", "Baeten", "Claes", "Fontaine", "Evrard"],
        "women": ["Hermans", "Aerts", "Claes", "Evrard"],
        "u18": ["Evrard"],
        "s50": ["Dubois", "Goossens"],
        "class-expert": ["Hermans"],
        "class-a": ["Dubois"],
    }
    assert {top: names(client, top) for top in found} == found
    assert pages.rows(client.get("/en/tops/elo/s50/"))[0][2:] == ["Cavalier Noir", "2045", "−5"]
    assert 'content="noindex"' in client.get("/en/tops/elo/u18/").content.decode()
    assert 'content="noindex"' not in client.get("/en/tops/elo/women/").content.decode()


def test_the_oldest_active_players_are_those_of_the_oldest_category_who_play(
    client: Client, rating_list: RatingList
) -> None:
    rows = pages.rows(client.get("/en/tops/elo/oldest/"))
    assert [(row[1].split(",")[0], row[-1]) for row in rows] == [("Goossens", "S65")]
    Member.objects.filter(key=10004).update(birth_date=dt.date(1930, 1, 1))
    assert names(client, "oldest") == ["Dubois", "Goossens"]
    Member.objects.filter(key=10004).update(hidden=True)
    assert names(client, "oldest") == ["Goossens"]
    rating_list.ratings.filter(member__key=10007).update(last_played=dt.date(2020, 1, 1))
    assert names(client, "oldest") == []


@pytest.mark.long
def test_gains_games_and_clubs_are_those_of_their_lists(client: Client, rating_list: RatingList) -> None:
    gains = [(row[1].split(",")[0], row[-1]) for row in pages.rows(client.get("/en/tops/elo/gains/"))]
    assert gains == [("Fontaine", "+25"), ("Goossens", "+5")]
    assert names(client, "gains-year") == names(client, "gains-season") == ["Fontaine", "Goossens"]
    assert names(client, "games")[:2] == ["Goossens", "Dubois"]
    assert pages.rows(client.get("/en/tops/elo/games-season/"))[0][-1] == "2"
    assert pages.rows(client.get("/en/tops/elo/clubs/"))[0][1] == "Tour Blanche"
    assert names(client, "gains/?list=2026-01") == []


def test_tops_leave_out_members_whom_the_federation_calls_inactive(client: Client, rating_list: RatingList) -> None:
    rating_list.ratings.filter(member__key=10008).update(last_played="2025-01-01")
    assert names(client, "women") == ["Aerts", "Claes", "Evrard"]


@pytest.mark.long
def test_hidden_members_are_in_no_group_and_have_no_name(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key__in=[10008, 10005]).update(hidden=True, title="WFM")
    for top in ("women", "u18", "titles"):
        assert {"Hermans", "Evrard", "Member 10008", "Member 10005"}.isdisjoint(names(client, top)), top
    every = ["all", "class-expert", "gains", "gains-year", "games", "games-year", "number-ones", "records"]
    for top in every:
        text = pages.text(client.get(f"/en/tops/elo/{top}/"))
        assert ("Hermans" in text, "Evrard" in text) == (False, False), top
    assert names(client, "all")[0] == "Member 10008 Pion Passé"


def test_title_holders_stand_by_title(client: Client, rating_list: RatingList) -> None:
    Member.objects.filter(key=10003).update(title="IM")
    Member.objects.filter(key=10004).update(title="FM")
    rows = pages.rows(client.get("/en/tops/elo/titles/"))
    assert [(row[1].split(",")[0], row[-1]) for row in rows] == [("Claes", "IM"), ("Dubois", "FM")]


def test_number_ones_and_records_are_of_all_lists(client: Client, rating_list: RatingList) -> None:
    assert [row[1:] for row in pages.rows(client.get("/en/tops/elo/number-ones/"))] == [
        ["today", "Hermans, Hanne", "2", "2210"]
    ]
    rows = pages.rows(client.get("/en/tops/elo/records/"))
    assert rows[0] == ["1", "Hermans, Hanne", "1 January 2026", "2210"]
    assert rows[5:] == [
        ["1", "Fontaine, Félix", "1 July 2026", "+25"],
        ["1", "Aerts, Anna", "1 July 2026", "2"],
    ]


def test_an_unknown_top_is_not_found(client: Client, rating_list: RatingList) -> None:
    for address in ("elo/none/", "none/women/", "none/records/", "elo/women/?list=2026-02", "elo/women/?list=x"):
        assert client.get(f"/en/tops/{address}").status_code == 404, address


def test_a_profile_without_classes_has_no_top_of_them(
    client: Client, rating_list: RatingList, settings: LazySettings
) -> None:
    settings.FEDERATION_PROFILE = "fr-ffg"
    assert "Class A" not in pages.text(client.get("/en/tops/"))


@pytest.mark.parametrize("count", [1, 3])
def test_a_top_costs_the_same_queries_however_long(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    published.crowd(scene.pool(), count)
    costs = {"": 1, "elo/all/": 2, "elo/titles/": 2, "elo/number-ones/": 2}
    for address, queries in costs.items():
        with django_assert_num_queries(queries):
            assert client.get(f"/en/tops/{address}").status_code == 200, address


def test_sums_over_lists_are_read_once(
    client: Client, rating_list: RatingList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    costs = {"gains-year/": (4, 3), "clubs/": (4, 3), "records/": (6, 3)}
    for address, (at_first, later) in costs.items():
        for queries in (at_first, later):
            with django_assert_num_queries(queries):
                assert client.get(f"/en/tops/elo/{address}").status_code == 200, address
