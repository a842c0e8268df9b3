"""Who may run a season, rule on its matches, and act for a team."""

import datetime as dt

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils import timezone

from federation.access import clubs_of, may, may_everywhere, units_of
from federation.structure.rights import Verb
from leagues.models import Division, LeagueOfficer, Match, Season, Side, Team, TeamRole

Account = User | AnonymousUser


def may_run(user: Account, season: Season) -> bool:
    """Return whether the user runs the season: its rules, calendar, rulings."""
    unit = season.competition.unit
    return may(user, Verb.RUN_LEAGUES, unit) if unit else may_everywhere(user, Verb.RUN_LEAGUES)


def may_rule(user: Account, match: Match) -> bool:
    """Return whether the user may decide about the match: those who run the season, and the officer of its division."""
    division = match.series.division
    if may_run(user, division.season):
        return True
    mine = LeagueOfficer.objects.on(timezone.localdate()).filter(account=user.pk, season=division.season_id)
    return mine.filter(Q(division=None) | Q(division=division)).exists()


def seasons_run_by(user: Account) -> QuerySet[Season]:
    """Return the seasons that the user runs as a whole or in a division."""
    if may_everywhere(user, Verb.RUN_LEAGUES):
        return Season.objects.all()
    mine = LeagueOfficer.objects.on(timezone.localdate()).filter(account=user.pk)
    of_units = Q(competition__unit__in=units_of(user, Verb.RUN_LEAGUES))
    return Season.objects.filter(Q(pk__in=mine.values("season")) | of_units)


def divisions_of(user: Account, season: Season) -> QuerySet[Division]:
    """Return the divisions of the season that the user runs as a division officer."""
    mine = LeagueOfficer.objects.on(timezone.localdate()).filter(account=user.pk, season=season)
    if mine.filter(division=None).exists():
        return season.divisions.all()
    return season.divisions.filter(pk__in=mine.values("division"))


def teams_of(user: Account, day: dt.date | None = None) -> QuerySet[Team]:
    """Return the teams for which the user may act on the day: as captain or deputy, or for the club."""
    if not user.is_active:
        return Team.objects.none()
    roles = TeamRole.objects.on(day or timezone.localdate()).filter(account=user.pk)
    return Team.objects.filter(Q(pk__in=roles.values("team")) | Q(club__in=clubs_of(user, Verb.PLAY_LEAGUES, day)))


def sides_of(user: Account, match: Match) -> list[str]:
    """Return the sides of the match for which the user may act."""
    mine = set(teams_of(user).filter(pk__in=[match.home_id, match.away_id]).values_list("pk", flat=True))
    return [side for side in Side.values if match.team(side).pk in mine]
