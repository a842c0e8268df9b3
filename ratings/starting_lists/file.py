"""Reads the file of a starting list: what ratings members have on the day a pool begins."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.files import spreadsheets
from federation.files.dbase import Table, Value
from federation.files.workbook_reader import Cell
from federation.identity import column_names
from federation.identity.member_numbers import form, sentence
from federation.identity.names import folded
from federation.identity.number_forms import NumberError
from federation.imports import member_files
from federation.imports.player_list import fide_exception
from ratings.errors import RatingError
from ratings.systems.ffg.levels import GRADE, level_of_grade

T = TypeVar("T")
E = TypeVar("E")

COLUMNS = column_names.known(
    {
        "number": "member number", "rating": "rating", "games": "games", "opponents_sum": "opponents sum",
        "points": "points", "deviation": "deviation", "last_played": "last played",
    }
)  # fmt: skip
REQUIRED = ("number", "rating", "games")
HIGHEST = 10_000
MOST = 10**9
PLAYER = {  # columns and the fields of a PLAYER list that hold them
    "number": "MATRICULE", "rating": "ELO_CALCUL", "games": "PART_CALCU",
    "opponents_sum": "ADVERSAIRE", "points": "PERFORMAN", "last_played": "DER_JEUX",
}  # fmt: skip


@dataclass(frozen=True)
class StartingRating:
    """One line. ``half_points`` is twice the points."""

    line: int
    key: int
    rating: int | None  # None: no rating
    games: int
    opponents_sum: int = 0
    half_points: int = 0
    deviation: float | None = None
    last_played: dt.date | None = None


def read(data: bytes, floor: int | None = None, refused: list[RatingError] | None = None) -> list[StartingRating]:
    """Return the rows of a file ``number,rating,games[,opponents_sum,points,deviation,last_played]``.

    The first line names the columns, in any order; other columns are left alone, so that an exported list can be read.
    An empty rating is none, and so is 0 in chess. ``floor`` is the lowest level of a go pool: there 0 is a level, and a
    grade such as 5k stands for its middle. Points are written 5.5, 5,5 or 5½. A PLAYER list (dBase, zipped or not) is
    taken as it is. Raise `RatingError` with a sentence and its line, for the first wrong cell; if there is a list
    ``refused``, the errors of all wrong lines are put there instead.
    """
    found = []
    for number, cells in _cells_of(data, floor):
        try:
            found.append(_line(number, cells, floor))
        except RatingError as problem:
            if refused is None:
                raise
            refused.append(problem)
    return found


def _cells_of(data: bytes, floor: int | None) -> Iterator[tuple[int, dict[str, Cell]]]:
    """Yield the number of each line and its cells by column. Raise `RatingError`."""
    try:
        players = member_files.player_table("", data)
        if players is not None:
            yield from _of_players(players.table, floor)
            return
        sheet = spreadsheets.read(data)
    except spreadsheets.SheetError as problem:
        raise RatingError(str(problem)) from None
    names = [COLUMNS.get(folded(name), name.lower()) for name in sheet.header]
    _require_columns(names)
    for number, cells in sheet.rows:
        yield number, dict(zip(names, cells, strict=False))


def _require_columns(names: list[str]) -> None:
    for name in REQUIRED:
        if name not in names:
            raise _wrong(1, _("the column %(column)s is missing") % {"column": name})
    for name in names:
        if name and names.count(name) > 1:
            raise _wrong(1, _("the column %(column)s appears twice") % {"column": name})


def _of_players(table: Table, floor: int | None) -> Iterator[tuple[int, dict[str, Cell]]]:
    """Yield who was ever rated there: the fields of everybody else are blank. Deleted records are left out."""
    if floor is not None:
        raise RatingError(noop("A PLAYER list has chess ratings; this rating type is for go."))
    missing = set(PLAYER.values()) - {field.name for field in table.fields}
    if missing:
        raise _wrong(1, _("the column %(column)s is missing") % {"column": min(missing)})
    shows_fide = fide_exception(table)
    for number, record in enumerate(table.records, 1):
        is_rated = record["ELO_CALCUL"] is not None or record["PART_CALCU"] is not None
        if number - 1 not in table.deleted and record["MATRICULE"] and is_rated:
            yield number, _player(record, shows_fide(record))


def _player(record: Mapping[str, Value], shows_fide: bool) -> dict[str, Cell]:
    """Return the cells of a line. Beside a FIDE rating, PERFORMAN is something else than points."""
    cells = {name: record[field] for name, field in PLAYER.items()}
    points = cells["points"]
    if shows_fide or not isinstance(points, int | float) or points < 0 or not float(2 * points).is_integer():
        cells["opponents_sum"] = cells["points"] = None
    if not isinstance(cells["last_played"], dt.date):
        cells["last_played"] = None
    return cells


def _line(number: int, cells: dict[str, Cell], floor: int | None) -> StartingRating:
    cell = _Cells(number, cells)
    return StartingRating(
        line=number,
        key=cell.key(),
        rating=cell.rating(floor),
        games=cell.whole("games", 0, MOST),
        opponents_sum=cell.whole("opponents_sum", 0, MOST),
        half_points=cell.read("points", half_points, 0),
        deviation=cell.read("deviation", _deviation, None),
        last_played=cell.read("last_played", _day, None),
    )


def half_points(text: str) -> int:
    """Return twice the points: 5.5, 5,5 and 5½ are 11. Raise `ValueError` for anything but halves from 0 on."""
    doubled = 2 * float(text.replace(",", ".").replace("½", ".5"))
    if not 0 <= doubled <= MOST or not doubled.is_integer():
        raise ValueError(text)
    return int(doubled)


def _level(text: str) -> int:
    return level_of_grade(text) if GRADE.fullmatch(text) else _whole(text)


def _whole(text: str) -> int:
    number = float(text)  # a spreadsheet may hold 1500 as 1500.0
    if not number.is_integer():
        raise ValueError(text)
    return int(number)


def _deviation(text: str) -> float:
    number = float(text)
    if not 0 <= number <= HIGHEST:
        raise ValueError(text)
    return number


def _day(text: str) -> dt.date:
    return dt.date.fromisoformat(text[:10])  # a spreadsheet adds the time


class _Cells:
    def __init__(self, line: int, cells: dict[str, Cell]) -> None:
        self._line = line
        self._cells = cells

    def read(self, name: str, convert: Callable[[str], T], empty: E) -> T | E:
        """Return a cell, or ``empty`` if it holds nothing."""
        value = self._cells.get(name)
        text = "" if value is None else str(value).strip()
        if not text:
            return empty
        try:
            return convert(text)
        except ValueError:
            facts = {"column": name, "value": text[:40]}
            raise _wrong(self._line, _("%(column)s %(value)s cannot be read") % facts) from None

    def key(self) -> int:
        """Return the key of the member number."""
        number = self.read("number", str, "")
        try:
            return form().key(number.removesuffix(".0"))  # a spreadsheet may hold 10001 as 10001.0
        except NumberError as error:
            raise RatingError(noop("Line %(line)s: %(what)s"), line=self._line, what=sentence(error)) from None

    def whole(self, name: str, least: int, most: int) -> int:
        """Return a whole number; 0 for an empty cell."""
        return self._between(name, self.read(name, _whole, 0), least, most)

    def rating(self, floor: int | None) -> int | None:
        """Return the rating, see `read`."""
        if floor is None:
            return self.whole("rating", 0, HIGHEST) or None
        level = self.read("rating", _level, None)
        return None if level is None else self._between("rating", level, floor, HIGHEST)

    def _between(self, name: str, value: int, least: int, most: int) -> int:
        if not least <= value <= most:
            facts = {"column": name, "value": value, "least": least, "most": most}
            raise _wrong(self._line, _("%(column)s %(value)s is not between %(least)s and %(most)s") % facts)
        return value


def _wrong(line: int, what: str) -> RatingError:
    return RatingError(noop("Line %(line)s: %(what)s."), line=line, what=what)
