"""How the seasons that run stand: of each series the leader, and the days of the rounds before and after today."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leagues.models import Season, Series, Team
from leagues.standings.series_standings import SeriesTable, tables
from leagues.wording.points import points


@dataclass(frozen=True)
class SeriesLine:
    """A series in one line. ``leader`` is None before the first result."""

    series: Series
    teams: int
    rounds_played: int
    rounds: int
    leader: Team | None
    match_points: str


@dataclass(frozen=True)
class SeasonNow:
    """A season that runs: its series, its teams, and the nearest days of matches."""

    season: Season
    lines: list[SeriesLine]
    last: dt.date | None
    next: dt.date | None

    @property
    def teams(self) -> int:
        return sum(line.teams for line in self.lines)


def standings_of(seasons: Sequence[Season], today: dt.date) -> list[SeasonNow]:
    """Return how these seasons stand, in their order. Seven queries for any number of them."""
    listed = Series.objects.filter(division__season__in=[each.pk for each in seasons])
    of_season: dict[int, list[SeriesTable]] = defaultdict(list)
    related = listed.select_related("division__season__competition").order_by("division__level", "letter", "pk")
    for now in tables(related) if seasons else ():
        of_season[now.series.division.season_id].append(now)
    return [_season(each, of_season[each.pk], today) for each in seasons]


def _season(season: Season, found: Iterable[SeriesTable], today: dt.date) -> SeasonNow:
    listed = list(found)
    days = sorted({match.day for now in listed for match in now.matches})
    return SeasonNow(
        season,
        [_line(now) for now in listed],
        max((day for day in days if day < today), default=None),
        min((day for day in days if day >= today), default=None),
    )


def _line(now: SeriesTable) -> SeriesLine:
    first = now.rows[0] if now.rows and now.rounds_played else None
    rounds = max((match.round for match in now.matches), default=0)
    leader = now.teams[first.team] if first else None
    return SeriesLine(
        now.series, len(now.teams), now.rounds_played, rounds, leader, points(first.match_points) if first else ""
    )
