"""Games by month and by season, and how many of them both sides confirmed."""

import datetime as dt
from collections import Counter, defaultdict
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q
from django.db.models.functions import Coalesce

from federation import hooks
from federation.identity.seasons import bounds, months_later, season_year
from ratings.statistics.small_counts import is_shown
from tournaments.models import Pairing, Result, Stage

MONTHS = 24
SEASONS = 5
PLAYED = [result.value for result in Result if result.is_played]


class Games(NamedTuple):
    """Rows by time, the earliest first."""

    months: list[dict[str, Any]]  # month (2026-03), games, players; both None in a month with few players
    seasons: list[dict[str, Any]]  # year of the season, games, confirmed


def count(today: dt.date) -> Games:
    """Count the games of accepted tournaments in the last months and seasons. Two queries, and those of the hook."""
    months = [months_later(today.replace(day=1), -number) for number in range(MONTHS - 1, -1, -1)]
    since = bounds(season_year(today) - SEASONS + 1)[0]
    confirmed = _confirmed(since)
    season = cache(season_year)
    players: dict[dt.date, set[int]] = defaultdict(set)
    by_month: Counter[dt.date] = Counter()
    by_season: Counter[int] = Counter()
    agreed: Counter[int] = Counter()
    for pairing, day, *members in _played(min(since, months[0]), today).iterator():
        month = day.replace(day=1)
        by_month[month] += 1
        if month >= months[0]:
            players[month].update(member for member in members if member)
        if day >= since:
            by_season[year := season(day)] += 1
            agreed[year] += pairing in confirmed
    return Games(
        [_month(month, by_month[month], len(players[month])) for month in months],
        [{"year": year, "games": games, "confirmed": agreed[year]} for year, games in sorted(by_season.items())],
    )


def _played(since: dt.date, today: dt.date) -> Any:
    """Return id, day and members of each game: its own day, else the last day of its tournament."""
    late = Q(tournament__end__gte=since) | Q(tournament__end=None)
    found = Pairing.objects.filter(late, tournament__stage=Stage.ACCEPTED, white_result__in=PLAYED)
    found = found.filter(black_result__in=PLAYED).order_by()
    found = found.annotate(day=Coalesce("date", "tournament__end", "tournament__start"))
    found = found.filter(day__gte=since, day__lte=today)
    return found.values_list("pk", "day", "white__member", "black__member")


def _confirmed(since: dt.date) -> set[int]:
    return {pairing for each in hooks.functions("CONFIRMED_GAMES") for pairing in each(since)}


def _month(month: dt.date, games: int, players: int) -> dict[str, Any]:
    shown = {"games": games, "players": players}
    return {"month": f"{month:%Y-%m}", **(shown if is_shown(players) else {"games": None, "players": None})}
