"""The player lists of a season as the rules know them: seven queries for any number of clubs."""

import datetime as dt

from django.utils import timezone

from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import ListEntry, Season, Team, Window
from leagues.rules.list_checks import Listed, ListFinding, Lists, check_lists
from leagues.wording.findings import of_list
from ratings.models import Rating


def findings(season: Season, day: dt.date | None = None, club: int | None = None) -> list[ListFinding]:
    """Return the findings about the player lists of a season on a day. ``club``: only those of its list."""
    on = day or timezone.localdate()
    entries = list(ListEntry.objects.on(on).filter(season=season).select_related("member"))
    teams = list(Team.objects.filter(series__division__season=season).select_related("series__division"))
    national: dict[int, int] = {}
    if season.strength_list_id:
        rows = Rating.objects.filter(list=season.strength_list_id, member__in=[each.member_id for each in entries])
        national = dict(rows.exclude(rating=None).values_list("member", "rating"))
    windows = list(Window.objects.filter(season=season, additions=True).values_list("start", "end"))
    lists = Lists(
        [_listed(entry, national.get(entry.member_id)) for entry in entries],
        {team.pk: team.club_id for team in teams},
        windows,
        season.start,
    )
    rules = RulesOfSeasons([season])
    found = check_lists(
        lists,
        rules.of_season(season, on),
        {team.pk: rules.on(team.series.division, on) for team in teams},
    )
    return [each for each in found if club is None or each.club == club]


def sentences(season: Season, found: list[ListFinding]) -> list[tuple[ListFinding, str]]:
    """Return the findings with what they say. Two queries."""
    players = {each.player for each in found if each.player}
    rows = ListEntry.objects.filter(season=season, member__in=players).select_related("member")
    names = {row.member_id: row.member.name for row in rows}
    teams = dict(Team.objects.filter(pk__in={each.team for each in found if each.team}).values_list("pk", "name"))
    return [(each, of_list(each, names, teams)) for each in found]


def _listed(entry: ListEntry, national: int | None) -> Listed:
    ratings = tuple(each for each in (national, entry.member.fide_rating) if each)
    return Listed(
        entry.pk,
        entry.club_id,
        entry.member_id,
        entry.position,
        entry.strength,
        entry.listed_from,
        entry.listed_until,
        ratings,
        entry.titular_of_id,
    )
