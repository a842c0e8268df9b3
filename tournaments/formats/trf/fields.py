"""The fields of a player's line in TRF, as letters and as values (formats/trf 2.2).

Most fields are a few letters that stand in every file alike: start numbers, ratings, points, titles, whole rounds.
`Remembered` reads each of them once and finds it again from then on.
"""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Generic, TypeVar

from tournaments.formats.trf.cells import SILENT, Cell, cell_of
from tournaments.formats.trf.dates import UNKNOWN, Birth, read_birth

FILLER = "\0"  # behind the end of a line, for a blank: no text has it, see `decode`

_NO_LETTER = "?"  # what becomes of a letter that Latin-1 lacks
_POINTS = re.compile(r"\d{1,4}|\d{0,3}\.\d{1,3}|\d{1,3}\.")
_CELL = re.compile(r"  [ \d]{4} [wbWB -] .", re.ASCII)
_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
_SEXES = {"m": "M", "M": "M", "w": "F", "W": "F", "f": "F", "F": "F"}

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """The values of fields, by their letters: each is read once.

    ``reading`` makes the value, and raises `ValueError` if the letters are not what the format prescribes. ``most``:
    once it holds so many, it starts over.
    """

    def __init__(self, reading: Callable[[Key], Value], most: int) -> None:
        self.reading = reading
        self.most = most
        self.known: dict[Key, Value] = {}

    def read(self, column: Sequence[Key]) -> tuple[Value, ...]:
        """Return the values of all fields of a column."""
        try:
            return self._known_of(column)
        except KeyError:
            self._learn(column)
        return self._known_of(column)

    def _known_of(self, column: Sequence[Key]) -> tuple[Value, ...]:
        # One call for all; of a single one it would make no tuple.
        return itemgetter(*column)(self.known) if len(column) > 1 else tuple(self.known[letters] for letters in column)

    def _learn(self, column: Sequence[Key]) -> None:
        if len(self.known) + len(column) > self.most:
            self.known.clear()
        for letters in column:
            if letters not in self.known:
                self.known[letters] = self.reading(letters)


def _field(reading: Callable[[str], Value], behind: Value | None = None) -> Callable[[bytes], Value]:
    """Return a reader of letters in Latin-1. ``behind``: the value of a field after the end of its line."""

    def read(letters: bytes) -> Value:
        text = letters.decode("latin-1")
        if _NO_LETTER in text:
            raise ValueError(text)
        if behind is not None and not text.strip(FILLER):
            return behind
        return reading(text.replace(FILLER, " "))

    return read


def number_of(text: str) -> int | None:
    """Return a number of digits only; None for nothing and for zero. Raise `ValueError`."""
    if text and not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text or 0) or None


def points_of(text: str) -> float | None:
    """Return points, with a point or a comma. Raise `ValueError`."""
    text = text.replace(",", ".")
    if text and not _POINTS.fullmatch(text):
        raise ValueError(text)
    return float(text) if text else None


def birth_of(text: str) -> Birth:
    """Return the date of birth, or the year alone; neither for nothing but zeros. Raise `ValueError`."""
    found = read_birth(text)
    if found == UNKNOWN and text.strip("0/.- "):
        raise ValueError(text)
    return found


def matricule_of(text: str) -> str:
    """Return a national number as it is written; "" for zeros."""
    text = text.strip()
    return text if text.strip("0") else ""


def person_of(text: str) -> tuple[str, str]:
    """Return sex and title of columns 9 to 14: `` w WGM `` and the one-letter titles of older programs."""
    title = text[2:5].strip().upper()
    return _SEXES.get(text[1:2], ""), _TITLES.get(title, title)


def _behind_blank(text: str) -> str:
    """Return what follows the first column, which must be blank."""
    if text[0] != " ":
        raise ValueError(text)
    return text[1:].strip(" ")


def _registration_of(text: str) -> tuple[str, int | None, dt.date | None, int | None]:
    """Return federation, FIDE id and birth: what stays the same from one event of the player to the next."""
    if text[4] != " ":
        raise ValueError(text)
    return _behind_blank(text[:4]), number_of(text[5:16].strip(" ")), *birth_of(_behind_blank(text[16:]))


def _prescribed_cell(text: str) -> Cell:
    if not _CELL.fullmatch(text):
        raise ValueError(text)
    return cell_of(text)


# Fields that repeat themselves stay apart: few values are found faster than many of two fields together.
PEOPLE = Remembered(_field(person_of), 5_000)
POINTS = Remembered(_field(lambda text: points_of(_behind_blank(text))), 5_000)
NUMBERS = Remembered(_field(lambda text: number_of(_behind_blank(text))), 20_000)  # four digits: there are no more
REGISTRATIONS = Remembered(_field(_registration_of), 50_000)
CELLS = Remembered(_field(_prescribed_cell, behind=SILENT), 20_000)
