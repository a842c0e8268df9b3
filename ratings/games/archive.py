"""Every game of many tournaments in arrays that take little room: one row a pairing, one reading for many lists.

Rows come by tournament (start, name, town, content), rating day, round, board and the players' matricules, so neither
ids of the database nor the order in which files came in play a part. Where tournaments are rated as a whole they come
by their last day first, which is the rating day of all their games.
"""

from __future__ import annotations

import datetime as dt
import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, groupby, pairwise, starmap
from operator import attrgetter, eq
from typing import Any

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from ratings.games.digest_records import matricules, records
from ratings.games.players import People
from ratings.systems.period import NONE, Ints, Reason
from tournaments.models import Pace, Result, Tournament
from tournaments.storage import packed_games
from tournaments.storage.packed_games import BLACK, EXTRA, EXTRAS, GAME, MORE, Outline, Packed

TEMPO: dict[str, int] = {Pace.STANDARD: 0, Pace.RAPID: 1, Pace.BLITZ: 2}
TOGETHER = 200  # tournaments whose bytes are taken apart at once
HALF_POINTS = np.zeros(BLACK, np.int64)  # by the code of a letter
HALF_POINTS[[ord(result) for result in Result]] = [result.half_points for result in Result]
RATED = [ord(result) for result in Result if result.is_rated]
# Letters of either side that keep a game out (P12, Q15, QA11, A6), the strongest reason last.
REASON_OF_LETTERS = {
    Reason.UNRATED_GAME: [ord(result) for result in Result if result.is_played and not result.is_rated],
    Reason.PENDING: [ord(Result.PENDING)],
    Reason.FORFEIT: [ord(Result.FORFEIT_WIN), ord(Result.FORFEIT_LOSS)],
}
COLUMNS = {name: GAME[name] for name in GAME.names or ()} | {"tournament": np.dtype("i4"), "reason": np.dtype("u1")}
SIDES = ("white", "black")
PARTNERS = ("white_partner", "black_partner")
# From the ``letters`` of a game to the code of one side's.
LETTER_OF: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "white_letter": lambda letters: letters % BLACK,
    "black_letter": lambda letters: letters // BLACK,
}


def _reasons_of_letters() -> NDArray[np.uint8]:
    """Why a game with these ``letters`` does not count, whoever sits there."""
    codes = np.arange(BLACK)
    table = np.full((BLACK, BLACK), Reason.NONE, np.uint8)
    rated = np.isin(codes, RATED)
    fits = rated[:, None] & rated & (HALF_POINTS[:, None] + HALF_POINTS == 2)
    table[~fits] = Reason.RESULT
    for why, letters in REASON_OF_LETTERS.items():
        named = np.isin(codes, letters)
        table[named[:, None] | named] = why
    return table.ravel()


LETTER_REASONS = _reasons_of_letters()


@dataclass(frozen=True)
class Archive:
    """The games, and the order of play. What no game has is not in ``columns``: its value is 0 (partners: NONE)."""

    events: Ints  # ids of the tournaments, in their order
    tempo: Ints  # beside it
    columns: dict[str, NDArray[Any]]  # `COLUMNS`, and of `packed.EXTRA` what any game has; seats are rows of people
    whole: bool  # tournaments are rated as a whole, and ``columns`` has `game_records.OF_TOURNAMENTS`
    order: NDArray[np.int32] | None  # rows in order of play: by rating day; None: they are so already
    days: NDArray[np.int32]  # rating days in order of play
    outlines: list[tuple[Any, ...]]  # of `packed.Outline`, in no order

    def between(self, after: dt.date | None, until: dt.date) -> NDArray[np.integer]:
        """The rows of the pairings later than ``after`` and not after ``until``, in order of play."""
        first = max(after.toordinal() if after else 0, 0)
        bounds = np.array([first, until.toordinal()], self.days.dtype)  # of another kind, all days would be converted
        start, end = np.searchsorted(self.days, bounds, side="right").tolist()
        return np.arange(start, end) if self.order is None else self.order[start:end]

    def take(self, name: str, rows: NDArray[np.integer]) -> Ints:
        """A column of these rows."""
        if name in LETTER_OF:
            return LETTER_OF[name](self.take("letters", rows))
        column = self.columns.get(name)
        if column is None:
            return np.full(len(rows), NONE if name in PARTNERS else 0, np.int64)
        return column[rows].astype(np.int64)


@contextmanager
def _no_collector() -> Iterator[None]:
    """Many objects come and stay, and none refers back to itself: to look for such takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_no_collector()
def read(tournaments: QuerySet[Tournament], people: People, *, whole: bool = False) -> Archive:
    """The games of the tournaments: a query, and three more where some are not packed.

    ``whole``: a tournament counts as a whole once it is over, and tournaments come by that day.
    """
    waiting = deque(_ranked(packed_games.read(tournaments), people, whole))
    of_outline = len(Outline._fields)
    outlines = [each[:of_outline] for each in waiting]
    events, tempo = ([each.tournament for each in waiting], [TEMPO[each.pace] for each in waiting])
    ends = np.array([_last_day(each) for each in waiting] if whole else [], np.int32)
    columns = _columns(waiting, people, whole)
    if whole:
        columns["day"] = ends[columns["tournament"]]
    days = columns["day"]
    order = _by_day(days) if (days[1:] < days[:-1]).any() else None
    return Archive(
        events=np.array(events, np.int64),
        tempo=np.array(tempo, np.int64),
        columns=columns,
        whole=whole,
        order=order,
        days=days if order is None else days[order],
        outlines=outlines,
    )


def _ranked(found: list[Packed], people: People, whole: bool) -> list[Packed]:
    """By place, ``whole`` ones by their end first, and where that is equal by content."""
    place = attrgetter("begins", "name", "city")
    by = (lambda event: (_last_day(event), place(event))) if whole else place
    found.sort(key=by)
    if not any(starmap(eq, pairwise(map(by, found)))):
        return found
    alike = (list(group) for _place, group in groupby(found, key=by))
    return [each for group in alike for each in _by_content(group, people, whole)]


def _last_day(event: Packed) -> int:
    """Q03: a tournament is over when it ends, though all its games so far lie before, and no earlier than the last."""
    return max(event.last_day, event.ends)


def _by_content(events: list[Packed], people: People, whole: bool) -> list[Packed]:
    return sorted(events, key=lambda each: _content(each, people, whole)) if len(events) > 1 else events


def _content(event: Packed, people: People, whole: bool) -> bytes:
    columns = _columns(deque([event]), people, whole)
    rows = np.arange(len(columns["id"]))
    columns |= {name: of(columns["letters"]) for name, of in LETTER_OF.items()}
    columns["tempo"] = np.full(len(rows), TEMPO[event.pace])
    return sha256(records(columns, len(rows), people, whole=whole)).digest()


def _by_day(days: NDArray[np.int32]) -> NDArray[np.int32]:
    """The rows in order of days; those of one day stay in their order. Days of two bytes sort five times as fast."""
    first = days[days > 0].min(initial=np.iinfo(np.int32).max)
    since = np.where(days > 0, days - first + 1, 0)
    short = since.max() <= np.iinfo(np.uint16).max
    return np.argsort(since.astype(np.uint16) if short else since, kind="stable").astype(np.int32)


def _columns(waiting: deque[Packed], people: People, whole: bool) -> dict[str, NDArray[Any]]:
    """The columns of all games of the tournaments, whose bytes are let go of on the way."""
    sizes = np.array([len(each.games) for each in waiting], np.int64) // GAME.itemsize
    bounds = np.concatenate(([0], np.cumsum(sizes)))
    columns: dict[str, NDArray[Any]] = {name: np.empty(bounds[-1], kind) for name, kind in COLUMNS.items()}
    columns["tournament"] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    if whole:
        # QA6: as many rounds as it tells, and no fewer than were paired.
        rounds = [max(each.rounds, each.last_round) for each in waiting]
        columns["rounds"] = np.repeat(np.array(rounds, np.uint16), sizes)
        columns["participants"] = np.repeat(np.array([each.participants for each in waiting], np.int32), sizes)
    for first in range(0, len(sizes), TOGETHER):
        part = [waiting.popleft() for _ in range(min(TOGETHER, len(waiting)))]
        rows = slice(bounds[first], bounds[first + len(part)])
        _add_games(columns, rows, part, people)
        _add_extras(columns, part, bounds[first : first + len(part)], people)
        _add_reasons(columns, rows)
        _put_in_order(columns, rows, people)
    nobody = _is_nobody(columns)
    return {name: column[~nobody] for name, column in columns.items()} if nobody.any() else columns


def _add_games(columns: dict[str, NDArray[Any]], rows: slice, part: Sequence[Packed], people: People) -> None:
    games = np.frombuffer(b"".join([each.games for each in part]), GAME)
    for name in GAME.names or ():
        columns[name][rows] = people.compact_rows(games[name]) if name in SIDES else games[name]


def _add_extras(
    columns: dict[str, NDArray[Any]], part: Sequence[Packed], starts: NDArray[np.int64], people: People
) -> None:
    """``starts``: rows of the first games of the tournaments."""
    extras = np.frombuffer(b"".join([each.extras for each in part]), EXTRA)
    if not len(extras):
        return
    rows = np.repeat(starts, [len(each.extras) // EXTRA.itemsize for each in part]) + extras["row"]
    for name in EXTRAS:
        values = extras[name]
        if not values.any():
            continue
        if name in MORE:
            columns[MORE[name]] = columns[MORE[name]].astype(np.int64)
            columns[MORE[name]][rows] += values
            continue
        is_seat = name in PARTNERS
        if name not in columns:
            kind = np.int32 if is_seat else values.dtype
            columns[name] = np.full(len(columns["id"]), NONE if is_seat else 0, kind)
        columns[name][rows] = people.compact_rows(values) if is_seat else values


def _add_reasons(columns: dict[str, NDArray[Any]], rows: slice) -> None:
    """Why a game does not count, as far as it shows without reckoning; the last line that fits holds."""
    reason = LETTER_REASONS.take(columns["letters"][rows])
    unknown = _has_stranger(columns, rows) | _has_one_person_twice(columns, rows)
    if unknown.any():
        reason[unknown & (reason == Reason.NONE)] = Reason.UNKNOWN_PLAYER
    if "irregular" in columns:
        reason[columns["irregular"][rows] > 0] = Reason.IRREGULAR  # B45, BA16: 0F-0F
    columns["reason"][rows] = reason


def _has_stranger(columns: dict[str, NDArray[Any]], rows: slice) -> NDArray[np.bool_]:
    """Somebody plays who is neither a member nor has a rating."""
    found = np.zeros(rows.stop - rows.start, bool)
    for side in ("white", "black"):
        nobody = columns[side][rows] == NONE
        if f"{side}_given" in columns:
            nobody &= columns[f"{side}_given"][rows] == 0
        found |= nobody
    return found


def _has_one_person_twice(columns: dict[str, NDArray[Any]], rows: slice) -> NDArray[np.bool_]:
    """Two records that were merged play against each other."""
    seats = [columns[seat][rows] for seat in ("white", "black", *PARTNERS) if seat in columns]
    found = np.zeros(rows.stop - rows.start, bool)
    for one, other in combinations(seats, 2):
        same = one == other
        if same.any():  # hardly ever
            found |= same & (one != NONE)
    return found


def _put_in_order(columns: dict[str, NDArray[Any]], rows: slice, people: People) -> None:
    """Members may have been merged since the games were packed: on boards without number matricules decide."""
    place = [columns[name][rows] for name in ("board", "round", "day", "tournament")]
    tied = np.ones(max(rows.stop - rows.start - 1, 0), bool)
    for key in place:
        tied &= key[1:] == key[:-1]
        if not tied.any():  # nearly all boards have a number
            return
    letters = columns["letters"][rows]
    keys = [columns["id"][rows], letters // BLACK, letters % BLACK]
    keys += [_matricule_or_rating(columns, side, rows, people) for side in ("black", "white")]
    wrong, open_yet = np.zeros_like(tied), tied
    for key in reversed(keys):
        wrong |= open_yet & (key[1:] < key[:-1])
        open_yet = open_yet & (key[1:] == key[:-1])
    if wrong.any():
        order = np.lexsort((*keys, *place))
        for column in columns.values():
            column[rows] = column[rows][order]


def _matricule_or_rating(columns: dict[str, NDArray[Any]], side: str, rows: slice, people: People) -> Ints:
    """What orders a player: his matricule, or the rating given for him with a minus."""
    given = columns[f"{side}_given"][rows] if f"{side}_given" in columns else np.zeros(1, np.int64)
    return np.where(columns[side][rows] == NONE, -given, matricules(columns[side][rows], people))


def _is_nobody(columns: dict[str, NDArray[Any]]) -> NDArray[np.bool_]:
    """Pairings without any of the people asked for."""
    seats = [columns[seat] for seat in ("white", "black", *PARTNERS) if seat in columns]
    return np.logical_and.reduce([seat == NONE for seat in seats])
