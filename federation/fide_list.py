"""FIDE's rating list, hundreds of megabytes as text or XML, zipped or not: one player after the other. Pure.

The text has a line of column names (``ID Number  Name  Fed Sex Tit ...``) whose places tell where the columns are,
since they moved over the years; the rating is in ``SRtng`` of the combined list, in ``Rtng`` or a month (``AUG25``) of
the others. The XML has a ``player`` for each, with ``fideid``, ``name``, ``country``, ``rating`` and so on. Nothing is
held in memory but the player at hand.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse
from django.utils.translation import gettext_noop as noop

from federation.names import PersonName
from federation.refusals import Refusal

MAX_BYTES = 2 << 30  # unpacked; the XML of all three ratings is half a gigabyte
LONGEST_LINE = 2_000
_HEAD = re.compile(r"ID\s?Number\s+Name\s+.*", re.IGNORECASE)
_MONTH = re.compile(r"(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d{2}|S?Rtng", re.IGNORECASE)
_NAMES = {"fed": "federation", "sex": "sex", "tit": "title", "b-day": "birth", "born": "birth", "flag": "flag"}
_FIELDS = {
    "fideid": "number", "name": "name", "country": "federation", "sex": "sex", "title": "title", "rating": "rating",
    "birthday": "birth", "flag": "flag",
}  # fmt: skip
_ID = re.compile(r"\d{1,15}", re.ASCII)
_RATING = re.compile(r"\d{1,4}", re.ASCII)
_YEAR = re.compile(r"(19|20)\d\d")


class NoFideList(Refusal):
    """The file is no such list."""


@dataclass(frozen=True)
class FidePlayer:
    """A player of the list."""

    line: int  # of the text; in XML the number of the player
    fide_id: int
    name: PersonName
    federation: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    birth_year: int | None = None
    inactive: bool = False


def seems_one(beginning: bytes) -> bool:
    """Whether a file that begins so may be such a list, as text, XML or zip; reading it may still refuse it."""
    start = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_text = _HEAD.match(beginning.removeprefix(b"\xef\xbb\xbf").decode(errors="replace")) is not None
    return is_text or start.startswith((b"PK\x03\x04", b"<?xml", b"<playerslist"))


def players(file: BinaryIO) -> Iterator[FidePlayer]:
    """The players of a list; lines that are none are passed over. Raises `NoFideList`, also in the middle."""
    beginning = file.read(4)
    file.seek(0)
    if beginning.startswith(b"PK\x03\x04"):
        yield from _unzipped(file)
    elif beginning.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<"):
        yield from _from_xml(file)
    else:
        yield from _from_text(file)


def _unzipped(file: BinaryIO) -> Iterator[FidePlayer]:
    try:
        with zipfile.ZipFile(file) as archive:
            inside = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
            if len(inside) != 1 or inside[0].file_size > MAX_BYTES:
                raise NoFideList(noop("The archive does not hold one list; unpack it and give the list itself."))
            with archive.open(inside[0]) as member:
                is_xml = member.read(3).lstrip(b"\xef\xbb\xbf").startswith(b"<") or inside[0].filename.endswith(".xml")
            with archive.open(inside[0]) as member:
                yield from (_from_xml if is_xml else _from_text)(member)  # type: ignore[arg-type]
    except NoFideList:
        raise
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as problem:
        raise NoFideList(noop("The archive is damaged: %(problem)s."), problem=str(problem)) from None


def _from_text(file: BinaryIO) -> Iterator[FidePlayer]:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="")
    head = text.readline(LONGEST_LINE)
    if not _HEAD.match(head.lstrip("\ufeff")):
        raise NoFideList(
            noop("This is no FIDE rating list: its first line does not name the columns (ID Number, Name ...).")
        )
    places = _places(head)
    number = 1
    while line := text.readline(LONGEST_LINE):
        number += 1
        player = _player(number, {name: line[place].strip() for name, place in places.items()})
        if player is not None:
            yield player


def _places(head: str) -> dict[str, slice]:
    """Where the columns are: from the beginning of a name to that of the next one."""
    words = [(found.start(), found[0]) for found in re.finditer(r"ID\s?Number|\S+", head, re.IGNORECASE)]
    ends = [start for start, _word in words[1:]] + [LONGEST_LINE]
    places: dict[str, slice] = {}
    for (start, word), end in zip(words, ends, strict=True):
        name = "number" if word.lower().startswith("id") else _NAMES.get(word.lower(), word.lower())
        if _MONTH.fullmatch(word):
            name = "rating"
        if name in {"number", "name", "rating", *_NAMES.values()}:
            places.setdefault(name, slice(start, end))
    return places


def _from_xml(file: BinaryIO) -> Iterator[FidePlayer]:
    count = 0
    try:
        for _event, element in iterparse(file, forbid_dtd=True):
            if element.tag == "player":
                count += 1
                said = {_FIELDS[child.tag]: (child.text or "").strip() for child in element if child.tag in _FIELDS}
                player = _player(count, said)
                element.clear()
                if player is not None:
                    yield player
    except (ParseError, DefusedXmlException, UnicodeDecodeError):
        raise NoFideList(noop("The XML is damaged or cut off after %(count)s players."), count=count) from None
    if not count:
        raise NoFideList(noop("This XML is no FIDE rating list: it has no players."))


def _player(line: int, said: dict[str, str]) -> FidePlayer | None:
    number = said.get("number", "")
    if not (_ID.fullmatch(number) and said.get("name")):
        return None
    last, _comma, first = said["name"].partition(",")
    rating, birth = said.get("rating", ""), _YEAR.search(said.get("birth", ""))
    return FidePlayer(
        line=line,
        fide_id=int(number),
        name=PersonName(last.strip(), first.strip()),
        federation=said.get("federation", "").upper()[:3],
        sex={"M": "M", "F": "F", "W": "F"}.get(said.get("sex", "").upper(), ""),
        title=said.get("title", "").upper()[:3],
        rating=(int(rating) or None) if _RATING.fullmatch(rating) else None,
        birth_year=int(birth[0]) if birth else None,
        inactive="i" in said.get("flag", "").lower(),
    )
