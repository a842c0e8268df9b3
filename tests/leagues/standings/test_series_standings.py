"""Tables from rows: the results in force, rulings and points taken away."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.errors import Refused
from leagues.models import Team
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from leagues.standings.series_standings import SeriesTable, table_of, tables
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def points(season: Scene) -> dict[int, tuple[float, float]]:
    now: SeriesTable = table_of(season.series)
    return {now.teams[row.team].club.key: (row.match_points / 2, row.points / 2) for row in now.rows}


@pytest.mark.long
def test_a_table_counts_what_was_played(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    home, away = match.home.club.key, match.away.club.key
    assert {each: points(season)[each] for each in (home, away)} == {home: (2, 1.5), away: (0, 0.5)}
    now = table_of(season.series)
    assert (now.table.open_matches, now.rounds_played) == (2, match.round)


@pytest.mark.long
def test_a_ruling_counts_in_the_table_and_keeps_what_was_played(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    ruling = rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low", article="19")
    board = match.boards.get(number=1)
    assert (board.played, board.ruled) == ("10", (0, 2))
    assert points(season)[match.away.club.key] == (2, 1.5)
    again = rule(match.pk, [], season.officer, "The first ruling was wrong", replaces=ruling)
    board.refresh_from_db()
    assert board.ruled is None
    ruling.refresh_from_db()
    assert ruling.replaced_by == again


def test_deducted_points_count_in_the_table(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    rule(match.pk, [Effect("points_off", "home", points=1)], season.officer, "Third default")
    assert points(season)[match.home.club.key] == (1, 2)


@pytest.mark.long
def test_a_ruling_needs_an_officer_without_a_stake_and_a_reason(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    for user, reason, said in (
        (season.captains[301], "Because", "may not act"),
        (season.officer, " ", "needs a reason"),
    ):
        with pytest.raises(Refused) as refused:
            rule(match.pk, [], user, reason)
        assert said in refused.value.template


@pytest.mark.long
def test_a_withdrawn_team_is_last(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    Team.objects.filter(pk=match.home_id).update(withdrawn_after=match.round)
    now = table_of(season.series)
    assert now.rows[-1].team == match.home_id
    assert points(season)[match.away.club.key] == (0, 0)


@pytest.mark.long
def test_tables_of_any_number_of_series_take_six_queries(season: Scene):
    scene.closed(season, season.match(101, 201), "10", "==")
    with CaptureQueriesContext(connection) as asked:
        assert len(tables([season.series])) == 1
    assert len(asked) == 6
