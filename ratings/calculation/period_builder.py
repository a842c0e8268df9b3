"""Build the input of a rating system: the ratings of the previous list and the games since."""

import datetime as dt
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from django.db.models import Min, Q

from ratings.calculation.members import carried_by, read_lines
from ratings.games.archive import HALF_POINTS, SEATS, ListGames, read_archive
from ratings.games.players import People, read_people
from ratings.models import RatingList, RatingPool
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    BughouseGames,
    Flags,
    Games,
    GoGames,
    GoPlayers,
    Ints,
    Period,
    Players,
    Status,
    TimedGames,
    TimedPlayers,
)
from tournaments.models import Discipline

# What the systems of a discipline see; a variant of chess is seen like chess.
# Chess has a clock; a system that ignores it treats each game alike.
KINDS: dict[str, tuple[type[Players], type[Games]]] = {
    Discipline.CHESS: (TimedPlayers, TimedGames),
    Discipline.GO: (GoPlayers, GoGames),
    Discipline.BUGHOUSE: (TimedPlayers, BughouseGames),
}


@dataclass(frozen=True)
class Gathered:
    """The input of a list, with the ids beside the arrays."""

    period: Period
    rows: Ints  # beside period.players: rows of ``games.people``
    games: ListGames

    @cached_property
    def counted(self) -> np.ndarray:
        """Return the pairings beside ``period.games``."""
        return self.games.pairings[self.games.counts]

    @property
    def member_ids(self) -> Ints:
        """Return the ids of the members beside ``period.players``."""
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
    for seat in SEATS:
        side = counted[seat]
        plays[side[side != NONE]] = True
    foreign = _foreign_ratings(people, plays, as_published)
    rows = np.flatnonzero(plays | (foreign > 0) | (before["member"] != 0))
    place = np.full(len(people.ids) + 1, NONE)  # NONE, the last row, is no player either
    place[rows] = np.arange(len(rows))
    of_players, of_games = KINDS.get(discipline, KINDS[Discipline.CHESS])
    members = _of_members(people, before, foreign, counted)
    players = of_players(**{field.name: members[field.name][rows] for field in fields(of_players)})
    period = Period(_first_day(counted, after, until), until, players, _games(of_games, counted, place))
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


def _of_members(people: People, before: np.ndarray, foreign: Ints, games: np.ndarray) -> dict[str, Any]:
    """Return the columns of `Players` of every kind, for all members."""
    return {
        **{name: before[name] for name in before.dtype.names},
        "number": people.keys,
        "foreign_rating": foreign,
        "known": before["status"] != Status.UNRATED,
        "entry_level": _entry_levels(people, games),
    }


def _entry_levels(people: People, games: np.ndarray) -> Ints:
    """Return the first level of go that any tournament's file gives each member; the system knows which games count."""
    who = np.column_stack((games["white"], games["black"])).ravel()
    levels = np.column_stack((games["white_entry"], games["black_entry"])).ravel()
    who, levels = who[levels != 0], levels[levels != 0]
    found = np.zeros(len(people.ids), np.int64)
    found[who[::-1]] = levels[::-1]  # the first is written last
    return found


def _games(kind: type[Games], games: np.ndarray, place: Ints) -> Games:
    known = {name: np.ascontiguousarray(games[name]) for name in games.dtype.names}
    known |= {seat: place[known[seat]] for seat in SEATS}
    known["white_half_points"] = HALF_POINTS[known["white_letter"]]
    known["minute"] += MINUTES_A_DAY * known["day"]
    return kind(**{field.name: known[field.name] for field in fields(kind)})


def _first_day(counted: np.ndarray, after: dt.date | None, until: dt.date) -> dt.date:
    if after:
        return after + dt.timedelta(days=1)
    return dt.date.fromordinal(min(counted["day"].tolist(), default=until.toordinal()))
