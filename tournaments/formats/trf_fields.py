"""The fields of a player's line in TRF, as letters and as values (formats/trf 2.2).

Most fields are a few letters that stand in every file alike: start numbers, ratings, points, titles, whole rounds.
`Remembered` reads each of them once and finds it again from then on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from tournaments.formats.trf_cells import SILENT, Cell, cell_of
from tournaments.formats.trf_dates import UNKNOWN, Birth, read_birth

FILLER = "\0"  # behind the end of a line, for a blank: no text has it, see `decode`

_NO_LETTER = "?"  # what becomes of a letter that Latin-1 lacks
_POINTS = re.compile(r"\d{1,4}|\d{0,3}\.\d{1,3}|\d{1,3}\.")
_CELL = re.compile(r"  [ \d]{4} [wbWB -] .", re.ASCII)
_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
_SEXES = {"m": "M", "M": "M", "w": "F", "W": "F", "f": "F", "F": "F"}

Value = TypeVar("Value")


class Remembered(dict[bytes, Value]):
    """The values of fields, by their letters in Latin-1: what is not known yet is read, and known from then on.

    ``reading`` takes the letters and raises `ValueError` where they are not what the format prescribes. ``most``: so
    many are remembered, then it begins anew. ``behind``: what a field is that lies behind the end of its line, if it
    is not what a blank one is.
    """

    def __init__(self, reading: Callable[[str], Value], most: int, behind: Value | None = None) -> None:
        super().__init__()
        self.reading = reading
        self.most = most
        self.behind = behind

    def read(self, column: Iterable[bytes]) -> list[Value]:
        """The values of all fields of a column."""
        return [*map(self.__getitem__, column)]

    def __missing__(self, letters: bytes) -> Value:
        text = letters.decode("latin-1")
        if _NO_LETTER in text:
            raise ValueError(text)
        if self.behind is not None and not text.strip(FILLER):
            value = self.behind
        else:
            value = self.reading(text.replace(FILLER, " "))
        if len(self) >= self.most:
            self.clear()
        self[letters] = value
        return value


def number_of(text: str) -> int | None:
    """A number of digits alone, None for nothing and for zero. Raises `ValueError`."""
    if text and not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text or 0) or None


def points_of(text: str) -> float | None:
    """Points, with a point or a comma. Raises `ValueError`."""
    text = text.replace(",", ".")
    if text and not _POINTS.fullmatch(text):
        raise ValueError(text)
    return float(text) if text else None


def birth_of(text: str) -> Birth:
    """The date of birth, or the year alone; neither for nothing but zeros. Raises `ValueError`."""
    found = read_birth(text)
    if found == UNKNOWN and text.strip("0/.- "):
        raise ValueError(text)
    return found


def person_of(text: str) -> tuple[str, str]:
    """Sex and title of columns 9 to 14: `` w WGM `` and the one-letter titles of older programs."""
    title = text[2:5].strip().upper()
    return _SEXES.get(text[1:2], ""), _TITLES.get(title, title)


def _behind_blank(text: str) -> str:
    """What stands behind the first column, which must be blank."""
    if text[0] != " ":
        raise ValueError(text)
    return text[1:].strip(" ")


def _identity_of(text: str) -> tuple[int | None, str, str]:
    """Start number, sex and title."""
    return number_of(_behind_blank(text[:5])), *person_of(text[5:])


def _registration_of(text: str) -> tuple[str, int | None, Birth]:
    """Federation, FIDE id and birth: what stays the same from one event of the player to the next."""
    if text[4] != " ":
        raise ValueError(text)
    return _behind_blank(text[:4]), number_of(text[5:16].strip(" ")), birth_of(_behind_blank(text[16:]))


def _standing_of(text: str) -> tuple[float | None, int | None]:
    """Points and rank."""
    return points_of(_behind_blank(text[:5])), number_of(_behind_blank(text[5:]))


def _prescribed_cell(text: str) -> Cell:
    if not _CELL.fullmatch(text):
        raise ValueError(text)
    return cell_of(text)


IDENTITIES = Remembered(_identity_of, 50_000)
NUMBERS = Remembered(lambda text: number_of(_behind_blank(text)), 20_000)  # four digits: there are no more
REGISTRATIONS = Remembered(_registration_of, 50_000)
STANDINGS = Remembered(_standing_of, 20_000)
CELLS = Remembered(_prescribed_cell, 20_000, behind=SILENT)
