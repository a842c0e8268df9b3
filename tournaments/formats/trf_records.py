"""The lines of a TRF file: what each record holds, column by column (formats/trf 2.2 to 2.6).

Nothing is judged here beyond "is this a number, a date, a known record": `trf` makes a tournament of it.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from tournaments.formats.decoding import lines_of
from tournaments.formats.report import FormatError, Place, Problem, gettext_noop
from tournaments.formats.trf_dates import read_birth

MAX_PLAYERS = 9_999  # start numbers have four digits
MAX_CELLS = 50_000  # players times rounds; the largest opens have half of it
MAX_LINES = 50_000
MAX_SCORING = 50  # records about points; real files have ten at most
LONGEST_LINE = 4_000
START_NUMBER = gettext_noop("start number")  # how problems call it
POINTS_END = 84
FIRST_CELL, CELL = 89, 10  # where the rounds of a player begin (two blanks before the opponent), and how wide one is

# Records whose text is kept (formats/trf 2.3); of repeated ones the first that says something.
_TEXTS = {
    *("012", "022", "032", "042", "052", "092", "122", "132", "142", "172", "182", "192", "202", "212", "222", "XXR"),
}
_SCORING = {"162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}
_TEAMS = {"013", "310", "320", "330", "300", "362", "352"}
# Known, and of no use here: arbiters, counts, pairing wishes, accelerations, informative lines, extensions
# of programs (2.5), comments and rulers.
_PASSED_OVER = {
    "062", "072", "082", "102", "112", "152", "250", "260", "801", "802",
    "XXZ", "XXC", "XXA", "XXP", "XXY", "XXB", "XXM", "XXT", "XXG", "XXK",
    "XCA", "XCC", "XCE", "XCF", "XCL", "XCM", "XCP", "XCR", "XCS", "XCT", "XCZ",
    "DAT", "ACC", "TSE", "DDD", "###",
}  # fmt: skip
_RULER = re.compile(r"[\d\s.|-]*")
_NATIONAL = re.compile(r"[A-Z]{3} [ \d]{4}")

# Columns 48 on: rating, federation, FIDE id, birth, points, rank and the rounds, each behind its blank.
_ALIGNED = re.compile(r" [ \d]{4} .{3} .{11} .{10} [ \d.,]{4} [ \d]{4}(?:  [ \d]{4} [wbWB -] .)*")
# The whole line where nothing but numbers stands in fields of numbers: nearly all, read without looking at each field.
_PLAIN = re.compile(
    r".{3} ([ \d]{4}).{39} ([ \d]{4}) (.{3}) ([ \d]{11}) ( {10}|(?:19|20)\d\d(?:[./-]\d\d){2}) ([ \d.]{4}) ([ \d]{4})"
    r"(?:  [ \d]{4} [wbWB -] .)*",
    re.ASCII,
)
_CELLS = re.compile(f".{{{CELL}}}")
_SHIFTS = (-1, 1, -2, 2, -3, 3, -4, 4)
_NAME_END, _BIRTH_END = 47, 79


class Cell(NamedTuple):
    """One round of one player: the parts of ten letters of his line, as written."""

    opponent: str
    colour: str
    letter: str

    @classmethod
    def of(cls, text: str) -> Cell:
        """The parts of the ten letters."""
        return cls(text[2:6].strip(), text[7], text[9].upper())


@dataclass(slots=True)
class PlayerRow:
    """A record 001."""

    line: int
    number: int | None
    sex: str
    title: str
    name: str
    rating: int | None
    federation: str
    fide_id: int | None
    birth_date: dt.date | None
    birth_year: int | None
    points: float | None
    rank: int | None
    cells: list[str]  # ten letters each, see `Cell`


class NationalRow(NamedTuple):
    """A national rating record of TRF26, named by a federation instead of 001: here matricules live (2.4)."""

    federation: str
    number: int
    matricule: str
    birth_date: dt.date | None
    birth_year: int | None


@dataclass
class Records:
    """All that the lines of a file say."""

    texts: dict[str, tuple[int, str]] = field(default_factory=dict)  # code -> line, text from column 5
    players: list[PlayerRow] = field(default_factory=list)
    nationals: list[NationalRow] = field(default_factory=list)
    scoring: list[tuple[int, str]] = field(default_factory=list)  # line, whole line (162, XXS, BB*)
    byes: list[tuple[int, str]] = field(default_factory=list)  # 240
    abnormal: list[tuple[int, str]] = field(default_factory=list)  # 299
    team_line: int | None = None
    teams: list[str] = field(default_factory=list)  # whole lines of 013 and 310
    problems: list[Problem] = field(default_factory=list)

    def text(self, code: str) -> str:
        """The text of a record, "" where there is none."""
        return self.texts.get(code, (0, ""))[1].strip()

    def line(self, code: str) -> int:
        """The line of a record."""
        return self.texts.get(code, (0, ""))[0]


def collect(text: str) -> Records:
    """Sorts the lines of a file by their records. Raises `FormatError` for more lines or players than any event has."""
    if text.count("\n") + text.count("\r") > 2 * MAX_LINES:
        raise FormatError(gettext_noop("The file has more than %(most)s lines."), most=MAX_LINES)
    records = Records()
    cells = 0
    widths: dict[int, int] = {}
    for number, raw in enumerate(lines_of(text), start=1):
        line = raw.rstrip()
        if not line:
            continue
        code = line[:3]
        if code == "001" and line[3:4] in {" ", ""}:
            cells += max(0, len(line) - FIRST_CELL) // CELL
            if len(records.players) >= MAX_PLAYERS:
                _refuse(gettext_noop("The file has more than %(most)s players."), number, MAX_PLAYERS)
            if cells > MAX_CELLS:
                _refuse(gettext_noop("The file has more than %(most)s results."), number, MAX_CELLS)
            records.players.append(read_player(line, number, records.problems))
            widths[number] = len(line)
        elif code in _TEXTS:
            if not records.text(code):
                records.texts[code] = (number, raw[3:LONGEST_LINE])
        else:
            _sort_in(records, code, line, number)
    if max(widths.values(), default=0) >= POINTS_END:  # a list of names alone has no points, and needs none
        short = [number for number, width in widths.items() if width < POINTS_END]
        records.problems += [Problem("line_short", Place(line=number)) for number in short]
    return records


def _refuse(template: str, number: int, most: int) -> NoReturn:
    raise FormatError(template, Place(line=number), most=most)


def _sort_in(records: Records, code: str, line: str, number: int) -> None:
    if code in _SCORING:
        if len(records.scoring) < MAX_SCORING:
            records.scoring.append((number, line[:LONGEST_LINE]))
    elif code == "240":
        records.byes.append((number, line))
    elif code == "299":
        records.abnormal.append((number, line[:LONGEST_LINE]))
    elif code in _TEAMS:
        records.team_line = records.team_line or number
        if code in {"013", "310"}:
            records.teams.append(line[:LONGEST_LINE])
    elif code in _PASSED_OVER:
        return
    elif _NATIONAL.match(line):
        _read_national(records, line, number)
    elif not _RULER.fullmatch(line):
        records.problems.append(Problem("line_unknown", Place(line=number)))


def _read_national(records: Records, line: str, number: int) -> None:
    start_number = line[4:8].strip()
    if not start_number:
        records.problems.append(Problem("line_unknown", Place(line=number)))
        return
    aligned = line if _PLAIN.fullmatch(_padded(line)) else realigned(line)[0]
    birth_date, birth_year = read_birth(aligned[69:79])
    row = NationalRow(line[:3], int(start_number), aligned[57:68].strip(), birth_date, birth_year)
    records.nationals.append(row)


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
    return line.ljust(FIRST_CELL + CELL * -(-max(0, len(line) - FIRST_CELL) // CELL))


def _moved(line: str, edge: int, shift: int) -> str | None:
    """The line with what stands from a column on moved back by ``shift`` columns; None where letters would be lost."""
    if shift < 0:
        return line[: edge + shift].ljust(edge) + line[edge + shift :]
    return line[:edge] + line[edge + shift :] if not line[edge : edge + shift].strip() else None


def read_player(line: str, number: int, problems: list[Problem]) -> PlayerRow:
    """A record 001; what cannot be read is left out with a problem."""
    padded = _padded(line)
    plain = _PLAIN.fullmatch(padded)
    if plain is not None:
        try:
            return _read_plain(padded, plain, number)
        except ValueError:  # blanks inside a number
            pass
    return _read_patiently(line, number, problems)


def _read_plain(line: str, fields: re.Match[str], number: int) -> PlayerRow:
    start_number, rating, federation, fide_id, birth, points, rank = fields.groups()
    birth_date, birth_year = read_birth(birth)
    return PlayerRow(
        line=number,
        number=_whole(start_number),
        sex=line[9],
        title=line[10:13].strip(),
        name=line[14:47].strip(),
        rating=_whole(rating),
        federation=federation.strip(),
        fide_id=_whole(fide_id),
        birth_date=birth_date,
        birth_year=birth_year,
        points=None if points.isspace() else float(points),
        rank=_whole(rank),
        cells=_CELLS.findall(line, FIRST_CELL),
    )


def _whole(text: str) -> int | None:
    return None if text.isspace() else int(text) or None


def _read_patiently(line: str, number: int, problems: list[Problem]) -> PlayerRow:
    aligned, shift = realigned(line)
    if shift:
        problems.append(Problem("columns_shifted", Place(line=number), {"count": shift}))
    field_of = _Fields(aligned, number, problems)
    birth_date, birth_year = field_of.birth()
    return PlayerRow(
        line=number,
        number=field_of.integer(4, 8, START_NUMBER) or None,
        sex=aligned[9:10],
        title=aligned[10:13].strip(),
        name=aligned[14:47].strip(),
        rating=field_of.integer(48, 52, "rating", "rating_unknown") or None,
        federation=aligned[53:56].strip(),
        fide_id=field_of.integer(57, 68, "FIDE id", "fide_id_unknown") or None,
        birth_date=birth_date,
        birth_year=birth_year,
        points=field_of.points(),
        rank=field_of.integer(85, 89, gettext_noop("rank")) or None,
        cells=_CELLS.findall(_padded(aligned), FIRST_CELL),
    )


class _Fields:
    """Reads the fields of a line; notes what is not what it should be."""

    def __init__(self, line: str, number: int, problems: list[Problem]) -> None:
        self.line = line
        self.number = number
        self.problems = problems

    def _note(self, code: str, first: int, value: str, name: str) -> None:
        facts: dict[str, object] = {"value": value, "field": name} if code == "field_unknown" else {"value": value}
        self.problems.append(Problem(code, Place(line=self.number, column=first + 1), facts))

    def integer(self, first: int, end: int, name: str, code: str = "field_unknown") -> int | None:
        value = self.line[first:end].strip()
        if value.isascii() and value.isdigit():
            return int(value)
        if value:
            self._note(code, first, value, name)
        return None

    def points(self) -> float | None:
        value = self.line[80:84].strip().replace(",", ".")
        if re.fullmatch(r"\d{1,4}|\d{0,3}\.\d{0,3}", value) and value != ".":
            return float(value)
        if value:
            self._note("field_unknown", 80, value, gettext_noop("points"))
        return None

    def birth(self) -> tuple[dt.date | None, int | None]:
        value = self.line[69:79].strip()
        date, year = read_birth(value)
        if date is None and year is None and value.strip("0/.- "):
            self._note("date_unknown", 69, value, "birth")
        return date, year
