"""What a ruling would change in the table, before it is made, is what it changes once it is."""

from __future__ import annotations

import pytest

from leagues.models import Ruling
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from leagues.standings.ruling_preview import Preview, preview
from leagues.standings.series_standings import table_of
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def places(found: Preview) -> dict[int, tuple[int, int]]:
    return {each.team.club.key: (each.before.place, each.after.place) for each in found.moving}


@pytest.mark.long
@pytest.mark.parametrize(
    "effect",
    [
        Effect("board", "home", 1),
        Effect("both_boards", "home", 1),
        Effect("match", "home"),
        Effect("match_points", "home", 1),
        Effect("points_off", "home", points=1),
    ],
)
def test_a_preview_is_what_the_ruling_then_makes_of_the_table(season: Scene, effect: Effect):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    scene.closed(season, season.match(201, 301), "10", "10")
    found = preview(table_of(season.series), match, [effect])
    assert not Ruling.objects.exists()
    rule(match.pk, [effect], season.officer, "Sat too low")
    now = table_of(season.series)
    rows = {row.team: row for row in now.rows}
    assert found.teams
    for each in found.teams:
        after = rows[each.team.pk]
        assert (each.after.place, each.after.match_points, each.after.points) == (
            after.place,
            after.match_points,
            after.points,
        )
    assert found.after == now.score(next(each for each in now.matches if each.pk == match.pk))


def test_a_preview_names_the_places_before_and_after(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    home, away = match.home.club.key, match.away.club.key
    found = preview(table_of(season.series), match, [Effect("board", "home", 1)])
    assert (found.scores, places(found)[home][0], places(found)[away][1]) == (("1½–½", "½–1½"), 1, 1)


@pytest.mark.long
def test_a_ruling_that_is_replaced_no_longer_counts_in_the_preview(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    first = rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low")
    kept = preview(table_of(season.series), match, [])
    replaced = preview(table_of(season.series), match, [], [first.pk])
    assert (kept.teams, kept.scores) == ([], ("½–1½", "½–1½"))
    assert replaced.scores == ("½–1½", "1½–½")
