"""Swiss-Manager, the most used pairing program: .TUNX, .TURX, .TUMX and .TUTX files (formats/swiss-manager, section 3).

All numbers are little-endian; a text is a word with its number of letters, then UTF-16. The file is a row of sections
that begin with a marker; a directory of seven offsets, the last but 32 bytes, tells where they are:

    header with 132 texts | configuration | schedule: 16 texts and 76 bytes a round | players: 18 texts and 134 bytes |
    games: 21 bytes each, in the order of the rounds | teams | matches | directory

A player has an international rating (FIDE's) and a national one, of another scale. Neither points nor ranks are stored.
A player's number is the position in the list; on a board that a team could not fill, 0 stands for the player who is
missing, and where both teams could not, twice. The configuration has the numbers of the tie-breaks, which are those
that the program shows, and 19 bytes of parameters for each: the first of them is how many of the lowest values are left
out (seen in real files: 1 and 0 where Buchholz stands twice).
"""

import datetime as dt
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import content_problems
from tournaments.formats.common.pace import pace_of_text, pace_of_words
from tournaments.formats.common.values import YEARS, arbiters_of, clean_text, make_day, two_ratings
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

NAME = "Swiss-Manager"
MAX_PLAYERS, MAX_ROUNDS, MAX_GAMES = 10_000, 200, 100_000

_MARK = b"\xff\x89\x44"
_HEADER, _CONFIGURATION, _SCHEDULE, _PLAYERS, _GAMES, _TEAMS = (
    bytes([kind]) + _MARK for kind in b"\x93\x95\xa3\xa5\xb3\xb5"
)
_DIRECTORY = struct.Struct("<4s7I4s")
_DIRECTORY_MARKS = (b"\xd3" + _MARK, b"\xe3" + _MARK)
_SITE_ID, _HEADER_TEXTS_AT, _HEADER_TEXTS = 0x20, 0x6C, 132
_NAME, _PLACE, _ARBITERS, _CITY, _TIME_CONTROL = 0, 5, 6, 10, 14  # of the texts of the header
_CHIEF, _DEPUTY = 21, 22
_ROUND_TEXTS, _ROUND_BYTES = 16, 76
_PLAYER_TEXTS, _PLAYER_BYTES = 18, 134
_TEAM_TEXTS, _TEAM_BYTES = 5, 96
_LAST, _FIRST, _TITLE, _NATIONAL_ID, _CLUB, _FEDERATION = 0, 1, 4, 5, 9, 10  # of the texts of a player
_GAME = struct.Struct("<HHB16x")
# From the marker of the configuration.
_CONFIG_SIZE, _TYPE, _PLAYER_COUNT, _ROUND_COUNT, _TEAM_COUNT, _START, _END = 83, 15, 23, 27, 51, 75, 79
_TIE_BREAK_COUNT, _TIE_BREAKS_AT, _MOST_TIE_BREAKS = 31, 33, 9
_PARAMETERS_AT, _PARAMETERS = 655, 19
# The numbers of the tie-breaks that are FIDE's; those that may leave out the lowest.
_TIE_BREAKS = {
    1: "GPTS", 2: "BH", 3: "BH/C1", 4: "BH/M1", 7: "SB", 8: "PS", 10: "ARO", 11: "DE", 12: "WIN", 20: "ARO/C1",
    37: "BH", 45: "KS", 52: "SB", 53: "BPG", 68: "WIN", 77: "AOB", 78: "BC", 79: "REP", 80: "ARO", 81: "DE",
    82: "ESB", 83: "EDE", 84: "BH", 85: "SB", 86: "PS", 87: "KS",
}  # fmt: skip
_WITH_CUTS = {37, 52, 80, 84, 85, 86}
_KINDS = {0: "swiss", 1: "round_robin", 2: "team", 3: "team"}
_SEXES = {0: "M", 1: "F"}
_BYE, _NOT_PAIRED = 0xFFFF, 0xFFFE
_RESULTS = {
    0: "**", 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "--", 10: "00",
}  # fmt: skip
_OPEN = (_NOT_PAIRED, 0)  # nothing is known of this round
_BYES = {
    (_BYE, 9): "U", (_BYE, 1): "U", (_BYE, 2): "H", (_BYE, 3): "Z", (_BYE, 0): "U",
    (_NOT_PAIRED, 3): "Z", (_NOT_PAIRED, 2): "H", (_NOT_PAIRED, 1): "F", (_NOT_PAIRED, 9): "U",
}  # fmt: skip

DAMAGED = noop("The file is cut off or damaged; copy it again from the original.")


@dataclass
class _Cursor:
    """Read one section from its beginning on; what would be after the end of the file is damage."""

    data: bytes
    at: int

    def skip(self, size: int) -> bytes:
        end = self.at + size
        if end > len(self.data):
            raise FormatError(DAMAGED)
        found = self.data[self.at : end]
        self.at = end
        return found

    def text(self) -> str:
        length = int.from_bytes(self.skip(2), "little")
        return clean_text(self.skip(2 * length).decode("utf-16-le", "replace"))

    def texts(self, count: int) -> list[str]:
        return [self.text() for _ in range(count)]


@dataclass
class _File:
    """What the sections say."""

    texts: list[str]
    config: bytes
    round_dates: list[dt.date | None]
    round_games: list[int]
    players: list[ReportedPlayer]
    tie_breaks: tuple[str, ...]
    site_id: int  # of the event at chess-results.com; 0 if it was never sent there

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
    """Return whether the mark is at the beginning."""
    return data.startswith(_HEADER)


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournament of a file. Raise `FormatError` if it is cut off or damaged."""
    offsets = _directory(data)
    cursor = _Cursor(data, _HEADER_TEXTS_AT)
    texts = cursor.texts(_HEADER_TEXTS)
    cursor.at = data.find(_CONFIGURATION, cursor.at)
    config = cursor.skip(_CONFIG_SIZE) if cursor.at >= 0 else b""
    players, rounds = _word(config, _PLAYER_COUNT), _word(config, _ROUND_COUNT)
    if not config or players > MAX_PLAYERS or rounds > MAX_ROUNDS:
        raise FormatError(DAMAGED)
    schedule = _schedule(_section(data, offsets, _SCHEDULE), rounds)
    if sum(schedule[1]) > MAX_GAMES:
        raise FormatError(DAMAGED)
    list_of_players = _section(data, offsets, _PLAYERS)
    teams = _teams(data, offsets, config)
    said = [_player(list_of_players, number, teams) for number in range(1, players + 1)]
    whole_config = data[cursor.at - _CONFIG_SIZE :][: _PARAMETERS_AT + _PARAMETERS * _MOST_TIE_BREAKS]
    found = _File(texts, config, *schedule, said, _tie_breaks(whole_config), _word(data, _SITE_ID, 4))
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
    """Return the section that begins with a mark: extra sections move the others from slot to slot."""
    for offset in offsets:
        if offset and data[offset : offset + len(mark)] == mark:
            return _Cursor(data, offset + len(mark))
    raise FormatError(DAMAGED)


def _word(data: bytes, at: int, size: int = 2) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _day(number: int) -> dt.date | None:
    """Return a day written as the number YYYYMMDD."""
    return make_day(number // 10_000, number // 100 % 100, number % 100)


def _schedule(cursor: _Cursor, rounds: int) -> tuple[list[dt.date | None], list[int]]:
    """Return the day of each round, and how many games it has."""
    dates, games = [], []
    for _ in range(rounds):
        cursor.texts(_ROUND_TEXTS)
        numbers = cursor.skip(_ROUND_BYTES)
        dates.append(_day(_word(numbers, 0, 4)))
        games.append(_word(numbers, 6))
    return dates, games


def _teams(data: bytes, offsets: list[int], config: bytes) -> list[str]:
    """Return the names of the teams, of a team event."""
    count = _word(config, _TEAM_COUNT)
    if _KINDS.get(_word(config, _TYPE)) != "team" or not count:
        return []
    if count > MAX_PLAYERS:
        raise FormatError(DAMAGED)
    cursor = _section(data, offsets, _TEAMS)
    names = []
    for _ in range(count):
        names.append(cursor.texts(_TEAM_TEXTS)[0])
        cursor.skip(_TEAM_BYTES)
    return names


def _tie_breaks(config: bytes) -> tuple[str, ...]:
    """Return the tie-breaks in codes of TRF26, without those that FIDE does not have: "BH/C1"."""
    codes = []
    for place in range(min(_word(config, _TIE_BREAK_COUNT), _MOST_TIE_BREAKS)):
        number = _word(config, _TIE_BREAKS_AT + 2 * place)
        cut = config[_PARAMETERS_AT + _PARAMETERS * place :][:1]
        if number in _TIE_BREAKS:
            codes.append(_TIE_BREAKS[number] + (f"/C{cut[0]}" if number in _WITH_CUTS and cut and cut[0] else ""))
    return tuple(dict.fromkeys(codes))


def _player(cursor: _Cursor, number: int, teams: list[str]) -> ReportedPlayer:
    texts, numbers = cursor.texts(_PLAYER_TEXTS), cursor.skip(_PLAYER_BYTES)
    birth = _word(numbers, 38, 4)
    rating, fide_rating = two_ratings(national=_word(numbers, 34), fide=_word(numbers, 32))
    return ReportedPlayer(
        number=number,
        last_name=texts[_LAST],
        first_name=texts[_FIRST],
        matricule=texts[_NATIONAL_ID].strip("0") and texts[_NATIONAL_ID],
        birth_date=_day(birth),
        birth_year=birth // 10_000 if birth % 10_000 == 0 and birth // 10_000 in YEARS else None,
        federation=texts[_FEDERATION],
        fide_id=_word(numbers, 48, 4) or None,
        rating=rating,
        fide_rating=fide_rating,
        club=texts[_CLUB],
        title=texts[_TITLE],
        sex=_SEXES.get(_word(numbers, 30), ""),
        team=teams[team - 1] if 1 <= (team := _word(numbers, 52)) <= len(teams) else "",
    )


def _pairings(cursor: _Cursor, found: _File, problems: list[Problem]) -> Iterator[ReportedPairing]:
    """Return the games round by round: the schedule tells how many each round has."""
    for number, (count, day) in enumerate(zip(found.round_games, found.round_dates, strict=True), start=1):
        for board in range(1, count + 1):
            white, black, code = _GAME.unpack(cursor.skip(_GAME.size))
            place = Place(round=number, board=board)
            if found.kind == "team" and 0 in {white, black}:
                yield from _without_opponent(number, white, black, code, day)
            elif not 1 <= white <= len(found.players) or black == white:
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


def _without_opponent(number: int, white: int, black: int, code: int, day: dt.date | None) -> Iterator[ReportedPairing]:
    """Return what a player has from a board that the other team left empty; nothing while there is no result."""
    letters = _RESULTS.get(code, "**")
    player, letter = (white, letters[0]) if white else (black, letters[1])
    if player and letter != Result.PENDING:
        yield ReportedPairing(number, None, player, None, consistency.bye_of_worth(Result(letter)), None, day)


def _report(found: _File, pairings: list[ReportedPairing], problems: list[Problem]) -> TournamentReport:
    texts, players = found.texts, tuple(found.players)
    dates = tuple(found.round_dates)
    problems += consistency.date_problems(found.start, found.end, dates) + content_problems(players, pairings)
    problems += consistency.unfinished_problems(pairings)
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
        problems=consistency.listed(problems),
        round_dates=dates,
        tie_breaks=found.tie_breaks,
        guid=f"tnr{found.site_id}" if found.site_id else "",
        arbiters=arbiters_of(texts[_CHIEF], texts[_DEPUTY], texts[_ARBITERS]),
    )
