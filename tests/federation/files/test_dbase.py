"""federation/files/dbase.py"""

import contextlib
import datetime as dt
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files import dbase
from federation.files.dbase import DbaseError, Field, plain_ascii, read
from tests.dbase_tables import write
from tests.federation.imports.player_files import real_lists

FIELDS = [
    Field("MATRICULE", "N", 6),
    Field("NAME", "C", 12),
    Field("POINTS", "N", 5, 1),
    Field("GONE", "L", 1),
    Field("BORN", "D", 8),
]
ANNA = {"MATRICULE": 10001, "NAME": "Aerts, Anna", "POINTS": 3.5, "GONE": False, "BORN": dt.date(1990, 1, 1)}
NOBODY = {"MATRICULE": 10002, "NAME": "", "POINTS": None, "GONE": None, "BORN": None}
DAY = dt.date(2022, 4, 5)
FILE = write(FIELDS, [ANNA, NOBODY], DAY)
HEADER_LENGTH = 32 + 5 * 32 + 1


def with_bytes(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def with_cell(cell: bytes) -> bytes:
    """Return the file with another matricule in the first record."""
    return with_bytes(FILE, HEADER_LENGTH + 1, cell)


def test_the_layout_is_that_of_the_player_list_byte_by_byte():
    assert FILE[:32] == bytes([3, 122, 4, 5, 2, 0, 0, 0, 193, 0, 33, 0]) + bytes(16) + bytes([1, 0x0E, 0, 0])
    assert FILE[32:64] == b"MATRICULE\0\0N" + bytes([1, 0, 0, 0, 6, 0]) + bytes(14)
    assert FILE[96:128] == b"POINTS\0\0\0\0\0N" + bytes([19, 0, 0, 0, 5, 1]) + bytes(14)
    assert FILE[192:] == (
        b"\r" + b"  10001Aerts, Anna   3.5F19900101" + b"  10002" + b" " * 12 + b"     " + b" " + b" " * 8 + b"\x1a"
    )


def test_what_was_written_is_read_back():
    table = read(FILE)
    assert table.fields == FIELDS
    assert table.records == [ANNA, NOBODY]
    assert table.deleted == set()
    assert table.last_update == DAY


def test_a_blank_number_is_none_and_a_zero_is_zero():
    table = read(write(FIELDS[:1], [{"MATRICULE": 0}, {}], DAY))
    assert [record["MATRICULE"] for record in table.records] == [0, None]


def test_the_deletion_mark_is_kept():
    data = write(FIELDS, [ANNA, NOBODY], DAY, deleted={1})
    assert data[HEADER_LENGTH + 33 : HEADER_LENGTH + 34] == b"*"
    assert read(data).deleted == {1}


def test_zero_has_no_sign():
    assert write(FIELDS[2:3], [{"POINTS": -0.0}, {"POINTS": -0.04}], DAY)[65:-1] == b"   0.0   0.0"


def test_a_column_that_is_not_given_is_blank():
    assert dbase.write(FIELDS, {"NAME": ["Anna"], "MATRICULE": [7]}, DAY)[193:-1] == b"      7Anna" + b" " * 22


def test_text_is_read_as_cp850_and_written_as_plain_ascii():
    accented = with_bytes(FILE, HEADER_LENGTH + 7, "Éva\u00a0Groß    ".encode("cp850"))
    assert read(accented).records[0]["NAME"] == "Éva\u00a0Groß"
    assert write(FIELDS[1:2], [{"NAME": "Éva Œuf-Łęg ½日"}], DAY)[65:-1] == b" Eva OEuf-Leg"


def test_a_nul_in_a_text_is_a_blank():
    assert read(with_bytes(FILE, HEADER_LENGTH + 7, b"A\0B\0\0\0\0\0\0\0\0\0")).records[0]["NAME"] == "A B"


def test_every_letter_of_latin_europe_has_its_plain_form():
    assert plain_ascii("Élodie Œuf, Straße, Søren, Łuk") == "Elodie OEuf, Strasse, Soren, Luk"
    assert plain_ascii("Đorđe Þórð Yıldırım Ħaż-Żebbuġ Ŋálgu Máŧŧe Őrs Ḃ") == (
        "Dorde Thord Yildirim Haz-Zebbug Nalgu Matte Ors B"
    )


def test_apostrophes_and_hyphens_are_plain():
    assert plain_ascii("O’Neil Ćirić–Dash") == "O'Neil Ciric-Dash"


def test_a_letter_without_a_plain_form_is_a_question_mark_and_a_sign_is_left_out():
    assert plain_ascii("Иван Ψ 日本 ½€") == "???? ? ?? 12"


def test_a_text_is_written_on_one_line():
    assert write(FIELDS[1:2], [{"NAME": "New\r\nLine\tx"}], DAY)[65:-1] == b" New  Line x "


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (b"    -7", -7),
        (b"  1.50", 1.5),
        (b"******", None),
        (b"     .", None),
        (b"\0\0\0\0\0\0", None),
        (b" 12a45", "12a45"),
        (b" 1_000", "1_000"),
        (b"   nan", "nan"),
    ],
)
def test_a_number_cell_without_a_number_stays_text(cell, value):
    assert read(with_cell(cell)).records[0]["MATRICULE"] == value


@pytest.mark.parametrize(
    ("cell", "value"),
    [(b"00000000", None), (b"19500000", "19500000"), (b"1950    ", "1950"), (b"+199-1-1", "+199-1-1")],
)
def test_a_date_cell_without_a_date_stays_text(cell, value):
    assert read(with_bytes(FILE, HEADER_LENGTH + 25, cell)).records[0]["BORN"] == value


@pytest.mark.parametrize(
    ("letter", "value"),
    [(b"T", True), (b"y", True), (b"F", False), (b"n", False), (b" ", None), (b"?", None), (b"*", "*")],
)
def test_yes_and_no_come_in_two_languages(letter, value):
    assert read(with_bytes(FILE, HEADER_LENGTH + 24, letter)).records[0]["GONE"] == value


@pytest.mark.parametrize(
    ("header", "day"),
    [
        (bytes([122, 4, 5]), dt.date(2022, 4, 5)),
        (bytes([22, 4, 5]), dt.date(2022, 4, 5)),
        (bytes([89, 1, 31]), dt.date(1989, 1, 31)),
        (bytes([0, 0, 0]), None),
        (bytes([89, 13, 40]), None),
    ],
)
def test_both_ways_of_writing_the_year_are_read(header, day):
    assert read(with_bytes(FILE, 1, header)).last_update == day


def test_garbage_in_the_stored_offsets_changes_nothing():
    assert read(with_bytes(FILE, 32 + 12, b"\xde\xad\xbe\xef")).records == [ANNA, NOBODY]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not a dBase III table."),
        (b"\x03", "This is not a dBase III table."),
        (b"matricule,name\n" * 9, "This is not a dBase III table."),
        (FILE[:100], "The header of the table is cut off or damaged."),
        (with_bytes(FILE, 8, b"\x00\x00"), "The header of the table is cut off or damaged."),
        (with_bytes(FILE, 8, b"\xff\xff"), "The header of the table is cut off or damaged."),
        (with_bytes(FILE, 10, b"\x00\x00"), "The records are shorter (0 bytes) than their fields."),
        (with_bytes(FILE, 10, b"\x05\x00"), "The records are shorter (5 bytes) than their fields."),
        (with_bytes(FILE, 4, b"\xff\xff\xff\xff"), "The table is cut off: it has 2 of 4294967295 records."),
        (FILE[:-20], "The table is cut off: it has 1 of 2 records."),
        (with_bytes(FILE, 32, b"\x0d"), "The table has no fields."),
        (with_bytes(FILE, 64 + 11, b"Z"), "Field 2 of the table is damaged."),
        (with_bytes(FILE, 64 + 16, b"\x00"), "Field 2 of the table is damaged."),
        (with_bytes(FILE, 64, b"MATRICULE\0"), "Field 2 of the table is damaged."),
        (with_bytes(FILE, 64, b"\0"), "Field 2 of the table is damaged."),
    ],
)
def test_a_damaged_table_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(DbaseError, match=f"^{re.escape(sentence)}$"):
        read(data)


def test_a_number_that_is_too_long_is_refused():
    with pytest.raises(DbaseError, match=r"^1000000 does not fit in the field MATRICULE\.$"):
        write(FIELDS, [{"MATRICULE": 1_000_000}], DAY)


def test_every_truncation_is_refused_or_reads_the_whole_table():
    for length in range(len(FILE)):
        try:
            assert read(FILE[:length]).records == [ANNA, NOBODY]
        except DbaseError:
            assert length < len(FILE) - 1
        else:
            assert length == len(FILE) - 1  # only the mark of the end is missing


def test_damaged_files_never_raise_anything_but_a_dbase_error():
    chance = random.Random(20220405)
    for _ in range(3000):
        data = bytearray(FILE)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            read(bytes(data))
        except DbaseError as error:
            assert str(error).endswith(".")


CELLS = st.fixed_dictionaries(
    {
        "MATRICULE": st.none() | st.integers(-99_999, 999_999),
        "NAME": st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=12),
        "POINTS": st.none() | st.integers(-99, 999).map(lambda tenths: tenths / 10),
        "GONE": st.none() | st.booleans(),
        "BORN": st.none() | st.dates(dt.date(1000, 1, 1)),
    }
)


@pytest.mark.long
@given(st.lists(CELLS, max_size=5), st.dates(dt.date(1980, 1, 1), dt.date(2155, 12, 31)))
def test_any_table_survives_writing_and_reading(records, day):
    table = read(write(FIELDS, records, day))
    assert table.records == records
    assert table.last_update == day


@given(st.binary(max_size=400))
def test_any_bytes_are_a_table_or_one_error(data):
    with contextlib.suppress(DbaseError):
        read(b"\x03" + data)


@pytest.mark.parametrize("path", real_lists())
def test_a_real_list_is_written_back_byte_for_byte(path):
    data = path.read_bytes()
    table = read(data)
    written = write(table.fields, table.records, table.last_update)
    assert with_bytes(written, 28, data[28:30]) == data  # index mark and code page differ from age to age
