"""What running seasons add to the federation's calendar: windows for player lists, rounds, deadlines of line-ups."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils.dateformat import time_format
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import RoundDay, Season, Window
from ratings.embeds.season_days import AHEAD, SeasonDay


def season_days(today: dt.date) -> Iterator[SeasonDay]:
    """Yield the days from today on, for a year. Three queries; of a season in preparation nothing is public."""
    running = Q(season__stage=Season.Stage.RUNNING)
    windows = Window.objects.filter(running, end__gte=today, start__lte=today + AHEAD).select_related("season")
    for window in windows:
        title = _("%(season)s: clubs may change their player lists") % {"season": window.season.name}
        yield SeasonDay(f"window-{window.pk}", title, window.start, window.end, _page(window.season))
    days = RoundDay.objects.filter(running, date__gte=today, date__lte=today + AHEAD).exclude(
        kind=RoundDay.Kind.RESERVE
    )
    yield from _rounds(list(days.select_related("season", "division").order_by("date", "number", "pk")))


def _rounds(days: list[RoundDay]) -> Iterator[SeasonDay]:
    rules = RulesOfSeasons({day.season for day in days})
    for day in days:
        title, secret = _title(day), rules.of_season(day.season, day.date).line_ups
        if secret.reveal != "open":
            last = dt.datetime.combine(day.date, day.starts) - dt.timedelta(minutes=secret.lock_minutes)
            until = time_format(last.time(), get_format("TIME_FORMAT"))
            title = _("%(round)s (line-ups until %(time)s)") % {"round": title, "time": until}
        yield SeasonDay(f"round-{day.pk}", title, day.date, day.date, _page(day.season))


def _title(day: RoundDay) -> str:
    whose = f"{day.season.name}, {day.division.name}" if day.division else day.season.name
    if day.kind == RoundDay.Kind.PLAY_OFF:
        return _("%(season)s: play-offs") % {"season": whose}
    return _("%(season)s: round %(number)s") % {"season": whose, "number": day.number}


def _page(season: Season) -> str:
    return reverse("league_season", args=[season.slug])
