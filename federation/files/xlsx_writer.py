"""Writes XLSX workbooks of one sheet: columns in, bytes out; the same columns give the same bytes."""

import datetime as dt
import io
import re
from collections.abc import Iterable, Sequence

import xlsxwriter

from federation.files.workbook_reader import Cell

CREATED = dt.datetime(1980, 1, 1)
_FORBIDDEN_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\]")


def write(title: str, header: Sequence[str], columns: Iterable[Sequence[Cell]]) -> bytes:
    """Return a workbook with one sheet: the header in bold, kept in sight, and the columns under it.

    A text is always written as a text: no cell is a formula or a link.
    """
    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"constant_memory": True}) as book:
        book.set_properties({"created": CREATED})
        sheet = book.add_worksheet(_FORBIDDEN_IN_TITLE.sub(" ", _text(title))[:31].strip("'"))
        sheet.freeze_panes(1, 0)
        bold, date = book.add_format({"bold": True}), book.add_format({"num_format": 14})
        writers = {
            str: lambda row, column, text: sheet.write_string(row, column, _text(text)),
            bool: sheet.write_boolean,
            int: sheet.write_number,
            float: sheet.write_number,
            dt.date: lambda row, column, day: sheet.write_datetime(row, column, day, date),
        }
        for place, name in enumerate(header):
            sheet.write_string(0, place, _text(name), bold)
        for number, cells in enumerate(zip(*columns, strict=True), 1):
            for place, cell in enumerate(cells):
                if cell is not None and cell != "":
                    writers[type(cell)](number, place, cell)
    return made.getvalue()


def _text(text: str) -> str:
    """Return the text without what XML forbids. XlsxWriter would take ``<r>...</r>`` for XML, but not with a blank."""
    allowed = _FORBIDDEN_IN_XML.sub("", text)
    return f"{allowed} " if allowed.startswith("<r>") else allowed
