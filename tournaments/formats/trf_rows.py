"""The lines of players in TRF: records 001 and the national records of TRF26 (formats/trf 2.2, 2.4 and 2.6).

Lines are read all at once where they are as prescribed. Where one is not, both halves of them are read apart, and so on
until it is alone. Then it is read patiently: columns are moved back, what cannot be read is left out with a problem.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from tournaments.formats.report import Place, Problem, gettext_noop
from tournaments.formats.trf_cells import Cell, cell_of
from tournaments.formats.trf_dates import Birth, read_birth
from tournaments.formats.trf_fields import (
    BIRTHS,
    CELLS,
    FEDERATIONS,
    FILLER,
    IDS,
    NUMBERS,
    PERSONS,
    POINTS,
    birth_of,
    number_of,
    person_of,
    points_of,
)

START_NUMBER = gettext_noop("start number")  # how problems call it
FIRST_CELL, CELL = 89, 10  # where the rounds of a player begin (two blanks before the opponent), and how wide one is
LARGEST_TABLE = 4 << 20  # letters of lines filled up to the longest of them

# Columns 48 on: rating, federation, FIDE id, birth, points, rank and the rounds, each behind its blank.
_ALIGNED = re.compile(r" [ \d]{4} .{3} .{11} .{10} [ \d.,]{4} [ \d]{4}(?:  [ \d]{4} [wbWB -] .)*")
_CELLS = re.compile(f".{{{CELL}}}")
_SHIFTS = (-1, 1, -2, 2, -3, 3, -4, 4)
_NAME, _ID, _BIRTH = slice(14, 47), slice(57, 68), slice(69, 79)
_NUMBER_END, _NAME_END, _BIRTH_END = 8, 47, 79
# Start number, sex and title, rating, federation, FIDE id, birth, points, rank: with their blanks, see `trf_fields`.
_PLAYER_FIELDS = "3x 5s 6s 33x 5s 5s 11s 11s 5s 5s"
_NATIONAL_FIELDS = struct.Struct("3x 5s 39x 5s 5s 11x 11s")  # start number, rating, its origin, birth

Columns = Sequence[Sequence[Any]]
Value = TypeVar("Value")


class PlayerRows(NamedTuple):
    """The records 001, column by column: what stands at one place of all columns is of one player."""

    lines: Sequence[int] = ()
    numbers: Sequence[int | None] = ()
    names: Sequence[str] = ()
    persons: Sequence[tuple[str, str]] = ()  # sex, title
    ratings: Sequence[int | None] = ()
    federations: Sequence[str] = ()
    fide_ids: Sequence[int | None] = ()
    births: Sequence[Birth] = ()
    points: Sequence[float | None] = ()
    ranks: Sequence[int | None] = ()
    cells: Sequence[Sequence[Cell]] = ()  # the rounds


class NationalRows(NamedTuple):
    """National rating records of TRF26, named by a federation instead of 001: here matricules live (2.4)."""

    federations: Sequence[str] = ()
    numbers: Sequence[int] = ()
    matricules: Sequence[str] = ()
    births: Sequence[Birth] = ()


def read_players(places: Sequence[int], lines: Sequence[str], problems: list[Problem]) -> PlayerRows:
    """The records 001; ``places``: the numbers of the lines. What cannot be read is left out with a problem."""
    return PlayerRows(places, *_columns(places, lines, _prescribed_players, partial(_patient_player, problems)))


def read_nationals(places: Sequence[int], lines: Sequence[str], problems: list[Problem]) -> NationalRows:
    """The national records. What is of nobody is left out with a problem."""
    return NationalRows(*_columns(places, lines, _prescribed_nationals, partial(_patient_national, problems)))


def _columns(
    places: Sequence[int],
    lines: Sequence[str],
    prescribed: Callable[[Sequence[str]], Columns],
    patient: Callable[[int, str], Columns],
) -> Columns:
    """What is in the lines: together where all are as prescribed, else by halves."""
    try:
        return prescribed(lines)
    except ValueError:
        if len(lines) == 1:
            return patient(places[0], lines[0])
    middle = len(lines) // 2
    first = _columns(places[:middle], lines[:middle], prescribed, patient)
    second = _columns(places[middle:], lines[middle:], prescribed, patient)
    return [[*before, *behind] for before, behind in zip(first, second, strict=True)]


def _prescribed_players(lines: Sequence[str]) -> Columns:
    """The columns of `PlayerRows`. Raises `ValueError` where a single field is not as the format prescribes."""
    rounds = _rounds_in(max(map(len, lines)))
    table = _table(lines, _player_fields(rounds))
    numbers, persons, ratings, federations, ids, births, points, ranks, *cells = table
    rows: Sequence[Sequence[Cell]] = [*zip(*map(CELLS.read, cells), strict=True)]
    if _rounds_in(min(map(len, lines))) < rounds:
        rows = [row[: _rounds_in(len(line))] for row, line in zip(rows, lines, strict=True)]
    return (
        NUMBERS.read(numbers),
        [line[_NAME] for line in lines],
        PERSONS.read(persons),
        NUMBERS.read(ratings),
        FEDERATIONS.read(federations),
        IDS.read(ids),
        BIRTHS.read(births),
        POINTS.read(points),
        NUMBERS.read(ranks),
        rows or [()] * len(lines),
    )


def _prescribed_nationals(lines: Sequence[str]) -> Columns:
    """The columns of `NationalRows`. Raises `ValueError` where a single field is not as the format prescribes."""
    numbers, ratings, origins, births = _table(lines, _NATIONAL_FIELDS)
    start_numbers = NUMBERS.read(numbers)
    if None in start_numbers or min(map(len, lines)) < _NUMBER_END:
        raise ValueError(numbers)
    NUMBERS.read(ratings)  # nobody needs them, but they are as prescribed only where no column is shifted
    FEDERATIONS.read(origins)
    return (
        [line[:3] for line in lines],
        start_numbers,
        [line[_ID].strip() for line in lines],
        BIRTHS.read(births),
    )


def _table(lines: Sequence[str], fields: struct.Struct) -> Columns:
    """The fields of all lines, column by column, in Latin-1. Raises `ValueError` for lines too long or too many."""
    size = fields.size * len(lines)
    if size > LARGEST_TABLE:
        raise ValueError(size)
    text = "".join([line.ljust(fields.size, FILLER) for line in lines])
    if len(text) > size:
        raise ValueError(lines)
    return [*zip(*fields.iter_unpack(text.encode("latin-1", "replace")), strict=True)]


@lru_cache(maxsize=100)
def _player_fields(rounds: int) -> struct.Struct:
    return struct.Struct(_PLAYER_FIELDS + f" {CELL}s" * rounds)


def _rounds_in(width: int) -> int:
    """The rounds in a line of so many letters; the last one may be cut."""
    return -(-max(0, width - FIRST_CELL) // CELL)


def realigned(line: str) -> tuple[str, int]:
    """The line with its columns where they belong, and by how many they had been shifted.

    Writers that count the bytes of a name instead of its letters shift the tail of the line, and hands that edit a
    file shift it by a column or two (2.6). A line that fits nowhere comes back as it was.
    """
    if _fits(line):
        return line, 0
    counted_bytes = len(line) - len(line.encode())
    shifts = (counted_bytes, *_SHIFTS) if counted_bytes else _SHIFTS
    for edge in (_NAME_END, _BIRTH_END, FIRST_CELL):
        for shift in shifts:
            moved = _moved(line, edge, shift)
            if moved is not None and _fits(moved):
                return moved, shift
    return line, 0


def _fits(line: str) -> bool:
    return _ALIGNED.fullmatch(_padded(line), _NAME_END) is not None


def _padded(line: str) -> str:
    """The line up to the end of its last cell."""
    return line.ljust(FIRST_CELL + CELL * _rounds_in(len(line)))


def _moved(line: str, edge: int, shift: int) -> str | None:
    """The line with what stands from a column on moved back by ``shift`` columns; None where letters would be lost."""
    if shift < 0:
        return line[: edge + shift].ljust(edge) + line[edge + shift :]
    return line[:edge] + line[edge + shift :] if not line[edge : edge + shift].strip() else None


def _patient_player(problems: list[Problem], place: int, line: str) -> Columns:
    """The columns of `PlayerRows` of one line; what cannot be read is left out with a problem."""
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

    birth = read(69, 79, birth_of, "date_unknown") or (None, None)
    row: tuple[object, ...] = (
        read(4, 8, number_of, "field_unknown", START_NUMBER),
        aligned[_NAME],
        person_of(aligned[8:14]),
        read(48, 52, number_of, "rating_unknown"),
        aligned[53:56].strip(),
        read(57, 68, number_of, "fide_id_unknown"),
        birth,
        read(80, 84, points_of, "field_unknown", gettext_noop("points")),
        read(85, 89, number_of, "field_unknown", gettext_noop("rank")),
        tuple(map(cell_of, _CELLS.findall(_padded(aligned), FIRST_CELL))),
    )
    return [[value] for value in row]


def _patient_national(problems: list[Problem], place: int, line: str) -> Columns:
    """The columns of `NationalRows` of one line; none where it has no start number."""
    number = line[4:8].strip(" ")
    if line[3:4] != " " or len(line) < _NUMBER_END or not number.isdecimal():
        problems.append(Problem("line_unknown", Place(line=place)))
        return [], [], [], []
    aligned, _shift = realigned(line)
    return [line[:3]], [int(number)], [aligned[_ID].strip()], [read_birth(aligned[_BIRTH])]
