"""Categories of tournaments and scores of norms, where the rating type has them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from federation.models import Member
from ratings.living.renew import renew
from tests import pages
from tests.ratings import scene
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
RATINGS = {10001: (2400, 150), 10002: (2400, 40), 10003: (2500, 25), 10004: (2500, 400)}
# Mean 2450, category 8: 61 % for the IM norm, 73 % for the GM norm; in three rounds 2 and 2½ points.
GAMES = ["10003 10001 1/2", "10003 10002 1-0", "10003 10004 1-0", "10004 10001 1-0", "10004 10002 1-0", "10001 10002 *"]


def closed(system: str) -> Tournament:
    made = scene.started("cote", system=system, standings=RATINGS, months=[1, 7])
    found = scene.tournament(GAMES, name="Closed", start=dt.date(2026, 9, 1))
    Tournament.objects.filter(pk=found.pk).update(rounds=3)
    renew(made)
    return found


@pytest.mark.long
def test_a_tournament_of_a_category_names_who_has_the_score_of_a_norm(client: Client) -> None:
    address = f"/en/tournaments/{closed('fqe').pk}/"
    text = pages.text(client.get(address))
    assert "Category 8 mean rating from 2426 to 2450" in text
    assert "IM norm: 2 of 3 points (61 %) Claes, Chloé , 2½ · Dubois, Didier , 2" in text
    assert "GM norm: 2½ of 3 points (73 %) Claes, Chloé , 2½" in text
    Member.objects.filter(key=10003).update(title="IM")
    text = pages.text(client.get(address))
    assert "IM norm: 2 of 3 points (61 %) Dubois, Didier , 2" in text
    assert "GM norm: 2½ of 3 points (73 %) Claes, Chloé , 2½" in text


@pytest.mark.long
def test_other_rating_types_have_no_categories(client: Client) -> None:
    assert "Scores of norms" not in pages.text(client.get(f"/en/tournaments/{closed('frbe').pk}/"))
