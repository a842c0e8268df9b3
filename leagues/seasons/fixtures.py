"""Make the matches of a series from the Berger table and the calendar of the season."""

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
    by_pk = {team.pk: team for team in teams}
    matches = []
    for each in fixtures.fixtures({team.number: team.pk for team in teams}, rules.fixtures.cycles):
        day = days.get(each.round)
        if day is None:
            raise Refused(NO_DAY, round=each.round)
        home = by_pk[each.home]
        matches.append(
            Match(
                series=found,
                round=each.round,
                home=home,
                away=by_pk[each.away],
                day=day.date,
                starts=day.starts,
                venue=home.venue,
            )
        )
    return Match.objects.bulk_create(matches)


def _number(teams: list[Team], club_mates: str) -> None:
    """Give each team its number of the Berger table; one that has a number keeps it."""
    entrants = [fixtures.Entrant(team.pk, team.club_id, team.number or None) for team in teams]
    given = fixtures.numbers(entrants, club_mates)
    for team in teams:
        team.number = given[team.pk]
    Team.objects.bulk_update(teams, ["number"])


def _days(series: Series) -> dict[int, RoundDay]:
    """Return the day of each round: that of the division goes before that of all."""
    rows = RoundDay.objects.filter(
        Q(division=None) | Q(division=series.division), season=series.division.season, kind=RoundDay.Kind.ROUND
    )
    return {row.number: row for row in sorted(rows, key=lambda row: row.division_id or 0)}
