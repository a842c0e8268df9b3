"""Make the matches of a series from the Berger table and the calendar of the season."""

import datetime as dt
from collections import Counter
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Match, RoundDay, Series, Team
from leagues.rules import fixtures
from leagues.rules.parameters import Rules

THERE_ALREADY = noop("Series %(series)s already has matches.")
NO_DAY = noop("The calendar has no day for round %(round)s.")
FEW = noop("Series %(series)s has fewer than two teams.")


@transaction.atomic
def make(series: Series, by: User) -> list[Match]:
    """Number the teams of a series and make its matches, each on the day of its round. Raise `Refused`."""
    held = Series.objects.select_for_update(of=("self",)).select_related("division__season__competition")
    found = held.get(pk=series.pk)
    season = found.division.season
    if not access.may_run(by, season):
        raise Refused(NOT_YOURS)
    if found.matches.exists():
        raise Refused(THERE_ALREADY, series=found.code)
    teams = list(found.teams.select_related("venue").order_by("pk"))
    if len(teams) < 2:
        raise Refused(FEW, series=found.code)
    rules = RulesOfSeasons([season]).on(found.division, season.start)
    _number(teams, rules.fixtures.club_mates)
    days = _days(found)
    planned = []
    for each in fixtures.fixtures({team.number: team.pk for team in teams}, rules.fixtures.cycles):
        if each.round not in days:
            raise Refused(NO_DAY, round=each.round)
        planned.append(replace(each, day=days[each.round].date))
    return Match.objects.bulk_create(
        Match(
            series=found,
            round=each.round,
            home_id=each.home,
            away_id=each.away,
            day=each.day,
            starts=days[each.round].starts,
            venue_id=each.venue,
        )
        for each in _placed(planned, teams, found, rules)
    )


def _placed(planned: list[fixtures.Fixture], teams: list[Team], series: Series, rules: Rules) -> list[fixtures.Fixture]:
    """Return the matches in their halls; in a single round robin none in a hall that is full if the other has room."""
    halls = {team.pk: team.venue for team in teams if team.venue}
    capacity = {hall.pk: hall.capacity for hall in halls.values()} if rules.fixtures.cycles == 1 else {}
    season = series.division.season
    others = Match.objects.filter(series__division__season=season, venue__in=capacity, state=Match.State.PLANNED)
    seasons, taken = RulesOfSeasons([season]), Counter[tuple[int, dt.date]]()
    for match in others.select_related("series__division__season"):
        taken[match.venue_id, match.day] += seasons.of(match).boards.count
    return fixtures.in_halls(planned, rules.boards.count, {pk: hall.pk for pk, hall in halls.items()}, capacity, taken)


def _number(teams: list[Team], club_mates: str) -> None:
    """Give each team its number of the Berger table; one that has a number keeps it."""
    entrants = [fixtures.Entrant(team.pk, team.club_id, team.number or None) for team in teams]
    given = fixtures.numbers(entrants, club_mates)
    for team in teams:
        team.number = given[team.pk]
    Team.objects.bulk_update(teams, ["number"])


def _days(series: Series) -> dict[int, RoundDay]:
    """Return the day of each round: that of the division goes before that of all."""
    rows = RoundDay.objects.filter(Q(division=None) | Q(division=series.division), season=series.division.season)
    rows = rows.filter(kind__in=RoundDay.REGULAR)
    return {row.number: row for row in sorted(rows, key=lambda row: row.division_id or 0)}
