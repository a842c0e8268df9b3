"""Build the input of a rating system: the ratings of the previous list and the games since."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.db.models import Min, Q

from ratings.calculation.members import carried_by, read_lines
from ratings.games.archive import HALF_POINTS, ListGames, read_archive
from ratings.games.players import People, read_people
from ratings.models import RatingList, RatingPool
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    BughouseGames,
    Flags,
    GoGames,
    GoPlayers,
    Ints,
    Period,
    Status,
    TimedGames,
    TimedPlayers,
)
from tournaments.models import Discipline


@dataclass(frozen=True)
class Gathered:
    """The input of a list, with the ids beside the arrays."""

    period: Period
    rows: Ints  # beside period.players: rows of ``games.people``
    games: ListGames

    @cached_property
    def counted(self) -> np.ndarray:
        """The pairings beside ``period.games``."""
        return self.games.pairings[self.games.counts]

    @property
    def member_ids(self) -> Ints:
        """The ids of the members beside ``period.players``."""
        return self.games.people.ids[self.rows]


def gather(
    pool: RatingPool, previous: RatingList | None, until: dt.date, as_published: RatingList | None = None
) -> Gathered:
    """Return everything that a list of the day ``until`` is calculated from. A constant number of queries.

    A list that was calculated here is followed by later games; an imported starting list, or none, by every accepted
    game up to ``until`` that was in no list calculated here before. FIDE ratings are those of today, or those of
    ``as_published`` if a list of the same day is calculated again.
    """
    people, after = read_people(), counts_after(previous)
    games = read_archive(pool, people, after, until).between(after, until)
    before = carried_by(previous, people)
    return gathered(before, games, after, until, discipline=pool.discipline, as_published=as_published)


def gathered(
    before: np.ndarray,
    games: ListGames,
    after: dt.date | None,
    until: dt.date,
    *,
    discipline: str,
    as_published: RatingList | None = None,
) -> Gathered:
    """Return the games after ``after``, with the players of these games and of the previous list.

    ``before`` is `members.CARRIED` beside ``games.people``; ``discipline`` decides the kind of
    `Games`. At most four queries, for ``as_published``.
    """
    people, counted = games.people, games.pairings[games.counts]
    plays = np.zeros(len(people.ids), bool)
    for name in ("white", "black", *PARTNERS[discipline]):
        side = counted[name]
        plays[side[side != NONE]] = True
    foreign = _foreign_ratings(people, plays, as_published)
    rows = np.flatnonzero(plays | (foreign > 0) | (before["member"] != 0))
    place = np.full(len(people.ids) + 1, NONE)  # NONE, the last row, is no player either
    place[rows] = np.arange(len(rows))
    players = PLAYERS[discipline](people, before, foreign, rows, counted)
    period = Period(_first_day(counted, after, until), until, players, GAMES[discipline](counted, place))
    return Gathered(period, rows, games)


def counts_after(previous: RatingList | None) -> dt.date | None:
    """Return the day after which games count for the next list, or None if every game does."""
    if previous and previous.imported:
        computed = RatingList.objects.filter(pool=previous.pool_id, imported=False)
        previous = computed.before(previous.date).first()
    return previous.date if previous else None


def _foreign_ratings(people: People, plays: Flags, as_published: RatingList | None) -> Ints:
    """Return the FIDE ratings of a list (B33): a published list keeps those of its day.

    A player with a FIDE rating that day is in the list, even without a game; a player who is not in it had none. Only
    for a player registered later, who comes in by a late game, today's FIDE rating is used: it is the first one known.
    """
    if as_published is None:
        return people.foreign_rating
    merged = people.known_rows[people.ids[people.known_rows] != people.known_ids]
    matters = Q(status=Status.FOREIGN) | Q(member__in=people.ids[np.unique(merged)].tolist())
    lines, rows = read_lines(as_published.ratings.filter(matters), people)
    found = np.zeros_like(people.ids)
    goes_on = people.ids[rows] == lines["member"]
    for some in (~goes_on, goes_on):  # of merged records that of the one that goes on holds, where it has a line
        found[rows[some]] = np.where(lines["status"] == Status.FOREIGN, lines["rating"], 0)[some]
    may_come = plays & (people.foreign_rating > 0) & (found == 0)
    moment = _first_computed(as_published) if may_come.any() else None
    if moment:
        _lines, listed = read_lines(as_published.ratings.all(), people)
        may_come[listed] = False
        comes = may_come & people.registered_after(moment)
        found[comes] = people.foreign_rating[comes]
    return found


def _first_computed(revision: RatingList) -> dt.datetime | None:
    """Return when a list of its day was computed for the first time."""
    lists = RatingList.objects.filter(pool=revision.pool_id, date=revision.date)
    moment: dt.datetime | None = lists.aggregate(first=Min("computed_at"))["first"]
    return moment


def _common(people: People, before: np.ndarray, foreign: Ints, rows: Ints) -> dict[str, Any]:
    names = ("rating", "games", "opponents_sum", "half_points", "deviation", "last_day")
    return {
        "number": people.matricules[rows],
        "foreign_rating": foreign[rows],
        **{name: before[name][rows] for name in names},
    }


def _timed_players(people: People, before: np.ndarray, foreign: Ints, rows: Ints, _counted: np.ndarray) -> TimedPlayers:
    return TimedPlayers(**_common(people, before, foreign, rows), last_minute=before["last_minute"][rows])


def _go_players(people: People, before: np.ndarray, foreign: Ints, rows: Ints, counted: np.ndarray) -> GoPlayers:
    """Return the players with the first level that any tournament's file gives; the system knows which games count."""
    who = np.column_stack((counted["white"], counted["black"])).ravel()
    told = np.column_stack((counted["white_entry"], counted["black_entry"])).ravel()
    who, told = who[told != 0], told[told != 0]
    entry = np.zeros(len(people.ids), np.int64)
    entry[who[::-1]] = told[::-1]  # the first is written last
    known = before["status"][rows] != Status.UNRATED
    return GoPlayers(**_common(people, before, foreign, rows), known=known, entry_level=entry[rows])


def _common_of_games(counted: np.ndarray, place: Ints) -> dict[str, Ints]:
    names = ("white_given", "black_given", "day", "tournament", "round", "rounds", "participants")
    return {
        "white": place[counted["white"]],
        "black": place[counted["black"]],
        "white_half_points": HALF_POINTS[counted["white_letter"]],
        **_columns(counted, *names, "handicap", "board_size", "tempo"),
    }


def _columns(counted: np.ndarray, *names: str) -> dict[str, Ints]:
    return {name: np.ascontiguousarray(counted[name]) for name in names}


def _timed_games(counted: np.ndarray, place: Ints) -> TimedGames:
    return TimedGames(**_common_of_games(counted, place), minute=_minutes(counted))


def _go_games(counted: np.ndarray, place: Ints) -> GoGames:
    names = ("white_guest", "black_guest", "white_entry", "black_entry")
    return GoGames(**_common_of_games(counted, place), **_columns(counted, *names))


def _bughouse_games(counted: np.ndarray, place: Ints) -> BughouseGames:
    partners = {name: place[counted[name]] for name in PARTNERS[Discipline.BUGHOUSE]}
    return BughouseGames(**_common_of_games(counted, place), minute=_minutes(counted), **partners)


def _minutes(counted: np.ndarray) -> Ints:
    return MINUTES_A_DAY * counted["day"] + counted["minute"]


# What the systems of a discipline see. Chess has a clock: to a system that does not look at it, it is a game like any.
PLAYERS = {Discipline.CHESS: _timed_players, Discipline.GO: _go_players, Discipline.BUGHOUSE: _timed_players}
GAMES = {Discipline.CHESS: _timed_games, Discipline.GO: _go_games, Discipline.BUGHOUSE: _bughouse_games}
PARTNERS = {Discipline.CHESS: (), Discipline.GO: (), Discipline.BUGHOUSE: ("white_partner", "black_partner")}


def _first_day(counted: np.ndarray, after: dt.date | None, until: dt.date) -> dt.date:
    if after:
        return after + dt.timedelta(days=1)
    return dt.date.fromordinal(min(counted["day"].tolist(), default=until.toordinal()))
