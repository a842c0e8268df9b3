"""The season that follows: promotion and relegation, and the copy."""

from __future__ import annotations

import datetime as dt

import pytest

from leagues.models import Division, Season, SeasonRules, Series, TeamRole, Window
from leagues.rules.promotion import DOWN, PLAY_OFF_UP, STAYS, UP, Place, next_places
from leagues.seasons import next_season
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def test_teams_are_promoted_and_relegated_into_the_smallest_series():
    places = [
        Place(1, 1, "", UP),  # nothing is higher
        Place(2, 1, "", DOWN),
        Place(3, 2, "A", UP),
        Place(4, 2, "A", STAYS),
        Place(5, 2, "B", PLAY_OFF_UP),
        Place(6, 2, "B", STAYS),
        Place(7, 2, "B", DOWN),
    ]
    found = next_places(places, {1: [""], 2: ["A", "B"]})
    assert found == {1: (1, ""), 2: (2, "A"), 3: (1, ""), 4: (2, "A"), 5: (2, "B"), 6: (2, "B"), 7: (2, "B")}


@pytest.mark.long
def test_a_copy_has_divisions_rules_teams_and_captains_of_the_next_year(season: Scene):
    scene.closed(season, season.match(101, 201), "10", "==")
    SeasonRules.objects.update(changes={**scene.RULES, "movement": {"up": 1, "down": 1}})
    higher = Division.objects.create(season=season.season, level=2, name="Division 2")
    Series.objects.create(division=higher)
    Window.objects.create(season=season.season, start=dt.date(2025, 11, 1), end=dt.date(2025, 11, 15))
    found = next_season.proposals(season.season)
    assert (found[0].place, found[0].movement, found[0].next_code) == (1, UP, "2")
    assert [each.movement for each in found[1:]] == [STAYS, STAYS]  # no division is lower
    declining = next_season.proposals(season.season, {found[0].team.pk})
    assert [each.next_code for each in declining][:2] == ["3A", "2"]
    made = next_season.copy(season.season, season.officer)
    assert (made.name, made.slug, made.stage) == ("Interclubs 2026-27", "interclubs-2026-27", Season.Stage.PLANNING)
    assert (made.start, made.end) == (dt.date(2026, 9, 1), dt.date(2027, 6, 30))
    assert [team.name for team in Series.objects.get(division__season=made, letter="").teams.all()] == [
        found[0].team.name
    ]
    assert TeamRole.objects.filter(team__series__division__season=made, start=made.start).count() == 3
    assert [row.start for row in made.windows.all()] == [dt.date(2026, 11, 1)]
    assert [row.valid_from for row in made.rules.all()] == [made.start]
