"""The next season: promotion and relegation, and a copy with the divisions, rules, teams and captains of this one."""

import datetime as dt
import re
from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS
from leagues.models import Division, Season, SeasonRules, Series, Team, TeamRole, Window
from leagues.rules.promotion import Place, movements, next_places
from leagues.seasons import play_offs
from leagues.standings.series_standings import tables

THERE_ALREADY = noop("The season %(season)s exists already.")
YEAR = re.compile(r"\d{4}|(?<=\d{4}-)\d{2}(?!\d)")


@dataclass(frozen=True)
class Proposal:
    """A team, where it stands, and where it would play in the next season."""

    team: Team
    place: int
    level: int
    series: str
    movement: str
    next_level: int
    next_series: str

    @property
    def code(self) -> str:
        return f"{self.level}{self.series}"

    @property
    def next_code(self) -> str:
        return f"{self.next_level}{self.next_series}"


def proposals(season: Season, declined: Collection[int] = ()) -> list[Proposal]:
    """Return where each team would play in the next season, in order of series and place: eight queries.

    Play-offs count as soon as they are decided. ``declined``: teams (ids) that decline promotion; the next one of
    their series does.
    """
    rows = Series.objects.filter(division__season=season).select_related("division__season__competition")
    shown = tables(rows.order_by("division__level", "letter"))
    decided = {team: level for tie in play_offs.ties(season, shown) for team, level in tie.levels().items()}
    letters: dict[int, list[str]] = {}
    places, of_team = [], {}
    for now in shown:
        level, letter = now.series.division.level, now.series.letter
        letters.setdefault(level, []).append(letter)
        moved = movements(now.table, now.limits, declined)
        for row in now.rows:
            place = Place(row.team, level, letter, moved[row.team])
            places.append(place.played_off(decided[row.team]) if row.team in decided else place)
            of_team[row.team] = now.teams[row.team], row.place
    following = next_places(places, letters)
    return [
        Proposal(*of_team[each.team], each.level, each.series, each.movement, *following[each.team]) for each in places
    ]


@transaction.atomic
def copy(season: Season, by: User, declined: Collection[int] = ()) -> Season:
    """Copy a season into the next year, in preparation: the calendar and the player lists are made again.

    Teams stand where promotion and relegation put them; captains stay and can be changed. Raise `Refused`.
    """
    held = Season.objects.select_for_update(of=("self",)).select_related("competition").get(pk=season.pk)
    if not access.may_run(by, held):
        raise Refused(NOT_YOURS)
    slug = _next_year(held.slug)
    if slug == held.slug or Season.objects.filter(slug=slug).exists():
        raise Refused(THERE_ALREADY, season=slug)
    start = _a_year_later(held.start)
    made = Season.objects.create(
        competition=held.competition,
        slug=slug,
        name=_next_year(held.name),
        start=start,
        end=_a_year_later(held.end),
        regulation=held.regulation,
    )
    SeasonRules.objects.bulk_create(
        SeasonRules(season=made, level=row.level, valid_from=start, changes=row.changes, reason=row.reason)
        for row in held.rules.order_by("valid_from", "pk")
    )
    Window.objects.bulk_create(
        Window(
            season=made,
            start=_a_year_later(row.start),
            end=_a_year_later(row.end),
            additions=row.additions,
            strengths=row.strengths,
            titulars=row.titulars,
            loans=row.loans,
        )
        for row in held.windows.all()
    )
    _copy_teams(proposals(held, declined), _copy_series(held, made), start)
    return made


def _copy_series(season: Season, made: Season) -> dict[tuple[int, str], Series]:
    found = {}
    for division in season.divisions.prefetch_related("series"):
        copied = Division.objects.create(
            season=made,
            level=division.level,
            name=division.name,
            pace=division.pace,
            time_control=division.time_control,
            fide_rated=division.fide_rated,
        )
        for series in division.series.all():
            found[division.level, series.letter] = Series.objects.create(division=copied, letter=series.letter)
    return found


def _copy_teams(found: list[Proposal], series: dict[tuple[int, str], Series], start: dt.date) -> None:
    made = {
        each.team.pk: Team(
            series=series[each.next_level, each.next_series],
            club=each.team.club,
            rank=each.team.rank,
            name=each.team.name,
            venue_id=each.team.venue_id,
        )
        for each in found
        if each.team.withdrawn_after is None
    }
    Team.objects.bulk_create(made.values())
    roles = TeamRole.objects.on(timezone.localdate()).filter(team__in=made)
    TeamRole.objects.bulk_create(
        TeamRole(team=made[role.team_id], account_id=role.account_id, role=role.role, start=start) for role in roles
    )


def _next_year(text: str) -> str:
    """Return a name with its years raised by one: Interclubs 2025-26 becomes Interclubs 2026-27."""
    return YEAR.sub(lambda found: f"{(int(found[0]) + 1) % 10 ** len(found[0]):0{len(found[0])}}", text)


def _a_year_later(day: dt.date) -> dt.date:
    return day.replace(year=day.year + 1, day=min(day.day, 28) if day.month == 2 else day.day)
