"""Tables by column: what headers mean, what cells may hold, and where something is wrong."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from federation.files.spreadsheets import Sheet
from federation.files.workbook_reader import Cell
from federation.identity import member_numbers
from federation.identity.column_names import names_of
from federation.identity.names import folded
from federation.identity.number_forms import NumberError, NumberForm

_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?", re.ASCII)
_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_CODE = re.compile(r"[A-Z]{3}")
_YES = {"1", "t", "true", "y", "yes", "o", "oui", "j", "ja", "x", "w", "waar", "vrai", "wahr"}
_NO = {"0", "f", "false", "n", "no", "non", "nee", "nein", "onwaar", "faux", "falsch"}
_NOT_SAID = {"?", "-"}
_MEN = {"m", "h", "male", "man", "homme", "mann", "masculin", "mannelijk", "männlich"}
_WOMEN = {"f", "v", "w", "female", "woman", "femme", "vrouw", "frau", "féminin", "vrouwelijk", "weiblich"}
_SEX = dict.fromkeys(_MEN, "M") | dict.fromkeys(_WOMEN, "F")

SHORTEST_TELEPHONE = 5  # digits
HEADER_WITHIN = 10  # lines that hold something: titles may stand above it

Read = Callable[[str], object]  # a cell that holds something -> its value; None counts as blank


class CellError(ValueError):
    """The cell does not fit its column: one sentence in the user's language."""


class LeftOut(CellError):
    """The value is valid elsewhere but not stored here: the rest of its row is used."""


class Column(NamedTuple):
    """A known column: its name, the reader of its cells, and other headers for it, separated by commas."""

    name: str
    read: Read
    synonyms: str = ""

    @property
    def headers(self) -> list[str]:
        return [self.name, *filter(None, self.synonyms.split(", "))]


def listed(name: str, read: Read, entry: str = "") -> Column:
    """Return a column with its headers in four languages; ``entry`` of `column_names` if that has another name."""
    names = names_of(entry or name.replace("_", " "))
    return Column(name, read, ", ".join(each for each in names if folded(each) != folded(name)))


class Problem(NamedTuple):
    """What is wrong and where: a line (0: the whole file) and a header; one sentence in the user's language."""

    line: int
    column: str
    text: str

    def __str__(self) -> str:
        if not self.line:
            return self.text
        place = _("Line %(line)s, column %(column)s") if self.column else _("Line %(line)s")
        where = place % {"line": self.line, "column": self.column}
        return _("%(what)s: %(said)s") % {"what": where, "said": self.text}  # French has a blank before the colon


class Row(NamedTuple):
    """A line: its non-empty cells by the name of their column."""

    line: int
    values: dict[str, object]


@dataclass
class Reading:
    """A table by column. If it has problems, none of it may be used."""

    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)  # names of the columns that are there -> their headers
    unknown: list[str] = field(default_factory=list)  # headers that mean nothing here
    remarks: list[Problem] = field(default_factory=list)  # what was left out without stopping the import
    header_line: int = 1
    patient: bool = False  # a contradiction is left out with a remark instead of stopping the import

    def header(self, column: str) -> str:
        """Return the file's header of a column, or the name of a column that it does not have."""
        return self.columns.get(column, column)


def by_column(sheet: Sheet, columns: Sequence[Column]) -> Reading:
    """Return the rows of the sheet by the columns that its header names. Titles may stand above the header."""
    by_header = {folded(header): column for column in columns for header in column.headers}
    reading = Reading()
    sheet, reading.header_line = _from_header(sheet, by_header)
    if reading.header_line > 1:
        sentence = _("Read as the header; the lines above it were ignored.")
        reading.remarks.append(Problem(reading.header_line, "", sentence))
    found = _found_columns(sheet, by_header, reading)
    reading.columns = {column.name: sheet.header[position] for position, column in found.items()}
    for line, cells in sheet.rows:
        values: dict[str, object] = {}
        for position, cell in enumerate(cells):
            text = _text_of(cell)
            if not text:
                continue
            column = found.get(position)
            if column is None:
                if position >= len(sheet.header):
                    reading.problems.append(Problem(line, "", _("The line has more cells than the header.")))
                    break
                continue
            try:
                value = column.read(text)
            except CellError as error:
                reported = reading.remarks if isinstance(error, LeftOut) else reading.problems
                reported.append(Problem(line, sheet.header[position], str(error)))
            else:
                if value is not None:
                    values[column.name] = value
        reading.rows.append(Row(line, values))
    return reading


def _from_header(sheet: Sheet, by_header: Mapping[str, Column]) -> tuple[Sheet, int]:
    """Return the sheet from its header on, and the header's line: of the first lines the one with most columns."""
    below = sheet.rows[: HEADER_WITHIN - 1]
    lines = [(1, sheet.header), *((line, list(map(_text_of, cells))) for line, cells in below)]
    best = max(range(len(lines)), key=lambda place: len({folded(cell) for cell in lines[place][1]} & by_header.keys()))
    line, header = lines[best]
    return (Sheet(header, sheet.rows[best:]), line) if best else (sheet, 1)


def _found_columns(sheet: Sheet, by_header: Mapping[str, Column], reading: Reading) -> dict[int, Column]:
    """Return the column at each position. Headers are compared without case, accents and signs."""
    found: dict[int, Column] = {}
    for position, header in enumerate(sheet.header):
        column = by_header.get(folded(header))
        if column is None:
            reading.unknown += [header] if header else []
        elif column in found.values():
            reading.problems.append(Problem(reading.header_line, header, _("Two columns have the same meaning.")))
        else:
            found[position] = column
    return found


def _text_of(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(int(cell))
    return cell.strip() if isinstance(cell, str) else str(cell)


# -- What cells hold ------------------------------------------------------------------------------------------------


def text(longest: int) -> Read:
    """Return a reader of texts up to this length."""

    def read(cell: str) -> str:
        words = " ".join(cell.split())
        if len(words) > longest:
            facts = {"start": words[:20], "longest": longest}
            raise CellError(_("“%(start)s…” is longer than %(longest)s characters.") % facts)
        return words

    return read


def telephone(cell: str) -> str:
    """Return the telephone number as it is written: people write blanks, signs, and whose it is."""
    words = text(200)(cell)
    if sum(map(str.isdecimal, words)) < SHORTEST_TELEPHONE:
        raise CellError(_("“%(cell)s” is not a telephone number.") % {"cell": words[:40]})
    return words


def number(lowest: int, highest: int, none: int | None = None) -> Read:
    """Return a reader of whole numbers; the number ``none`` counts as blank."""

    def read(cell: str) -> int | None:
        digits = cell.removesuffix(".0")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 19 and lowest <= int(digits) <= highest):
            facts = {"cell": cell[:30], "lowest": lowest, "highest": highest}
            raise CellError(_("“%(cell)s” is not a whole number from %(lowest)s to %(highest)s.") % facts)
        return None if int(digits) == none else int(digits)

    return read


def member_number(cell: str) -> str:
    return _number(cell, member_numbers.form())


def club_number(cell: str) -> str:
    """Read a club number; letters stay as written, because 75Ju is shown so."""
    number = _number(cell, member_numbers.club_form())
    return cell if cell.upper() == number else number


def _number(cell: str, form: NumberForm) -> str:
    try:
        return form.canonical(cell.removesuffix(".0"))  # a spreadsheet may hold 10001 as 10001.0
    except NumberError as error:
        raise CellError(member_numbers.sentence(error)) from error


def code(cell: str) -> str:
    letters = cell.upper()
    if not _CODE.fullmatch(letters):
        raise CellError(_("“%(cell)s” is not a three-letter country code.") % {"cell": cell[:30]})
    return letters


def sex(cell: str) -> str | None:
    """Read M or F, also as V, W, H or a word of four languages; ? and - count as blank. Raise `LeftOut` for X."""
    if cell in _NOT_SAID:
        return None
    if cell.casefold() == "x":
        raise LeftOut(_("“%(cell)s” is neither M nor F; it was ignored.") % {"cell": cell})
    letter = _SEX.get(cell.casefold())
    if letter is None:
        raise CellError(_("“%(cell)s” is neither M nor F.") % {"cell": cell[:30]})
    return letter


def yes_or_no(cell: str) -> bool:
    """Read 1 or 0, or yes or no in four languages."""
    word = cell.casefold()
    if word not in _YES | _NO:
        raise CellError(_("“%(cell)s” is neither 1 nor 0.") % {"cell": cell[:30]})
    return word in _YES


def day(cell: str) -> dt.date | None:
    """Read 2001-12-31, 20011231 or 31/12/2001 (also with dots and dashes); zeros count as blank."""
    if not cell.strip("0-/."):
        return None
    year_first = _YEAR_FIRST.fullmatch(cell) or _DIGITS.fullmatch(cell)
    day_first = _DAY_FIRST.fullmatch(cell)
    parts = year_first.groups() if year_first else reversed(day_first.groups()) if day_first else ()
    try:
        return dt.date(*(int(part) for part in parts))
    except (TypeError, ValueError) as error:
        raise CellError(_("“%(cell)s” is not a date; write it as 2001-12-31.") % {"cell": cell[:30]}) from error
