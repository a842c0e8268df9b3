"""Entries of clubs, fixtures from the calendar, player lists, rules of a season."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from federation.models import Charge
from leagues.errors import Refused
from leagues.models import Entry, Match, RoundDay, Season, SeasonRules, Series, Team, Venue
from leagues.seasons import entries, fixtures, player_lists
from tests import cast
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def refusal(verb: object, *arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        verb(*arguments)  # type: ignore[operator]
    return refused.value.template


def test_a_club_enters_teams_for_the_fee_of_the_division(season: Scene):
    division, club = season.series.division, cast.club(101)
    secretary, neighbour = cast.secretary(101), cast.secretary(201)
    assert "not open" in refusal(entries.enter, division, club, 2, secretary)
    Season.objects.update(stage=Season.Stage.ENTRIES)
    assert "may not enter" in refusal(entries.enter, division, club, 2, neighbour)
    entries.enter(division, club, 1, secretary)
    entries.enter(division, club, 2, secretary, "The same pairing number as team 1")
    entry = Entry.objects.get()
    assert (entry.teams, entry.fee, entry.sent_by) == (2, Decimal(110), secretary)


def charged() -> list[tuple[str, int, str]]:
    rows = Charge.objects.exclude(league_entry=None).order_by("number")
    return list(rows.values_list("club__number", "cents", "what"))


def test_an_accepted_entry_is_charged_once_and_credited_when_it_changes_or_is_withdrawn(season: Scene):
    division, club, secretary = season.series.division, cast.club(101), cast.secretary(101)
    Season.objects.update(stage=Season.Stage.ENTRIES)
    entry = entries.enter(division, club, 2, secretary)
    with pytest.raises(PermissionDenied):
        entries.accept(season.season, [entry.pk], secretary)
    assert charged() == []
    for _twice in range(2):
        entries.accept(season.season, [entry.pk], season.officer)
    assert charged() == [("101", 11000, "entry_team")]
    entries.enter(division, club, 2, secretary, "At home on Sundays")  # its teams stay: nothing changes
    assert len(charged()) == 1
    entry = entries.enter(division, club, 3, secretary)
    assert charged()[1:] == [("101", -11000, "entry_team")]
    assert entry.is_open
    entries.accept(season.season, [entry.pk], season.officer)
    entries.withdraw(entry, secretary)
    assert charged()[2:] == [("101", 16500, "entry_team"), ("101", -16500, "entry_team")]
    assert entries.accept(season.season, [entry.pk], season.officer) == []
    assert Charge.objects.values_list("season", flat=True).distinct().get() == 2026


def test_a_club_withdraws_an_entry_only_while_the_season_takes_entries(season: Scene):
    Season.objects.update(stage=Season.Stage.ENTRIES)
    secretary = cast.secretary(101)
    entry = entries.enter(season.series.division, cast.club(101), 1, secretary)
    assert "may not enter" in refusal(entries.withdraw, entry, cast.secretary(201))
    Season.objects.update(stage=Season.Stage.RUNNING)
    assert "not open" in refusal(entries.withdraw, entry, secretary)
    entries.withdraw(entry, season.officer)
    assert Entry.objects.exclude(withdrawn_at=None).exists()


def test_matches_are_on_the_days_of_their_rounds(season: Scene):
    found = list(season.series.matches.order_by("round"))
    assert [(match.round, match.day) for match in found] == list(enumerate(scene.DAYS, start=1))
    assert all(match.venue == match.home.venue for match in found)


def test_a_match_is_at_the_other_team_where_the_own_hall_is_full_on_the_day(season: Scene):
    match = season.series.matches.order_by("round")[0]
    rows = season.series.matches.order_by("round").values_list("home", "away", "venue")
    before = list(rows)
    Match.objects.all().delete()
    Venue.objects.filter(pk=match.venue_id).update(capacity=3)
    other = Series.objects.create(division=season.series.division, letter="B")
    team = Team.objects.create(series=other, club=match.home.club, name="B", venue_id=match.venue_id)
    guest = Team.objects.create(series=other, club=match.away.club, name="C")
    Match.objects.create(series=other, round=1, home=team, away=guest, day=match.day, venue_id=match.venue_id)
    fixtures.make(season.series, season.officer)
    home, away, _venue = before[0]
    assert list(rows.all()) == [(away, home, match.away.venue_id), *before[1:]]


def test_fixtures_are_made_once_by_the_officer_with_a_full_calendar(season: Scene):
    assert "already has matches" in refusal(fixtures.make, season.series, season.officer)
    Match.objects.all().delete()
    assert "may not act" in refusal(fixtures.make, season.series, season.captains[101])
    RoundDay.objects.filter(number=3).delete()
    assert "no day for round" in refusal(fixtures.make, season.series, season.officer)
    season.series.teams.exclude(club__key=101).delete()
    assert "fewer than two" in refusal(fixtures.make, season.series, season.officer)


def test_a_list_is_proposed_from_the_members_of_the_club_once(season: Scene):
    club = cast.club(101)
    assert season.season.list_entries.filter(club=club).count() == 3
    assert player_lists.propose(season.season, club, scene.START) == []


def test_rules_of_a_season_that_cannot_be_read_are_refused(season: Scene):
    wrong = SeasonRules(
        season=season.season, valid_from=dt.date(2026, 1, 1), changes={"boards": {"count": 0}}, reason="x"
    )
    with pytest.raises(ValidationError) as refused:
        wrong.clean()
    assert "boards.count" in str(refused.value)
