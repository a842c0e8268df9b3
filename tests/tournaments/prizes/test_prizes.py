"""Prizes: who takes which, and who says for what there are any."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from tests import cast, pages
from tests.ratings import scene
from tests.tournaments import events
from tests.tournaments.standings.test_teams import GAMES as GAMES_OF_TEAMS
from tests.tournaments.standings.test_teams import event
from tournaments.models import Participant, Stage, Tournament
from tournaments.prizes.forms import PrizesForm
from tournaments.prizes.prizes import set_prizes

pytestmark = pytest.mark.django_db

# Points: 10004 3, 10001 2½, 10007 2, 10003 1, 10009 ½, 10002 0.
GAMES = [
    *("10004 10002 1-0", "10004 10003 1-0", "10004 10009 1-0"),
    *("10001 10002 1-0", "10001 10003 1-0", "10001 10009 1/2"),
    *("10007 10002 1-0", "10007 10009 1-0", "10003 10002 1-0"),
]
RATINGS = {10001: 1800, 10002: 1650, 10003: 1500, 10004: 2050, 10007: 1975, 10009: 1100}


def played(**fields: object) -> Tournament:
    """Return a tournament of six players, rated in its file."""
    made = scene.tournament(GAMES, start=dt.date(2026, 3, 1), **fields)
    for key, rating in RATINGS.items():
        made.participants.filter(member__key=key).update(file_rating=rating)
    return made


def given(client: Client, made: Tournament, **settings: object) -> dict[str, list[str]]:
    """Return the last names of those who take each prize, as the page shows them."""
    set_prizes(made, settings)
    found: dict[str, list[str]] = {}
    for row in pages.rows(client.get(f"/en/tournaments/{made.pk}/prizes/")):
        found.setdefault(row[0].removesuffix(" 1").removesuffix(" 2").removesuffix(" 3"), []).append(
            row[1].partition(",")[0]
        )
    return found


def test_a_player_takes_the_first_prize_that_they_can_and_no_other(client: Client) -> None:
    settings = {"main": 2, "each": 1, "below": [1600, 1200], "ages": ["U14", "S65"], "women": True, "performance": True}
    assert given(client, played(), **settings) == {
        "First places": ["Dubois", "Aerts"],
        "Rating below 1200": ["Iserbyt"],
        "Rating below 1600": ["Claes"],
        "S65": ["Goossens"],
        "Best performance": ["Baeten"],
    }


def test_a_player_takes_several_prizes_where_the_organiser_allows_it(client: Client) -> None:
    settings = {"main": 1, "each": 2, "ages": ["U14"], "women": True, "above": True, "several": True}
    made = played()
    found = given(client, made, **settings)
    assert found["Women"] == ["Aerts", "Claes"]
    assert '<meta name="robots" content="noindex">' in client.get(f"/en/tournaments/{made.pk}/prizes/").text
    assert found["U14"] == ["Iserbyt"]
    assert found["Best performance above the rating"][0] == "Iserbyt"


def test_a_hidden_member_takes_no_prize_for_age_or_sex(client: Client) -> None:
    made = played()
    Member.objects.filter(key__in=[10001, 10009]).update(hidden=True)
    assert given(client, made, ages=["U14"], women=True, each=1) == {"Women": ["Claes"]}


@pytest.mark.long
def test_the_club_says_for_what_there_are_prizes(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = events.tournament()
    address = f"/en/my-club/tournaments/{tournament.pk}/prizes/"
    client.force_login(cast.secretary())
    wrong = client.post(address, {"below": "1400, strong"})
    assert "Write at most 10 ratings from 1 to 4000, separated by commas: 1400, 1700." in pages.text(wrong)
    chosen = {"main": "1", "each": "1", "below": "1700; 1400", "ages": ["U12"], "women": "on"}
    assert client.post(address, chosen).status_code == 302
    tournament.refresh_from_db()
    assert tournament.prizes == {"main": 1, "each": 1, "below": [1400, 1700], "ages": ["U12"], "women": True}
    assert 'value="1400, 1700"' in client.get(address).text
    assert client.get(f"/en/tournaments/{tournament.pk}/prizes/").status_code == 404
    Tournament.objects.update(stage=Stage.ACCEPTED)
    assert client.post(address, chosen).status_code == 403
    assert "prizes/" in client.get(f"/en/tournaments/{tournament.pk}/").text
    for places in (1, 3):
        set_prizes(tournament, {"main": places})
        client.logout()
        with django_assert_num_queries(5):
            assert len(pages.rows(client.get(f"/en/tournaments/{tournament.pk}/prizes/"))) == places
    assert Participant.objects.count() == 4
    set_prizes(tournament, {})
    assert "prizes/" not in client.get(f"/en/tournaments/{tournament.pk}/").text


@pytest.mark.long
def test_equal_players_share_the_money_as_the_settings_say(client: Client) -> None:
    made = played()
    made.pairings.filter(white__member__key=10004, black__member__key=10009).update(white_result="=", black_result="=")
    address = f"/en/tournaments/{made.pk}/prizes/"
    shared = {
        "place": ["€300.25", "€200.00", ""],
        "equal": ["€250.13", "€250.12", ""],
        "hort": ["€275.19", "€225.06", ""],
    }
    for sharing, amounts in shared.items():
        set_prizes(made, {"main": 2, "amounts": [30025, 20000], "sharing": sharing, "women": True})
        rows = pages.rows(client.get(address))
        assert [(row[0], row[1].partition(",")[0]) for row in rows[:3]] == [
            ("First places 1", "Dubois"),
            ("First places 2", "Aerts"),
            ("Women", "Iserbyt"),
        ]
        assert [row[4] for row in rows[:3]] == amounts
    assert "Half of a prize goes by place, the other halves are shared equally (Hort system)." in pages.text(
        client.get(address)
    )
    sheet = client.get(f"{address}?sheet=1")
    assert [row[0] for row in pages.rows(sheet)[:3]] == ["Women", "First places 2", "First places 1"]
    assert "Signature" in pages.text(sheet)


def test_who_is_equal_to_the_last_of_the_first_places_shares_its_money(client: Client) -> None:
    made = played()
    made.pairings.filter(white__member__key=10004, black__member__key=10009).update(white_result="=", black_result="=")
    set_prizes(made, {"main": 1, "amounts": [10000], "sharing": "equal"})
    rows = pages.rows(client.get(f"/en/tournaments/{made.pk}/prizes/"))
    assert [row[4] for row in rows[:2]] == ["€50.00", "€50.00"]


def test_teams_have_prizes_for_their_places(client: Client) -> None:
    made = event(GAMES_OF_TEAMS)
    client.force_login(cast.rating_officer())
    address = f"/en/my-club/tournaments/{made.pk}/prizes/"
    assert "Rating classes" not in pages.text(client.get(address))
    assert client.post(address, {"amounts": "100; 50.50", "sharing": "place"}).status_code == 302
    made.refresh_from_db()
    assert made.prizes == {"main": 2, "amounts": [10000, 5050]}
    rows = pages.rows(client.get(f"/en/tournaments/{made.pk}/prizes/"))
    assert [row[:2] for row in rows[:2]] == [["First places 1", "Tower"], ["First places 2", "Bridge"]]


def test_go_has_classes_by_grade_and_prizes_for_wins(client: Client) -> None:
    made = played(discipline="go")
    for key, grade in {10001: "2D", 10002: "5K", 10003: "1K", 10004: "3D", 10007: "1D", 10009: "8k"}.items():
        made.participants.filter(member__key=key).update(file_grade=grade)
    assert given(client, made, main=1, each=1, grades=[-5, 0], wins=2) == {
        "First places": ["Dubois"],
        "5K and below": ["Iserbyt"],
        "1D and below": ["Goossens"],
        "At least 2 wins": ["Aerts"],
    }
    form = PrizesForm(made, {"grades": "1D, 5K", "wins": "3"})
    assert form.is_valid()
    assert form.prizes() == {"grades": [-5, 0], "wins": 3}
    assert PrizesForm(made, {"grades": "strong"}).errors == {
        "grades": ["Write at most 10 grades, separated by commas: 1D, 5K."]
    }


@pytest.mark.parametrize("wrong", ["much", "-5", "1.005", "nan", "1e9", "2000000"])
def test_money_that_makes_no_sense_is_refused(wrong: str) -> None:
    form = PrizesForm(played(), {"amounts": wrong})
    message = "Write the amounts from the first place on, separated by semicolons: 500; 300; 200."
    assert form.errors == {"amounts": [message]}
