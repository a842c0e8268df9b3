"""From the rows of a season to the findings of its matches and lists."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.checks import courses, player_lists
from leagues.checks.courses import with_halls
from leagues.checks.line_ups import check_draft, check_whole_season
from leagues.matches import results
from leagues.matches.results import Entered
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Division, ListEntry, Match, Suspension, Team, Venue, VenueClosure, Window
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
OCTOBER = dt.date(2025, 10, 1)


@pytest.fixture
def season() -> Scene:
    return scene.started()


def found(season: Scene, match: Match) -> list[str]:
    matches = list(with_halls(Match.objects.filter(pk=match.pk)).select_related("series__division__season"))
    return sorted(each.code for each in courses.findings(matches, RulesOfSeasons([season.season]).of))


@pytest.mark.long
def test_what_was_locked_entered_and_confirmed_after_the_day_is_late(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    assert found(season, match) == ["confirm_late", "line_up_late", "line_up_late", "result_late"]


def test_a_result_that_the_other_side_changed_is_disputed_until_the_match_is_closed(season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    assert "results_differ" not in found(season, match)
    results.enter(match.pk, {1: Entered("10", "01")}, season.captain(match, "away"))
    assert "results_differ" in found(season, match)
    Match.objects.filter(pk=match.pk).update(state=Match.State.CLOSED)
    assert "results_differ" not in found(season, match)


def test_halls_that_are_closed_or_too_small_are_found(season: Scene):
    match = season.match(101, 201)
    Venue.objects.update(capacity=1)
    VenueClosure.objects.create(venue=match.home.venue, start=match.day, end=match.day)
    assert {"venue_closed", "venue_full"} <= set(found(season, match))


def test_a_match_that_nobody_moved_on_this_site_was_moved_unasked(season: Scene):
    match = season.match(101, 201)
    Match.objects.filter(pk=match.pk).update(moved_from=match.day - dt.timedelta(7))
    assert "moved_unasked" in found(season, match)


def test_a_suspended_player_is_found_in_a_draft_and_in_the_season(season: Scene):
    match = season.match(101, 201)
    entry = scene.listed(match, "home")[0]
    days = {"start": match.day, "end": match.day}
    Suspension.objects.create(season=season.season, member=entry.member, reason="Red card", **days)
    assert [(each.code, each.board) for each in check_draft(match, "home", [entry])] == [("suspended", 1)]
    scene.revealed(season, match)
    assert [(each.code, each.match) for each in check_whole_season(season.season)] == [("suspended", match.pk)]


def test_a_match_that_fide_rates_needs_ids_and_an_arbiter(season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    Division.objects.update(fide_rated=True)
    assert "arbiter_missing" in found(season, match)
    assert {each.code for each in check_whole_season(season.season)} == {"fide_id_missing"}


def test_the_lists_of_a_season_are_checked_in_five_queries(season: Scene):
    first, second = ListEntry.objects.filter(club__key=101).order_by("position")[:2]
    ListEntry.objects.filter(pk__in=[first.pk, second.pk]).update(strength=1500)
    ListEntry.objects.filter(pk=second.pk).update(listed_from=OCTOBER, titular_of=Team.objects.first())
    Window.objects.create(season=season.season, start=dt.date(2025, 11, 1), end=dt.date(2025, 11, 15))
    with CaptureQueriesContext(connection) as asked:
        listed = player_lists.findings(season.season, scene.DAYS[0])
    assert len(asked) == 5
    assert [(each.code, each.player) for each in listed] == [
        ("outside_window", second.member_id),
        ("strength_twice", second.member_id),
    ]
    said = [text for _found, text in player_lists.sentences(season.season, listed)]
    assert said[1] == f"{second.member.name} has the same strength as another player of the list: 1500."
