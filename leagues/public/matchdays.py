"""The matches of a day, as they run: of all series of a season, or of one club."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet

from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Board, Match, Season, Step
from leagues.rules.scoring import score
from leagues.standings.series_standings import plain_match
from leagues.wording.points import of_score


@dataclass(frozen=True)
class Running:
    """A match with its score as far as it is played."""

    match: Match
    score: str  # "" before it begins
    open_boards: int
    has_protest: bool = False


def days_of(season: Season, club: int | None = None) -> list[dt.date]:
    """Return the days on which matches of the season, or of a club in it, are played. One query."""
    found = Match.objects.filter(series__division__season=season)
    if club is not None:
        found = found.filter(Q(home__club=club) | Q(away__club=club))
    return list(found.order_by("day").values_list("day", flat=True).distinct())


def nearest(days: Sequence[dt.date], wanted: str, today: dt.date) -> dt.date | None:
    """Return the day that an address asks for, else today's or the next one, else the last."""
    by_text = {day.isoformat(): day for day in days}
    if wanted in by_text:
        return by_text[wanted]
    return next((day for day in days if day >= today), days[-1] if days else None)


def running(matches: Iterable[Match], season: Season) -> list[Running]:
    """Return the matches with their scores: two queries for any number."""
    listed = list(matches)
    boards: dict[int, list[Board]] = defaultdict(list)
    for board in Board.objects.filter(match__in=[match.pk for match in listed]).order_by("match", "number"):
        boards[board.match_id].append(board)
    rules = RulesOfSeasons([season])
    return [_running(match, boards[match.pk], rules) for match in listed]


def _running(match: Match, boards: Sequence[Board], rules: RulesOfSeasons) -> Running:
    plain = plain_match(match, boards)
    shown = of_score(score(plain, rules.of(match))) if match.is_revealed and boards else ""
    return Running(match, shown, sum(not board.is_decided for board in plain.boards))


def of_day(season: Season, day: dt.date) -> QuerySet[Match]:
    """Return the matches of a day in the order of their series."""
    found = Match.objects.filter(series__division__season=season, day=day)
    return found.select_related("home__club", "away__club", "venue", "series__division__season").order_by(
        "series__division__level", "series__letter", "round", "pk"
    )


def last_step(slug: str, day: str) -> int:
    """Return the last thing that happened in the matches of a day (as text). One query."""
    found = Step.objects.filter(match__series__division__season__slug=slug, match__day=day)
    return found.aggregate(last=Max("pk"))["last"] or 0
