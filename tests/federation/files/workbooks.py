"""Handmade XLSX and ODS files with features that no spreadsheet program writes."""

from __future__ import annotations

import io
import zipfile

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORKBOOK = (
    f'<workbook {MAIN} xmlns:r="{RELATIONS}"><workbookPr/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>'
)
ROOT = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"'
    f' Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
)
TARGETS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
)


def workbook(rows: str, workbook_xml: str = WORKBOOK, compression: int = zipfile.ZIP_DEFLATED, **parts: str) -> bytes:
    """Return a zip with the rows as its sheet; ``sharedStrings`` and ``styles`` are the contents of those files."""
    files = {
        "_rels/.rels": ROOT,
        "xl/workbook.xml": workbook_xml,
        "xl/_rels/workbook.xml.rels": TARGETS,
        "xl/worksheets/sheet1.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
    }
    for name, inside in parts.items():
        root = {"sharedStrings": "sst", "styles": "styleSheet"}[name]
        files[f"xl/{name}.xml"] = f"<{root} {MAIN}>{inside}</{root}>"
    return zipped({name: text.encode() for name, text in files.items()}, compression)


def open_cell(text: str, kind: str = "string", value: str = "", repeated: int = 1) -> str:
    """Return a cell of an ODS table; ``value`` is the attribute that holds its value."""
    return (
        f'<table:table-cell office:value-type="{kind}" {value} table:number-columns-repeated="{repeated}">'
        f"<text:p>{text}</text:p></table:table-cell>"
    )


def open_row(*cells: str, repeated: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}</table:table-row>'


OPEN_DOCUMENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body>'
    '<office:spreadsheet><table:table table:name="A">{rows}</table:table></office:spreadsheet></office:body>'
    "</office:document-content>"
)


def open_document(rows: str) -> bytes:
    """Return an ODS file with the rows as its only table."""
    files = {
        "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": OPEN_DOCUMENT.format(rows=rows).encode(),
        "META-INF/manifest.xml": b'<manifest xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    }
    return zipped(files, zipfile.ZIP_STORED)


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()
