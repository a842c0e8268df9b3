"""Read FIDE's rating list, hundreds of megabytes as text or XML, zipped or not, player by player. Pure.

`fide_text` reads the text, whose columns moved over the years. The XML has a ``player`` element for each, with
``fideid``, ``name``, ``country``, ``rating`` and so on. Only the current player is held in memory.

Members have their standard rating. A list of rapid or blitz ratings looks the same; only its file name says so.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import BinaryIO
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse
from django.utils.translation import gettext_noop as noop

from federation.files import zip_reader
from federation.foreign_lists.fide_text import LONGEST_LINE, Cells, names_columns, reading_of
from federation.i18n.errors import UserError
from federation.identity.names import PersonName

MAX_BYTES = 2 << 30  # unpacked; the XML of all three ratings is half a gigabyte
_FIELDS = {
    "fideid": "number", "name": "name", "country": "federation", "title": "title", "rating": "rating",
    "birthday": "birth",
}  # fmt: skip
MOST_ELEMENTS = 1_000  # of a player, and before the first one
MOST_BLANK_LINES = 10  # before the first line that says something
LAST_DAY = 31  # of a month: a number above is a year
_ID = re.compile(r"\d{1,15}", re.ASCII)
_RATING = re.compile(r"\d{1,4}", re.ASCII)
_YEAR = re.compile(r"(19|20)\d\d")
_SHORT_DAY = re.compile(r"(\d\d)\D\d\d\D(\d\d)")  # of the years before 2006
_OTHER_PACE = re.compile(r"(?:^|[^a-z])(rapid|blitz)", re.IGNORECASE)
_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}

SEVERAL = noop("The archive does not contain exactly one list; unpack it and send the list itself.")
NO_COLUMNS = noop("This is not a FIDE rating list: its first line does not name the columns (ID Number, Name ...).")
OTHER_PACE = noop(
    "Judging by its name, this is FIDE's list of %(pace)s ratings. Members are compared by their "
    "standard rating: send the combined list or the standard one."
)


class NoFideList(UserError):
    """The file is not FIDE's rating list."""


@dataclass(frozen=True)
class FidePlayer:
    line: int  # of the text; in XML the number of the player
    fide_id: int
    name: PersonName
    federation: str
    title: str = ""
    rating: int | None = None
    birth_year: int | None = None


def seems_one(beginning: bytes) -> bool:
    """Return whether a file with this beginning may be FIDE's list, as text, XML or ZIP."""
    start = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith((b"PK\x03\x04", b"<?xml", b"<playerslist")):
        return True
    first = beginning.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n").partition(b"\n")[0]
    return reading_of(first.decode("cp1252", "replace").rstrip("\r")) is not None


def players(file: BinaryIO, name: str = "") -> Iterator[FidePlayer]:
    """Yield the players of a list; other lines are skipped. Raise `NoFideList`, possibly after some players.

    ``name`` is the name of the file, if known.
    """
    beginning = file.read(4)
    file.seek(0)
    if beginning.startswith(b"PK\x03\x04"):
        yield from _unzipped(file, name)
    elif beginning.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<"):
        yield from _from_xml(file, name)
    else:
        yield from _from_text(file, name)


def _unzipped(file: BinaryIO, name: str) -> Iterator[FidePlayer]:
    try:
        with zip_reader.opened(file) as archive:
            inside = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
            if len(inside) != 1 or inside[0].file_size > MAX_BYTES or not zip_reader.is_usual(inside):
                raise NoFideList(SEVERAL)
            with archive.open(inside[0]) as member:
                is_xml = member.read(3).lstrip(b"\xef\xbb\xbf").startswith(b"<") or inside[0].filename.endswith(".xml")
            with archive.open(inside[0]) as member:
                both = f"{name} {inside[0].filename}"
                yield from (_from_xml if is_xml else _from_text)(member, both)
    except NoFideList:
        raise
    except zip_reader.DAMAGED as problem:
        raise NoFideList(noop("The archive is damaged: %(problem)s."), problem=str(problem)) from None


def _require_standard(name: str) -> None:
    if pace := _OTHER_PACE.search(name):
        raise NoFideList(OTHER_PACE, pace=pace[1].lower())


def _from_text(file: BinaryIO, name: str) -> Iterator[FidePlayer]:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="surrogateescape", newline="")
    first, before = _first_line(text)
    read = reading_of(first)
    if read is None:
        raise NoFideList(NO_COLUMNS)
    if "srtng" not in first.lower():
        _require_standard(name)
    has_players = False
    lines = iter(partial(_line, text), "")
    for number, line in enumerate(lines if names_columns(first) else chain([first], lines), before + 1):
        cells = read(line.rstrip("\r\n"))
        player = _player(number, cells) if cells else None
        if player is not None:
            has_players = True
            yield player
    if not has_players:
        raise NoFideList(noop("The list names its columns but contains no players."))


def _first_line(text: io.TextIOWrapper) -> tuple[str, int]:
    """Return the first line that is not blank, and how many lines precede those of the players."""
    for before in range(MOST_BLANK_LINES):
        line = _line(text).lstrip("\ufeff").rstrip("\r\n")
        if line.strip():
            return line, before + names_columns(line)
    return "", 0


def _line(text: io.TextIOWrapper) -> str:
    """Return the next line; what is not UTF-8 is read as cp1252, which older lists use."""
    line = text.readline(LONGEST_LINE)
    if line.isascii() or not any("\udc80" <= letter <= "\udcff" for letter in line):
        return line
    return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def _from_xml(file: BinaryIO, name: str) -> Iterator[FidePlayer]:
    count = 0
    try:
        for count, element in enumerate(_elements_of_players(file), start=1):
            if count == 1 and element.find("rapid_rating") is None:
                _require_standard(name)
            cells = {_FIELDS[child.tag]: (child.text or "").strip() for child in element if child.tag in _FIELDS}
            player = _player(count, cells)
            if player is not None:
                yield player
    except (ParseError, DefusedXmlException, UnicodeDecodeError):
        raise NoFideList(noop("The XML is damaged or cut off after %(count)s players."), count=count) from None
    if not count:
        raise NoFideList(noop("This XML is not a FIDE rating list: it contains no players."))


def _elements_of_players(file: BinaryIO) -> Iterator[Element]:
    """Yield the elements one by one, clearing the parser's tree so that it does not grow."""
    outside: list[Element] = []  # elements that are open
    others = 0
    for event, element in iterparse(file, ("start", "end"), forbid_dtd=True):
        if event == "start":
            outside.append(element)
            others += 1
            if others > MOST_ELEMENTS:
                raise ParseError
        else:
            outside.pop()
            if element.tag == "player":
                yield element
                others = 0
                if outside:
                    outside[-1].clear()


def _player(line: int, cells: Cells) -> FidePlayer | None:
    number = cells.get("number", "")
    if not (_ID.fullmatch(number) and cells.get("name")):
        return None
    last, _comma, first = cells["name"].partition(",")
    rating, title = cells.get("rating", ""), cells.get("title", "").upper()
    return FidePlayer(
        line=line,
        fide_id=int(number),
        name=PersonName(last.strip(), first.strip()),
        federation=cells.get("federation", "").upper()[:3],
        title=_TITLES.get(title, title)[:3],
        rating=(int(rating) or None) if _RATING.fullmatch(rating) else None,
        birth_year=_year(cells.get("birth", "")),
    )


def _year(text: str) -> int | None:
    """Return the year of a year or a date, or None if two digits may be a day as well as a year."""
    if found := _YEAR.search(text):
        return int(found[0])
    short = _SHORT_DAY.fullmatch(text)
    years = [1900 + int(part) for part in short.groups() if int(part) > LAST_DAY] if short else []
    return years[0] if len(years) == 1 else None
