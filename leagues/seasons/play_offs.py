"""Play-offs after the regular rounds: matches between places that the rules name, and who then plays where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Match, RoundDay, Season, Series, Team
from leagues.rules.parameters import PlayOff
from leagues.rules.promotion import winner
from leagues.standings.series_standings import PlayOffMatch, SeriesTable, tables

NONE = noop("The rules of this season name no play-offs.")
NOT_FINAL = noop("The table of series %(series)s is not final: %(count)s matches are open.")
NO_PLACE = noop("The rules name the place %(place)s, which no series of this season has.")
NO_DAY = noop("The calendar has no day for play-offs.")


@dataclass(frozen=True)
class Tie:
    """A play-off with its teams once the tables are final, and its match once that is made."""

    rule: PlayOff
    home: Team | None
    away: Team | None
    made: PlayOffMatch | None

    @property
    def places(self) -> list[tuple[str, str]]:
        """Return the series and the place in it of both sides."""
        return [(place.partition(".")[0], place.partition(".")[2]) for place in (self.rule.home, self.rule.away)]

    @property
    def winner(self) -> Team | None:
        result = self.made.result if self.made else None
        side = winner(self.rule, result) if result else None
        return {"home": self.home, "away": self.away, None: None}[side]

    def levels(self) -> dict[int, int]:
        """Return the level of both teams in the next season, by team (id); of none until the winner is known."""
        if self.winner is None or self.home is None or self.away is None:
            return {}
        loser = self.away if self.winner == self.home else self.home
        return {self.winner.pk: self.rule.winner, loser.pk: self.rule.loser}


def named(season: Season) -> tuple[PlayOff, ...]:
    """Return the play-offs that the rules name at the end of the season. One query."""
    return RulesOfSeasons([season]).of_season(season, season.end).movement.play_offs


def ties(season: Season, shown: Iterable[SeriesTable]) -> list[Tie]:
    """Return the play-offs of a season. ``shown``: the tables of all its series. One query."""
    of_code = {now.series.code: now for now in shown}
    play_offs = [each for now in of_code.values() for each in now.play_offs]
    made = {frozenset((each.match.home_id, each.match.away_id)): each for each in play_offs}
    found = []
    for rule in named(season):
        home, away = (_team(place, of_code) for place in (rule.home, rule.away))
        match = made.get(frozenset((home.pk, away.pk))) if home and away else None
        is_swapped = bool(match and home and match.match.home_id != home.pk)
        found.append(Tie(_turned(rule), away, home, match) if is_swapped else Tie(rule, home, away, match))
    return found


def _turned(rule: PlayOff) -> PlayOff:
    drawn = {"home": "away", "away": "home", None: None}[rule.drawn]
    return PlayOff(home=rule.away, away=rule.home, winner=rule.winner, loser=rule.loser, drawn=drawn)


def _team(place: str, of_code: Mapping[str, SeriesTable]) -> Team | None:
    """Return the team at a place such as 2A.11; None if there is none, or its table is not final."""
    code, _dot, number = place.partition(".")
    now = of_code.get(code)
    if now is None or not now.table.is_final or not 0 < int(number) <= len(now.rows):
        return None
    return now.teams[now.rows[int(number) - 1].team]


@transaction.atomic
def make(season: Season, by: User) -> list[Match]:
    """Make the matches of the play-offs that have none, on the day of the calendar. Raise `Refused`."""
    held = Season.objects.select_for_update(of=("self",)).select_related("competition__unit").get(pk=season.pk)
    if not access.may_run(by, held):
        raise Refused(NOT_YOURS)
    if not named(held):
        raise Refused(NONE)
    day = RoundDay.objects.filter(season=held, kind=RoundDay.Kind.PLAY_OFF).order_by("date").first()
    if day is None:
        raise Refused(NO_DAY)
    rows = Series.objects.filter(division__season=held).select_related("division__season__competition")
    shown = tables(rows)
    _require_final(named(held), shown)
    return Match.objects.bulk_create(
        Match(
            series_id=tie.home.series_id,
            round=day.number,
            home=tie.home,
            away=tie.away,
            day=day.date,
            starts=day.starts,
            venue_id=tie.home.venue_id,
            is_play_off=True,
        )
        for tie in ties(held, shown)
        if tie.made is None and tie.home and tie.away
    )


def _require_final(rules: Iterable[PlayOff], shown: Iterable[SeriesTable]) -> None:
    of_code = {now.series.code: now for now in shown}
    for place in (place for rule in rules for place in (rule.home, rule.away)):
        now = of_code.get(place.partition(".")[0])
        if now is not None and not now.table.is_final:
            raise Refused(NOT_FINAL, series=now.series.code, count=now.table.open_matches)
        if _team(place, of_code) is None:
            raise Refused(NO_PLACE, place=place)
