"""Writes XLSX workbooks of one sheet: columns in, bytes out; the same columns give the same bytes.

Text is written as text, so no cell is a formula. Every cell names its place: the standard lets that be (ECMA-376,
18.3.1.4), but Gnumeric drops cells without one, and readers such as exceljs stop at them.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from types import NoneType
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from federation.files.text_columns import Cells, formatted, lines, numbers, texts
from federation.files.unique_values import each_once
from federation.files.xlsx_reader import Cell
from federation.files.zip_writer import zipped

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
# What stands between the place of a cell and its value, and behind it.
_ANY, _ANY_END = b'"', b"</c>"
_NUMBER, _NUMBER_END = b'"><v>', b"</v></c>"
_TEXT, _TEXT_END = b'" t="inlineStr"><is><t xml:space="preserve">', b"</t></is></c>"


def write(title: str, header: Sequence[str], columns: Iterable[Sequence[Cell]]) -> bytes:
    """A workbook with one sheet: the header in bold, kept in sight, and the columns under it."""
    sheet_title = _FORBIDDEN_IN_TITLE.sub(" ", _FORBIDDEN_IN_XML.sub("", title))[:31]
    texts_of = _PARTS | {"xl/workbook.xml": _WORKBOOK % quoteattr(sheet_title)}
    files = {name: [_XML, text.encode()] for name, text in texts_of.items()}
    return zipped([*files.items(), ("xl/worksheets/sheet1.xml", _sheet(header, list(columns)))])


def _sheet(header: Sequence[str], columns: Sequence[Sequence[Cell]]) -> Iterator[bytes]:
    named = [(_letters(number), _cell(name, _HEADER_STYLE)) for number, name in enumerate(header) if name]
    names = "".join([f'<c r="{letters}1"{cell}</c>' for letters, cell in named])
    yield _XML + f'{_SHEET_HEAD}<row r="1">{names}</row>'.encode()
    if columns:
        rows = numbers(range(2, len(columns[0]) + 2))
        cells = [part for number, column in enumerate(columns) for part in _cells(_letters(number), rows, column)]
        yield from lines([b'<row r="', rows, b'">', *cells, b"</row>"])
    yield _SHEET_TAIL


def _letters(number: int) -> str:
    """The name of a column, counted from 0: A to Z, AA ..."""
    before, place = divmod(number, len(ascii_uppercase))
    return (_letters(before - 1) if before else "") + ascii_uppercase[place]


def _cells(letters: str, rows: Cells, column: Sequence[Any]) -> list[bytes | Cells]:
    """Parts of a line that are the cell of a column; nothing where it is empty."""
    before, values, after = _values(column)
    parts: list[bytes | Cells] = [f'<c r="{letters}'.encode(), rows, before, values, after]
    filled = values != b""
    return parts if filled.all() else [np.where(filled, part, b"") for part in parts]


def _values(column: Sequence[Any]) -> tuple[bytes, Cells, bytes]:
    """The values, and what stands before and behind each."""
    kinds = set(map(type, column))
    if kinds == {str}:
        safe = each_once(_allowed, column) if _FORBIDDEN_IN_XML.search("".join(set(column))) else column
        return _TEXT, texts(safe, escape), _TEXT_END
    if kinds - {NoneType} == {int}:
        return _NUMBER, numbers(column), _NUMBER_END
    return _ANY, formatted(column, _cell), _ANY_END


def _allowed(text: str) -> str:
    return _FORBIDDEN_IN_XML.sub("", text)


def _cell(value: Cell, style: int = 0) -> str:
    """What stands between the place of a cell and its end; nothing for an empty one."""
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        text = escape(_allowed(value))
        return f' t="inlineStr" s="{style}"><is><t xml:space="preserve">{text}</t></is>'
    if isinstance(value, bool):
        return f' t="b"><v>{value:d}</v>'
    if isinstance(value, dt.date):
        return f' s="{_DATE_STYLE}"><v>{(value - _DAY_ZERO).days}</v>'
    return f"><v>{value!r}</v>"
