"""Pair Two, a Belgian pairing program: its tournament files .sws of versions 5 and 6 (formats/belgium, F07).

All numbers are little-endian words of four bytes where nothing else is said, texts Windows-1252:

    version "6.13" | words of the header | cards of the players, 68 bytes each, from byte 356 | all names in one text |
    texts and words of the event | the day of each round | opponent, colour and result of each player and round | ...

The table of results has room for all rounds that were created, of which those up to the current one are drawn; the rest
are zeros, which would be games against player 1. What stands behind it is not read. A day holds year, month and day in
its bits; its years count from a number in the header.
"""

import datetime as dt
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side, content_problems
from tournaments.formats.common.pace import pace_of_text, pace_of_words
from tournaments.formats.common.values import arbiters_of, clean_text, make_day, split_name, two_ratings
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)

NAME = "Pair Two"
MAX_PLAYERS, MAX_ROUNDS, MAX_CELLS = 5_000, 200, 100_000

_VERSION = re.compile(rb"[56]\.\d\d")
_YEAR_OFFSET, _PLAYERS = 8, 12  # places of words in the header
_NAMES_LENGTH, _CURRENT_ROUND, _CREATED_ROUNDS = 96, 100, 104
_CARDS = 356
_CARD = struct.Struct("<13IB3s4B8x")  # the thirteen words end with the FIDE rating; then name length, nation, ...
_EVENT = struct.Struct("<80s50s50s32s128s5I36s32s32s2I12sI4s8sI")
_CELL = struct.Struct("<IBBxx")
_NOBODY = 0xFFFFFFFF
_COLOURS = {1: "w", 3: "w", 253: "b", 255: "b"}
_RESULTS = {
    0: Result.PENDING,
    1: Result.LOSS,
    2: Result.FORFEIT_LOSS,  # absent: without an opponent a bye of no point
    3: Result.PENDING,  # adjourned
    4: Result.ZERO_BYE,
    6: Result.DRAW,
    8: Result.DRAW,
    11: Result.WIN,
    12: Result.FORFEIT_WIN,
    13: Result.WIN,
    14: Result.PAIRING_BYE,
}
_KINDS = {0: "swiss", 2: "round_robin", 4: "american", 6: "keizer"}
_SEXES = {1: "M", 2: "F"}

NO_TEXTS = noop("The file is cut off or damaged: it ends before the texts of the event.")
NO_RESULTS = noop("The file is cut off or damaged: it ends before the last result.")


@dataclass(frozen=True)
class _Event:
    """The texts and words of the event, and where the days of the rounds begin."""

    name: str
    tempo: str
    rounds: int
    start: dt.date | None
    end: dt.date | None
    place: str
    arbiters: tuple[str, ...]
    kind: str
    dates_at: int


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is version 5 or 6 and has as many players as the size allows."""
    if len(data) < _CARDS or _VERSION.match(data) is None:
        return False
    return 0 < _word(data, _PLAYERS) <= (len(data) - _CARDS) // _CARD.size


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournament of a file. Raise `FormatError` if it is cut off or damaged."""
    if not matches("", data):
        raise FormatError(noop("This is not a Pair Two tournament."))
    count = _word(data, _PLAYERS)
    if count > MAX_PLAYERS:
        raise FormatError(noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
    pool = _CARDS + count * _CARD.size
    event = _event(data, pool + _word(data, _NAMES_LENGTH))
    created = _word(data, _CREATED_ROUNDS)
    if not (event.rounds <= MAX_ROUNDS and created <= event.rounds and created * count <= MAX_CELLS):
        raise FormatError(
            noop("The file is damaged: it declares %(rounds)s rounds."), rounds=max(created, event.rounds)
        )
    players = tuple(_player(data, number, pool) for number in range(1, count + 1))
    return [_report(data, event, created, players)]


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _text(data: bytes) -> str:
    return clean_text(data.decode("cp1252", "replace"))


def _day(data: bytes, word: int) -> dt.date | None:
    return make_day((word >> 9) + _word(data, _YEAR_OFFSET), (word >> 5) & 15, word & 31) if word else None


def _event(data: bytes, at: int) -> _Event:
    if at < _CARDS or at + _EVENT.size > len(data):
        raise FormatError(NO_TEXTS)
    name, _organiser, tempo, _country, arbiters, rounds, _count, _fide, start, end, place, *rest = _EVENT.unpack_from(
        data, at
    )
    return _Event(
        name=_text(name),
        tempo=_text(tempo),
        rounds=rounds,
        start=_day(data, start),
        end=_day(data, end),
        place=_text(place),
        arbiters=arbiters_of(_text(arbiters)),
        kind=_KINDS.get(rest[3], ""),
        dates_at=at + _EVENT.size,
    )


def _player(data: bytes, number: int, pool: int) -> ReportedPlayer:
    card = _CARD.unpack_from(data, _CARDS + (number - 1) * _CARD.size)
    rank, name_at, fide_id, _extra, national, birth, matricule, double_points, club = card[:9]
    fide, length, nation, _category, _title, sex, _ties = card[12:]
    rating, fide_rating = two_ratings(national, fide)
    last_name, first_name = split_name(_text(data[pool + name_at : pool + name_at + length]))
    return ReportedPlayer(
        number=number,
        last_name=last_name,
        first_name=first_name,
        matricule=str(matricule or ""),
        birth_date=_day(data, birth),
        federation=_text(nation),
        fide_id=fide_id or None,
        rating=rating,
        fide_rating=fide_rating,
        club=str(club or ""),
        sex=_SEXES.get(sex, ""),
        points=double_points / 2,
        rank=rank or None,
    )


def _report(data: bytes, event: _Event, created: int, players: tuple[ReportedPlayer, ...]) -> TournamentReport:
    cells_at = event.dates_at + 4 * event.rounds
    if cells_at + created * len(players) * _CELL.size > len(data):
        raise FormatError(NO_RESULTS)
    dates = tuple(_day(data, _word(data, event.dates_at + 4 * index)) for index in range(event.rounds))
    problems: list[Problem] = []
    cells = _CELL.iter_unpack(data[cells_at : cells_at + created * len(players) * _CELL.size])
    drawn = min(_word(data, _CURRENT_ROUND), created)
    sides = list(_sides(cells, created, drawn, dates, problems))
    pairings, found = consistency.pair_up(sides, {player.number: consistency.label(player) for player in players})
    problems += found + consistency.date_problems(event.start, event.end, dates) + content_problems(players, pairings)
    problems += _points_problems(players, pairings, drawn, is_running=drawn < created)
    return TournamentReport(
        format="pair_two",
        name=event.name,
        city=event.place,
        start=event.start,
        end=event.end,
        rounds=event.rounds,
        pace=pace_of_words(event.tempo, event.name) or pace_of_text(event.tempo),
        time_control=event.tempo,
        kind=event.kind,
        program=f"Pair Two {data[:4].decode('ascii')}",
        players=players,
        pairings=tuple(pairings),
        problems=consistency.listed(problems),
        round_dates=dates,
        arbiters=event.arbiters,
    )


def _points_problems(
    players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing], drawn: int, *, is_running: bool
) -> list[Problem]:
    """Return whose points are not the sum of the results; those of a running round may be added already or not."""
    before = consistency.points_of(players, [pairing for pairing in pairings if pairing.round < drawn])
    counted = [player for player in players if not is_running or player.points != before[player.number]]
    return consistency.points_problems(counted, consistency.points_of(players, pairings))


def _sides(
    cells: Iterator[tuple[int, ...]],
    created: int,
    drawn: int,
    dates: tuple[dt.date | None, ...],
    problems: list[Problem],
) -> Iterator[Side]:
    for index, (opponent, colour, code) in enumerate(cells):
        player, number = index // created + 1, index % created + 1
        if number > drawn:
            continue
        if code not in _RESULTS:
            problems.append(Problem("result_unknown", Place(round=number, player=player), {"result": code}))
        result = _RESULTS.get(code, Result.PENDING)
        if opponent == _NOBODY:
            if result is not Result.PENDING:
                yield Side(number, player, None, "", result, date=dates[number - 1])
        else:
            yield Side(number, player, opponent + 1, _COLOURS.get(colour, ""), result, date=dates[number - 1])
