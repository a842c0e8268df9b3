"""The games of accepted tournaments as bytes: a row a tournament, so that reading millions costs nanoseconds a game.

What is packed follows from the rows of `Pairing` and `Participant`, and is written in the transaction that changes
them: at the acceptance, and by every correction. Where a tournament has no packed games, or such of another `VERSION`,
they are packed from its rows while reading, so nothing depends on them but time. ``pack_games --check`` compares.

A game is a record of `GAME`, little-endian, without gaps and short, since its bytes are what reading costs. What hardly
any game has is in records of `EXTRA`, each with the row of its game; a field without a record is 0. There stands, too,
what a number of `GAME` has no room for: ``more_board`` is to be added to ``board``. Byes are left out, and pairings in
which no member sits. Games come by rating day, round, board, then White's and Black's matricule, letters and id. What
all pairings say of a tournament, those too that are left out, stands beside its games: its last round, and how many sat
at a board.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from django.db import transaction
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from federation.database import bulk, raw_rows
from tournaments.models import Discipline, PackedGames, Pairing, Participant, Result, Tournament, rating_day

VERSION = 5
CHUNK = 10_000
SOME = 500  # tournaments that are compared at once
NO_BOARD = -1
GAME = np.dtype(
    [
        ("id", "<u4"),  # of the pairing
        ("day", "<i4"),  # rating day, date ordinal (1 January of the year 1 is 1); 0 = none
        ("white", "<i4"),  # id of the member; 0 = no member
        ("black", "<i4"),
        ("board", "<i2"),  # `NO_BOARD`: not told
        ("round", "<u2"),
        ("letters", "<u2"),  # codes of letters of `Result`, White's plus `BLACK` times Black's; 0 = none
    ]
)
BLACK = 256
EXTRA = np.dtype(
    [
        ("row", "<u4"),  # of the game in its tournament, from 0
        ("white_given", "<i4"),  # rating of the file: of an outsider, in go of everybody (`_level`); 0 = none
        ("black_given", "<i4"),
        ("white_guest", "<i4"),  # go: number in the tournament of who is no member
        ("black_guest", "<i4"),
        ("handicap", "<u2"),
        ("board_size", "<u2"),
        ("minute", "<u2"),  # of the day, when the game ended; 0 where it counts on another day
        ("white_partner", "<i4"),  # ids of members: bughouse
        ("black_partner", "<i4"),
        ("irregular", "u1"),  # 1: one of the two is not rated (B45)
        ("more_id", "<i8"),
        ("more_board", "<i4"),
    ]
)
EXTRAS = tuple(name for name in EXTRA.names or () if name != "row")
MORE = {"more_id": "id", "more_board": "board"}
SEATS = ("white", "black", "white_partner", "black_partner")
BYES = [ord(result) for result in Result if result.is_bye]

_ROW = np.dtype(
    [
        *((name, "i8") for name in ("id", "tournament", "round", "board", "day", *SEATS)),
        *((name, "i8") for name in ("white_letter", "black_letter", "handicap", "board_size", "minute")),
    ]
)
_PARTICIPANT = np.dtype(
    [(name, "i8") for name in ("id", "tournament", "member", "matricule", "given", "guest", "irregular")]
)
_NOBODY = np.zeros(1, _PARTICIPANT)
_STORED = (
    *("ends", "first_day", "last_day", "digest", "version"),
    *("begins", "last_round", "participants", "games", "extras"),
)


class Packed(NamedTuple):
    """The games of one tournament, and what they are put in order by."""

    tournament: int
    rounds: int  # that the tournament tells; 0 = it does not
    name: str
    city: str
    pace: str
    ends: int  # date ordinal of its end; 0 = none
    first_day: int  # rating days of its games, date ordinals; 0 = no game has one
    last_day: int
    digest: str  # SHA-256 of all that follows the version
    version: int  # of the layout
    begins: int  # date ordinal of its start, else of its end; 0 = neither
    last_round: int  # of all pairings
    participants: int  # who were paired with somebody, whether they played or not
    games: bytes  # of `GAME`
    extras: bytes  # of `EXTRA`


class Outline(NamedTuple):
    """The beginning of `Packed`, without the games: where two are equal all is."""

    tournament: int
    rounds: int
    name: str
    city: str
    pace: str
    ends: int
    first_day: int
    last_day: int
    digest: str


@dataclass
class Comparison:
    """What is packed, against the rows."""

    accepted: int  # tournaments
    missing: list[int]  # ids of those that are not packed, or in another layout
    different: list[int]  # ids of those that are packed otherwise than their rows

    def add(self, accepted: int, missing: list[int], different: list[int]) -> tuple[list[int], list[int]]:
        """Some more; the ids of those that have to be packed."""
        self.accepted += accepted
        self.missing += missing
        self.different += different
        return missing, different


class _Event(NamedTuple):
    """What a tournament says about all its games. The fields are those of `Tournament`."""

    id: int
    name: str
    city: str
    pace: str
    rounds: int
    discipline: str
    start: dt.date | None
    end: dt.date | None
    counts_from: dt.date | None


def read(tournaments: QuerySet[Tournament]) -> list[Packed]:
    """The games of the tournaments, in no order: a query, and three more where some are not packed."""
    there, others = _stored(tournaments)
    return [*there, *pack(others)]


def _stored(tournaments: QuerySet[Tournament]) -> tuple[list[Packed], QuerySet[Tournament]]:
    """What is packed, and the tournaments that are not, or in another layout. One query."""
    names = ("pk", "rounds", "name", "city", "pace", *(f"packed__{name}" for name in _STORED))
    found = list(map(Packed._make, raw_rows.read(tournaments.order_by(), *names)))
    others = [each.tournament for each in found if each.version != VERSION]
    if not others:
        return found, Tournament.objects.none()
    there = [each for each in found if each.version == VERSION]
    return there, Tournament.objects.filter(pk__in=bulk.among(others))


def store(ids: Iterable[int]) -> None:
    """Pack the games of the tournaments anew; the caller opens a transaction. Five queries, whatever their number."""
    tournaments = Tournament.objects.filter(pk__in=list(ids))
    forget(tournaments)
    columns = ("tournament", *_STORED)
    bulk.write(PackedGames, columns, [[getattr(each, name) for name in columns] for each in pack(tournaments)])


def forget(tournaments: QuerySet[Tournament]) -> None:
    """Drop what is packed of the tournaments: their rows may change from now on."""
    PackedGames.objects.filter(tournament__in=tournaments).delete()


def check() -> Comparison:
    """Compare what is packed of all accepted tournaments with their rows."""
    found = Comparison(0, [], [])
    for ids in _some_ids():
        found.add(*_compare(ids))
    return found


def repair() -> Comparison:
    """Pack what is not packed, or otherwise than the rows; what was found. Every part in a transaction of its own."""
    found = Comparison(0, [], [])
    for ids in _some_ids():
        with transaction.atomic():
            list(Tournament.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk").values_list("pk"))
            missing, different = found.add(*_compare(ids))
            store([*missing, *different])
    return found


def _some_ids() -> Iterator[list[int]]:
    ids = list(Tournament.objects.accepted().order_by("pk").values_list("pk", flat=True))
    return (ids[start : start + SOME] for start in range(0, len(ids), SOME))


def _compare(ids: list[int]) -> tuple[int, list[int], list[int]]:
    """How many tournaments there are, which are not packed, which otherwise than their rows."""
    tournaments = Tournament.objects.accepted().filter(pk__in=ids)
    there = {each.tournament: each for each in _stored(tournaments)[0]}
    rows = {each.tournament: each for each in pack(tournaments)}
    missing = sorted(rows.keys() - there.keys())
    return len(rows), missing, sorted(pk for pk in there if there[pk] != rows.get(pk))


def pack(tournaments: QuerySet[Tournament]) -> Iterator[Packed]:
    """The games of the tournaments from their rows. Three queries."""
    rows = tournaments.order_by("pk").values_list(*_Event._fields)
    events = {event.id: event for event in map(_Event._make, rows)}
    if not events:
        return
    found = np.fromiter(_pairings(tournaments, events), _ROW)
    byes = (found["black"] == 0) | np.isin(found["white_letter"], BYES) | np.isin(found["black_letter"], BYES)
    last_rounds, found = _last_rounds(found), found[~byes]
    people = np.append(np.fromiter(_participants(tournaments, events), _PARTICIPANT), _NOBODY)
    places = {seat: _places(people["id"][:-1], found[seat]) for seat in SEATS}
    paired = _paired(people["tournament"], places)
    found, seats = _in_order(found, {seat: people[place] for seat, place in places.items()})
    games, extras = _games(found, seats), _extras(found, seats)
    has_extras = np.any([extras[name] != 0 for name in EXTRAS], axis=0)
    bounds = np.searchsorted(found["tournament"], [*events, max(events) + 1]).tolist()
    for event, start, end in zip(events.values(), bounds, bounds[1:], strict=False):
        extras["row"][start:end] = np.arange(end - start)
        yield _packed(
            *(event, last_rounds.get(event.id, 0), paired[event.id]),
            *(games[start:end], extras[start:end][has_extras[start:end]]),
        )


def _packed(event: _Event, last_round: int, participants: int, games: np.ndarray, extras: np.ndarray) -> Packed:
    days = games["day"][games["day"] > 0]
    numbers = {"begins": _ordinal(event.start or event.end), "last_round": last_round, "participants": participants}
    records = {"games": games.tobytes(), "extras": extras.tobytes()}
    content = b"".join((f"{[*numbers.values(), len(games)]}".encode(), *records.values()))
    return Packed(
        *(event.id, event.rounds, event.name, event.city, event.pace),
        ends=_ordinal(event.end),
        first_day=int(days.min()) if len(days) else 0,
        last_day=int(days.max()) if len(days) else 0,
        digest=sha256(content).hexdigest(),
        version=VERSION,
        **numbers,
        **records,
    )


def _ordinal(day: dt.date | None) -> int:
    return day.toordinal() if day else 0


def _pairings(tournaments: QuerySet[Tournament], events: dict[int, _Event]) -> Iterator[tuple[int, ...]]:
    days: dict[tuple[int, str | None], tuple[int, bool]] = {}
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("date", "ended")}  # each driver has its own dates
    rows = raw_rows.read(
        Pairing.objects.filter(tournament__in=tournaments).order_by().annotate(**texts),
        *("id", "tournament", "round", "board", *SEATS, "white_result", "black_result", "handicap", "board_size"),
        *texts,
    )
    for pk, event, number, board, white, black, partner, other, left, right, stones, size, date, ended in rows:
        if event not in events:  # accepted between the two queries
            continue
        known = days.get((event, date))
        if known is None:
            known = days[event, date] = _day(events[event], dt.date.fromisoformat(date) if date else None)
        day, is_moved = known
        place = (number, NO_BOARD if board is None else board, day)
        seats = (white, black or 0, partner or 0, other or 0)
        # Games that count later than they were played are all of one day: their rounds say which came first.
        minute = 60 * int(ended[:2]) + int(ended[3:5]) if ended and not is_moved else 0
        yield pk, event, *place, *seats, ord(left), ord(right) if right else 0, stones or 0, size or 0, minute


def _day(event: _Event, played: dt.date | None) -> tuple[int, bool]:
    """The rating day of games, and whether it is not the day on which they were played.

    A tournament of go is rated as a whole: the days of its games do not cut it.
    """
    told = None if event.discipline == Discipline.GO else played
    day = _ordinal(rating_day(told, event.start, event.end, event.counts_from))
    return day, played is not None and day != played.toordinal()


def _last_rounds(found: np.ndarray) -> dict[int, int]:
    """By tournament."""
    events, place = np.unique(found["tournament"], return_inverse=True)
    last = np.zeros(len(events), np.int64)
    np.maximum.at(last, place, found["round"])
    return dict(zip(events.tolist(), last.tolist(), strict=True))


def _paired(tournament: np.ndarray, places: dict[str, np.ndarray]) -> Counter[int]:
    """By tournament, how many of its participants sit somewhere; ``tournament`` is theirs."""
    sits = np.zeros(len(tournament), bool)
    for place in places.values():
        sits[place] = True
    return Counter(tournament[sits].tolist())


def _participants(tournaments: QuerySet[Tournament], events: dict[int, _Event]) -> Iterator[tuple[int, ...]]:
    rows = (
        Participant.objects.filter(tournament__in=tournaments)
        .order_by("id")
        .values_list(
            *("id", "tournament", "number", "member", "member__matricule", "file_rating", "outsider", "irregular")
        )
    )
    go = {event.id for event in events.values() if event.discipline == Discipline.GO}
    for pk, event, number, member, matricule, rating, outsider, irregular in rows.iterator(CHUNK):
        if event in go:
            given = _level(rating) if member or outsider else 0
        else:
            given = max(rating or 0, 0) if outsider and not member else 0
        yield pk, event, member or 0, matricule or 0, given, number if event in go and not member else 0, irregular


def _level(told: int | None) -> int:
    """0 says that none is told, so a level of exactly 0 is packed as its neighbour, a hundredth of a rank higher."""
    return 0 if told is None else told or 1


def _in_order(found: np.ndarray, seats: dict[str, np.ndarray]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The pairings with a member at the board, in order, and beside them who sits where."""
    has_member = np.any([who["member"] > 0 for who in seats.values()], axis=0)
    white, black = (
        seats[side]["matricule"] - seats[side]["given"] * (seats[side]["member"] == 0) for side in SEATS[:2]
    )
    keys = (found["id"], found["black_letter"], found["white_letter"], black, white)
    keys = (*keys, found["board"], found["round"], found["day"], found["tournament"])
    order = np.lexsort(keys)
    order = order[has_member[order]]
    return found[order], {seat: who[order] for seat, who in seats.items()}


def _places(ids: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The places of the participants, which are all there; for 0 the place after the last."""
    return np.where(wanted == 0, len(ids), np.searchsorted(ids, wanted))


def _games(found: np.ndarray, seats: dict[str, np.ndarray]) -> np.ndarray:
    games = np.empty(len(found), GAME)
    for name in ("day", "round"):
        games[name] = found[name]
    for name in MORE.values():
        games[name] = _fitting(found[name], GAME[name])
    for side in SEATS[:2]:
        games[side] = seats[side]["member"]
    games["letters"] = found["white_letter"] + BLACK * found["black_letter"]
    return games


def _extras(found: np.ndarray, seats: dict[str, np.ndarray]) -> np.ndarray:
    extras = np.zeros(len(found), EXTRA)
    for name in ("handicap", "board_size", "minute"):
        extras[name] = found[name]
    for side in SEATS[:2]:
        extras[f"{side}_given"] = seats[side]["given"]
        extras[f"{side}_guest"] = seats[side]["guest"]
    for partner in SEATS[2:]:
        extras[partner] = seats[partner]["member"]
    extras["irregular"] = seats["white"]["irregular"] | seats["black"]["irregular"]
    for more, name in MORE.items():
        extras[more] = found[name] - _fitting(found[name], GAME[name])
    return extras


def _fitting(numbers: np.ndarray, kind: np.dtype) -> np.ndarray:
    """As much of each number as there is room for."""
    room = np.iinfo(kind)
    return np.clip(numbers, room.min, room.max)
