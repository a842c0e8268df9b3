"""The public pages of tournaments."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from tests import cast, pages
from tests.ratings import published, scene
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Outcome, Stage, Tournament
from tournaments.standings import outcomes

pytestmark = pytest.mark.django_db
ROUND_ROBIN = ["10001 10002 1-0", "10003 10001 1/2", "10002 10003 0-1"]


def accepted(**fields: object) -> Tournament:
    """Return a tournament of three players: everybody against everybody, a game a round."""
    return scene.tournament(ROUND_ROBIN, club=cast.club(), city="Gent", **fields)


def names(client: Client, query: str) -> list[str]:
    """Return the tournaments of the list in its order."""
    return [cell.split(" ")[0] for cell in pages.column(client.get(f"/en/tournaments/{query}"), 1)]


def test_all_accepted_tournaments_are_listed_the_latest_first(client: Client) -> None:
    accepted(name="Spring", start=dt.date(2026, 3, 1))
    accepted(name="Autumn", start=dt.date(2026, 9, 1))
    rows = pages.rows(client.get("/en/tournaments/"))
    assert [(row[0], row[1].split(" ")[0], row[2], row[-1]) for row in rows] == [
        ("1 September 2026", "Autumn", "Gent", "3"),
        ("1 March 2026", "Spring", "Gent", "3"),
    ]


@pytest.mark.parametrize("stage", [Stage.READ, Stage.SUBMITTED, Stage.REJECTED])
def test_what_is_not_accepted_is_not_shown(client: Client, stage: Stage) -> None:
    tournament = accepted(name="Secret", stage=stage)
    for page in ("", "standings/", "crosstable/", "rounds/", "players/1/", "files/", "rating-changes/"):
        assert client.get(f"/tournaments/{tournament.pk}/{page}").status_code == 404
    assert "Secret" not in pages.text(client.get("/tournaments/"))


@pytest.mark.long
def test_filters_and_order(client: Client) -> None:
    accepted(name="Spring", start=dt.date(2025, 3, 1), kind="swiss")
    accepted(name="Autumn", start=dt.date(2026, 9, 1), pace="rapid")
    cast.club(201)
    found = {
        "?name=spr": ["Spring"],
        "?name=gent": ["Autumn", "Spring"],
        "?year=2025": ["Spring"],
        "?pace=rapid": ["Autumn"],
        "?discipline=go": [],
        "?club=101": ["Autumn", "Spring"],
        "?club=201": [],
        "?kind=swiss": ["Spring"],
        "?league=400": ["Autumn", "Spring"],
        "?league=600": [],
        "?year=1900&pace=slow&club=x": ["Autumn", "Spring"],
        "?sort=name": ["Autumn", "Spring"],
        "?sort=end": ["Spring", "Autumn"],
    }
    assert {query: names(client, query) for query in found} == found


def test_the_list_names_the_winners_but_no_hidden_member(client: Client) -> None:
    single = scene.tournament(["10001 10002 1-0"], name="Single", start=dt.date(2026, 9, 1))
    shared = accepted(name="Shared")
    for each in (single, shared):
        outcomes.keep(each.pk)
    Member.objects.filter(key=10001).update(hidden=True)
    found = [cell.partition("Won by ")[2] for cell in pages.column(client.get("/en/tournaments/"), 1)]
    assert found == ["Member 10001", "Member 10001; Claes, Chloé"]
    Tournament.objects.filter(pk=single.pk).update(stage=Stage.REJECTED)
    outcomes.keep(single.pk)
    assert list(Outcome.objects.values_list("pk", flat=True)) == [shared.pk]


@pytest.mark.long
def test_the_number_of_players_is_shown_and_sorts(client: Client) -> None:
    accepted(name="Three")
    scene.tournament(["10001 10002 1-0"], name="Two")
    Tournament.objects.create(name="Empty", start=dt.date(2026, 1, 1), end=dt.date(2026, 1, 1), stage=Stage.ACCEPTED)
    rows = pages.rows(client.get("/en/tournaments/?sort=-players"))
    assert [(row[1].split(" ")[0], row[-1]) for row in rows] == [("Three", "3"), ("Two", "2"), ("Empty", "0")]


def test_a_live_search_gets_the_table_alone(client: Client) -> None:
    accepted()
    answer = client.get("/en/tournaments/?name=op&year=", headers={"HX-Request": "true"})
    assert answer["HX-Push-Url"] == "/en/tournaments/?name=op"
    assert "<html" not in answer.content.decode()


def test_the_crosstable_of_a_round_robin_has_a_column_an_opponent(client: Client) -> None:
    tournament = accepted()
    assert pages.rows(client.get(f"/en/tournaments/{tournament.pk}/crosstable/")) == [
        ["1", "Aerts, Anna", "1½", "", "½", "1"],
        ["2", "Claes, Chloé", "1½", "½", "", "1"],
        ["3", "Baeten, Bram", "0", "0", "0", ""],
    ]


def test_the_crosstable_of_a_swiss_has_a_column_a_round(client: Client) -> None:
    tournament = scene.tournament(["10001 10002 1-0", "10003 10001 +-", "10004 ~1500 1/2"])
    rows = pages.rows(client.get(f"/en/tournaments/{tournament.pk}/crosstable/"))
    assert rows[0] == ["1", "Aerts, Anna", "1", "1 W 5", "− B 2", ""]


def test_standings_show_the_tie_breaks(client: Client) -> None:
    tournament = accepted()
    rows = pages.rows(client.get(f"/en/tournaments/{tournament.pk}/"))
    assert rows[:3] == [
        ["1", "Aerts, Anna Tour Blanche", "1½", "", "0.75", "0.5", "1"],
        ["1", "Claes, Chloé Tour Blanche", "1½", "", "0.75", "0.5", "1"],
        ["3", "Baeten, Bram Tour Blanche", "0", "", "0", "0", "0"],
    ]


def test_link_previews_show_when_and_where_a_tournament_was(client: Client) -> None:
    tournament = accepted()
    tournament.city, tournament.end = "Gent", tournament.start + dt.timedelta(days=1)
    tournament.save()
    page = client.get(f"/en/tournaments/{tournament.pk}/").content.decode()
    assert f'<meta name="description" content="{tournament.name} · 1–2 March 2026 · Gent">' in page


def test_standings_show_ratings_if_the_file_has_any(client: Client) -> None:
    tournament = accepted()
    tournament.participants.filter(number=1).update(file_rating=1799)
    rows = pages.rows(client.get(f"/en/tournaments/{tournament.pk}/"))
    assert [row[2:4] for row in rows[:3]] == [["1799", "1½"], ["", "1½"], ["", "0"]]


def test_the_games_of_a_player_lead_to_those_of_the_opponents(client: Client) -> None:
    tournament = accepted()
    page = client.get(f"/en/tournaments/{tournament.pk}/players/1/")
    assert [row[:3] + row[-1:] for row in pages.rows(page)] == [
        ["1", "W", "Baeten, Bram Tour Blanche", "1"],
        ["2", "B", "Claes, Chloé Tour Blanche", "½"],
    ]
    assert f'href="/en/tournaments/{tournament.pk}/players/3/"' in page.content.decode()
    assert client.get(f"/en/tournaments/{tournament.pk}/players/9/").status_code == 404


@pytest.mark.long
def test_a_row_shows_title_rating_performance_and_change_of_the_list(client: Client) -> None:
    published.spring_list()
    Member.objects.filter(key=10001).update(title="WFM")
    page = client.get(f"/en/tournaments/{Tournament.objects.get().pk}/")
    rows = pages.rows(page)
    assert [rows[0][1:4] + rows[0][-2:], rows[2][1:4] + rows[2][-2:]] == [
        ["Fontaine, Félix Cavalier Noir", "1420", "3", "1725", "+24.96"],
        ["WFM Aerts, Anna Tour Blanche", "1800", "1½", "1775", "−1.20"],
    ]
    assert "Counts for Elo, 1 July 2026" in pages.text(page)
    Member.objects.filter(key=10001).update(hidden=True)
    hidden = pages.rows(client.get(f"/en/tournaments/{Tournament.objects.get().pk}/"))[2]
    assert hidden[1] == "Member 10001"


def test_rounds_show_the_results(client: Client) -> None:
    tournament = scene.tournament(["10001 10002 1-0", "10003 10001 1/2", "10002 10003 +-", "10002 10001 *"])
    assert pages.rows(client.get(f"/en/tournaments/{tournament.pk}/rounds/")) == [
        ["1", "Aerts, Anna", "1–0", "Baeten, Bram"],
        ["1", "Claes, Chloé", "½–½", "Aerts, Anna"],
        ["1", "Baeten, Bram", "+ / −", "Claes, Chloé"],
        ["1", "Baeten, Bram", "*", "Aerts, Anna"],
    ]


def test_rounds_of_a_file_that_numbers_no_boards_have_no_column_for_them(client: Client) -> None:
    tournament = scene.tournament(["10001 10002 1-0"])
    tournament.pairings.update(board=None)
    page = client.get(f"/en/tournaments/{tournament.pk}/rounds/")
    assert pages.rows(page) == [["Aerts, Anna", "1–0", "Baeten, Bram"]]
    assert "Board" not in pages.text(page)


@pytest.mark.long
def test_names_from_files_are_only_text(client: Client) -> None:
    tournament = accepted(name="<script>alert(1)</script>")
    tournament.participants.filter(number=1).update(member=None, file_last_name="<b>'Eve\"", file_first_name="&")
    for page in ("", "crosstable/", "rounds/", "players/1/"):
        source = client.get(f"/tournaments/{tournament.pk}/{page}").content.decode()
        assert "<script>alert" not in source
        assert "<b>" not in source
        assert "&lt;b&gt;&#x27;Eve&quot;, &amp;" in source


@pytest.mark.long
def test_a_hidden_member_is_not_named(client: Client) -> None:
    tournament = accepted()
    Member.objects.filter(key=10001).update(hidden=True)
    for page in ("", "crosstable/", "rounds/", "players/1/"):
        source = pages.text(client.get(f"/en/tournaments/{tournament.pk}/{page}"))
        assert "Member 10001" in source
        assert "Aerts" not in source


def test_a_correction_says_what_who_and_why(client: Client) -> None:
    tournament = accepted()
    officer = cast.rating_officer()
    officer.first_name, officer.last_name = "Olga", "Officer"
    officer.save()
    correct.correct_result(tournament.pairings.get(round=1), Result.DRAW, Result.DRAW, officer, "Both say draw.")
    page = pages.text(client.get(f"/en/tournaments/{tournament.pk}/"))
    assert "result · round 1: Aerts, Anna – Baeten, Bram · 1–0 → ½–½" in page
    assert "Olga Officer · Both say draw." in page


@pytest.mark.long
def test_a_correction_names_no_hidden_member(client: Client) -> None:
    tournament = accepted()
    officer = cast.rating_officer()
    correct.swap_colours(tournament.pairings.get(round=1), officer, "Swapped.")
    seat = tournament.participants.get(member__key=10001)
    correct.correct_member(seat, cast.member(10004), officer, "It was another.")
    Member.objects.update(hidden=True)
    page = pages.text(client.get(f"/en/tournaments/{tournament.pk}/"))
    assert "who played · Member 10004 · Member 10001 → Member 10004" in page
    assert not [last for last, *_rest in cast.PEOPLE.values() if last in page]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_seven_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        outcomes.keep(accepted(name=f"Open {number}").pk)
    with django_assert_num_queries(7):
        client.get("/tournaments/")


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(
    ("page", "queries"), [("", 5), ("crosstable/", 3), ("rounds/", 3), ("players/1/", 5), ("files/", 3)]
)
def test_a_tournament_costs_the_same_however_large(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, games: int, page: str, queries: int
) -> None:
    tournament = scene.tournament(ROUND_ROBIN[:games])
    with django_assert_num_queries(queries):
        client.get(f"/tournaments/{tournament.pk}/{page}")


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_corrections_cost_two_queries_more(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    tournament = accepted()
    for number in range(count):
        seat = tournament.participants.get(number=number + 1)
        correct.correct_member(seat, cast.member(10005 + number), None, "Somebody else.")
    with django_assert_num_queries(7):
        client.get(f"/tournaments/{tournament.pk}/")
