"""What stands where in the .swar files of SWAR (formats/belgium, F08): the event and its players, as they are stored.

Numbers are little-endian, signed, of four bytes where nothing else is said; a text is its length and so many bytes of
Windows-1252. The file is the version ("v6.78"), what it calls the event, a text, then sections, which begin with their
name as a text:

    [TOURNOI]  name, organiser, club, city, two arbiters, start, end, time control (a number, since version 5 also its
               words), rounds, ... ; the last twenty numbers begin with the type and hold own scoring and the pace
    [DATES]    the day of each round
    [TIE_BREAK]  five codes; [EXCLUSION], [CATEGORIES] and [XTRA_POINTS] are not read
    [JOUEURS]  how many, then each player and behind [RONDE] their rounds, of seven numbers: round, table, opponent,
               result, colour (1 White, -1 Black), float, extra points

Between the versions numbers were added to a player and taken away, hence `_Layout`: of those that can be, the one is
right in which every [RONDE] stands where it must, and with which the file ends. Points are stored four times, in older
versions twice, as large as they are.
"""

import datetime as dt
import re
import struct
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from tournaments.formats.common.values import (
    MAX_FIDE_ID,
    arbiters_of,
    clean_text,
    guid_of,
    make_day,
    split_name,
    two_ratings,
)
from tournaments.formats.report import FormatError, ReportedPlayer, noop

MAX_PLAYERS, MAX_ROUNDS, LONGEST_TEXT = 2_000, 99, 10_000

# Places among the last numbers of [TOURNOI].
TYPE, WIN, PACE, BYE, ABSENCE, ABSENCES, LAST_ABSENCE = 0, 5, 12, 16, 17, 18, 19
_TAIL = struct.Struct("<17i4B2i")  # from the type of the event to its federation
_RONDE = b"\x07\0\0\0[RONDE]"
_ROUND = struct.Struct("<7i")
_OWN_SCORING = 3  # the type of event
_TIE_BREAKS = {
    1: "BH", 2: "BH/M1", 3: "BH/M2", 4: "BH/C1", 5: "BH/C2", 6: "SB", 7: "PS", 8: "DE", 9: "KS", 10: "WON",
    11: "TPR", 12: "ARO", 13: "ARO/C1", 14: "BPG", 15: "BWG",
}  # fmt: skip
_TITLES = ("", "WCM", "WFM", "CM", "WIM", "FM", "WGM", "", "IM", "", "GM")  # 7 and 9 are honorary
_SEXES = {1: "M", 2: "F"}
_UNKNOWN_BIRTH = "19000101"

CUT_OFF = noop("The SWAR file is cut off or damaged: it ends in the section %(section)s.")
NO_SECTION = noop("The SWAR file is cut off or damaged: it has no section %(section)s.")


class _Layout(NamedTuple):
    """What differs between versions in a player."""

    ratings: int  # national and FIDE, or one
    numbers: int  # between club and rounds of absence: games, points, ...
    before_rounds: int  # bytes between rounds of absence and [RONDE], the last two or four with their number


class _Cursor:
    """Read one value after the other. Raise `FormatError` if the file ends or a text is impossible."""

    def __init__(self, data: bytes, at: int, section: str) -> None:
        self.data, self.at, self.section = data, at, section

    def number(self, size: int = 4) -> int:
        return int.from_bytes(self.skip(size), "little", signed=True)

    def text(self) -> str:
        length = self.number()
        if not 0 <= length <= LONGEST_TEXT:
            raise self.cut_off()
        return clean_text(self.skip(length).decode("cp1252", "replace"))

    def skip(self, size: int) -> bytes:
        found = self.data[self.at : self.at + size]
        if len(found) < size:
            raise self.cut_off()
        self.at += size
        return found

    def cut_off(self) -> FormatError:
        """Return the error to raise here."""
        return FormatError(CUT_OFF, section=self.section)


@dataclass(frozen=True)
class Event:
    """What comes before the players."""

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
        return self.tail[TYPE] == _OWN_SCORING


@dataclass
class Player:
    """A player, the points as they are stored, and the rounds."""

    reported: ReportedPlayer
    points: int
    rounds: list[tuple[int, ...]] = field(default_factory=list)  # round, table, opponent, result, colour, ...


def _marker(section: str) -> bytes:
    name = f"[{section}]".encode()
    return len(name).to_bytes(4, "little") + name


def _section(data: bytes, section: str, start: int) -> int:
    """Return where the section begins, after its name."""
    at = data.find(_marker(section), start)
    if at < 0:
        raise FormatError(NO_SECTION, section=section)
    return at + len(_marker(section))


def read_event(data: bytes, version: str) -> Event:
    cursor = _Cursor(data, _section(data, "TOURNOI", 0), "TOURNOI")
    head = _Cursor(data, 0, "TOURNOI")
    _version, guid = head.text(), head.text()
    name, _organiser, _club, city, arbiter, deputy, start, end = (cursor.text() for _ in range(8))
    cursor.number()
    time_control = "" if version.startswith("v4.") else cursor.text()
    rounds = cursor.number()
    if not 0 <= rounds <= MAX_ROUNDS:
        raise FormatError(noop("The file is damaged: it declares %(rounds)s rounds."), rounds=rounds)
    dates_at = _section(data, "DATES", cursor.at)
    tail_at = dates_at - len(_marker("DATES")) - _TAIL.size
    if tail_at < cursor.at:
        raise cursor.cut_off()
    cursor = _Cursor(data, dates_at, "DATES")
    dates = tuple(cursor.text() for _ in range(rounds))
    cursor = _Cursor(data, _section(data, "TIE_BREAK", cursor.at), "TIE_BREAK")
    codes = [cursor.number() for _ in range(5)]
    return Event(
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


def read_players(data: bytes, at: int) -> list[Player]:
    """Return the players by the layout that fits, preferably one with which the file ends."""
    fitting: list[Player] | None = None
    for layout in map(_Layout._make, product((2, 1), (12, 11, 10), (12, 8))):
        cursor = _Cursor(data, at, "JOUEURS")
        count = cursor.number()
        if not 0 <= count <= MAX_PLAYERS:
            raise FormatError(noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
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


def _player(cursor: _Cursor, layout: _Layout) -> Player:
    rank, name, number = cursor.number(), cursor.text(), cursor.number()
    cursor.skip(8)  # place in the list of seeds, category
    birth, sex, country = cursor.text(), cursor.number(), cursor.text()
    matricule, fide_id = cursor.number(), cursor.number()
    cursor.skip(4)  # affiliated
    national, *fide = (cursor.number() for _ in range(layout.ratings))
    rating, fide_rating = two_ratings(national, *(fide or [0]))
    title, club, club_name = cursor.number(), cursor.number(), cursor.text()
    numbers = [cursor.number() for _ in range(layout.numbers)]
    cursor.text()  # the rounds of absence
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
        rating=rating,
        fide_rating=fide_rating,
        club=str(club) if club > 0 else club_name[:100],
        title=_TITLES[title] if 0 <= title < len(_TITLES) else "",
        sex=_SEXES.get(sex, ""),
        rank=rank if rank > 0 else None,
    )
    return Player(reported, numbers[1], rounds)


def _day(birth: str) -> dt.date | None:
    return make_day(int(birth[:4]), int(birth[4:6]), int(birth[6:])) if re.fullmatch(r"[0-9]{8}", birth) else None


def _year(birth: str) -> int | None:
    if birth == _UNKNOWN_BIRTH or not re.match("[0-9]{4}", birth):
        return None
    return int(birth[:4]) if make_day(int(birth[:4]), 1, 1) else None
