"""The page that explains a rating."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import LedgerEntry
from ratings.systems.period import POINT
from tests import cast, pages
from tests.ratings import published, scene, stored
from tournaments.corrections.correct import correct_result, withdraw
from tournaments.formats.report import Result
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


def number(cell: str) -> Decimal:
    return Decimal(cell.replace("−", "-").replace("+", ""))


def test_every_game_stands_there_with_what_was_calculated(client: Client) -> None:
    published.spring_list()
    page = client.get("/en/players/10001/elo/2026-07/")
    assert '<meta name="description" content="Aerts, Anna · Elo, 1 July 2026 · 1800 → 1799">' in page.text
    rows = pages.rows(page)
    why = "Game no. 151 (101–300): K = 24. D = 1800 − 1650 = +150, We = 0.70; K (W − We) = 24 × (1 − 0.70) = +7.20"
    why += " Report an error : Baeten, Bram"
    assert rows[:2] == [
        ["1 March 2026", "W Baeten, Bram 1650 Spring Open", "1", "+7.20"],
        [why],
    ]


@pytest.mark.long
def test_the_lines_add_up_exactly_to_the_change(client: Client) -> None:
    rating_list = published.spring_list()
    for matricule, rating in stored.lines(rating_list).items():
        if rating.change is None:
            continue
        rows = pages.rows(client.get(f"/en/players/{matricule}/elo/2026-07/"))
        counted = [row[-1] for row in rows if row[-1] and row[-1][0] in "+−0123456789"]
        assert sum(map(number, counted)) == rating.rating - rating.previous_rating
        assert sum(entry.change for entry in stored.entries(rating_list, matricule)) == POINT * rating.change


def test_the_sum_stands_above(client: Client) -> None:
    published.spring_list()
    page = pages.text(client.get("/en/players/10006/elo/2026-07/"))
    assert "Why 1445?" in page
    assert "previous rating 1420 2 games +" in page
    assert "new rating = 1445" in page
    assert "The lines below add up to +25.00 : exactly what the list says." in page


def test_a_game_without_points_of_its_own_says_why(client: Client) -> None:
    published.spring_list()
    game, why, *_not_counted = pages.rows(client.get("/en/players/10009/elo/2026-07/"))
    assert game[1:] == ["W Aerts, Anna 1800 Spring Open", "1", ""]
    assert why == ["Game 1 of the first 20: it counts towards the performance. Report an error : Aerts, Anna"]


def test_who_has_no_rating_reads_how_many_games_it_takes(client: Client) -> None:
    published.spring_list()
    page = pages.text(client.get("/en/players/10009/elo/2026-07/"))
    assert "No rating yet: 1 of 10 games that count." in page
    assert "The first rating, after 10 games, is provisional; after 20 games it is established." in page
    assert "previous rating" not in page
    assert "first rating" not in pages.text(client.get("/en/players/10001/elo/2026-07/"))


def test_a_sum_of_nothing_keeps_its_sign(client: Client) -> None:
    published.spring_list()
    LedgerEntry.objects.filter(member__key=10001, pairing__isnull=False).update(change=0)
    assert "2 games + 0.00 special rules" in pages.text(client.get("/en/players/10001/elo/2026-07/"))


def test_games_that_do_not_count_say_why(client: Client) -> None:
    published.spring_list()
    page = pages.text(client.get("/en/players/10002/elo/2026-07/"))
    assert "Does not count: forfeit." in page


def test_hidden_opponents_keep_their_name_to_themselves(client: Client) -> None:
    published.spring_list()
    Member.objects.filter(key=10002).update(hidden=True)
    page = pages.text(client.get("/en/players/10001/elo/2026-07/"))
    assert "Member 10002" in page
    assert "Baeten" not in page


@pytest.mark.long
def test_a_revised_rating_says_what_it_was_and_why_it_changed(client: Client) -> None:
    rating_list = published.spring_list()
    correct_result(Pairing.objects.get(round=4), Result.DRAW, Result.DRAW, cast.rating_officer(), "A slip.")
    publish(rate(rating_list.pool, scene.LIST, reason="A slip of the pen."))
    page = pages.text(client.get("/en/players/10006/elo/2026-07/"))
    assert "Published as 1445 on" in page
    assert "A slip of the pen." in page
    assert "Why 1445?" in pages.text(client.get("/en/players/10006/elo/2026-07/?revision=0"))
    assert "Published as" not in pages.text(client.get("/en/players/10008/elo/2026-07/"))


@pytest.mark.long
@pytest.mark.parametrize(("system", "by_tournament"), [("frbe", False), ("fqe", True)])
def test_a_tournament_that_was_withdrawn_is_named_and_leads_nowhere(
    client: Client, system: str, by_tournament: bool
) -> None:
    pool = scene.started(system=system)
    made = scene.spring()
    scene.published(pool)
    address = f"/en/tournaments/{made.pk}/"
    page = client.get("/en/players/10001/elo/2026-07/").text
    assert (f'<a href="{address}">' in page, f'<a class="quiet" href="{address}">' in page) == (
        by_tournament,
        not by_tournament,
    )
    withdraw(made, None, "Played without clocks.")
    page = client.get("/en/players/10001/elo/2026-07/").text
    assert "Spring Open" in page
    assert address not in page


def test_a_starting_list_says_that_it_is_one(client: Client) -> None:
    published.spring_list()
    assert "starting list" in pages.text(client.get("/en/players/10006/elo/2026-01/"))


@pytest.mark.long
def test_one_goes_from_list_to_list(client: Client) -> None:
    rating_list = published.spring_list()
    scene.tournament(["10001 10006 0-1"], start=scene.LIST.replace(month=9))
    publish(rate(rating_list.pool, scene.NEXT))
    first, second = (client.get(f"/players/10006/elo/{month}/").content.decode() for month in ("2026-07", "2027-01"))
    assert '<a href="/players/10006/elo/2027-01/">' in first
    assert '<a href="/players/10006/elo/2026-07/">' in second


def test_a_merged_record_leads_to_the_remaining_one(client: Client) -> None:
    published.spring_list()
    Member.objects.filter(key=10002).update(merged_into=Member.objects.get(key=10001))
    for query in ("", "?revision=0"):
        assert client.get(f"/players/10002/elo/2026-07/{query}")["Location"] == f"/players/10001/elo/2026-07/{query}"


def test_there_is_no_ledger_of_who_is_not_in_the_list(client: Client) -> None:
    published.spring_list()
    cast.everybody()
    for address in ("/players/10010/elo/2026-01/", "/players/4711/elo/2026-07/", "/players/10001/elo/2026-08/"):
        assert client.get(address).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("games", [1, 3])
def test_ledger_costs_seven_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    rating_pool = scene.started()
    scene.tournament(["10001 10002 1-0", "10001 10003 1-0", "10004 10001 +-"][:games])
    publish(rate(rating_pool, scene.LIST))
    with django_assert_num_queries(7):
        client.get("/players/10001/elo/2026-07/")
