"""Tables that people open in a spreadsheet program: CSV, XLSX, XLS and ODS. Written without live formulas."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.files import workbook_reader, xlsx_writer
from federation.files.limits import SheetError, require_modest, require_size
from federation.files.unique_values import map_unique
from federation.files.workbook_reader import Cell

FILE_NAMES = ".csv,.xlsx,.xls,.ods"  # what a browser offers first
# What a spreadsheet program may take for a formula, alone or behind the apostrophes that keep it a text.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_SPECIAL = re.compile('[,"\r\n]')
_DELIMITERS = {*",;\t"}
_RISKY = {*"'=+-@\t\r\n"}  # letters with which it begins
_GUARDED = re.compile(r"'+[=+\-@\t\r\n]")


@dataclass(frozen=True)
class Sheet:
    """A header, and the non-empty rows under it with their line numbers in the file."""

    header: list[str]
    rows: list[tuple[int, list[Cell]]]

    def __len__(self) -> int:
        return len(self.rows)


def safe_cell(value: Cell) -> Cell:
    """Return the value as a cell that no program takes for a formula: such a text gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def plain_cell(value: Cell) -> Cell:
    """Return the value that `safe_cell` was given."""
    return value[1:] if isinstance(value, str) and _GUARDED.match(value) else value


def safe_cells(column: Sequence[Cell]) -> Sequence[Cell]:
    if str not in map(type, column):
        return column
    begins = {value[:1] for value in set(column) if isinstance(value, str)}
    return column if _RISKY.isdisjoint(begins) else map_unique(safe_cell, column)


def csv_text(text: str) -> str:
    """Return the text as a CSV cell, quoted where it needs that."""
    return '"' + text.replace('"', '""') + '"' if _SPECIAL.search(text) else text


def write_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a CSV file: UTF-8 with the byte order mark that spreadsheet programs look for. Dates are ISO, yes is 1."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow([safe_cell(name) for name in header])
    writer.writerows([int(value) if isinstance(value, bool) else safe_cell(value) for value in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def write_xlsx(title: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    columns = map(safe_cells, zip(*rows, strict=True))
    return xlsx_writer.write(title, [str(safe_cell(name)) for name in header], columns)


def read(data: bytes) -> Sheet:
    """Return the table of a CSV file or of a spreadsheet, judged by its content.

    Raise `SheetError`, and nothing else, where there is none.
    """
    require_size(len(data))
    is_workbook = data.startswith(workbook_reader.SIGNATURES)
    lines = workbook_reader.read(data) if is_workbook else _csv_lines(data)
    if not lines and not is_workbook:
        raise SheetError(_("The file is empty. Send a table with a line of headings and rows below it."))
    if len(lines) < 2 and is_workbook:
        raise SheetError(_("The first sheet has no rows below its header; other sheets are not read."))
    header = ["" if cell is None else str(plain_cell(cell)).strip() for cell in lines[0][1]]
    if len(lines) == 1:
        raise SheetError(_("The file has a header but no rows. Add rows below it and send it again."))
    return Sheet(header, [(number, [plain_cell(cell) for cell in cells]) for number, cells in lines[1:]])


def _csv_lines(data: bytes) -> list[tuple[int, list[Cell]]]:
    text = _decoded(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    lines: list[tuple[int, list[Cell]]] = []
    begin, cell_count = 1, 0
    try:
        for cells in reader:
            if any(cells):
                lines.append((begin, list(cells)))
                cell_count += len(cells)
            require_modest(len(lines) - 1, len(cells), cell_count)
            begin = reader.line_num + 1
    except csv.Error as error:
        raise SheetError(_("Line %(line)s of the CSV file cannot be read.") % {"line": begin}) from error
    return lines


def _decoded(data: bytes) -> str:
    """Return the text of UTF-8, of UTF-16 with its mark, or else of cp1252. Raise `SheetError` if it holds a NUL."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise SheetError(_("This is not a CSV file."))
    return text


def _delimiter(text: str) -> str:
    """Return the commonest of comma, semicolon and tab in the first line that has any: titles have none."""
    line = next((line for line in io.StringIO(text) if not _DELIMITERS.isdisjoint(line)), "")
    return max(",;\t", key=line.count)
