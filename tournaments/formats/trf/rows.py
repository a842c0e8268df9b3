"""The lines of players in TRF: records 001 and the national records of TRF26 (formats/trf 2.2, 2.4 and 2.6).

Lines are read all at once where they are as prescribed, and column by column: one call for a column of all lines costs
little more than one for a single field. Where one line is not as prescribed, both halves of them are read apart, and so
on until it is alone. Then it is read patiently: columns are moved back, what cannot be read is left out with a problem.
"""

from __future__ import annotations

import datetime as dt
import re
import struct
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain, repeat, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from tournaments.formats.report import Place, Problem, Result, noop
from tournaments.formats.trf.cells import LETTERS, SILENT, Cell, cell_of
from tournaments.formats.trf.dates import UNKNOWN
from tournaments.formats.trf.fields import (
    CELLS,
    FILLER,
    NUMBERS,
    PEOPLE,
    POINTS,
    REGISTRATIONS,
    birth_of,
    matricule_of,
    number_of,
    person_of,
    points_of,
)

START_NUMBER = noop("start number")  # how problems call it
FIRST_CELL, CELL = 89, 10  # where the rounds of a player begin (two blanks before the opponent), and how wide one is
LARGEST_TABLE = 4 << 20  # letters of lines filled up to the longest of them

# Columns 48 on: rating, federation, FIDE id, birth, points, rank and the rounds, each behind its blank.
_ALIGNED = re.compile(r" [ \d]{4} .{3} .{11} .{10} [ \d.,]{4} [ \d]{4}(?:  [ \d]{4} [wbWB -] .)*")
_CELLS = re.compile(f".{{{CELL}}}")
_SHIFTS = (-1, 1, -2, 2, -3, 3, -4, 4)
_EDGES = (48, 80, 91, 69, 57, 85)  # where rating, points, rounds, birth, FIDE id and rank begin
_NAME, _RATING, _ID, _BIRTH = slice(14, 47), slice(48, 52), slice(57, 68), slice(69, 79)
_NAME_OF = itemgetter(_NAME)
_NUMBER_END, _NAME_END, _BIRTH_END = 8, 47, 79
# Start number; sex and title; rating; federation, FIDE id and birth; points; rank: with the blanks between them.
_PLAYER_FIELDS = "3x 5s 6s 33x 5s 27s 5s 5s"
_NATIONAL_WIDTH = 79
_NATIONAL_FIELDS = struct.Struct("3x 5s 71x")  # start number
_BLANKS = (47, 52, 56, 68)  # before rating, origin, matricule and birth; a shifted line has something there
_BLANK = f" {FILLER}".encode()
_COLOUR = FIRST_CELL + 7
_FRENCH_COLOURS = str.maketrans("BbNn", "wwbb")
_FIRST_LETTER = FIRST_CELL + CELL - 1
_MOST_IN_A_BYTE = 127  # rounds, of two half points at most
_HALVES = bytes([LETTERS.get(chr(code).upper(), Result.PENDING).half_points for code in range(256)])

Columns = Sequence[Sequence[Any]]
Value = TypeVar("Value")
Rows = TypeVar("Rows", "PlayerRows", "NationalRows")


class PlayerRows(NamedTuple):
    """The records 001, column by column: values at one place of all columns belong to one player."""

    lines: Sequence[int] = ()
    numbers: Sequence[int | None] = ()
    sexes: Sequence[str] = ()
    titles: Sequence[str] = ()
    names: Sequence[str] = ()
    ratings: Sequence[int | None] = ()
    federations: Sequence[str] = ()
    fide_ids: Sequence[int | None] = ()
    birth_dates: Sequence[dt.date | None] = ()
    birth_years: Sequence[int | None] = ()  # where the day is not known
    points: Sequence[float | None] = ()
    ranks: Sequence[int | None] = ()
    halves: Sequence[int] = ()  # half points of all rounds by the usual scoring
    rounds: Sequence[Sequence[Cell]] = ()  # a column each; SILENT where the line of the player ends before

    @property
    def cells(self) -> list[tuple[Cell, ...]]:
        """Return the rounds of each player, as far as the line goes."""
        rows = zip(*self.rounds, strict=True) if self.rounds else repeat((), len(self.lines))
        return [row[: len(row) - row.count(SILENT)] for row in rows]

    def with_cells(self, cells: Sequence[Sequence[Cell]]) -> PlayerRows:
        """Return the same lines with other rounds."""
        return self._replace(halves=[*map(_halves, cells)], rounds=_columns(cells))

    def without_junk(self, announced: int) -> tuple[PlayerRows, list[Problem]]:
        """Return the lines without their last rounds if these are no rounds, and what was in them.

        Nobody has an opponent or a point in them, and they hold letters behind a line, or are more than the file has
        announced (0: it has not).
        """
        rounds, problems = [*self.rounds], list[Problem]()
        while rounds and all(_is_junk(cell, 0 < announced < len(rounds)) for cell in rounds[-1]):
            for line, cell in zip(self.lines, rounds.pop(), strict=True):
                place = Place(line=line, column=FIRST_CELL + CELL * (len(rounds) + 1))
                problems += [Problem(code, place, facts) for code, facts in cell.doubts]
        return self._replace(rounds=rounds) if len(rounds) < len(self.rounds) else self, problems

    def in_order(self, order: Sequence[int]) -> PlayerRows:
        """Return the same lines in another order: their places, at least two."""
        moved = itemgetter(*order)
        return PlayerRows._make([*map(moved, self[:-1]), [*map(moved, self.rounds)]])


class NationalRows(NamedTuple):
    """National rating records of TRF26, named by a federation instead of 001: they hold the member numbers (2.4)."""

    numbers: Sequence[int] = ()
    matricules: Sequence[str] = ()
    lines: Sequence[str] = ()

    @property
    def federations(self) -> list[str]:
        """Return the federations of the records."""
        return [line[:3] for line in self.lines]

    @property
    def births(self) -> list[str]:
        """Return the births as written; they are seldom needed."""
        return [line[_BIRTH] for line in self.lines]

    @property
    def ratings(self) -> list[str]:
        """Return the national ratings as written; they count where FIDE's is missing."""
        return [line[_RATING].strip() for line in self.lines]


def read_players(places: Sequence[int], lines: Sequence[str], problems: list[Problem]) -> PlayerRows:
    """Return the records 001; ``places``: the numbers of the lines. What cannot be read is left out with a problem."""
    try:
        return _prescribed_players(places, lines)
    except ValueError:
        lines = in_usual_colours(lines)
    parts = _parts(places, lines, _prescribed_players, partial(_patient_player, problems))
    if len(parts) == 1:
        return parts[0]
    cells = [row for part in parts for row in part.cells]
    columns = [[*chain(*column)] for column in zip(*(part[:-1] for part in parts), strict=True)]
    return PlayerRows._make([*columns, _columns(cells)])


def read_nationals(places: Sequence[int], lines: Sequence[str], problems: list[Problem]) -> NationalRows:
    """Return the national records. Those that belong to nobody are left out with a problem."""
    parts = _parts(places, lines, _prescribed_nationals, partial(_patient_national, problems))
    return parts[0] if len(parts) == 1 else NationalRows._make([*chain(*column)] for column in zip(*parts, strict=True))


def _parts(
    places: Sequence[int],
    lines: Sequence[str],
    prescribed: Callable[[Sequence[int], Sequence[str]], Rows],
    patient: Callable[[int, str], Rows],
) -> list[Rows]:
    """Return what is in the lines: together if all are as prescribed, else by halves."""
    try:
        return [prescribed(places, lines)]
    except ValueError:
        if len(lines) == 1:
            return [patient(places[0], lines[0])]
    middle = len(lines) // 2
    first = _parts(places[:middle], lines[:middle], prescribed, patient)
    return first + _parts(places[middle:], lines[middle:], prescribed, patient)


def _columns(rows: Iterable[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """Return rows of rounds as columns."""
    return [*zip_longest(*rows, fillvalue=SILENT)]


def _is_junk(cell: Cell, is_beyond: bool) -> bool:
    is_absence = "0000" in cell.text or "-" in cell.text or "Z" in cell.text.upper()
    return (is_beyond or not is_absence) and cell.opponent is None and not cell.result.half_points


def _halves(row: Iterable[Cell]) -> int:
    return sum(cell.result.half_points for cell in row)


def _prescribed_players(places: Sequence[int], lines: Sequence[str]) -> PlayerRows:
    """Return all lines at once. Raise `ValueError` if a single field is not as the format prescribes."""
    widths = {*map(len, lines)}
    fields = _player_fields(_rounds_in(max(widths)))
    table = _table(lines, widths, fields.size)
    numbers, people, ratings, registrations, points, ranks, *rounds = _fields(table, fields)
    columns = (
        places,
        NUMBERS.read(numbers),
        *zip(*PEOPLE.read(people), strict=True),
        [*map(_NAME_OF, lines)],
        NUMBERS.read(ratings),
        *zip(*REGISTRATIONS.read(registrations), strict=True),
        POINTS.read(points),
        NUMBERS.read(ranks),
        _halves_of(table, fields.size),
        [*map(CELLS.read, rounds)],
    )
    return PlayerRows._make(columns)


def _halves_of(table: bytes, width: int) -> Sequence[int]:
    """Return the half points of all rounds of each line of the table."""
    letters = [table[place::width].translate(_HALVES) for place in range(_FIRST_LETTER, width, CELL)]
    if len(letters) > _MOST_IN_A_BYTE:
        return [*map(sum, zip(*letters, strict=True))]
    # A column of bytes is a long number: one addition adds what the round is worth to the sums of all players.
    return sum(int.from_bytes(column) for column in letters).to_bytes(len(table) // width)


def _prescribed_nationals(places: Sequence[int], lines: Sequence[str]) -> NationalRows:
    """Return all lines at once. Raise `ValueError` if a single field is not as the format prescribes."""
    widths = {*map(len, lines)}
    table = _table(lines, widths, _NATIONAL_WIDTH)
    (numbers,) = _fields(table, _NATIONAL_FIELDS)
    start_numbers = NUMBERS.read(numbers)
    is_shifted = any(table[place::_NATIONAL_WIDTH].strip(_BLANK) for place in _BLANKS)
    if is_shifted or None in start_numbers or min(widths) < _NUMBER_END:
        raise ValueError(numbers)
    matricules = [found if (found := line[_ID].strip()).strip("0") else "" for line in lines]
    return NationalRows._make((start_numbers, matricules, lines))


def _table(lines: Sequence[str], widths: Collection[int], width: int) -> bytes:
    """Return the lines, whose ``widths`` are these, each filled up to the width, in Latin-1.

    Raise `ValueError` for lines too long or too many.
    """
    if width * len(lines) > LARGEST_TABLE or max(widths) > width:
        raise ValueError(width)
    text = "".join(lines if min(widths) == width else [line.ljust(width, FILLER) for line in lines])
    return text.encode("latin-1", "replace")


def _fields(table: bytes, fields: struct.Struct) -> Columns:
    """Yield the fields of all lines of a table, column by column."""
    return [*zip(*fields.iter_unpack(table), strict=True)]


@lru_cache(maxsize=100)
def _player_fields(rounds: int) -> struct.Struct:
    return struct.Struct(_PLAYER_FIELDS + f" {CELL}s" * rounds)


def _rounds_in(width: int) -> int:
    """Return the rounds in a line of so many letters; the last one may be cut."""
    return -(-max(0, width - FIRST_CELL) // CELL)


def in_usual_colours(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines with w and b for colours if all of them have B (Blanc) and N (Noir)."""
    colours = {letter for line in lines for letter in line[_COLOUR::CELL].upper()}
    return [*map(_in_usual_colours, lines)] if "N" in colours and "W" not in colours else lines


def _in_usual_colours(line: str) -> str:
    letters = [*line]
    letters[_COLOUR::CELL] = line[_COLOUR::CELL].translate(_FRENCH_COLOURS)
    return "".join(letters)


def realigned(line: str) -> tuple[str, int]:
    """Return the line with its columns in place, and by how many they had been shifted.

    Writers that count the bytes of a name instead of its letters shift the tail of the line, and people who edit a file
    shift it by a column or two (2.6). A line that fits nowhere is returned as it was.
    """
    if _fits(line):
        return line, 0
    counted_bytes = len(line) - len(line.encode())
    shifts = (counted_bytes, *_SHIFTS) if counted_bytes else _SHIFTS
    for edge in _EDGES:
        for shift in shifts:
            moved = _moved(line, edge, shift)
            if moved is not None and _fits(moved):
                return moved, shift
    return line, 0


def _fits(line: str) -> bool:
    return _ALIGNED.fullmatch(_padded(line), _NAME_END) is not None


def _padded(line: str) -> str:
    """Return the line up to the end of its last cell."""
    return line.ljust(FIRST_CELL + CELL * _rounds_in(len(line)))


def _moved(line: str, edge: int, shift: int) -> str | None:
    """Return the line with everything from a column on moved back by ``shift`` columns.

    None if letters would be lost.
    """
    if shift < 0:
        return line[: edge + shift].ljust(edge) + line[edge + shift :]
    return line[:edge] + line[edge + shift :] if not line[edge : edge + shift].strip() else None


def _patient_player(problems: list[Problem], place: int, line: str) -> PlayerRows:
    """Return one line; what cannot be read is left out with a problem."""
    aligned, shift = realigned(line)
    if shift:
        problems.append(Problem("columns_shifted", Place(line=place), {"count": shift}))

    def read(first: int, end: int, reading: Callable[[str], Value], code: str, name: str = "") -> Value | None:
        value = aligned[first:end].strip()
        try:
            return reading(value)
        except ValueError:
            facts: dict[str, object] = {"value": value, "field": name} if name else {"value": value}
            problems.append(Problem(code, Place(line=place, column=first + 1), facts))
            return None

    birth_end = _BIRTH_END + (aligned[_BIRTH_END : _BIRTH_END + 1] not in {"", " "})  # it alone may be shifted
    birth = read(69, birth_end, birth_of, "date_unknown") or UNKNOWN
    cells = [*map(cell_of, _CELLS.findall(_padded(aligned), FIRST_CELL))]
    row: tuple[object, ...] = (
        place,
        read(4, 8, number_of, "field_unknown", START_NUMBER),
        *person_of(aligned[8:14]),
        aligned[_NAME],
        read(48, 52, number_of, "rating_unknown"),
        aligned[53:56].strip(),
        read(57, 68, number_of, "fide_id_unknown"),
        *birth,
        read(80, 84, points_of, "field_unknown", noop("points")),
        read(85, 89, number_of, "field_unknown", noop("rank")),
        _halves(cells),
    )
    return PlayerRows._make([*([value] for value in row), _columns([cells])])


def _patient_national(problems: list[Problem], place: int, line: str) -> NationalRows:
    """Return one line; nothing of it if it has no start number."""
    number = line[4:8].strip(" ")
    if line[3:4] != " " or len(line) < _NUMBER_END or not number.isdecimal():
        problems.append(Problem("line_unknown", Place(line=place)))
        return NationalRows()
    aligned, _shift = realigned(line)
    return NationalRows([int(number)], [matricule_of(aligned[_ID])], [aligned])
