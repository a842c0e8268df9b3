"""ratings/players/entrant_ratings.py and its page: the ratings of a list for the order of the start."""

from __future__ import annotations

import pytest
from django.urls import reverse

from ratings.players import entrant_ratings
from tests import cast
from tests.pages import text
from tests.ratings import published, stored
from tests.tournaments import played

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_latest_list_is_offered_and_taken(client):
    rating_list = published.spring_list()
    made = played.tournament(0)
    for matricule in (10001, 10002, 10010):
        played.on_site.add_member(made, cast.member(matricule), 1000)
    played.field(made, 1)
    rated = stored.rated(rating_list)
    client.force_login(cast.secretary(101, "seeder"))
    page = reverse("event_ratings", args=[made.pk])
    known = sum(matricule in rated for matricule in (10001, 10002, 10010))
    assert f"{known} players have a rating in it" in text(client.get(page))
    client.post(page, {"list": rating_list.pk})
    found = {who.file_matricule: who.file_rating for who in made.participants.all()}
    wanted = {str(matricule): rated.get(matricule, 1000) for matricule in (10001, 10002, 10010)}
    assert found == {**wanted, "": 1500}


def test_nothing_is_taken_once_the_tournament_was_submitted():
    rating_list, made = published.spring_list(), played.tournament(1)
    type(made).objects.update(stage="submitted")
    assert (entrant_ratings.take(made, rating_list), made.participants.get().file_rating) == (0, 2000)


def test_a_draft_and_a_list_of_go_are_not_offered():
    rating_list = published.spring_list()
    made = played.tournament(1)
    assert [choice.list.pk for choice in entrant_ratings.choices(made)] == [rating_list.pk]
    type(rating_list.pool).objects.update(discipline="go")
    assert entrant_ratings.choices(made) == []


def test_other_clubs_and_tournaments_of_files_have_no_such_page(client):
    made = played.tournament(1)
    client.force_login(cast.secretary(201))
    assert client.get(reverse("event_ratings", args=[made.pk])).status_code == 404
    client.force_login(cast.secretary(101))
    type(made).objects.update(on_site_visibility="")
    assert client.get(reverse("event_ratings", args=[made.pk])).status_code == 404
