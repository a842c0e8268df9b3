"""XLSX files made by hand, for what no spreadsheet program writes."""

from __future__ import annotations

import io
import zipfile

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORKBOOK = (
    f'<workbook {MAIN} xmlns:r="{RELATIONS}"><workbookPr/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>'
)
TARGETS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
)


def workbook(rows: str, workbook_xml: str = WORKBOOK, compression: int = zipfile.ZIP_DEFLATED, **parts: str) -> bytes:
    """A zip with the rows as its sheet; ``sharedStrings`` and ``styles`` are the insides of those files."""
    files = {
        "xl/workbook.xml": workbook_xml,
        "xl/_rels/workbook.xml.rels": TARGETS,
        "xl/worksheets/sheet1.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
    }
    for name, inside in parts.items():
        root = {"sharedStrings": "sst", "styles": "styleSheet"}[name]
        files[f"xl/{name}.xml"] = f"<{root} {MAIN}>{inside}</{root}>"
    return zipped({name: text.encode() for name, text in files.items()}, compression)


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()
