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
from tournaments.models import Participant, Stage, Tournament
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
    assert found["Most above the rating"][0] == "Iserbyt"


def test_a_hidden_member_takes_no_prize_for_age_or_sex(client: Client) -> None:
    made = played()
    Member.objects.filter(key__in=[10001, 10009]).update(hidden=True)
    assert given(client, made, ages=["U14"], women=True, each=1) == {"Women": ["Claes"]}


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
