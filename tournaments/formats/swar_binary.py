"""SWAR, the Belgian pairing program: the .swar files that it works with, versions 4 to 7 (formats/belgium, F08).

Numbers are little-endian, signed, of four bytes where nothing else is said; a text is its length and so many bytes of
Windows-1252. The file is the version ("v6.78"), what it calls the event, a text, then sections, which begin with their
name as a text:

    [TOURNOI]  name, organiser, club, city, two arbiters, start, end, time control (a number, since version 5 also its
               words), rounds, ... ; the last twenty numbers begin with the type and hold own scoring and the pace
    [DATES]    the day of each round
    [TIE_BREAK]  five codes; [EXCLUSION], [CATEGORIES] and [XTRA_POINTS] are not read
    [JOUEURS]  how many, then each player and behind [RONDE] his rounds, of seven numbers: round, table, opponent,
               result, colour (1 White, -1 Black), float, extra points

Between the versions numbers were added to a player and taken away, hence `_Layout`: of those that can be, the one is
right in which every [RONDE] stands where it must, and with which the file ends. Points are stored four times, in older
versions twice, as large as they are.
"""

from __future__ import annotations

import datetime as dt
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from tournaments.formats import checks
from tournaments.formats.checks import Side
from tournaments.formats.contents import content_problems
from tournaments.formats.pace import pace_of_text
from tournaments.formats.report import (
    USUAL_POINTS,
    FormatError,
    Place,
    PointSystem,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    gettext_noop,
)
from tournaments.formats.values import (
    MAX_FIDE_ID,
    MAX_RATING,
    arbiters_of,
    clean_text,
    guid_of,
    make_day,
    read_day,
    split_name,
)

NAME = "SWAR (.swar)"
MAX_BYTES = 8 << 20
MAX_PLAYERS, MAX_ROUNDS, LONGEST_TEXT = 2_000, 99, 10_000

_VERSION = re.compile(rb"[\x04-\x10]\0\0\0(v\d{1,2}\.\d{2})", re.DOTALL)
_FIRST_SECTION = b"\x09\0\0\0[TOURNOI]"
_RONDE = b"\x07\0\0\0[RONDE]"
_TAIL = struct.Struct("<17i4B2i")  # the end of [TOURNOI]: from the type of the event to its federation
_TYPE, _WIN, _PACE, _BYE, _ABSENCE, _ABSENCES, _LAST_ABSENCE = 0, 5, 12, 16, 17, 18, 19  # places in it
_ROUND = struct.Struct("<7i")
_BEFORE_VERSION_6_03 = 1  # of then the scoring stands one place further on
_OWN_SCORING = 3  # the type of event
_KINDS = {4: "round_robin", 5: "round_robin", 6: "round_robin", 7: "american", 8: "american"}
_PACES = {0: "standard", 1: "rapid", 2: "blitz"}
_TIE_BREAKS = {1: "BH", 4: "BH/C1", 6: "SB", 7: "PS", 8: "DE", 10: "WON"}
_TITLES = ("", "WCM", "WFM", "CM", "WIM", "FM", "WGM", "", "IM", "", "GM")  # 7 and 9 are honorary
_SEXES = {1: "M", 2: "F"}
_COLOURS = {1: "w", -1: "b"}
_UNKNOWN_BIRTH = "19000101"
_TABLE_BYE, _TABLE_ABSENT, _MOST_TABLE = 0x1000, 0x4000, 0x0FFF
_GAMES = {
    0: Result.PENDING, 0x4000: Result.WIN, 0x2000: Result.DRAW, 0x1000: Result.LOSS, 0x400: Result.LOSS,
    0x200: Result.DRAW, 0x100: Result.LOSS,  # one has half a point, the other nothing
    8: Result.FORFEIT_LOSS, 4: Result.FORFEIT_WIN, 2: Result.UNRATED_DRAW, 1: Result.FORFEIT_LOSS,
}  # fmt: skip
_BYES = {0x40: Result.FULL_BYE, 0x20: Result.HALF_BYE, 0x10: Result.ZERO_BYE}
_BYE_VALUES = {0: Result.PAIRING_BYE, 1: Result.HALF_BYE}  # of the event

CUT_OFF = gettext_noop("The file of SWAR is cut off or damaged: it ends in the section %(section)s.")
NO_SECTION = gettext_noop("The file of SWAR is cut off or damaged: it has no section %(section)s.")


class _Layout(NamedTuple):
    """What differs between versions in a player."""

    ratings: int  # national and FIDE, or one
    numbers: int  # between club and rounds of absence: games, points, ...
    before_rounds: int  # bytes between rounds of absence and [RONDE], the last two or four with their number


class _Cursor:
    """Reads one value after the other. Raises `FormatError` where the file ends or a text is impossible."""

    def __init__(self, data: bytes, at: int, section: str) -> None:
        self.data, self.at, self.section = data, at, section

    def number(self, size: int = 4) -> int:
        """The next number."""
        return int.from_bytes(self.skip(size), "little", signed=True)

    def text(self) -> str:
        """The next text."""
        length = self.number()
        if not 0 <= length <= LONGEST_TEXT:
            raise self.cut_off()
        return clean_text(self.skip(length).decode("cp1252", "replace"))

    def skip(self, size: int) -> bytes:
        """The next bytes."""
        found = self.data[self.at : self.at + size]
        if len(found) < size:
            raise self.cut_off()
        self.at += size
        return found

    def cut_off(self) -> FormatError:
        """What to raise here."""
        return FormatError(CUT_OFF, section=self.section)


@dataclass(frozen=True)
class _Event:
    """What stands before the players."""

    guid: str
    name: str
    city: str
    start: str
    end: str
    time_control: str
    rounds: int
    tail: tuple[int, ...]
    dates: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    arbiters: tuple[str, ...]
    players_at: int

    @property
    def has_own_scoring(self) -> bool:
        return self.tail[_TYPE] == _OWN_SCORING


@dataclass
class _Player:
    """A player, the points as they are stored, and his rounds."""

    reported: ReportedPlayer
    points: int
    rounds: list[tuple[int, ...]] = field(default_factory=list)  # round, table, opponent, result, colour, ...


def matches(filename: str, data: bytes) -> bool:
    """A version, and the first section behind two texts."""
    return _VERSION.match(data) is not None and _FIRST_SECTION in data[:300]


def read(data: bytes) -> list[TournamentReport]:
    """The tournament of a file. Raises `FormatError` where it is cut off or damaged."""
    found = _VERSION.match(data)
    if found is None:
        raise FormatError(gettext_noop("This is no tournament of SWAR."))
    version = found[1].decode("ascii")
    event = _event(data, version)
    return [_report(event, version, _players(data, event.players_at))]


def _marker(section: str) -> bytes:
    name = f"[{section}]".encode()
    return len(name).to_bytes(4, "little") + name


def _section(data: bytes, section: str, start: int) -> int:
    """Where the section begins, behind its name."""
    at = data.find(_marker(section), start)
    if at < 0:
        raise FormatError(NO_SECTION, section=section)
    return at + len(_marker(section))


def _event(data: bytes, version: str) -> _Event:
    cursor = _Cursor(data, _section(data, "TOURNOI", 0), "TOURNOI")
    head = _Cursor(data, 0, "TOURNOI")
    _version, guid = head.text(), head.text()
    name, _organiser, _club, city, arbiter, deputy, start, end = (cursor.text() for _ in range(8))
    cursor.number()
    time_control = "" if version.startswith("v4.") else cursor.text()
    rounds = cursor.number()
    if not 0 <= rounds <= MAX_ROUNDS:
        raise FormatError(gettext_noop("The file is damaged: it announces %(rounds)s rounds."), rounds=rounds)
    dates_at = _section(data, "DATES", cursor.at)
    tail_at = dates_at - len(_marker("DATES")) - _TAIL.size
    if tail_at < cursor.at:
        raise cursor.cut_off()
    cursor = _Cursor(data, dates_at, "DATES")
    dates = tuple(cursor.text() for _ in range(rounds))
    cursor = _Cursor(data, _section(data, "TIE_BREAK", cursor.at), "TIE_BREAK")
    codes = [cursor.number() for _ in range(5)]
    return _Event(
        guid=guid_of(guid),
        name=name,
        city=city[:100],
        start=start,
        end=end,
        time_control=time_control[:100],
        rounds=rounds,
        tail=_TAIL.unpack_from(data, tail_at),
        dates=dates,
        tie_breaks=tuple(dict.fromkeys(_TIE_BREAKS[code] for code in codes if code in _TIE_BREAKS)),
        arbiters=arbiters_of(arbiter, deputy),
        players_at=_section(data, "JOUEURS", cursor.at),
    )


def _players(data: bytes, at: int) -> list[_Player]:
    """The players by the layout that fits, best one with which the file ends."""
    fitting: list[_Player] | None = None
    for layout in map(_Layout._make, product((2, 1), (12, 11, 10), (12, 8))):
        cursor = _Cursor(data, at, "JOUEURS")
        count = cursor.number()
        if not 0 <= count <= MAX_PLAYERS:
            raise FormatError(gettext_noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
        try:
            found = [_player(cursor, layout) for _ in range(count)]
        except FormatError:
            continue
        if cursor.at == len(data):
            return found
        fitting = fitting or found
    if fitting is None:
        raise FormatError(CUT_OFF, section="JOUEURS")
    return fitting


def _player(cursor: _Cursor, layout: _Layout) -> _Player:
    rank, name, number = cursor.number(), cursor.text(), cursor.number()
    cursor.skip(8)  # place in the list of seeds, category
    birth, sex, country = cursor.text(), cursor.number(), cursor.text()
    matricule, fide_id = cursor.number(), cursor.number()
    cursor.skip(4)  # affiliated
    rating, *_fide_rating = (cursor.number() for _ in range(layout.ratings))
    title, club, club_name = cursor.number(), cursor.number(), cursor.text()
    numbers = [cursor.number() for _ in range(layout.numbers)]
    cursor.text()  # the rounds in which he is away
    before = cursor.skip(layout.before_rounds)
    if cursor.skip(len(_RONDE)) != _RONDE:
        raise cursor.cut_off()
    count = int.from_bytes(before[8:10] if len(before) > 8 else before[4:8], "little", signed=True)
    if count > MAX_ROUNDS:
        raise cursor.cut_off()
    rounds = [_ROUND.unpack(cursor.skip(_ROUND.size)) for _ in range(count)]
    last_name, first_name = split_name(name)
    day = None if birth == _UNKNOWN_BIRTH else _day(birth)
    reported = ReportedPlayer(
        number=number,
        last_name=last_name,
        first_name=first_name,
        matricule=str(matricule) if matricule > 0 else "",
        birth_date=day,
        birth_year=_year(birth) if day is None else None,
        federation=country[:10],
        fide_id=fide_id if 0 < fide_id <= MAX_FIDE_ID else None,
        rating=rating if 0 < rating <= MAX_RATING else None,
        club=str(club) if club > 0 else club_name[:100],
        title=_TITLES[title] if 0 <= title < len(_TITLES) else "",
        sex=_SEXES.get(sex, ""),
        rank=rank if rank > 0 else None,
    )
    return _Player(reported, numbers[1], rounds)


def _day(birth: str) -> dt.date | None:
    return make_day(int(birth[:4]), int(birth[4:6]), int(birth[6:])) if re.fullmatch(r"[0-9]{8}", birth) else None


def _year(birth: str) -> int | None:
    if birth == _UNKNOWN_BIRTH or not re.match("[0-9]{4}", birth):
        return None
    return int(birth[:4]) if make_day(int(birth[:4]), 1, 1) else None


def _report(event: _Event, version: str, found: Sequence[_Player]) -> TournamentReport:
    problems: list[Problem] = []
    (start, wrong), (end, more) = (read_day(text, Place()) for text in (event.start, event.end))
    problems += wrong + more
    dates = tuple(read_day(text, Place())[0] for text in event.dates)
    by_number: dict[int, _Player] = {}
    for each in sorted(found, key=lambda each: each.reported.number):
        if each.reported.number <= 0 or each.reported.number in by_number:
            problems.append(Problem("number_twice", Place(), {"number": each.reported.number}))
        else:
            by_number[each.reported.number] = each
    labels = {number: checks.label(each.reported) for number, each in by_number.items()}
    sides = list(_sides(event, by_number, dates, problems))
    paired, doubts = checks.pair_up(sides, labels)
    boards = _boards(by_number)
    pairings = tuple(
        sorted(
            (replace(each, board=boards.get((each.round, each.white))) for each in paired),
            key=lambda each: (each.round, each.board or MAX_PLAYERS, each.white),
        )
    )
    players = tuple(each.reported for each in by_number.values())
    problems += doubts + checks.date_problems(start, end, dates) + content_problems(players, pairings)
    stored = [each.points for each in by_number.values()]
    players, point_system, more = _counted(event, version, players, stored, pairings)
    problems += more
    pace = _PACES.get(event.tail[_PACE], "")
    return TournamentReport(
        format="swar_binary",
        name=event.name[:200],
        city=event.city,
        start=start,
        end=end,
        rounds=max([event.rounds, *(pairing.round for pairing in pairings)]),
        pace=pace or pace_of_text(event.time_control),
        time_control=event.time_control,
        kind=_KINDS.get(event.tail[_TYPE], "swiss"),
        program=f"SWAR {version}",
        players=players,
        pairings=pairings,
        problems=checks.listed(problems),
        round_dates=dates,
        tie_breaks=event.tie_breaks,
        arbiters=event.arbiters,
        point_system=point_system,
        guid=event.guid,
    )


def _counted(
    event: _Event,
    version: str,
    players: tuple[ReportedPlayer, ...],
    stored: Sequence[int],
    pairings: Sequence[ReportedPairing],
) -> tuple[tuple[ReportedPlayer, ...], PointSystem, list[Problem]]:
    """The players with their points, what results are worth, and what does not fit.

    Another scoring than the usual one counts where everybody's points are what it says.
    """
    if not event.has_own_scoring:
        computed = checks.points_of(players, pairings)
        players = _with_points(players, stored, computed)
        return players, USUAL_POINTS, checks.points_problems(players, computed)
    shift = _BEFORE_VERSION_6_03 if version < "v6.03" else 0
    win, draw, loss = (each / 4 for each in event.tail[_WIN + shift : _WIN + shift + 3])
    own = PointSystem(win, draw, loss, absent=0, bye=win)
    counted = _with_points(players, stored, checks.points_of(players, pairings, own))
    if checks.explains(own, counted, pairings):
        return counted, own, []
    facts: dict[str, object] = {"scoring": f"{win:g}, {draw:g}, {loss:g}"}
    return players, USUAL_POINTS, [Problem("scoring_unusual", Place(), facts)]


def _with_points(
    players: Sequence[ReportedPlayer], stored: Sequence[int], computed: dict[int, float]
) -> tuple[ReportedPlayer, ...]:
    """The players with their points, in the unit in which most of them are what the results add up to."""
    agreeing = {
        unit: sum(points == unit * computed[player.number] for player, points in zip(players, stored, strict=True))
        for unit in (4, 2)
    }
    unit = 2 if agreeing[2] > agreeing[4] else 4
    return tuple(replace(player, points=points / unit) for player, points in zip(players, stored, strict=True))


def _boards(players: dict[int, _Player]) -> dict[tuple[int, int], int]:
    """The board by round and player."""
    rounds = ((number, row) for number, each in players.items() for row in each.rounds)
    return {(row[0], number): row[1] for number, row in rounds if 0 < row[1] <= _MOST_TABLE}


def _sides(
    event: _Event, players: dict[int, _Player], dates: Sequence[dt.date | None], problems: list[Problem]
) -> Iterator[Side]:
    """What every player says of every round."""
    last = max((row[0] for each in players.values() for row in each.rounds if row[2] > 0), default=0)
    for player, each in players.items():
        absences = 0
        for number, table, opponent, code, colour, *_rest in each.rounds:
            if not 1 <= number <= min(last, MAX_ROUNDS):
                continue
            absences += table == _TABLE_ABSENT
            date = dates[number - 1] if number <= len(dates) else None
            if opponent > 0:
                result = _GAMES.get(code)
                if result is None:
                    problems.append(Problem("result_unknown", Place(round=number, player=player), {"result": code}))
                yield Side(number, player, opponent, _COLOURS.get(colour, ""), result or Result.PENDING, date=date)
            else:
                yield Side(number, player, None, "", _alone(event, number, table, code, absences), date=date)


def _alone(event: _Event, number: int, table: int, code: int, absences: int) -> Result:
    """A round without an opponent: the bye of the pairing, one that was asked for, or an absence and its worth."""
    if table == _TABLE_BYE:
        bye = _BYES.get(code, _BYE_VALUES.get(event.tail[_BYE], Result.ZERO_BYE))
        return Result.PAIRING_BYE if bye is Result.FULL_BYE else bye
    if code in _BYES or table != _TABLE_ABSENT or event.has_own_scoring:
        return _BYES.get(code, Result.ZERO_BYE)
    is_paid = event.tail[_ABSENCE] and number <= event.tail[_LAST_ABSENCE] and absences <= event.tail[_ABSENCES]
    return Result.HALF_BYE if is_paid else Result.ZERO_BYE
