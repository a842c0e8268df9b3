"""Spreadsheets among tournament files: the readers get the text of the first sheet."""

import re

from federation.files import workbook_reader
from federation.files.limits import SheetError
from federation.files.workbook_reader import Cell

_BREAKS = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def as_text(data: bytes) -> bytes:
    """Return the first sheet of a spreadsheet, a line a row and tabs between the cells; other bytes as they are.

    Lines have the numbers of the rows in the spreadsheet program. A spreadsheet that cannot be read stays as it is.
    """
    if not data.startswith(workbook_reader.SIGNATURES):
        return data
    try:
        rows = workbook_reader.read(data)
    except SheetError:
        return data
    lines: list[str] = []
    for number, cells in rows:
        lines += [""] * (number - 1 - len(lines))
        lines.append("\t".join(map(_text, cells)))
    return "\n".join([*lines, ""]).encode("utf-8", "replace")


def _text(cell: Cell) -> str:
    return "" if cell is None else _BREAKS.sub(" ", str(cell))
