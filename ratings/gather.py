"""From facts to arrays: the last list's ratings and the games since then, as a rating system takes them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from ratings.games import HALF_POINTS, ListGames, Pairings, read_games
from ratings.models import Rating, RatingList, RatingPool
from ratings.people import People, look_up, read_people
from ratings.systems.period import NONE, Games, Ints, Period, Players, Status

STANDING = np.dtype(
    [
        *((name, "i8") for name in ("member", "rating", "games", "opponents_sum", "half_points")),
        *(("deviation", "f8"), ("last_day", "i8"), ("status", "i8")),
    ]
)


@dataclass(frozen=True)
class Gathered:
    """What a list is reckoned from, with the ids beside the arrays."""

    period: Period
    people: People
    rows: Ints  # beside period.players: rows of `people`
    status: Ints  # beside period.players: the status in the list before
    counted: Pairings  # beside period.games
    not_counted: Pairings
    games: ListGames


def gather(
    pool: RatingPool, previous: RatingList | None, until: dt.date, as_published: RatingList | None = None
) -> Gathered:
    """Everything that a list of the day ``until`` is reckoned from.

    After a list that was reckoned here its games follow on; after an imported starting list, or none, every accepted
    game up to ``until`` is taken, however old, unless it was in a list that was reckoned here before. The ratings that
    FIDE gave are those of today, or those of ``as_published`` where a list of the same day is reckoned once more. A
    constant number of queries.
    """
    people = read_people()
    after = counts_after(previous)
    games = read_games(pool, people, after, until)
    counted = games.pairings.take(games.pairings.counts)
    standings = _standings(previous, people)
    plays = np.zeros(len(people.ids), bool)
    for side in (counted.white, counted.black):
        plays[side[side != NONE]] = True
    foreign = _foreign_ratings(people, plays, as_published)
    rows = np.flatnonzero(plays | (foreign > 0) | (standings["member"] != 0))
    place = np.full(len(people.ids) + 1, NONE)  # NONE, the last row, is no player either
    place[rows] = np.arange(len(rows))
    first = _first_day(counted, after, until)
    return Gathered(
        period=Period(first, until, _players(people, standings, foreign, rows), _games(counted, place)),
        people=people,
        rows=rows,
        status=standings["status"][rows],
        counted=counted,
        not_counted=games.pairings.take(~games.pairings.counts),
        games=games,
    )


def counts_after(previous: RatingList | None) -> dt.date | None:
    """The day after which games count for the list that follows; None: every game does."""
    if previous and previous.imported:
        previous = previous.pool.lists.before(previous.date).filter(imported=False).first()
    return previous.date if previous else None


def _standings(previous: RatingList | None, people: People) -> np.ndarray:
    """The last list in the rows of ``people``; member 0 where somebody is not in it.

    The lists of a member who was merged into another are the other's: his games and sums are added, and the rating of
    the record with more games holds.
    """
    found = np.zeros(len(people.ids), STANDING)
    found["deviation"] = np.nan
    if previous is None:
        return found
    listed = read_standings(previous)
    listed = listed[np.argsort(-listed["games"], kind="stable")]
    rows = people.rows(listed["member"])
    firsts, places = np.unique(rows, return_index=True)
    found[firsts] = listed[places]
    for place in np.setdiff1d(np.arange(len(rows)), places):
        _add(found, rows[place], listed[place])
    return found


def _add(found: np.ndarray, row: int, other: np.void) -> None:
    found["games"][row] += other["games"]
    found["last_day"][row] = max(found["last_day"][row], other["last_day"])
    if found["status"][row] < Status.ESTABLISHED:  # sums of a first rating that is still to come (B07)
        found["opponents_sum"][row] += other["opponents_sum"]
        found["half_points"][row] += other["half_points"]


def read_standings(rating_list: RatingList) -> np.ndarray:
    """The ratings of a list as they stand, in order of matricule: one query."""
    rows = (
        Rating.objects.filter(list=rating_list)
        .order_by("member__matricule")
        .values_list(
            *("member_id", "rating", "games", "opponents_sum", "half_points", "deviation", "last_played", "status")
        )
    )
    return np.fromiter(
        (
            (
                *(member, rating or 0, games, opponents, points),
                *(np.nan if deviation is None else deviation, played.toordinal() if played else 0, status),
            )
            for member, rating, games, opponents, points, deviation, played, status in rows.iterator(10_000)
        ),
        STANDING,
    )


def _foreign_ratings(people: People, plays: np.ndarray, as_published: RatingList | None) -> Ints:
    """The FIDE ratings that stand in a list (B33): a list that was published keeps those of its day."""
    if as_published is None:
        return people.foreign_rating
    listed = read_standings(as_published)
    listed = listed[np.argsort(listed["member"])]
    there = look_up(listed["member"], listed["rating"] * (listed["status"] == Status.FOREIGN), people.ids)
    return np.where(there == NONE, people.foreign_rating * plays, there)


def _players(people: People, standings: np.ndarray, foreign: Ints, rows: Ints) -> Players:
    found = standings[rows]
    columns = {
        name: found[name] for name in ("rating", "games", "opponents_sum", "half_points", "deviation", "last_day")
    }
    return Players(number=people.matricules[rows], foreign_rating=foreign[rows], **columns)


def _games(counted: Pairings, place: Ints) -> Games:
    return Games(
        white=place[counted.white],
        black=place[counted.black],
        white_given=counted.white_given,
        black_given=counted.black_given,
        white_half_points=HALF_POINTS[counted.white_letter],
        day=counted.day,
        tournament=counted.tournament,
        round=counted.round,
        handicap=counted.handicap,
        board_size=counted.board_size,
        tempo=counted.tempo,
    )


def _first_day(counted: Pairings, after: dt.date | None, until: dt.date) -> dt.date:
    if after:
        return after + dt.timedelta(days=1)
    return dt.date.fromordinal(min(counted.day.tolist(), default=until.toordinal()))
