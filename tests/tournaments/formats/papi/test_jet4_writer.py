"""The writer of Jet 4 databases; what its tables hold is read back in the tests of the reader."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from tournaments.formats.papi.jet4_reader import BYTE, DATE, INT, PAGE, TEXT, JetDatabase
from tournaments.formats.papi.jet4_writer import Field, Table, write

NAMES = Table("NAMES", [Field("Name", TEXT, 8), Field("Code", TEXT, 4, fixed=True)], [{"Name": "Aerts", "Code": "A1"}])


def test_a_database_is_a_run_of_whole_pages() -> None:
    data = write([NAMES])
    assert data[:21] == b"\0\1\0\0Standard Jet DB\0\1"
    assert len(data) % PAGE == 0


def test_the_same_tables_give_the_same_bytes() -> None:
    assert write([NAMES]) == write([replace(NAMES)])


def test_texts_are_cut_to_their_column_and_fixed_ones_filled_up() -> None:
    table = replace(NAMES, rows=[{"Name": "Vandenbossche", "Code": "A1"}])
    assert JetDatabase(write([table])).rows("NAMES", {"Name", "Code"}) == [{"Name": "Vandenbo", "Code": "A1  "}]


def test_a_letter_is_never_cut_in_two() -> None:
    table = replace(NAMES, rows=[{"Name": "Aertsen♟", "Code": None}, {"Name": "Aertsen🨀"}])
    names = [row["Name"] for row in JetDatabase(write([table])).rows("NAMES", {"Name"})]
    assert names == ["Aertsen♟", "Aertsen"]


def test_a_letter_of_two_units_takes_two_places_of_a_fixed_text() -> None:
    fields = [Field("Number", INT), Field("Code", TEXT, 4, fixed=True), Field("Name", TEXT, 8)]
    row = {"Number": 7, "Code": "🨀", "Name": "Aerts"}
    assert JetDatabase(write([Table("CODES", fields, [row])])).rows("CODES", row) == [{**row, "Code": "🨀  "}]


def test_a_row_that_is_longer_than_a_page_is_refused() -> None:
    fields = [Field(f"Text{number}", TEXT, 255) for number in range(10)]
    with pytest.raises(ValueError, match=r"^A row is longer than a page\.$"):
        write([Table("WIDE", fields, [{field.name: "x" * 255 for field in fields}])])


def test_a_value_that_its_column_cannot_hold_is_refused() -> None:
    for kind, value in ((BYTE, 256), (INT, 40_000), (DATE, "1990"), (TEXT, 5)):
        with pytest.raises(ValueError, match=r"^Number cannot hold "):
            write([Table("NUMBERS", [Field("Number", kind, 4)], [{"Number": value}])])


def test_a_table_too_long_for_its_map_is_refused() -> None:
    table = Table("LONG", [Field("Text", TEXT, 255)], [{"Text": "x" * 255}] * 4200)
    with pytest.raises(ValueError, match=r"^The table has too many pages for its usage map\.$"):
        write([table])
    data = write([replace(table, map_pages=True)])
    assert len(JetDatabase(data).rows("LONG", {"Text"})) == 4200


def test_the_day_of_creation_masks_the_password() -> None:
    first, second = write([NAMES]), write([NAMES], created=dt.datetime(2025, 1, 1))
    assert first[:0x18] == second[:0x18]
    assert first[0x18:0x98] != second[0x18:0x98]
    assert set(JetDatabase(second).tables) == {"MSysObjects", "NAMES"}
