"""Swiss-Manager, the most used pairing program: .TUNX, .TURX, .TUMX and .TUTX files (formats/swiss-manager, section 3).

All numbers are little-endian; a text is a word with its number of letters, then UTF-16. The file is a row of sections
that begin with a marker; a directory of seven offsets, the last but 32 bytes, tells where they are:

    header with 132 texts | configuration | schedule: 16 texts and 76 bytes a round | players: 18 texts and 134 bytes |
    games: 21 bytes each, in the order of the rounds | teams | matches | directory

Neither points nor ranks are stored. A player's number is his position in the list.
"""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.formats import checks
from tournaments.formats.contents import content_problems
from tournaments.formats.pace import pace_of_text, pace_of_words
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    gettext_noop,
)
from tournaments.formats.values import YEARS, clean_text, make_day

NAME = "Swiss-Manager"
MAX_PLAYERS, MAX_ROUNDS = 10_000, 200

_MARK = b"\xff\x89\x44"
_HEADER, _CONFIGURATION, _SCHEDULE, _PLAYERS, _GAMES = (bytes([kind]) + _MARK for kind in b"\x93\x95\xa3\xa5\xb3")
_DIRECTORY = struct.Struct("<4s7I4s")
_DIRECTORY_MARKS = (b"\xd3" + _MARK, b"\xe3" + _MARK)
_HEADER_TEXTS_AT, _HEADER_TEXTS = 0x6C, 132
_NAME, _PLACE, _CITY, _TIME_CONTROL = 0, 5, 10, 14  # of the texts of the header
_ROUND_TEXTS, _ROUND_BYTES = 16, 76
_PLAYER_TEXTS, _PLAYER_BYTES = 18, 134
_LAST, _FIRST, _TITLE, _NATIONAL_ID, _CLUB, _FEDERATION = 0, 1, 4, 5, 9, 10  # of the texts of a player
_GAME = struct.Struct("<HHB16x")
_CONFIG_SIZE, _TYPE, _PLAYER_COUNT, _ROUND_COUNT, _START, _END = (
    83,
    15,
    23,
    27,
    75,
    79,
)  # from the marker of the configuration
_KINDS = {0: "swiss", 1: "round_robin", 2: "team", 3: "team"}
_SEXES = {0: "M", 1: "F"}
_BYE, _NOT_PAIRED = 0xFFFF, 0xFFFE
_RESULTS = {
    0: "**", 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "--", 10: "00",
}  # fmt: skip
_OPEN = (_NOT_PAIRED, 0)  # nothing is known of him in this round
_BYES = {
    (_BYE, 9): "U", (_BYE, 1): "U", (_BYE, 2): "H", (_BYE, 3): "Z", (_BYE, 0): "U",
    (_NOT_PAIRED, 3): "Z", (_NOT_PAIRED, 2): "H", (_NOT_PAIRED, 1): "F", (_NOT_PAIRED, 9): "U",
}  # fmt: skip

DAMAGED = gettext_noop("The file is cut off or damaged; copy it again from where it was made.")


@dataclass
class _Cursor:
    """Reads one section from its beginning on; what lies behind the end of the file is damage."""

    data: bytes
    at: int

    def skip(self, size: int) -> bytes:
        """The next bytes."""
        end = self.at + size
        if end > len(self.data):
            raise FormatError(DAMAGED)
        found = self.data[self.at : end]
        self.at = end
        return found

    def text(self) -> str:
        """The next text."""
        length = int.from_bytes(self.skip(2), "little")
        return clean_text(self.skip(2 * length).decode("utf-16-le", "replace"))

    def texts(self, count: int) -> list[str]:
        """The next texts."""
        return [self.text() for _ in range(count)]


@dataclass
class _File:
    """What the sections say."""

    texts: list[str]
    config: bytes
    round_dates: list[dt.date | None]
    round_games: list[int]
    players: list[ReportedPlayer]

    @property
    def kind(self) -> str:
        return _KINDS.get(_word(self.config, _TYPE), "")

    @property
    def start(self) -> dt.date | None:
        return _day(_word(self.config, _START, 4))

    @property
    def end(self) -> dt.date | None:
        return _day(_word(self.config, _END, 4))


def matches(filename: str, data: bytes) -> bool:
    """The mark at the beginning."""
    return data.startswith(_HEADER)


def read(data: bytes) -> list[TournamentReport]:
    """The tournament of a file. Raises `FormatError` where it is cut off or damaged."""
    offsets = _directory(data)
    cursor = _Cursor(data, _HEADER_TEXTS_AT)
    texts = cursor.texts(_HEADER_TEXTS)
    cursor.at = data.find(_CONFIGURATION, cursor.at)
    config = cursor.skip(_CONFIG_SIZE) if cursor.at >= 0 else b""
    players, rounds = _word(config, _PLAYER_COUNT), _word(config, _ROUND_COUNT)
    if not config or players > MAX_PLAYERS or rounds > MAX_ROUNDS:
        raise FormatError(DAMAGED)
    schedule = _schedule(_section(data, offsets, _SCHEDULE), rounds)
    list_of_players = _section(data, offsets, _PLAYERS)
    found = _File(texts, config, *schedule, [_player(list_of_players, number) for number in range(1, players + 1)])
    problems: list[Problem] = []
    pairings = list(_pairings(_section(data, offsets, _GAMES), found, problems))
    return [_report(found, pairings, problems)]


def _directory(data: bytes) -> list[int]:
    if len(data) < _DIRECTORY.size + _HEADER_TEXTS_AT:
        raise FormatError(DAMAGED)
    first, *offsets, last = _DIRECTORY.unpack_from(data, len(data) - _DIRECTORY.size)
    if (first, last) != _DIRECTORY_MARKS:
        raise FormatError(DAMAGED)
    return offsets


def _section(data: bytes, offsets: list[int], mark: bytes) -> _Cursor:
    """The section that begins with a mark: extra sections move the others from slot to slot."""
    for offset in offsets:
        if offset and data[offset : offset + len(mark)] == mark:
            return _Cursor(data, offset + len(mark))
    raise FormatError(DAMAGED)


def _word(data: bytes, at: int, size: int = 2) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _day(number: int) -> dt.date | None:
    """A day written as the number YYYYMMDD."""
    return make_day(number // 10_000, number // 100 % 100, number % 100)


def _schedule(cursor: _Cursor, rounds: int) -> tuple[list[dt.date | None], list[int]]:
    """The day of each round, and how many games it has."""
    dates, games = [], []
    for _ in range(rounds):
        cursor.texts(_ROUND_TEXTS)
        numbers = cursor.skip(_ROUND_BYTES)
        dates.append(_day(_word(numbers, 0, 4)))
        games.append(_word(numbers, 6))
    return dates, games


def _player(cursor: _Cursor, number: int) -> ReportedPlayer:
    texts, numbers = cursor.texts(_PLAYER_TEXTS), cursor.skip(_PLAYER_BYTES)
    birth = _word(numbers, 38, 4)
    international, national = _word(numbers, 32), _word(numbers, 34)
    return ReportedPlayer(
        number=number,
        last_name=texts[_LAST],
        first_name=texts[_FIRST],
        matricule=texts[_NATIONAL_ID].strip("0") and texts[_NATIONAL_ID],
        birth_date=_day(birth),
        birth_year=birth // 10_000 if birth % 10_000 == 0 and birth // 10_000 in YEARS else None,
        federation=texts[_FEDERATION],
        fide_id=_word(numbers, 48, 4) or None,
        rating=national or international or None,
        club=texts[_CLUB],
        title=texts[_TITLE],
        sex=_SEXES.get(_word(numbers, 30), ""),
    )


def _pairings(cursor: _Cursor, found: _File, problems: list[Problem]) -> Iterator[ReportedPairing]:
    """The games round by round: the schedule tells how many each round has."""
    for number, (count, day) in enumerate(zip(found.round_games, found.round_dates, strict=True), start=1):
        for board in range(1, count + 1):
            white, black, code = _GAME.unpack(cursor.skip(_GAME.size))
            place = Place(round=number, board=board)
            if not 1 <= white <= len(found.players) or black == white:
                problems.append(Problem("opponent_unknown", place, {"opponent": white}))
            elif black in {_BYE, _NOT_PAIRED}:
                if (black, code) != _OPEN:
                    bye = Result(_BYES.get((black, code), "Z"))
                    yield ReportedPairing(number, None, white, None, bye, None, day)
            elif not 1 <= black <= len(found.players):
                problems.append(Problem("opponent_unknown", place, {"opponent": black}))
            else:
                if code not in _RESULTS:
                    problems.append(Problem("result_unknown", place, {"result": code}))
                letters = _RESULTS.get(code, "**")
                results = Result(letters[0]), Result(letters[1])
                yield ReportedPairing(number, board, white, black, *results, day)


def _report(found: _File, pairings: list[ReportedPairing], problems: list[Problem]) -> TournamentReport:
    texts, players = found.texts, tuple(found.players)
    dates = tuple(found.round_dates)
    problems += checks.date_problems(found.start, found.end, dates) + content_problems(players, pairings)
    problems += checks.unfinished_problems(pairings)
    if found.kind == "team":
        problems.append(Problem("team_event"))
    tempo = texts[_TIME_CONTROL]
    return TournamentReport(
        format="swiss_manager",
        name=texts[_NAME],
        city=texts[_CITY] or texts[_PLACE],
        start=found.start,
        end=found.end,
        rounds=len(dates),
        pace=pace_of_words(tempo) or pace_of_text(tempo) or pace_of_words(texts[_NAME]),
        time_control=tempo,
        kind=found.kind,
        program="Swiss-Manager",
        players=players,
        pairings=tuple(sorted(pairings, key=lambda game: (game.round, game.board or 0, game.white))),
        problems=checks.listed(problems),
        round_dates=dates,
    )
