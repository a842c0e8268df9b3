"""Public pages of a season: what they show, what they hide, and in how many queries."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from leagues.matches import line_ups, protests
from leagues.models import Division, Season, Series
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from tests import pages
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
SEASON = "/en/interclubs/interclubs-2025-26/"


@pytest.fixture
def season() -> Scene:
    return scene.started()


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_of_a_club_leads_to_its_teams(client: Client, season: Scene):
    team = season.series.teams.get(club__key=101)
    shown = f'<a href="/en/interclubs/teams/{team.pk}/">{team}</a><span class="sub">Interclubs 2025-26 · 3A</span>'
    assert shown in text(client, "/en/clubs/101/")
    Season.objects.update(stage=Season.Stage.CLOSED)
    assert "interclubs/teams" not in text(client, "/en/clubs/101/")


@pytest.mark.long
def test_a_series_shows_its_table_with_the_reason_of_the_order(client: Client, season: Scene):
    first = scene.closed(season, season.match(101, 201), "10", "==")
    scene.closed(season, season.match(101, 301), "10", "==")
    page = text(client, f"{SEASON}3A/")
    assert "Provisional: 1 match open." in page
    assert "Order: match points, board points, direct match." in page
    assert f"{first.home} – {first.away}" in page
    assert "1½–½" in page


@pytest.mark.long
def test_both_results_are_shown_where_a_ruling_differs(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low", article="19")
    page = text(client, f"/en/interclubs/matches/{match.pk}/")
    assert "(played: 1–0)" in page
    assert "Sat too low" in page
    assert "article 19" in page


@pytest.mark.long
def test_a_protest_makes_the_table_say_that_places_may_change(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    protests.protest(match.pk, "home", "A secret reason", season.captain(match, "home"))
    page = text(client, f"{SEASON}3A/")
    assert "1 protest is open: places may change." in page
    assert "A secret reason" not in page + text(client, f"/en/interclubs/matches/{match.pk}/")


@pytest.mark.long
def test_scorers_and_players_of_a_team_count_games_only(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "+-")
    board = match.boards.select_related("home").get(number=1)
    absent = match.boards.select_related("home").get(number=2).home.last_name
    page = text(client, f"{SEASON}3A/scorers/")
    assert board.home.last_name in page
    assert absent not in page
    assert board.home.last_name in text(client, f"/en/interclubs/teams/{match.home_id}/")


@pytest.mark.long
def test_a_hidden_member_is_named_nowhere(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    member = match.boards.get(number=1).home
    member.hidden = True
    member.save()
    for address in (
        f"{SEASON}3A/",
        f"{SEASON}3A/scorers/",
        f"/en/interclubs/matches/{match.pk}/",
        f"/en/interclubs/teams/{match.home_id}/",
    ):
        assert member.last_name not in text(client, address)


def test_a_season_in_preparation_is_not_found(client: Client, season: Scene):
    Season.objects.update(stage=Season.Stage.PLANNING)
    team = season.series.teams.all()[0].pk
    match = season.series.matches.all()[0].pk
    for address in (SEASON, f"{SEASON}3A/", f"/en/interclubs/teams/{team}/", f"/en/interclubs/matches/{match}/"):
        assert client.get(address).status_code == 404
    assert "Interclubs 2025-26" not in text(client, "/en/interclubs/")


def test_an_unknown_series_is_not_found(client: Client, season: Scene):
    assert client.get(f"{SEASON}9Z/").status_code == 404


@pytest.mark.long
def test_a_secret_line_up_changes_no_public_page(client: Client, season: Scene):
    match = season.match(101, 201)
    addresses = [f"{SEASON}3A/", f"/en/interclubs/matches/{match.pk}/", f"/en/interclubs/teams/{match.home_id}/"]
    before = [client.get(address)["ETag"] for address in addresses]
    entries = scene.listed(match, "home")[:2]
    line_ups.save(match.pk, "home", [each.pk for each in entries], season.captain(match, "home"))
    line_ups.lock(match.pk, "home", season.captain(match, "home"))
    assert [client.get(address)["ETag"] for address in addresses] == before


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "queries"),
    [("", 8), ("3A/", 8), ("3A/scorers/", 8)],
)
def test_a_page_takes_the_same_queries_for_one_match_and_for_three(
    client: Client, season: Scene, address: str, queries: int, django_assert_max_num_queries: DjangoAssertNumQueries
):
    counts = []
    for home, away in ((101, 201), (101, 301), (201, 301)):
        scene.closed(season, season.match(home, away), "10", "==")
        with django_assert_max_num_queries(queries) as asked:
            client.get(SEASON + address)
        counts.append(len(asked))
    assert len(set(counts)) == 1


def test_the_index_shows_how_each_series_of_a_running_season_stands(
    client: Client, season: Scene, django_assert_num_queries: DjangoAssertNumQueries
):
    scene.closed(season, season.match(101, 201), "10", "10")
    leader = season.series.teams.get(club__key=101)
    with django_assert_num_queries(8):
        page = text(client, "/en/interclubs/")
    (row,) = pages.rows(page)
    assert (row[0].split()[0], row[1]) == ("3A", str(leader))
    assert "Last round" in page
    Season.objects.update(stage=Season.Stage.CLOSED)
    page = text(client, "/en/interclubs/")
    assert pages.rows(page) == []
    assert f'<a href="{SEASON}">Interclubs 2025-26</a>' in page


def test_a_season_takes_the_same_queries_for_one_series_and_for_four(
    client: Client, season: Scene, django_assert_max_num_queries: DjangoAssertNumQueries
):
    with django_assert_max_num_queries(8) as one:
        client.get(SEASON)
    division = Division.objects.create(season=season.season, level=4, name="Division 4")
    Series.objects.bulk_create(Series(division=division, letter=letter) for letter in "ABC")
    with django_assert_max_num_queries(8) as four:
        client.get(SEASON)
    assert len(one) == len(four)


@pytest.mark.long
def test_match_and_team_take_few_queries(
    client: Client, season: Scene, django_assert_max_num_queries: DjangoAssertNumQueries
):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    with django_assert_max_num_queries(6):
        client.get(f"/en/interclubs/matches/{match.pk}/")
    with django_assert_max_num_queries(8):
        client.get(f"/en/interclubs/teams/{match.home_id}/")
