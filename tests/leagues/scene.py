"""A league season of the cast: three clubs with a team each, two boards, a round a month from January 2026."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import Group, User

from leagues.matches import line_ups, results
from leagues.matches.results import Entered, fingerprint
from leagues.models import (
    Competition,
    Division,
    ListEntry,
    Match,
    RoundDay,
    Season,
    SeasonRules,
    Series,
    Team,
    TeamRole,
    Venue,
)
from leagues.seasons import fixtures, player_lists
from tests import cast
from tests.made_once import made_once

START = dt.date(2025, 9, 1)
DAYS = [dt.date(2026, month, 11) for month in (1, 2, 3)]
RULES = {
    "boards": {"count": 2, "least": 0, "titulars_least": 0},
    "line_ups": {"reveal": "together"},
    "selection": {"reserve_cap": 3000},
    "quotas": {"lower_team_above": "allowed"},
}


@dataclass(frozen=True)
class Scene:
    season: Season
    series: Series
    officer: User  # runs all seasons
    captains: dict[int, User]  # by number of the club

    def match(self, home: int, away: int) -> Match:
        """Return the match of two clubs, whichever is at home."""
        clubs = {home, away}
        return next(
            m
            for m in self.series.matches.select_related("home__club", "away__club")
            if {m.home.club.key, m.away.club.key} == clubs
        )

    def captain(self, match: Match, side: str) -> User:
        return self.captains[match.team(side).club.key]


def started() -> Scene:
    """Make the season: running, with fixtures and player lists."""
    season, series = rows()
    captains = {}
    for team in series.teams.select_related("club"):
        captains[team.club.key] = User.objects.create_user(f"captain{team.club.key}", password="correct horse battery")
        TeamRole.objects.create(team=team, account=captains[team.club.key], start=START)
    return Scene(season, series, interclubs_officer(), captains)


@made_once
def rows() -> tuple[Season, Series]:
    """Make the season without accounts."""
    cast.members(cast.PEOPLE)
    competition = Competition.objects.create(slug="interclubs", name="Interclubs")
    season = Season.objects.create(
        competition=competition,
        slug="interclubs-2025-26",
        name="Interclubs 2025-26",
        start=START,
        end=dt.date(2026, 6, 30),
        stage=Season.Stage.RUNNING,
        regulation="be-kbsb",
    )
    SeasonRules.objects.create(season=season, valid_from=START, changes=RULES, reason="Two boards")
    division = Division.objects.create(season=season, level=3, name="Division 3")
    series = Series.objects.create(division=division, letter="A")
    for number, day in enumerate(DAYS, start=1):
        RoundDay.objects.create(season=season, number=number, date=day)
    for key in cast.CLUBS:
        club = cast.club(key)
        venue = Venue.objects.create(club=club, address=f"Market square {key}", capacity=8)
        Team.objects.create(series=series, club=club, name=f"{club.name} 1", venue=venue)
        player_lists.propose(season, club, START)
    planner = User.objects.create_superuser("planner")
    fixtures.make(series, planner)
    planner.delete()
    return season, series


def interclubs_officer() -> User:
    """Return a user who runs all league seasons."""
    user = User.objects.create_user("interclubs", password="correct horse battery", is_staff=True)
    user.groups.add(Group.objects.get(name="interclubs officer"))
    return user


def listed(match: Match, side: str) -> list[ListEntry]:
    return list(line_ups.listed_players(match, side).values())


def revealed(scene: Scene, match: Match, empty: tuple[str, ...] = ()) -> Match:
    """Lock both line-ups with the first two players of each list. ``empty``: sides that leave board 2 empty."""
    for side in ("home", "away"):
        first, second = listed(match, side)[:2]
        by = scene.captain(match, side)
        line_ups.save(match.pk, side, [first.pk, None if side in empty else second.pk], by)
        line_ups.lock(match.pk, side, by)
    match.refresh_from_db()
    return match


def entered(scene: Scene, match: Match, *letters: str) -> Match:
    """Enter the results of all boards from the first on."""
    given = {number: Entered("**", each) for number, each in enumerate(letters, start=1)}
    return results.enter(match.pk, given, scene.captain(match, "home"))


def closed(scene: Scene, match: Match, *letters: str, empty: tuple[str, ...] = ()) -> Match:
    """Play a match to the end: revealed, entered, confirmed by both."""
    entered(scene, revealed(scene, match, empty), *letters)
    seen = fingerprint(match.boards.all())
    for side in ("home", "away"):
        match = results.confirm(match.pk, side, scene.captain(match, side), seen)
    return match
