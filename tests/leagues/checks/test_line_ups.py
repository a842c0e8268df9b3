"""Checks of rows: a draft that only its side sees, and a whole season in a constant number of queries."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.checks.line_ups import RevealedLineUps, check_draft, check_whole_season
from leagues.models import Board, ListEntry, Match, SeasonRules
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def codes(found: list) -> list[tuple[str, int]]:
    return [(each.code, each.board) for each in found]


def test_a_draft_is_checked_with_the_other_matches_of_its_players(season: Scene):
    match, other = season.match(101, 201), season.match(101, 301)
    scene.revealed(season, other)
    Match.objects.filter(pk=match.pk).update(round=other.round, day=other.day)
    match.refresh_from_db()
    side = "home" if match.home.club.key == 101 else "away"
    seats = scene.listed(match, side)[:2]
    assert codes(check_draft(match, side, seats)) == [("twice_in_round", 1), ("twice_in_round", 2)]


def test_players_sit_in_the_order_of_their_strength(season: Scene):
    match = season.match(101, 201)
    changes = {**scene.RULES, "strength": {"family": "tolerance", "tolerance": 100}}
    SeasonRules.objects.update(changes=changes)
    first, second = scene.listed(match, "home")[:2]
    ListEntry.objects.filter(pk=first.pk).update(strength=1500)
    ListEntry.objects.filter(pk=second.pk).update(strength=1700)
    assert codes(check_draft(match, "home", scene.listed(match, "home")[:2])) == [("strength_order", 2)]


def test_a_player_who_is_not_affiliated_on_the_day_is_found(season: Scene):
    match = season.match(101, 201)
    entry = scene.listed(match, "home")[0]
    entry.member.affiliations.all().delete()
    assert codes(check_draft(match, "home", [entry, None])) == [("not_affiliated", 1)]


@pytest.mark.parametrize(
    ("day", "expected"),
    [(dt.date(2025, 12, 7), [("not_affiliated", 1), ("not_listed", 2)]), (dt.date(2026, 2, 1), [])],
)
def test_of_a_moved_match_players_need_to_be_affiliated_and_listed_on_the_day_played(
    season: Scene, day: dt.date, expected: list
):
    match = season.match(101, 201)
    first, second = scene.listed(match, "home")[:2]
    first.member.affiliations.update(start=dt.date(2025, 12, 20))
    ListEntry.objects.filter(pk=second.pk).update(listed_from=dt.date(2026, 1, 10))
    Match.objects.filter(pk=match.pk).update(day=day, revealed_at=timezone.now())
    Board.objects.bulk_create(
        Board(match=match, number=number, home=entry.member) for number, entry in enumerate((first, second), start=1)
    )
    found = [each for each in check_whole_season(season.season) if each.side == "home"]
    assert codes(found) == expected


@pytest.mark.long
def test_a_match_won_on_all_boards_without_play_is_an_appearance_by_forfeit(season: Scene):
    match = scene.closed(season, season.match(101, 201), "+-", "+-")
    scene.closed(season, season.match(101, 301), "10", "+-")
    won = [(each.match, each.side) for each in RevealedLineUps(season.season).line_ups if each.is_won_by_forfeit]
    assert won == [(match.pk, "home")]


def test_a_season_takes_six_queries_for_one_match_and_for_all(season: Scene):
    asked = []
    for home, away in ((101, 201), (101, 301), (201, 301)):
        scene.revealed(season, season.match(home, away))
        with CaptureQueriesContext(connection) as queries:
            check_whole_season(season.season)
        asked.append(len(queries))
    assert asked == [6, 6, 6]


def test_a_draft_takes_four_queries(season: Scene):
    match = season.match(101, 201)
    seats = scene.listed(match, "home")[:2]
    match = Match.objects.select_related("home", "away", "series__division__season").get(pk=match.pk)
    with CaptureQueriesContext(connection) as queries:
        check_draft(match, "home", seats)
    assert len(queries) == 4


def test_a_draft_counts_what_its_players_did_for_other_clubs(season: Scene):
    match, other = season.match(101, 201), season.match(201, 301)
    first = scene.listed(match, "home")[0]
    Match.objects.filter(pk=other.pk).update(day=match.day, revealed_at=timezone.now())
    Board.objects.create(match=other, number=1, away=first.member)
    assert codes(check_draft(match, "home", [first])) == [("reserve_two_teams", 1)]
    Board.objects.all().delete()
    assert codes(check_draft(match, "home", [first])) == []
