"""Writes XLSX workbooks of one sheet: columns in, bytes out; the same columns give the same bytes.

Text is written as text, so no cell is a formula.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from types import NoneType
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from federation.distinct import each_once
from federation.records import Cells, formatted, lines, numbers, texts
from federation.xlsx_reading import Cell
from federation.zipping import zipped

_DAY_ZERO = dt.date(1899, 12, 30)
_DATE_STYLE, _HEADER_STYLE = 1, 2  # positions in cellXfs below
_FORBIDDEN_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\]")
_PARTS = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.xml"'
        ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        '<Override PartName="/xl/styles.xml"'
        ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml"'
        ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
        ' Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"'
        ' Target="worksheets/sheet1.xml"/><Relationship Id="rId2"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"'
        ' Target="styles.xml"/></Relationships>'
    ),
    "xl/styles.xml": (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        "<borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/>'
        '<xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    ),
}
_WORKBOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name=%s sheetId="1" r:id="rId1"/></sheets></workbook>'
)
_SHEET_HEAD = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>'
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews><sheetData>"
)
_SHEET_TAIL = b"</sheetData></worksheet>"
_XML = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_EMPTY = b"<c/>"
_NUMBER, _NUMBER_END = b"<c><v>", b"</v></c>"
_TEXT, _TEXT_END = b'<c t="inlineStr"><is><t xml:space="preserve">', b"</t></is></c>"


def write(title: str, header: Sequence[str], columns: Iterable[Sequence[Cell]]) -> bytes:
    """A workbook with one sheet: the header in bold, kept in sight, and the columns under it."""
    sheet_title = _FORBIDDEN_IN_TITLE.sub(" ", _FORBIDDEN_IN_XML.sub("", title))[:31]
    texts_of = _PARTS | {"xl/workbook.xml": _WORKBOOK % quoteattr(sheet_title)}
    files = {name: [_XML, text.encode()] for name, text in texts_of.items()}
    return zipped([*files.items(), ("xl/worksheets/sheet1.xml", _sheet(header, list(columns)))])


def _sheet(header: Sequence[str], columns: Sequence[Sequence[Cell]]) -> Iterator[bytes]:
    names = "".join([_cell(name, f' s="{_HEADER_STYLE}"') for name in header])
    yield _XML + f'{_SHEET_HEAD}<row r="1">{names}</row>'.encode()
    if columns:
        rows = numbers(range(2, len(columns[0]) + 2))
        cells = [part for column in columns for part in _cells(column)]
        yield from lines([b'<row r="', rows, b'">', *cells, b"</row>"])
    yield _SHEET_TAIL


def _cells(column: Sequence[Any]) -> list[bytes | Cells]:
    """Parts of a line that are a cell each. Cells name no column: each stands right of the one before."""
    kinds = set(map(type, column))
    if kinds == {str}:
        safe = each_once(_allowed, column) if _FORBIDDEN_IN_XML.search("".join(set(column))) else column
        return _between(_TEXT, texts(safe, escape), _TEXT_END)
    if kinds - {NoneType} == {int}:
        return _between(_NUMBER, numbers(column), _NUMBER_END)
    return [formatted(column, _cell)]


def _allowed(text: str) -> str:
    return _FORBIDDEN_IN_XML.sub("", text)


def _between(before: bytes, cells: Cells, after: bytes) -> list[bytes | Cells]:
    """The contents of cells in their element; an empty one where there is none."""
    filled = cells != b""
    if filled.all():
        return [before, cells, after]
    return [np.where(filled, before, _EMPTY), cells, np.where(filled, after, b"")]


def _cell(value: Cell, style: str = "") -> str:
    """The element of a value of any type."""
    if value is None or value == "":
        return _EMPTY.decode()
    if isinstance(value, str):
        text = escape(_allowed(value))
        return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{text}</t></is></c>'
    if isinstance(value, bool):
        return f'<c t="b"><v>{value:d}</v></c>'
    if isinstance(value, dt.date):
        return f'<c s="{_DATE_STYLE}"><v>{(value - _DAY_ZERO).days}</v></c>'
    return f"<c><v>{value!r}</v></c>"
