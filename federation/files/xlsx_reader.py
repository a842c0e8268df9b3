"""Reads XLSX workbooks that may come from anybody, bytes in, rows out.

A workbook is a zip of XML files. Reading stops at once where the zip unpacks to too much, where a cell stands far out
in an empty sheet, or where an XML file declares entities (a document type is never needed and never followed).
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Callable
from xml.parsers import expat

from django.utils.translation import gettext as _

from federation.files import zip_reader
from federation.files.limits import SheetError, require_modest

Cell = str | int | float | bool | dt.date | None

MAX_UNPACKED = 64 * 1024 * 1024  # bytes of all files of the zip together, and letters of all cells
MAX_RATIO = 100  # unpacked to packed; a sheet whose rows are all alike reaches 75
_SMALL = 4 * 1024 * 1024  # the ratio of less than this says nothing
_EPOCHS = {False: dt.date(1899, 12, 30), True: dt.date(1904, 1, 1)}
_DATE_FORMATS = {*range(14, 18), 22, *range(27, 37), *range(50, 59)}  # built-in number formats that show a day
_DATE_CODE = re.compile(r"[dy]", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"|\[[^\[\]]*\]|\\.')
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def read(data: bytes) -> list[tuple[int, list[Cell]]]:
    """The rows of the first sheet that hold something, with their numbers as the spreadsheet program shows them.

    Formulas give the value that was stored with them. Raises `SheetError`, and nothing else, where that cannot be done.
    """
    try:
        with zip_reader.opened(io.BytesIO(data)) as book:
            _require_modest(book)
            return _first_sheet(book)
    except SheetError:
        raise
    except (*zip_reader.DAMAGED, expat.ExpatError) as error:
        raise SheetError(_("This is no readable XLSX file.")) from error


def _require_modest(book: zipfile.ZipFile) -> None:
    """Declared sizes can be trusted: zipfile never unpacks more than declared."""
    if not zip_reader.is_usual(book.infolist()):
        raise SheetError(_("This is no readable XLSX file."))
    unpacked = sum(entry.file_size for entry in book.infolist())
    packed = sum(entry.compress_size for entry in book.infolist())
    if unpacked > MAX_UNPACKED or (unpacked > _SMALL and unpacked > MAX_RATIO * packed):
        raise SheetError(_("The XLSX file unpacks to more than this site reads."))


def _first_sheet(book: zipfile.ZipFile) -> list[tuple[int, list[Cell]]]:
    workbook = _Workbook()
    _parse(book, "xl/workbook.xml", workbook.start)
    relations = _Relations()
    _parse(book, "xl/_rels/workbook.xml.rels", relations.start)
    names = set(book.namelist())
    strings, styles = _Strings(), _Styles()
    if "xl/sharedStrings.xml" in names:
        _parse(book, "xl/sharedStrings.xml", strings.start, strings.end, strings.text)
    if "xl/styles.xml" in names:
        _parse(book, "xl/styles.xml", styles.start, styles.end)
    sheet = _Sheet(strings.found, styles.dates(), _EPOCHS[workbook.since_1904])
    target = relations.targets[workbook.first_sheet].removeprefix("/")
    _parse(book, target if target.startswith("xl/") else f"xl/{target}", sheet.start, sheet.end, sheet.text)
    return sheet.rows


def _parse(
    book: zipfile.ZipFile,
    name: str,
    start: Callable[[str, dict[str, str]], object],
    end: Callable[[str], object] | None = None,
    text: Callable[[str], object] | None = None,
) -> None:
    """Feed one XML file of the book to the handlers, which get local names."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_document_type
    parser.StartElementHandler = lambda tag, facts: start(tag.rpartition(" ")[2], facts)
    if end is not None:
        parser.EndElementHandler = lambda tag: end(tag.rpartition(" ")[2])
    if text is not None:
        parser.CharacterDataHandler = text
    with book.open(name) as file:
        parser.ParseFile(file)


def _refuse_document_type(*_facts: object) -> None:
    raise SheetError(_("The XLSX file declares entities; no spreadsheet program writes that."))


class _Workbook:
    """Which sheet comes first, and from which day dates count."""

    def __init__(self) -> None:
        self.first_sheet = ""
        self.since_1904 = False

    def start(self, name: str, facts: dict[str, str]) -> None:
        if name == "workbookPr":
            self.since_1904 = facts.get("date1904") in {"1", "true"}
        elif name == "sheet" and not self.first_sheet:
            self.first_sheet = next((value for key, value in facts.items() if key.endswith(" id")), "")


class _Relations:
    """Where in the zip the sheets lie."""

    def __init__(self) -> None:
        self.targets: dict[str, str] = {}

    def start(self, name: str, facts: dict[str, str]) -> None:
        if name == "Relationship":
            self.targets[facts["Id"]] = facts["Target"]


class _Strings:
    """The texts that cells share, without their readings in another script."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.pieces: list[str] = []  # of the text that is being read
        self.is_open = False
        self.reading = False

    def start(self, name: str, _facts: dict[str, str]) -> None:
        if name == "si":
            self.pieces = []
        elif name == "rPh":
            self.reading = True
        elif name == "t" and not self.reading:
            self.is_open = True

    def text(self, piece: str) -> None:
        if self.is_open:
            self.pieces.append(piece)

    def end(self, name: str) -> None:
        if name == "rPh":
            self.reading = False
        elif name == "t":
            self.is_open = False
        elif name == "si":
            self.found.append("".join(self.pieces))


class _Styles:
    """Which cell styles show a number as a day."""

    def __init__(self) -> None:
        self.own: dict[str, str] = {}
        self.used: list[str] = []
        self.inside = False

    def start(self, name: str, facts: dict[str, str]) -> None:
        if name == "numFmt":
            self.own[facts.get("numFmtId", "")] = facts.get("formatCode", "")
        elif name == "cellXfs":
            self.inside = True
        elif name == "xf" and self.inside:
            self.used.append(facts.get("numFmtId", "0"))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self.inside = False

    def dates(self) -> set[str]:
        """The positions of date styles, as cells name them."""
        built_in = {str(number) for number in _DATE_FORMATS}
        own = {key for key, code in self.own.items() if _DATE_CODE.search(_QUOTED.sub("", code))}
        known = built_in | own
        return {str(position) for position, used in enumerate(self.used) if used in known}


class _Sheet:
    """The cells that hold something, row by row."""

    def __init__(self, strings: list[str], dates: set[str], epoch: dt.date) -> None:
        self.strings = strings
        self.dates = dates
        self.epoch = epoch
        self.rows: list[tuple[int, list[Cell]]] = []
        self.row: list[Cell] = []
        self.line = 0
        self.column = 0
        self.cells = 0
        self.columns: dict[str, int] = {}
        self.letters = 0
        self.type = "n"
        self.style = "0"
        self.pieces: list[str] = []  # of the cell: a rich text has several
        self.is_open = False

    def start(self, name: str, facts: dict[str, str]) -> None:
        if name == "c":
            self.type = facts.get("t", "n")
            self.style = facts.get("s", "0")
            reference = _REFERENCE.fullmatch(facts.get("r", ""))
            self.column = self._column(reference[1]) if reference else self.column + 1
            self.pieces = []
        elif name == "v" or (name == "t" and self.type == "inlineStr"):
            self.is_open = True
        elif name == "row":
            number = facts.get("r", "")
            self.line = int(number) if number.isdecimal() and len(number) < 9 else self.line + 1
            self.column = 0
            self.row = []

    def text(self, piece: str) -> None:
        if self.is_open:
            self.pieces.append(piece)

    def end(self, name: str) -> None:
        if name in {"v", "t"}:
            self.is_open = False
        elif name == "c" and self.pieces:
            self._keep("".join(self.pieces))
        elif name == "row" and self.row:
            require_modest(len(self.rows), 0, self.cells)  # the rows before this one, without the header
            self.rows.append((self.line, self.row))

    def _keep(self, text: str) -> None:
        require_modest(0, self.column, self.cells)
        value = self._value(text)
        if value == "":
            return
        self.cells += 1
        self.letters += len(value) if isinstance(value, str) else 0  # of a shared text, for each cell that has it
        if self.letters > MAX_UNPACKED:
            raise SheetError(_("The XLSX file unpacks to more than this site reads."))
        self.row += [None] * (self.column - len(self.row))
        self.row[self.column - 1] = value

    def _column(self, letters: str) -> int:
        """A = 1, Z = 26, AA = 27."""
        if letters not in self.columns:
            number = 0
            for letter in letters:
                number = number * 26 + ord(letter) - ord("A") + 1
            self.columns[letters] = number
        return self.columns[letters]

    def _value(self, text: str) -> Cell:
        if self.type == "s":
            position = int(text) if text.isdecimal() and len(text) < 9 else len(self.strings)
            if position >= len(self.strings):
                raise SheetError(_("The XLSX file is damaged."))
            return self.strings[position]
        if self.type == "b":
            return text == "1"
        return self._number(text) if self.type == "n" else text

    def _number(self, text: str) -> Cell:
        try:
            number = float(text)
            if self.style in self.dates:
                return self.epoch + dt.timedelta(days=int(number))
            return int(number) if number.is_integer() and abs(number) < 1e15 else number
        except (ValueError, OverflowError):
            return text
