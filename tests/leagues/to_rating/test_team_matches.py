"""The rating calculation of a player names match, board and team of a game of a league."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.models import Match
from leagues.to_rating.hand_over import hand_over
from ratings.players import ledger
from tests import cast
from tests.leagues import scene
from tests.ratings import scene as ratings
from tournaments.review import decisions

pytestmark = pytest.mark.django_db


def played(season: scene.Scene, home: int, away: int) -> Match:
    match = scene.closed(season, season.match(home, away), "10", "==")
    leg = hand_over(season.series.pk, match.round, match.day)
    assert leg
    decisions.accept(leg.tournament, cast.rating_officer())
    return match


def test_the_calculation_of_a_rating_names_match_board_and_team(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: object
):
    pool = ratings.pool()
    ratings.starting_list(pool)
    match = played(scene.started(), 101, 201)
    published = ratings.published(pool)
    board = match.boards.select_related("home").get(number=2)
    page = client.get(f"/en/players/{board.home.number}/elo/{published.month_slug}/").content.decode()
    assert f'<a class="quiet" href="/en/interclubs/matches/{match.pk}/">{match}, board 2</a>' in page
    assert f"for {match.home}" in page
    with django_assert_num_queries(5):
        found = ledger.explain(published, board.home)
    assert [line.team_game.team for line in found.lines if line.team_game] == [str(match.home)]
