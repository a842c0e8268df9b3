"""What waits in the demo: a line-up, a result to confirm, a proposal to move a match, lists to change, entries."""

import datetime as dt
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.models import Club, Office
from leagues.matches import line_ups, move_requests
from leagues.models import (
    Competition,
    Division,
    LineUp,
    Match,
    ProposedDay,
    RoundDay,
    Season,
    SeasonRules,
    Series,
    Side,
    TeamRole,
    Window,
)
from leagues.seasons import entries


def fill(season: Season, captains: Sequence[User], played: int, boards: int) -> Match:
    """Leave something to do to both captains of a match of the next round. Return the match."""
    of_season = Match.objects.filter(series__division__season=season)
    match = of_season.filter(round=played + 1).order_by("pk")[0]
    for side, captain in zip(Side.values, captains, strict=True):
        TeamRole.objects.create(team=match.team(side), account=captain, start=season.start)
    theirs = list(line_ups.listed_players(match, Side.AWAY))[:boards]
    mine = [*list(line_ups.listed_players(match, Side.HOME))[: boards - 1], None]
    LineUp.objects.create(match=match, side=Side.AWAY, seats=theirs, locked_at=timezone.now())
    LineUp.objects.create(match=match, side=Side.HOME, seats=mine)
    _result(of_season.filter(round=played), match)
    _proposal(match, captains[1])
    return match


def _result(last: QuerySet[Match], match: Match) -> None:
    """Leave the last result of the home team to its captain, who has to confirm it."""
    found = last.filter(home=match.home_id).first() or last.get(away=match.home_id)
    own = Side.HOME if found.home_id == match.home_id else Side.AWAY
    setattr(found, f"{own}_confirmed_at", None)
    found.state = Match.State.ENTERED
    found.save(update_fields=["state", f"{own}_confirmed_at"])


def _proposal(match: Match, captain: User) -> None:
    """Propose two other days for the match."""
    days = [match.day + dt.timedelta(days=days) for days in (-1, 6)]
    reason = _("Our hall is closed on this Sunday.")
    move_requests.propose(match.pk, Side.AWAY, [ProposedDay(day, match.starts) for day in days], captain, reason)


def open_window(season: Season) -> None:
    """Let clubs change their player lists for two weeks."""
    today = timezone.localdate()
    Window.objects.create(season=season, start=today - dt.timedelta(days=3), end=today + dt.timedelta(days=11))


def open_entries(season: Season, officer: User) -> Season:
    """Create a youth competition that is open for entries; two clubs have entered teams."""
    start = season.end + dt.timedelta(days=1)
    made = Season.objects.create(
        competition=Competition.objects.create(slug="youth-interclubs", name=_("Youth interclubs")),
        slug=f"youth-interclubs-{start.year}",
        name=f"{_('Youth interclubs')} {start.year}",
        start=start,
        end=start + dt.timedelta(days=120),
        stage=Season.Stage.ENTRIES,
        regulation=season.regulation,
    )
    rules = {"boards": {"count": 4, "titulars_least": 0}, "entry_fee": 20.0}
    SeasonRules.objects.create(
        season=made, valid_from=timezone.localdate(), changes=rules, reason=_("Rules of the season")
    )
    division = Division.objects.create(season=made, level=1, name=_("Under 16"))
    Series.objects.create(division=division, letter="A")
    RoundDay.objects.bulk_create(
        RoundDay(season=made, number=number, date=start + dt.timedelta(weeks=2 * number)) for number in range(1, 6)
    )
    clubs = Club.objects.filter(teams__series__division__season=season).distinct().order_by("key")
    of_secretary = Club.objects.filter(offices__account__username="secretaire", offices__role=Office.Role.SECRETARY)
    for club, teams, wishes in zip(
        [*of_secretary[:1], *clubs[:2]], (2, 1, 1), (_("Both teams at home on the same day."), "", ""), strict=False
    ):
        entries.enter(division, club, teams, officer, wishes)
    return made
