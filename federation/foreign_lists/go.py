"""Read go player lists: the scale of the French federation (ech_ffg_V3) and the European list (allworld_lp). Pure.

Sources: formats/go, "Lists", columns counted from 0. FFG, ISO-8859-15: ``#Echelle au 5/11/2019 ...``, then [0:38] name,
[38:43] level (-9999: none), [44] status, [46:53] licence, [54:58] club, [59:61] country. European: the day as
``(22 Feb 2018)``, then [1:9] number (PIN), [11:48] name, [49:52] country, [53:57] club, [60:63] grade, [71:75] rating,
which is the level of the French scale plus 2050. Names are split at their first blank; compound ones have ``_``.
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import BinaryIO

from django.conf import settings
from django.utils.translation import gettext_noop as noop

from federation.files.limits import TOO_LARGE, too_large
from federation.i18n.errors import UserError
from federation.identity.names import PersonName

RATING_OF_LEVEL_0 = 2050
NO_LEVEL = -9999
NO_LICENCE = "-------"
_FOOTERS = ("</pre", "Number of players")
_ONLY_WINDOWS = re.compile(rb"[\x80-\x9f]")
_FFG_HEAD = re.compile(r"#Echelle au (\d{1,2})/(\d{1,2})/(\d{4})\b.*")
_FFG_COLUMNS = {"name": slice(0, 38), "level": slice(38, 43), "number": slice(46, 53)}
_EGF_COLUMNS = {"number": slice(1, 9), "name": slice(11, 48), "rating": slice(71, 75)}
_NUMBER = re.compile(r"[0-9A-Z]{7,8}|-{7}", re.ASCII)
_EGF_DAY = re.compile(r"\((\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\)")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class NoGoList(UserError):
    """The file is neither of these lists."""


@dataclass(frozen=True)
class ListedPlayer:
    line: int
    name: PersonName
    number: str  # licence or PIN; "" where the list has none
    level: int | None  # of the French scale, where 0 and less are levels


@dataclass(frozen=True)
class GoList:
    """A list as in its file; ``unread`` are the numbers of lines that could not be read."""

    issuer: str  # "FFG" or "EGF": whose numbers they are
    day: dt.date | None
    players: tuple[ListedPlayer, ...]
    unread: tuple[int, ...]


def read_file(file: BinaryIO) -> GoList:
    """Return the list that the file holds. Raise `NoGoList` if there is none, or the file is too large."""
    data = file.read(settings.UPLOAD_LIMIT + 1)
    if facts := too_large(len(data)):
        raise NoGoList(TOO_LARGE, **facts)
    return read(data)


def read(data: bytes) -> GoList:
    """Return a list of either kind. Raise `NoGoList` if the file is neither."""
    lines = _text(data).splitlines()
    if lines and (head := _FFG_HEAD.fullmatch(lines[0].strip())):
        return _list("FFG", _day(int(head[3]), int(head[2]), int(head[1])), lines[1:], first=2)
    for place, line in enumerate(lines[:60]):
        if found := _EGF_DAY.fullmatch(line.strip()):
            month = _MONTHS.index(found[2]) + 1 if found[2] in _MONTHS else 0
            heads = (n for n, text in enumerate(lines[:200]) if text.split()[:2] == ["PIN", "Name"])
            start = next(heads, place) + 1
            return _list("EGF", _day(int(found[3]), month, int(found[1])), lines[start:], first=start + 1)
    raise NoGoList(noop("This is neither the FFG scale (ech_ffg_V3) nor the European list (allworld_lp)."))


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252" if _ONLY_WINDOWS.search(data) else "iso-8859-15", "replace")


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _list(issuer: str, day: dt.date | None, lines: list[str], first: int) -> GoList:
    columns = _FFG_COLUMNS if issuer == "FFG" else _EGF_COLUMNS
    players: list[ListedPlayer] = []
    unread: list[int] = []
    for number, line in enumerate(lines, start=first):
        if line.startswith(_FOOTERS):
            break
        if not line.strip() or line.startswith("<"):
            continue
        player = _player(number, {name: line[place].strip() for name, place in columns.items()})
        if player is None:
            unread.append(number)
        else:
            players.append(player)
    return GoList(issuer, day, tuple(players), tuple(unread))


def _player(line: int, cells: dict[str, str]) -> ListedPlayer | None:
    """Return the player, or None if number, level or name cannot be read."""
    if not cells["name"] or not _NUMBER.fullmatch(cells["number"]):
        return None
    last, _, first = " ".join(cells["name"].split()).partition(" ")
    try:
        written = int(cells["level"]) if "level" in cells else int(cells["rating"]) - RATING_OF_LEVEL_0
    except ValueError:
        return None
    return ListedPlayer(
        line=line,
        name=PersonName(last, first),
        number="" if cells["number"] == NO_LICENCE else cells["number"],
        level=None if written == NO_LEVEL else written,
    )
