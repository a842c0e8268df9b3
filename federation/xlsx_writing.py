"""Writes XLSX workbooks of one sheet: columns in, bytes out; the same columns give the same bytes.

Text is written as text, so no cell is a formula.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from federation.distinct import each_once
from federation.xlsx_reading import Cell

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
_SHEET_TAIL = "</sheetData></worksheet>"


def write(title: str, header: Sequence[str], columns: Iterable[Sequence[Cell]]) -> bytes:
    """A workbook with one sheet: the header in bold, kept in sight, and the columns under it."""
    cells = [each_once(_cell, column) for column in columns]
    lines = [_SHEET_HEAD, _row(1, [_cell(name, f' s="{_HEADER_STYLE}"') for name in header])]
    lines += [_row(number, row) for number, row in enumerate(zip(*cells, strict=True), 2)]
    lines.append(_SHEET_TAIL)
    sheet_title = _FORBIDDEN_IN_TITLE.sub(" ", _FORBIDDEN_IN_XML.sub("", title))[:31]
    parts = _PARTS | {"xl/workbook.xml": _WORKBOOK % quoteattr(sheet_title), "xl/worksheets/sheet1.xml": "".join(lines)}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name)  # its date is fixed
            entry.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(entry, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' + text)
    return file.getvalue()


def _row(number: int, cells: Iterable[str]) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def _cell(value: Cell, style: str = "") -> str:
    """Cells name no column: each stands right of the one before."""
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, str):
        text = escape(_FORBIDDEN_IN_XML.sub("", value))
        return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{text}</t></is></c>'
    if isinstance(value, bool):
        return f'<c t="b"><v>{value:d}</v></c>'
    if isinstance(value, dt.date):
        return f'<c s="{_DATE_STYLE}"><v>{(value - _DAY_ZERO).days}</v></c>'
    return f"<c><v>{value!r}</v></c>"
