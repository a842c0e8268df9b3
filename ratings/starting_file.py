"""Reads the file of a starting list: what ratings members have on the day a pool begins."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from ratings.errors import RatingError

T = TypeVar("T")

REQUIRED = ("matricule", "rating", "games")
DELIMITERS = ",;\t"
HIGHEST = 10_000
MOST = 10**9


@dataclass(frozen=True)
class StartingRating:
    """One line. 0 = none; ``half_points`` is twice the points."""

    line: int
    matricule: int
    rating: int
    games: int
    opponents_sum: int = 0
    half_points: int = 0
    deviation: float | None = None
    last_played: dt.date | None = None


def read(data: bytes) -> list[StartingRating]:
    """The lines of a CSV file ``matricule,rating,games[,opponents_sum,points,deviation,last_played]``.

    The first line names the columns, in any order; other columns are left alone, so that an exported list can be read.
    Cells are separated by commas, semicolons or tabs; UTF-8 or Windows-1252. An empty rating is none; points are
    written 5.5, 5,5 or 5½. Raises `RatingError` with a sentence and its line, for the first wrong cell.
    """
    text = _decoded(data)
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    found: list[StartingRating] = []
    names: list[str] = []
    for row in _rows(rows):
        if not names:
            names = [cell.strip().lower() for cell in row]
            _require_columns(names)
        elif any(cell.strip() for cell in row):
            found.append(_line(rows.line_num, dict(zip(names, row, strict=False))))
    if not found:
        raise RatingError(_("The file has no ratings."))
    return found


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _rows(reader: Iterator[list[str]]) -> Iterator[list[str]]:
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error as problem:
            raise _wrong(reader.line_num, _("it cannot be read (%(problem)s)") % {"problem": problem}) from None


def _require_columns(names: list[str]) -> None:
    for name in REQUIRED:
        if name not in names:
            raise _wrong(1, _("the column %(column)s is missing") % {"column": name})
    for name in names:
        if name and names.count(name) > 1:
            raise _wrong(1, _("the column %(column)s is there twice") % {"column": name})


def _line(number: int, cells: dict[str, str]) -> StartingRating:
    cell = _Cells(number, cells)
    return StartingRating(
        line=number,
        matricule=cell.whole("matricule", 1, 999_999),
        rating=cell.whole("rating", 0, HIGHEST),
        games=cell.whole("games", 0, MOST),
        opponents_sum=cell.whole("opponents_sum", 0, MOST),
        half_points=cell.read("points", half_points, 0),
        deviation=cell.read("deviation", float, None),
        last_played=cell.read("last_played", dt.date.fromisoformat, None),
    )


def half_points(text: str) -> int:
    """Twice the points: 5.5, 5,5 and 5½ are 11. Raises `ValueError` for anything but halves from 0 on."""
    doubled = 2 * float(text.replace(",", ".").replace("½", ".5"))
    if not 0 <= doubled <= MOST or doubled != int(doubled):
        raise ValueError(text)
    return int(doubled)


class _Cells:
    """The cells of one line, read with their place."""

    def __init__(self, line: int, cells: dict[str, str]) -> None:
        self._line = line
        self._cells = cells

    def read(self, name: str, convert: Callable[[str], T], empty: T) -> T:
        """A cell, or ``empty`` where it holds nothing."""
        text = self._cells.get(name, "").strip()
        if not text:
            return empty
        try:
            return convert(text)
        except ValueError:
            facts = {"column": name, "value": text[:40]}
            raise _wrong(self._line, _("%(column)s %(value)s cannot be read") % facts) from None

    def whole(self, name: str, least: int, most: int) -> int:
        """A whole number; nothing is 0."""
        value = self.read(name, int, 0)
        if not least <= value <= most:
            facts = {"column": name, "value": value, "least": least, "most": most}
            raise _wrong(self._line, _("%(column)s %(value)s is not between %(least)s and %(most)s") % facts)
        return value


def _wrong(line: int, what: str) -> RatingError:
    return RatingError(_("Line %(line)s: %(what)s.") % {"line": line, "what": what})
