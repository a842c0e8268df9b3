"""What the next list will count, and why a rating of today is what it is."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Affiliation, Member
from ratings.living.renew import renew
from ratings.models import LivingList, RatingPool
from tests import cast, pages
from tests.made_once import made_once
from tests.ratings import published, scene
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

EVENTS, PLAYERS = "/en/lists/elo/next/", "/en/lists/elo/next/players/"


@made_once
def autumn() -> RatingPool:
    """Return a pool with a list of July, and games accepted since: of members with a rating and of newcomers."""
    pool = published.spring_list().pool
    games = ["10001 10002 1-0", "10009 10002 1-0", "10002 10003 +-"]
    scene.tournament(games, name="Autumn", start=dt.date(2026, 9, 5), club=cast.club(101))
    scene.submitted("Winter", ["10008 10001 1-0"], start=dt.date(2026, 11, 1))
    renew(pool)
    return pool


def test_the_checklist_tells_of_each_tournament_how_many_games_will_count(client: Client) -> None:
    autumn()
    page = client.get(EVENTS)
    row = ["5 September 2026", "Autumn standard · Tour Blanche 5 September 2026", "4", "2", "1"]
    assert pages.rows(page) == [row]
    text = pages.text(page)
    assert "The list of 1 January 2027, as it stands today" in text
    assert "1 more tournament waits for the federation's decision." in text


def test_the_checklist_names_what_was_accepted_too_late_for_the_last_list(client: Client) -> None:
    pool = autumn()
    scene.tournament(["10006 10007 1-0"], name="Late Cup", start=dt.date(2026, 5, 5))
    assert "Late Cup" not in client.get(EVENTS).text
    Tournament.objects.filter(name="Late Cup").update(decided_at=dt.datetime(2100, 1, 1, tzinfo=dt.UTC))
    renew(pool)
    assert "Late Cup" in client.get(EVENTS).text.split("Accepted too late for the last list")[1]
    assert [row[1].split()[0] for row in pages.rows(client.get(EVENTS))] == ["Autumn"]


def test_the_checklist_tells_of_each_player_what_the_games_make_of_the_rating(client: Client) -> None:
    autumn()
    rows = {row[0]: row[1:] for row in pages.rows(client.get(PLAYERS))}
    assert list(rows) == ["Aerts, Anna", "Baeten, Bram", "Claes, Chloé", "Iserbyt, Ilse"]
    assert rows["Claes, Chloé"] == ["1492", "1492", "0", "0 /1", "calculation"]
    assert rows["Iserbyt, Ilse"] == ["", "", "", "1", "calculation"]
    assert pages.column(client.get(f"{PLAYERS}?sort=-change"), 0)[0] == "Aerts, Anna"


def test_the_checklist_does_not_name_hidden_members(client: Client) -> None:
    autumn()
    Member.objects.filter(key=10001).update(hidden=True)
    assert [row[0] for row in pages.rows(client.get(PLAYERS))][-1] == "Member 10001"
    assert "Aerts" not in client.get(PLAYERS).text


def test_before_there_are_ratings_of_today_the_page_says_when_the_next_list_comes(client: Client) -> None:
    autumn()
    LivingList.objects.all().delete()
    for address in (EVENTS, PLAYERS):
        text = pages.text(client.get(address))
        assert "The next Elo list is that of 1 January 2027." in text
        assert "There are no ratings of today yet." in text
        assert "All games of accepted tournaments played after 1 July 2026." in text
        assert "Autumn 5 September 2026" in text
        assert "1 more tournament waits for the federation's decision." in text
    scene.pool("rapid", paces=["rapid"], months=[])
    text = pages.text(client.get("/en/lists/rapid/next/"))
    assert "The day of the next Rapid list is not fixed yet." in text
    assert "no list has counted any of them yet. Time controls: rapid." in text


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_before_there_are_ratings_of_today_costs_six_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    scene.started(months=[1, 7])
    for number in range(count):
        scene.tournament([f"1000{2 * number + 1} 1000{2 * number + 2} 1-0"], name=f"Cup {number}")
    with django_assert_num_queries(6):
        client.get(EVENTS)


def test_there_is_no_checklist_of_a_pool_that_is_not_public(client: Client) -> None:
    pool = autumn()
    RatingPool.objects.filter(pk=pool.pk).update(public=False)
    addresses = (EVENTS, PLAYERS, "/en/players/10001/elo/today/")
    assert [client.get(address).status_code for address in addresses] == [404, 404, 404]


def test_the_calculation_of_today_says_that_it_is_not_official(client: Client) -> None:
    autumn()
    page = client.get("/en/players/10001/elo/today/")
    text = pages.text(page)
    rating = cast.member(10001).living_ratings.get()
    assert f"Why {rating.rating}? Aerts, Anna, today, not official" in text
    assert "This is what the list of 1 January 2027 would say if it were calculated now." in text
    assert f"add up to +{rating.change}.00 : exactly what the list says." in text
    assert client.get("/en/players/10005/elo/today/").status_code == 404


@pytest.mark.long
def test_the_page_of_a_member_shows_the_rating_of_today(client: Client) -> None:
    autumn()
    rating = cast.member(10001).living_ratings.get()
    text = pages.text(client.get("/en/players/10001/"))
    assert f"{rating.rating} today, not official +{rating.change} from 1 game. Official on 1 January 2027 ." in text
    assert "−9 from 3 games, 1 of which count." in pages.text(client.get("/en/players/10002/"))
    assert "today, not official" not in pages.text(client.get("/en/players/10005/"))
    assert "1 game since the last list, 1 of which count." in pages.text(client.get("/en/players/10009/"))


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_checklist_costs_a_constant_number_of_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    pool = scene.started(months=[1, 7])
    for number in range(count):
        scene.tournament([f"1000{2 * number + 1} 1000{2 * number + 2} 1-0"], name=f"Cup {number}")
    renew(pool)
    with django_assert_num_queries(7):
        client.get(EVENTS)
    with django_assert_num_queries(3):
        client.get(PLAYERS)
    with django_assert_num_queries(5):
        client.get("/en/players/10001/elo/today/")


def test_the_tournament_tells_what_it_will_change_in_the_next_list(client: Client) -> None:
    autumn()
    page = client.get(f"/en/tournaments/{Tournament.objects.get(name='Autumn').pk}/rating-changes/")
    assert "Elo, 1 January 2027" in pages.text(page)
    rows = {row[0]: row[1:] for row in pages.rows(page)}
    change = cast.member(10001).living_ratings.get().change
    assert float(rows["Aerts, Anna"][4].replace("+", "")) == pytest.approx(change, abs=0.5)
    assert 'href="/en/players/10001/elo/today/"' in page.text


def test_the_page_of_a_club_shows_ratings_of_today_beside_those_of_the_list(client: Client) -> None:
    autumn()
    Affiliation.objects.update(end=None)
    page = client.get("/en/clubs/101/")
    rows = {row[1].split(" 1000")[0]: row for row in pages.rows(page)}
    assert rows["Aerts, Anna"] == ["1", "Aerts, Anna 10001 · Sept. 2026", "1799", "−1", "1806", "4", "Sept. 2026"]
    assert rows["Claes, Chloé"][2:5] == ["1492", "−8", ""]
    assert "members played All games that will count" in pages.text(page)


def test_the_home_page_leads_to_the_next_lists(client: Client) -> None:
    autumn()
    page = client.get("/en/")
    assert "1 January 2027" in pages.text(page)
    assert 'href="/en/lists/elo/next/"' in page.text
    LivingList.objects.all().delete()  # as before the first ratings of today
    page = client.get("/en/")
    assert "1 January 2027" in pages.text(page)
    assert 'href="/en/lists/elo/next/"' in page.text
