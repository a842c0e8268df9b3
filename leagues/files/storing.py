"""Store the results of a season that is taken over: a constant number of queries for any number of matches.

The matches are closed as they come. A job hands them over: those of rounds that the former system sent for rating
become history, the others go to the rating as usual.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext_noop as noop

from federation.database import bulk
from federation.identity.member_numbers import club_key_of
from federation.models import Club
from leagues import access
from leagues.errors import Refused
from leagues.files.takeover import Key, Pair, TakenMatch, Takeover, plan
from leagues.matches.locking import NOT_YOURS
from leagues.models import Match, Season, Series, Step, Team
from leagues.to_rating import queue
from leagues.to_rating.hand_over import RATED_BEFORE

WRONG = noop("The table has errors: correct them first.")
UNNUMBERED = noop(
    "%(count)s games would never be rated: add the member numbers, or tick the rounds that were sent for rating."
)
CHANGED = ("home", "away", "day", "state", "revealed_at", "entered_at", "home_confirmed_at", "away_confirmed_at")


@transaction.atomic
def store(season: Season, data: bytes, by: User, rated: Collection[int] = ()) -> Takeover:
    """Store the results of a table. ``rated``: the rounds that the former system sent for rating.

    Raise `SheetError` and `Refused`; then nothing is stored.
    """
    held = Season.objects.select_for_update(of=("self",)).select_related("competition__unit").get(pk=season.pk)
    if not access.may_run(by, held):
        raise Refused(NOT_YOURS)
    found = plan(held, data)
    if found.problems:
        raise Refused(WRONG)
    if missing := found.never_rated(rated):
        raise Refused(UNNUMBERED, count=len(missing))
    series = {
        each.code: each
        for each in Series.objects.filter(division__season=held).select_related("division__season__competition")
    }
    _make_teams(found.new_teams, series, held)
    matches = _store_matches(found.matches, series)
    for match, taken in zip(matches, found.matches.values(), strict=True):
        for board in taken.boards:
            board.match = match
    bulk.insert([board for taken in found.matches.values() for board in taken.boards])
    bulk.insert(
        [Step(match=match, by=by, action=RATED_BEFORE if match.round in rated else "taken_over") for match in matches]
    )
    legs = dict.fromkeys((match.series_id, match.round, match.day.isoformat()) for match in matches)
    if matches:
        queue.all_later(held, matches[0], legs, by)
    return found


def _make_teams(new: Iterable[tuple[str, str, str]], series: Mapping[str, Series], season: Season) -> None:
    """Make teams, each of a series, a name and the number of a club. They stand below those that the club has."""
    clubs = Club.objects.in_bulk({club_key_of(number) for _code, _name, number in new}, field_name="key")
    there = Team.objects.filter(series__division__season=season, club__in=clubs.values()).order_by()
    ranks = dict(there.values("club").annotate(count=Count("pk")).values_list("club", "count"))
    made = []
    for code, name, number in new:
        club = clubs[club_key_of(number)]
        ranks[club.pk] = ranks.get(club.pk, 0) + 1
        made.append(Team(series=series[code], club=club, name=name, rank=ranks[club.pk]))
    bulk.insert(made)


def _store_matches(taken: Mapping[Key, TakenMatch], series: Mapping[str, Series]) -> list[Match]:
    """Store the matches of a table, closed, in its order. One that was planned keeps its row."""
    rows = Team.objects.filter(series__in=series.values()).select_related("series__division")
    teams = {(team.series.code, team.name): team for team in rows}
    waiting = Match.objects.filter(series__in=series.values(), revealed_at=None)
    planned: dict[Pair, Match] = {}
    for match in waiting.select_related("home", "away", "series__division"):
        planned[Key(match.series.code, match.round, match.home.name, match.away.name).pair] = match
    new, known, found = [], [], []
    for key, each in taken.items():
        match = planned.get(key.pair) or Match(series=series[key.series], round=key.round)
        (known if match.pk else new).append(match)
        match.home, match.away = (teams[key.series, name] for name in (key.home, key.away))  # may have been swapped
        _close(match, each.day)
        found.append(match)
    for match, pk in zip(new, bulk.reserved_ids(Match, len(new)), strict=True):
        match.pk = pk
    bulk.insert(new)
    bulk.update(known, CHANGED)
    return found


def _close(match: Match, day: dt.date) -> None:
    match.day, match.state = day, Match.State.CLOSED
    moment = match.starts_at
    match.revealed_at = match.entered_at = match.home_confirmed_at = match.away_confirmed_at = moment
