"""The rules of a match: those of its regulation and season on the day on which it is played."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable

from leagues.models import Division, Match, Season, SeasonRules
from leagues.rulebooks.reading import regulation
from leagues.rules.parameters import Rules
from leagues.rules.regulation import Amendment


class RulesOfSeasons:
    """The rules of divisions on days, each made once. One query for all seasons."""

    def __init__(self, seasons: Iterable[Season]) -> None:
        self._amendments: dict[int, list[Amendment]] = defaultdict(list)
        for row in SeasonRules.objects.filter(season__in=list(seasons)).order_by("valid_from", "pk"):
            self._amendments[row.season_id].append(row.amendment)
        self._made: dict[tuple[int, dt.date], Rules] = {}

    def on(self, division: Division, day: dt.date) -> Rules:
        """Return the rules of a division on a day."""
        key = division.pk, day
        if key not in self._made:
            self._made[key] = division.rules(day, self._amendments[division.season_id])
        return self._made[key]

    def of_season(self, season: Season, day: dt.date) -> Rules:
        """Return the rules of all divisions."""
        return regulation(season.regulation).on(day, 0, self._amendments[season.pk])

    def of(self, match: Match) -> Rules:
        return self.on(match.series.division, match.day)


def rules_of(match: Match) -> Rules:
    """Return the rules of one match. One query."""
    return RulesOfSeasons([match.series.division.season]).of(match)
