"""Which ratings take the games of a tournament, as its club reads it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import cast
from tests.pages import text
from tests.ratings import scene
from tests.tournaments import events
from tournaments.review import edits

pytestmark = pytest.mark.django_db


def test_a_club_reads_which_ratings_take_its_games_and_that_none_does(client):
    tournament = events.tournament(events.player(1, 10001), events.player(2, 10002), pairings=[events.game(1, 1, 2)])
    client.force_login(cast.secretary())
    address = reverse("my_club_tournament", args=[tournament.pk])
    told = text(client.get(address))
    assert "1 game can be rated." in told
    assert "Rated in" not in told and "No rating of the federation" not in told  # a site without pools
    for slug, fields in (("blitz", {"paces": ["blitz"]}), ("all", {}), ("trial", {"public": False})):
        scene.pool(slug, **fields)
    assert "Rated in: All." in text(client.get(address))
    scene.RatingPool.objects.filter(slug="all").delete()
    assert "No rating of the federation includes games at this time control: standard." in text(client.get(address))
    edits.change_settings(tournament, {"unrated_history": True})
    told = text(client.get(address))
    assert "For history only: its games count in no rating list." in told
    assert "can be rated" not in told and "No rating of the federation" not in told
