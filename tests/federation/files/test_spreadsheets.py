"""federation/files/spreadsheets.py, workbook_reader.py, workbook_process.py, xlsx_writer.py, limits.py"""

import datetime as dt
import io
import random
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files import workbook_reader
from federation.files.limits import SheetError
from federation.files.spreadsheets import plain_cell, read, safe_cell, write_csv, write_xlsx
from tests.federation.files.workbooks import MAIN, WORKBOOK, open_cell, open_document, open_row, workbook, zipped

HEADER = ["matricule", "name", "born", "deceased"]
ROWS = [[10001, "Aerts, Anna", dt.date(1990, 1, 1), False], [10002, "Baeten, Bram", None, True]]
XLSX = write_xlsx("Members", HEADER, ROWS)


# -- Cells --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["=1+1", "+32", "-5", "@SUM(1)", "\t=1", "\r=1", "\n=1", "'=1", "''-1"])
def test_a_text_that_may_be_a_formula_gets_an_apostrophe(text):
    assert safe_cell(text) == "'" + text


@pytest.mark.parametrize("value", ["Aerts", "", "'t Hooft", "a=1", -5, 1.5, None, True, dt.date(1990, 1, 1)])
def test_other_texts_and_all_numbers_stay(value):
    assert safe_cell(value) == value
    assert type(safe_cell(value)) is type(value)


@given(st.text(alphabet="'=+-@\t\ra1 ") | st.integers() | st.none())
def test_reading_removes_the_apostrophe_again(value):
    assert plain_cell(safe_cell(value)) == value


# -- CSV ----------------------------------------------------------------------------------------------------------


def test_a_csv_is_written_for_spreadsheet_programs():
    assert write_csv(HEADER, ROWS) == (
        b'\xef\xbb\xbfmatricule,name,born,deceased\r\n10001,"Aerts, Anna",1990-01-01,0\r\n10002,"Baeten, Bram",,1\r\n'
    )


@pytest.mark.parametrize(
    "data",
    [
        "id,naam\n1,Éva\n".encode(),
        "\ufeffid,naam\r\n1,Éva\r\n".encode(),
        "id;naam\r\n1;Éva".encode("cp1252"),
        "id\tnaam\r1\tÉva\r".encode("utf-16"),
        '"id";"naam"\n\n;\n"1";"Éva"\n'.encode(),
    ],
)
def test_csv_comes_in_many_dialects(data):
    sheet = read(data)
    assert sheet.header == ["id", "naam"]
    assert [cells for _, cells in sheet.rows] == [["1", "Éva"]]


def test_rows_know_their_line_in_the_file():
    sheet = read(b'id,note\n1,one\n\n2,"two\nlines"\n,\n3,three\n')
    assert sheet.rows == [(2, ["1", "one"]), (4, ["2", "two\nlines"]), (7, ["3", "three"])]


EMPTY = "The file is empty. Send a table with a line of headings and rows below it."
UNREADABLE_CSV = {
    "nothing": (b"", EMPTY),
    "blank lines": (b"\n\n", EMPTY),
    "a header alone": (b"id,name\n", "The file has a header but no rows. Add rows below it and send it again."),
    "a NUL": (b"id\n\0\n", "This is not a CSV file."),
    "a NUL in UTF-16": ("id\n\0\n".encode("utf-16"), "This is not a CSV file."),
    "a quote that never ends": (b'id\n1\n2\n"' + b"x" * 200_000, "Line 4 of the CSV file cannot be read."),
    "many rows": (b"id\n" + b"1\n" * 150_001, "There are more than 150000 rows."),
    "many columns": (b"id\n" + b"," * 200 + b"1\n", "There are more than 200 columns."),
    "many cells": (b"id\n" + (b"1," * 198 + b"1\n") * 15_100, "There are more than 3000000 cells."),
    "many bytes": (b"x" * (20 * 1024 * 1024 + 1), "The file is too large: this site accepts up to 20.0\xa0MB."),
}


@pytest.mark.parametrize("case", UNREADABLE_CSV)
def test_a_csv_that_cannot_be_read_is_refused_with_a_sentence(case):
    data, sentence = UNREADABLE_CSV[case]
    with pytest.raises(SheetError) as refusal:
        read(data)
    assert str(refusal.value) == sentence


@pytest.mark.long
def test_the_members_of_a_large_federation_are_read():
    assert len(read(b"id\n" + b"1\n" * 150_000)) == 150_000


# -- XLSX ---------------------------------------------------------------------------------------------------------


def test_a_workbook_that_was_written_is_read_back():
    sheet = read(XLSX)
    assert sheet.header == HEADER
    assert sheet.rows == [
        (2, [10001, "Aerts, Anna", dt.date(1990, 1, 1), False]),
        (3, [10002, "Baeten, Bram", None, True]),
    ]


def test_another_program_reads_the_same_and_finds_no_formula():
    data = write_xlsx("A/B: [Members] of a title that is too long", ["=h"], [["=1+1", -5, 1.5, "a\x01<&>"]])
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert sheet.title == "A B   Members  of a title that "
    assert [(cell.value, cell.data_type) for cell in sheet[1] if cell.value] == [("'=h", "s")]
    assert [(cell.value, cell.data_type) for cell in sheet[2]] == [
        ("'=1+1", "s"),
        (-5, "n"),
        (1.5, "n"),
        ("a<&>", "s"),
    ]


def test_every_cell_names_its_place_and_empty_ones_are_left_out():
    """Gnumeric and exceljs read no cell that names none."""
    header = ["first", *"bcdefghijklmnopqrstuvwxyz", "AA", "AB"]
    data = write_xlsx("A", header, [[10, None, *[""] * 24, 5, "x"], [None, True, *[""] * 24, None, "y"]])
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    heading = [f"{letter}1" for letter in ("A", *"BCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB")]
    assert re.findall(r'<c r="([A-Z]+[0-9]+)"', sheet) == [*heading, "A2", "AA2", "AB2", "B3", "AB3"]
    assert sheet.count("<c ") == len(heading) + 5
    assert "<c>" not in sheet
    assert read(data).rows == [(2, [10, None, *[None] * 24, 5, "x"]), (3, [None, True, *[None] * 24, None, "y"])]


def test_what_another_program_wrote_is_read():
    book = openpyxl.Workbook()
    for row in [HEADER, *ROWS, [None, "  Ünal ", dt.datetime(2000, 2, 29, 12, 30), 2.5]]:
        book.active.append(row)
    book.active.append(["=1+1", "=A1", 3.0])
    file = io.BytesIO()
    book.save(file)
    assert [cells for _, cells in read(file.getvalue()).rows] == [
        *ROWS,
        [None, "  Ünal ", dt.date(2000, 2, 29), 2.5],
        [None, None, 3],  # a formula that was never computed has no value
    ]


def test_a_text_that_looks_like_xml_is_written_as_a_text():
    data = write_xlsx("A", ["id", "name"], [[1, "<r><t>x</t></r>"]])
    assert read(data).rows == [(2, [1, "<r><t>x</t></r> "])]
    assert "'" not in openpyxl.load_workbook(io.BytesIO(data)).active["B2"].value


def test_the_same_rows_give_the_same_bytes():
    assert write_xlsx("Members", HEADER, ROWS) == XLSX


def test_shared_and_rich_texts_booleans_and_stored_results_are_read_and_errors_are_blank():
    data = workbook(
        '<row r="3"><c r="B3" t="s"><v>1</v></c><c t="s"><v>0</v></c></row>'
        '<row r="7"><c r="A7" t="b"><v>1</v></c><c r="AA7" t="str"><f>A1</f><v>sum</v></c></row>'
        '<row><c t="e"><v>#REF!</v></c>'
        '<c t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c><c s="4"/></row>',
        sharedStrings="<si><t>plain</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>reading</t></rPh></si>",
    )
    sheet = read(data)
    assert sheet.header == ["", "rich", "plain"]
    assert sheet.rows == [(7, [True] + [None] * 25 + ["sum"]), (8, [None, "in line"])]


MANY = 500_000
TWO_ROWS = "<row><c><v>1</v></c></row>" * 2
STRETCHED = {
    "a format": f'<numFmts><numFmt numFmtId="164" formatCode="{"[" * MANY}"/></numFmts>',
    "formats and their uses": "<numFmts>"
    + "".join(f'<numFmt numFmtId="{number}" formatCode="d"/>' for number in range(200, MANY // 40))
    + "</numFmts><cellXfs>"
    + "<xf/>" * (MANY // 10)
    + "</cellXfs>",
}


@pytest.mark.parametrize("what", STRETCHED)
def test_repeated_styles_are_parsed_once(what):
    """Otherwise these few kB keep the reader busy for minutes."""
    assert read(workbook(TWO_ROWS, styles=STRETCHED[what])).rows == [(2, [1])]


def test_texts_of_many_pieces_are_put_together():
    pieces = "<r><t>ab</t></r>" * 10_000
    rows = f'<row><c><v>1</v></c></row><row><c t="s"><v>0</v></c><c t="inlineStr"><is>{pieces}</is></c></row>'
    data = workbook(rows, sharedStrings=f"<si>{pieces}</si><si><t>other</t></si>")
    assert read(data).rows == [(2, ["ab" * 10_000] * 2)]


@pytest.mark.long
def test_a_text_that_many_cells_share_counts_for_each_of_them(monkeypatch):
    monkeypatch.setattr(workbook_reader, "MAX_UNPACKED", 2_000)
    row = '<row><c t="s"><v>0</v></c></row>'
    text = "<si><t>" + "a" * 100 + "</t></si>"
    assert len(read(workbook(row * 12, sharedStrings=text))) == 11
    with pytest.raises(SheetError) as refusal:
        read(workbook(row * 21, sharedStrings=text))
    assert str(refusal.value) == UNPACKS


@pytest.mark.long
def test_dates_are_recognised_by_their_format_and_count_from_1900_or_1904():
    rows = (
        '<row><c t="str"><v>h</v></c></row>'
        '<row><c s="0"><v>36526</v></c><c s="1"><v>36526</v></c><c s="2"><v>36526.75</v></c><c s="3"><v>36526</v></c>'
        '<c s="1"><v>1E+9</v></c></row>'
    )
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/>'
        '<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
    )
    day = dt.date(2000, 1, 1)
    assert read(workbook(rows, styles=styles)).rows == [(2, [36526, day, day, 36526, 1_000_000_000])]
    since_1904 = WORKBOOK.replace("<workbookPr/>", '<workbookPr date1904="1"/>')
    assert read(workbook(rows, since_1904, styles=styles)).rows[0][1][1] == dt.date(2004, 1, 2)


ONE_CELL = '<row r="1"><c r="A1"><v>1</v></c></row>'
LAUGHS = "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]>"
FILE_OF_THE_MACHINE = "<!DOCTYPE x [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>"
NAMED_BY_ENTITY = WORKBOOK.replace('name="A"', 'name="&b;"')


NOT_READABLE = "This is not a readable spreadsheet."
FIRST_SHEET = "The first sheet has no rows below its header; other sheets are not read."
UNPACKS = "Unpacked, the spreadsheet is larger than this site can read."
FAR_AWAY = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
UNREADABLE_XLSX = {
    "two letters": (b"PK", NOT_READABLE),
    "cut off": (XLSX[:-30], NOT_READABLE),
    "another zip": (zipped({"readme.txt": b"no workbook"}), NOT_READABLE),
    "XML cut off": (workbook(ONE_CELL, "<workbook"), NOT_READABLE),
    "no sheet": (workbook(ONE_CELL, f"<workbook {MAIN}/>"), NOT_READABLE),
    "a sheet that is not there": (workbook(ONE_CELL, WORKBOOK.replace("rId1", "rId2")), NOT_READABLE),
    "another compression": (workbook(ONE_CELL, compression=zipfile.ZIP_LZMA), NOT_READABLE),
    "a text that is not there": (workbook('<row><c t="s"><v>7</v></c></row>'), NOT_READABLE),
    "entities": (workbook(ONE_CELL, LAUGHS + NAMED_BY_ENTITY), NOT_READABLE),
    "a file of the machine": (workbook(ONE_CELL, FILE_OF_THE_MACHINE + NAMED_BY_ENTITY), NOT_READABLE),
    "a cell far away": (workbook(ONE_CELL + FAR_AWAY), UNPACKS),
    "a cell far to the right": (
        workbook(ONE_CELL + '<row><c r="XFD2"><v>1</v></c></row>'),
        "There are more than 200 columns.",
    ),
    "many rows": (workbook("<row><c><v>1</v></c></row>" * 150_002), "There are more than 150000 rows."),
    "high ratio": (workbook(" " * 5_000_000), UNPACKS),
    "many bytes": (workbook(" " * 65 * 1024 * 1024), UNPACKS),
    "an empty sheet": (workbook(""), FIRST_SHEET),
    "a header alone": (workbook(ONE_CELL), FIRST_SHEET),
}


@pytest.mark.parametrize("case", UNREADABLE_XLSX)
def test_a_workbook_that_cannot_be_read_is_refused_with_a_sentence(case):
    data, sentence = UNREADABLE_XLSX[case]
    with pytest.raises(SheetError) as refusal:
        read(data)
    assert str(refusal.value) == sentence


@pytest.mark.long
def test_a_cell_far_below_in_an_empty_sheet_is_just_the_next_row():
    assert read(workbook(ONE_CELL + '<row r="1048576"><c r="B1048576"><v>2</v></c></row>')).rows == [
        (1_048_576, [None, 2])
    ]


# -- XLS and ODS --------------------------------------------------------------------------------------------------


XLS = (Path(__file__).parents[2] / "data" / "members.xls").read_bytes()


def test_an_xls_workbook_is_read():
    sheet = read(XLS)
    assert sheet.header == ["matricule", "last_name", "born", "licence"]
    assert sheet.rows == [
        (2, [10001, "Aerts", dt.date(1990, 1, 1), "007"]),
        (3, [10002, "Ünal", dt.date(2000, 2, 29), "008"]),
    ]


def test_an_ods_document_is_read_without_the_empty_rows_at_its_end():
    true = open_cell("TRUE", "boolean", 'office:boolean-value="true"')
    born = open_cell("1/1/90", "date", 'office:date-value="1990-01-01"')
    rows = [
        open_row(*map(open_cell, ("id", "born", "licence", "deceased"))),
        open_row(open_cell("5", "float", 'office:value="5"'), born, open_cell("007")),
        open_row(open_cell("6", "float", 'office:value="6"'), open_cell("x"), open_cell("y"), true),
        open_row('<table:table-cell table:number-columns-repeated="16384"/>', repeated=1_048_570),
    ]
    assert read(open_document("".join(rows))).rows == [
        (2, [5, dt.date(1990, 1, 1), "007"]),
        (3, [6, "x", "y", True]),
    ]


@pytest.mark.parametrize("repeated", [{"rows": 1_048_576, "columns": 16_384}, {"rows": 10**12, "columns": 10**12}])
def test_an_ods_document_that_repeats_cells_without_end_is_refused(repeated):
    row = open_row(open_cell("h", repeated=repeated["columns"]), repeated=repeated["rows"])
    with pytest.raises(SheetError):
        read(open_document(row))


@pytest.mark.long
@pytest.mark.parametrize("whole", [XLSX, XLS], ids=["xlsx", "xls"])
def test_damaged_workbooks_never_raise_anything_but_a_sheet_error(whole):
    chance = random.Random(20260301)
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(4, len(data))] = chance.randrange(256)
        try:
            read(bytes(data[: chance.randint(4, len(data))]))
        except SheetError as error:
            assert str(error).endswith(".")


@pytest.mark.long
def test_damaged_xml_never_raises_anything_but_a_sheet_error():
    chance = random.Random(20260302)
    for _ in range(60):
        damaged = list(chance.choice([WORKBOOK, ONE_CELL * 3]))
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.choice("<>/&\"'= x0\u00e9")
        text = "".join(damaged)
        data = workbook(ONE_CELL, text) if text.startswith("<w") else workbook(text)
        try:
            read(data)
        except SheetError as error:
            assert str(error).endswith(".")


CELL = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.dates(dt.date(1900, 3, 1)) | st.text(min_size=1)
PRINTABLE = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), min_size=1)


@pytest.mark.long
@given(st.lists(st.tuples(st.just(1), CELL.filter(lambda cell: not isinstance(cell, str)) | PRINTABLE), min_size=1))
def test_any_rows_survive_a_workbook(rows):
    assert [tuple([*cells, None][:2]) for _, cells in read(write_xlsx("A", ["n", "x"], rows)).rows] == rows


@given(st.lists(st.tuples(st.just("1"), PRINTABLE), min_size=1))
def test_any_texts_survive_a_csv(rows):
    assert [tuple(cells) for _, cells in read(write_csv(["n", "x"], rows)).rows] == rows


@given(st.binary(max_size=300))
def test_any_bytes_are_a_table_or_one_error(data):
    for start in (b"", b"PK\x03\x04"):
        try:
            assert read(start + data).rows
        except SheetError as error:
            assert str(error).endswith(".")
