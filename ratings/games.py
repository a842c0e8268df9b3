"""The pairings that a rating list looks at: read once, put in order of play, with a digest for each tournament.

Everything here follows from facts: neither ids of the database nor the order in which files came in play a part.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Q, QuerySet

from ratings.models import RatingPool
from ratings.people import People, look_up
from ratings.systems.period import NONE, Ints, Reason
from tournaments.models import Pace, Pairing, Participant, Result, Tournament, rating_day

CHUNK = 10_000
PAIRING = np.dtype(
    [
        *((name, "i8") for name in ("id", "tournament", "round", "board", "day", "white", "black")),
        *((name, "i8") for name in ("white_letter", "black_letter", "handicap", "board_size")),
    ]
)
PARTICIPANT = np.dtype([("id", "i8"), ("member", "i8"), ("given", "i8"), ("irregular", "i8")])
TEMPO = {Pace.STANDARD: 0, Pace.RAPID: 1, Pace.BLITZ: 2}
NO_BOARD = -1
NO_LETTER = 0
NOBODY = np.zeros(1, PARTICIPANT)
HALF_POINTS = np.zeros(128, np.int64)
HALF_POINTS[[ord(result) for result in Result]] = [result.half_points for result in Result]
RATED = [ord(result) for result in Result if result.is_rated]
BYES = [ord(result) for result in Result if result.is_bye]
# Letters of either side that keep a game out, the strongest reason last.
REASON_OF_LETTERS = {
    Reason.UNRATED_GAME: [ord(result) for result in Result if result.is_played and not result.is_rated],
    Reason.PENDING: [ord(Result.PENDING)],
    Reason.FORFEIT: [ord(Result.FORFEIT_WIN), ord(Result.FORFEIT_LOSS)],
}


class Event(NamedTuple):
    """What a tournament says about all its pairings. The fields are those of `Tournament`."""

    id: int
    name: str
    city: str
    start: dt.date | None
    end: dt.date | None
    counts_from: dt.date | None
    pace: str


@dataclass(frozen=True)
class TournamentGames:
    """What one tournament gives to a list."""

    id: int
    game_count: int  # games that may count
    digest: str  # of the canonical lines of its pairings in the list


@dataclass(frozen=True)
class Pairings:
    """One row a pairing of at least one member, in order of play. Byes are left out."""

    id: Ints
    day: Ints  # date ordinal
    round: Ints
    board: Ints
    tournament: Ints  # id; after `in_order_of_play` the running number, from 0, in order of first game
    white: Ints  # rows of `People`, NONE for somebody who is no member
    black: Ints
    white_given: Ints  # rating of a player who is no member; 0 = none
    black_given: Ints
    white_letter: Ints  # code of the letter of `Result`
    black_letter: Ints
    handicap: Ints
    board_size: Ints
    tempo: Ints
    reason: Ints  # `Reason`; NONE = the game may count

    def take(self, rows: Ints) -> Pairings:
        """The pairings of these rows (or of a mask), in this order."""
        return Pairings(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})

    @property
    def counts(self) -> Any:
        """Mask of the games that may count."""
        return self.reason == Reason.NONE


@dataclass(frozen=True)
class ListGames:
    """All that was played between two lists, and its digests."""

    pairings: Pairings
    tournaments: tuple[TournamentGames, ...]  # in order of start, name and town
    digest: str  # of all lines in order of play


def read_games(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> ListGames:
    """The pairings of the pool's accepted tournaments whose rating day is later than ``after`` and not after ``until``.

    Three queries, whatever their number.
    """
    tournaments = window(pool, after, until)
    events = {event.id: event for event in map(Event._make, tournaments.values_list(*Event._fields))}
    found = np.fromiter(_pairing_rows(tournaments, events), PAIRING)
    first = after.toordinal() if after else 0
    found = found[(found["day"] > first) & (found["day"] <= until.toordinal())]
    participants = np.fromiter(_participant_rows(tournaments), PARTICIPANT)
    return in_order_of_play(_pairings(found, participants, people, events), people, events)


def tournaments_of(pool: RatingPool) -> QuerySet[Tournament]:
    """The accepted tournaments whose games feed the pool."""
    accepted = Tournament.objects.accepted().filter(discipline=pool.discipline)
    return accepted.filter(pace__in=pool.paces) if pool.paces else accepted


def window(pool: RatingPool, after: dt.date | None, until: dt.date) -> QuerySet[Tournament]:
    """The tournaments that feed the pool, without those none of whose games can have a rating day of the period."""
    undated = Q(start=None, end=None)
    found = tournaments_of(pool).filter(undated | Q(start__lte=until) | Q(end__lte=until))
    found = found.filter(Q(counts_from=None) | Q(counts_from__lte=until))
    if after:
        found = found.filter(undated | Q(start__gt=after) | Q(end__gt=after) | Q(counts_from__gt=after))
    return found


def _pairing_rows(window: QuerySet[Tournament], events: dict[int, Event]) -> Iterator[tuple[int, ...]]:
    days: dict[tuple[int, dt.date | None], int] = {}
    rows = (
        Pairing.objects.filter(tournament__in=window)
        .order_by()
        .values_list(
            *("id", "tournament_id", "round", "board", "date", "white_id", "black_id"),
            *("white_result", "black_result", "handicap", "board_size"),
        )
    )
    for pk, event, round_, board, date, white, black, left, right, handicap, size in rows.iterator(CHUNK):
        if event not in events:  # accepted between the two queries
            continue
        day = days.get((event, date))
        if day is None:
            counted = rating_day(date, events[event].start, events[event].end, events[event].counts_from)
            day = days[event, date] = counted.toordinal() if counted else 0
        place = (round_, NO_BOARD if board is None else board, day)
        letters = (ord(left), ord(right) if right else NO_LETTER)
        yield pk, event, *place, white, black or 0, *letters, handicap or 0, size or 0


def _participant_rows(window: QuerySet[Tournament]) -> Iterator[tuple[int, ...]]:
    rows = (
        Participant.objects.filter(tournament__in=window)
        .order_by("id")
        .values_list("id", "member_id", "file_rating", "outsider", "irregular")
    )
    for pk, member, rating, outsider, irregular in rows.iterator(CHUNK):
        stands = outsider and not member and rating and rating > 0
        yield pk, member or 0, rating if stands else 0, irregular


def _pairings(found: np.ndarray, participants: np.ndarray, people: People, events: dict[int, Event]) -> Pairings:
    byes = (found["black"] == 0) | np.isin(found["white_letter"], BYES) | np.isin(found["black_letter"], BYES)
    found = found[~byes]
    at_board = np.append(participants, NOBODY)  # NONE, the last row, is nobody
    numbers = np.arange(len(participants))
    tempo = {event.id: TEMPO[Pace(event.pace)] for event in events.values()}
    white, black = (at_board[look_up(participants["id"], numbers, found[side])] for side in ("white", "black"))
    pairings = Pairings(
        **{name: found[name] for name in ("id", "day", "round", "board", "tournament", "handicap", "board_size")},
        white=people.rows(white["member"]),
        black=people.rows(black["member"]),
        white_given=white["given"],
        black_given=black["given"],
        white_letter=found["white_letter"],
        black_letter=found["black_letter"],
        tempo=np.array([tempo[event] for event in found["tournament"].tolist()], np.int64),
        reason=np.zeros(len(found), np.int64),
    )
    pairings = replace(pairings, reason=_reasons(pairings, (white["irregular"] | black["irregular"]) > 0))
    return pairings.take((pairings.white != NONE) | (pairings.black != NONE))


def _reasons(pairings: Pairings, irregular: Any) -> Ints:
    """Why a game does not count, as far as it shows without reckoning; the last line that fits holds."""
    white, black = pairings.white_letter, pairings.black_letter
    reason = np.full(len(white), Reason.NONE, np.int64)
    reason[_unknown(pairings.white, pairings.white_given) | _unknown(pairings.black, pairings.black_given)] = (
        Reason.UNKNOWN_PLAYER
    )
    one_man = (pairings.white == pairings.black) & (pairings.white != NONE)  # two records that were merged
    reason[one_man] = Reason.UNKNOWN_PLAYER
    fits = np.isin(white, RATED) & np.isin(black, RATED) & (HALF_POINTS[white] + HALF_POINTS[black] == 2)
    reason[~fits] = Reason.RESULT
    for why, codes in REASON_OF_LETTERS.items():
        reason[np.isin(white, codes) | np.isin(black, codes)] = why
    reason[irregular] = Reason.IRREGULAR  # B45: 0F-0F
    return reason


def _unknown(row: Ints, given: Ints) -> Any:
    return (row == NONE) & (given == 0)


def in_order_of_play(pairings: Pairings, people: People, events: dict[int, Event]) -> ListGames:
    """By rating day, then tournament (start, name, town, content), round, board and the players' matricules."""
    white = _key(pairings.white, pairings.white_given, people)
    black = _key(pairings.black, pairings.black_given, people)
    # The id comes last: it decides only between pairings that are equal in everything else.
    inside = (pairings.id, pairings.black_letter, pairings.white_letter, black, white, pairings.board, pairings.round)
    by_event = np.lexsort((*inside, pairings.day, pairings.tournament))
    lines = _lines(pairings.take(by_event), white[by_event], black[by_event])
    found = _tournaments(pairings.take(by_event), lines, events)

    rank = {tournament.id: number for number, tournament in enumerate(found)}
    number = np.array([rank[event] for event in pairings.tournament.tolist()], np.int64)
    played = np.lexsort((*inside, number, pairings.day))
    line_of = np.empty(len(lines), np.int64)
    line_of[by_event] = np.arange(len(lines))
    in_order = zip(number[played].tolist(), line_of[played].tolist(), strict=True)
    whole = "".join(f"{event} {lines[line]}\n" for event, line in in_order)
    return ListGames(replace(pairings, tournament=number).take(played), tuple(found), _digest(whole))


def _key(row: Ints, given: Ints, people: People) -> Ints:
    """What a line calls a player: his matricule, or the rating given for him with a minus."""
    if not len(people.matricules):
        return -given
    return np.where(row == NONE, -given, people.matricules[row])


def _lines(pairings: Pairings, white: Ints, black: Ints) -> list[str]:
    """One canonical line a pairing: day, round, board, players, letters, handicap, board size, tempo, reason."""
    days = {day: dt.date.fromordinal(day).isoformat() for day in set(pairings.day.tolist())}
    columns = (pairings.round, pairings.board, white, black, pairings.white_letter, pairings.black_letter)
    columns += (pairings.handicap, pairings.board_size, pairings.tempo, pairings.reason)
    rows = zip(pairings.day.tolist(), *(column.tolist() for column in columns), strict=True)
    return [
        f"{days[day]} {round_} {board} {left} {right} {chr(won)}{chr(lost)} {stones} {size} {tempo} {reason}"
        for day, round_, board, left, right, won, lost, stones, size, tempo, reason in rows
    ]


def _tournaments(pairings: Pairings, lines: list[str], events: dict[int, Event]) -> list[TournamentGames]:
    """The tournaments in order of start, name, town and content, from pairings that are grouped by tournament."""
    ids, starts = np.unique(pairings.tournament, return_index=True)
    ends = [*starts.tolist(), len(lines)][1:]
    found = []
    for event, start, end in zip(ids.tolist(), starts.tolist(), ends, strict=True):
        digest = _digest("\n".join(lines[start:end]))
        found.append(TournamentGames(event, int(pairings.counts[start:end].sum()), digest))
    return sorted(found, key=lambda part: _place(events[part.id], part.digest))


def _place(event: Event, digest: str) -> tuple[dt.date, str, str, str]:
    return event.start or event.end or dt.date.min, event.name, event.city, digest


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
