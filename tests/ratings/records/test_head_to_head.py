"""Two to four members side by side."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from tests import cast, pages
from tests.ratings import scene
from tests.ratings.records.test_views import in_four_pools

pytestmark = pytest.mark.django_db

ADDRESS = "/en/head-to-head/"


def compared(client: Client, *players: str) -> str:
    return client.get(ADDRESS, {"player": players}).content.decode()


@pytest.mark.long
def test_two_members_are_compared_in_each_system_by_number_or_name(client: Client) -> None:
    in_four_pools()
    text = pages.text(compared(client, "10001", "baeten"))
    for sentence in (
        "Against Baeten, Bram, Aerts, Anna is expected to score 0.70.",
        "Aerts, Anna takes 5 stones.",
        "Aerts, Anna is stronger than Baeten, Bram with a probability of",
        "They have not played each other yet.",
    ):
        assert sentence in text


def test_the_page_of_a_member_leads_there(client: Client) -> None:
    cast.everybody()
    answer = client.get("/en/players/10001/?against=baeten")
    assert (answer.status_code, answer["Location"]) == (302, f"{ADDRESS}?player=10001&player=baeten")


def test_games_are_reported_with_expectation_and_points_of_both(client: Client) -> None:
    pool = scene.started(standings={10001: (1800, 150), 10002: (1650, 40)})
    scene.tournament(["10001 10002 1-0"], name="Spring", start=dt.date(2026, 3, 1))
    scene.tournament(["10002 10001 1/2"], name="Autumn", start=dt.date(2026, 9, 1))
    scene.published(pool)
    shown = compared(client, "10001", "10002")
    assert pages.rows(shown)[:2] == [
        ["Autumn 1 September 2026", "B ½ – ½", "", ""],
        ["Spring 1 March 2026", "W 1 – 0", "0.70", "+7.20 −9.60"],
    ]
    assert "Aerts, Anna 1½ – ½ Baeten, Bram" in pages.text(shown)
    assert "In 1 rated game Aerts, Anna scored 1; the ratings predicted 0.70." in pages.text(shown)


def test_the_ratings_of_both_are_one_chart_with_a_table(client: Client) -> None:
    pool = scene.started(standings={10001: (1800, 150), 10002: (1650, 40)})
    scene.tournament(["10001 10002 1-0"], name="Spring", start=dt.date(2026, 3, 1))
    scene.published(pool)
    shown = compared(client, "10001", "10002")
    assert pages.rows(shown)[1:] == [["1 July 2026", "1807", "1640"], ["1 January 2026", "1800", "1650"]]
    assert shown.count('class="s1"') == shown.count('class="s2"') == 2  # the line and its key
    assert 'aria-label="1 – 0 (1800), Spring, 1 March 2026"' in shown
    assert "highest" not in shown
    assert 'class="career"' not in compared(client, "10001", "10003")


def test_up_to_four_members_are_compared_two_by_two(client: Client) -> None:
    scene.started()
    shown = compared(client, "10001", "10002", "10003", "10004", "10005", "10001")
    assert shown.count("<h2 id=") == 6
    for field in ("Aerts; Baeten;Dubois", "10001, 10002 10004"):
        title = "<title>Head to head: Aerts, Anna – Baeten, Bram – Dubois, Didier"
        assert title in compared(client, field)
    assert "Evrard" not in shown
    assert "Add another player" not in shown


def test_a_reader_chooses_among_several_who_may_be_meant(client: Client) -> None:
    cast.everybody()
    Member.objects.create(number="20001", last_name="Baeten", first_name="Bart")
    shown = compared(client, "10001", "baeten")
    assert "Did you mean ...?" in shown
    assert 'href="?player=10001&amp;player=10002"' in shown
    assert 'href="?player=10001&amp;player=20001"' in shown
    assert "No player found." in compared(client, "10001", "zzz")


def test_players_who_share_no_list_are_reported(client: Client) -> None:
    scene.started("go", system="ffg", standings={10001: (-437, 30)})
    assert "No rating list includes both players." in compared(client, "10001", "10003")


@pytest.mark.parametrize("players", [2, 4])
def test_it_takes_eight_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    pool = scene.started()
    scene.tournament(["10001 10002 1-0", "10003 10004 1-0", "10001 10003 1-0"])
    scene.published(pool)
    with django_assert_num_queries(8):
        client.get(ADDRESS, {"player": [f"1000{number}" for number in range(1, players + 1)]})
