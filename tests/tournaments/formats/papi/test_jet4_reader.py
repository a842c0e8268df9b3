"""The container of Papi files: pages, definitions, rows. Databases are made by our own writer."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutations import mutations, truncations
from tournaments.formats.papi import jet4_reader
from tournaments.formats.papi.jet4_reader import (
    BOOL,
    BYTE,
    DATE,
    DOUBLE,
    HEADER,
    INT,
    LONG,
    MAX_ROWS,
    PAGE,
    SINGLE,
    TEXT,
    JetDatabase,
    decode_text,
    is_access,
    unmask,
)
from tournaments.formats.papi.jet4_writer import BINARY, Field, Table, write
from tournaments.formats.report import FormatError

FIELDS = (
    Field("Id", LONG),
    Field("Name", TEXT, 20),
    Field("Code", TEXT, 6, fixed=True),
    Field("Born", DATE),
    Field("Here", BOOL),
    Field("Small", BYTE),
    Field("Short", INT),
    Field("Third", SINGLE),
    Field("Half", DOUBLE),
)
COLUMNS = {field.name for field in FIELDS}
ANNA = {
    "Id": -7,
    "Name": "Æneas Łoś",
    "Code": "A12345",
    "Born": dt.datetime(1961, 5, 4, 18, 30),
    "Here": True,
    "Small": 255,
    "Short": -1,
    "Third": 0.25,
    "Half": 1e300,
}
NOBODY = dict.fromkeys(ANNA) | {"Here": False}
PEOPLE = Table("PEOPLE", FIELDS, [ANNA, NOBODY])


def rows(table: Table) -> list[dict[str, object]]:
    """Return the rows that are read back of a table."""
    return [dict(row) for row in JetDatabase(write([table])).rows(table.name, COLUMNS)]


def many(count: int) -> Table:
    """Return a table of so many rows, on several pages where they are many."""
    return replace(PEOPLE, rows=[NOBODY | {"Id": number, "Name": f"Number {number}"} for number in range(count)])


def patched(data: bytes, offset: int, value: bytes) -> bytes:
    """Return the bytes with some of them replaced."""
    return data[:offset] + value + data[offset + len(value) :]


def refusal(data: bytes, table: str = "PEOPLE") -> str:
    """Return the sentence with which a database is refused."""
    with pytest.raises(FormatError) as error:
        JetDatabase(data).rows(table, COLUMNS)
    return str(error.value)


def test_every_type_is_read_back_and_null_is_not_zero() -> None:
    assert rows(PEOPLE) == [ANNA, NOBODY]


def test_an_empty_text_is_not_null() -> None:
    assert rows(replace(PEOPLE, rows=[{"Name": ""}]))[0]["Name"] == ""


def test_only_wanted_columns_are_read() -> None:
    assert JetDatabase(write([PEOPLE])).rows("PEOPLE", {"Id", "Unheard of"}) == [{"Id": -7}, {"Id": None}]


def test_tables_are_found_through_the_catalogue() -> None:
    data = write([many(3), replace(PEOPLE, name="OTHERS")])
    assert set(JetDatabase(data).tables) == {"MSysObjects", "PEOPLE", "OTHERS"}


def test_rows_run_over_many_pages() -> None:
    data = write([many(500)])
    assert len(data) > 10 * PAGE
    assert [row["Id"] for row in JetDatabase(data).rows("PEOPLE", {"Id"})] == list(range(500))


def test_a_definition_runs_over_several_pages() -> None:
    fields = [Field(f"Column number {number}", LONG) for number in range(200)]
    data = write([Table("WIDE", fields, [{field.name: number for number, field in enumerate(fields)}])])
    (row,) = JetDatabase(data).rows("WIDE", {field.name for field in fields})
    assert list(row.values()) == list(range(200))


def test_deleted_rows_stay_deleted() -> None:
    assert rows(replace(PEOPLE, deleted=[ANNA, ANNA])) == [ANNA, NOBODY]


def test_moved_rows_are_read_once_and_where_they_were() -> None:
    assert rows(replace(PEOPLE, rows=[ANNA, NOBODY, ANNA], moved=[0, 2])) == [ANNA, NOBODY, ANNA]


def test_freed_pages_are_passed_over() -> None:
    assert rows(replace(PEOPLE, stale=[NOBODY | {"Name": "of last year"}])) == [ANNA, NOBODY]


def test_a_usage_map_may_be_on_its_own_page() -> None:
    assert rows(replace(many(400), map_pages=True)) == rows(many(400))


def test_the_mask_of_a_row_may_be_padded_with_ones() -> None:
    data = write([Table("PEOPLE", FIELDS[:1], [{"Id": 5}])])
    row = data.index(struct.pack("<HiHHB", 1, 5, 6, 0, 1))
    assert JetDatabase(patched(data, row + 10, b"\xff")).rows("PEOPLE", COLUMNS) == [{"Id": 5}]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", ""),
        ("Łoś é".encode("utf-16-le"), "Łoś é"),
        ("Łoś".encode("utf-16-le") + b"x", "Łoś\N{REPLACEMENT CHARACTER}"),
        (b"\xff\xfeNo\xebl", "Noël"),
        (b"\xff\xfeAd\0" + "Łoś".encode("utf-16-le"), "AdŁoś"),
        (b"\xff\xfeA\0" + "Ł".encode("utf-16-le") + b"\0b", "AŁb"),
        (b"\x00\xd8", "\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_texts_are_utf_16_or_compressed(raw: bytes, text: str) -> None:
    assert decode_text(raw) == text


@pytest.mark.parametrize(
    "day",
    [
        dt.datetime(1899, 12, 30),
        dt.datetime(1899, 12, 29, 6),
        dt.datetime(1850, 1, 1, 23, 59, 59),
        dt.datetime(100, 1, 1),
        dt.datetime(9999, 12, 31),
    ],
)
def test_days_before_and_after_the_first_day_of_access(day: dt.datetime) -> None:
    assert rows(replace(PEOPLE, rows=[{"Born": day}]))[0]["Born"] == day


@pytest.mark.parametrize("days", [float("nan"), float("inf"), -1e9, 2958465.5])
def test_a_day_outside_the_calendar_is_none(days: float) -> None:
    data = write([PEOPLE])
    place = data.index(struct.pack("<d", 22405 + 18.5 / 24))  # 4 May 1961, 18:30
    assert JetDatabase(patched(data, place, struct.pack("<d", days))).rows("PEOPLE", {"Born"})[0] == {"Born": None}


def test_access_databases_of_all_versions_are_recognised() -> None:
    assert is_access(write([]))
    assert is_access(b"\0\1\0\0Standard ACE DB\0\2")
    assert not is_access(b"\0\1\0\0Standard Jet")
    assert not is_access(b"")


def test_a_file_that_is_not_a_database_is_refused() -> None:
    assert refusal(b"012 Tower Cup") == "This is not an Access database."
    assert refusal(b"") == "This is not an Access database."


def test_a_newer_database_is_refused_with_advice() -> None:
    data = patched(write([PEOPLE]), 4, b"Standard ACE DB\0\2")
    assert refusal(data) == (
        "This is an Access 2007 or newer database; open it in Access and save it as an Access 2002-2003 "
        "database (.mdb)."
    )


def test_an_older_database_is_refused_with_advice() -> None:
    assert refusal(patched(write([PEOPLE]), 0x14, b"\0")) == (
        "This database is from another version of Access (Jet 3); open it in Access and save it as an Access "
        "2002-2003 database (.mdb)."
    )


def test_an_encrypted_database_is_refused() -> None:
    data = write([PEOPLE])
    head = bytearray(unmask(data[HEADER]))
    head[0x3E - HEADER.start] = 1
    assert refusal(patched(data, HEADER.start, unmask(bytes(head)))) == (
        "This database is encrypted; remove its password and encryption and send it again."
    )


def test_a_missing_table_is_named() -> None:
    assert refusal(write([]), "PEOPLE") == "The database has no table PEOPLE."


def test_a_file_that_ends_inside_a_page_is_refused() -> None:
    assert refusal(write([PEOPLE])[:-1]) == "The database is cut off: its size is not a whole number of pages."


def test_missing_rows_are_noticed() -> None:
    """Jet has no checksum: the number of rows in the definition is what tells of a file cut off."""
    data = write([many(60)])
    definition = JetDatabase(data).tables["PEOPLE"] * PAGE
    assert refusal(patched(data, definition + 16, struct.pack("<I", 61))) == (
        "The database is damaged: the table should have 61 rows and 60 are there; copy the file again."
    )


def test_more_rows_than_a_tournament_has_are_refused() -> None:
    data = write([replace(PEOPLE, rows=[{}] * (MAX_ROWS + 1), columns=[Field("Id", BOOL)], map_pages=True)])
    assert refusal(data) == "The table has more rows than a tournament file can have."


def test_a_definition_that_names_itself_as_the_next_page_is_refused() -> None:
    data = write([PEOPLE])
    page = JetDatabase(data).tables["PEOPLE"]
    assert refusal(patched(data, page * PAGE + 4, struct.pack("<I", page))).startswith("The database is damaged")


def slot(data: bytes, pointer: int) -> int:
    """Return where the row lies to which a pointer of the database leads."""
    page = (pointer >> 8) * PAGE
    return page + struct.unpack_from("<H", data, page + 14 + 2 * (pointer & 0xFF))[0]


@pytest.mark.parametrize(
    ("kind", "variable", "value"),
    [(LONG, 0, 0x00620061), (BINARY, 0, b"a\0b\0"), (BINARY, 7, b"")],  # the row may be older than the column
)
def test_values_of_any_type_may_lie_among_those_of_variable_length(kind: int, variable: int, value: object) -> None:
    data = write([Table("PEOPLE", [Field("Id", TEXT, 9)], [{"Id": "ab"}])])
    column = data.index(struct.pack("<BIHHH", TEXT, 0x659, 0, 0, 0), JetDatabase(data).tables["PEOPLE"] * PAGE)
    changed = patched(patched(data, column, bytes([kind])), column + 7, bytes([variable]))
    assert JetDatabase(changed).rows("PEOPLE", {"Id"}) == [{"Id": value}]


def test_pointers_counts_and_maps_that_lead_nowhere_are_damage() -> None:
    data = write([many(3)])
    definition = JetDatabase(data).tables["PEOPLE"] * PAGE
    (usage,) = struct.unpack_from("<I", data, definition + 55)
    column = data.index(struct.pack("<BIHHH", LONG, 0x659, 0, 0, 0), definition)
    rows_at = data.index(b"\x01\x01", definition + PAGE)  # the page of the rows
    changes = {
        definition + 45: b"\0\0",  # no columns
        slot(data, usage): b"\x07",  # neither kind of map
        column + 21: b"\0\x0f",  # beyond the end of a row
        rows_at + 12: b"\xff\xff",  # more rows than a page has
    }
    for place, value in changes.items():
        assert refusal(patched(data, place, value)).startswith("The database is damaged")


def test_a_map_without_a_page_marks_none() -> None:
    data = write([replace(PEOPLE, rows=(), map_pages=True)])
    (usage,) = struct.unpack_from("<I", data, JetDatabase(data).tables["PEOPLE"] * PAGE + 55)
    assert JetDatabase(patched(data, slot(data, usage) + 1, bytes(4))).rows("PEOPLE", COLUMNS) == []


def test_dead_rows_count_among_those_that_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jet4_reader, "MAX_ROWS", 4)
    assert refusal(write([replace(PEOPLE, deleted=[ANNA] * 7)])) == (
        "The table has more rows than a tournament file can have."
    )


def test_columns_that_share_bytes_are_refused() -> None:
    data = write([PEOPLE])
    second = data.index(struct.pack("<BIHHH", INT, 0x659, 6, 1, 6))
    assert refusal(patched(data, second + 21, struct.pack("<H", 0))).startswith("The database is damaged")


def test_truncated_databases_are_refused_or_whole() -> None:
    data = write([replace(many(40), deleted=[ANNA], moved=[3])])
    whole = JetDatabase(data).rows("PEOPLE", COLUMNS)
    for copy in truncations(data, 150):
        try:
            assert JetDatabase(copy).rows("PEOPLE", COLUMNS) == whole
        except FormatError as error:
            assert str(error)


def test_damaged_databases_give_rows_or_one_error() -> None:
    data = write([replace(many(40), deleted=[ANNA], moved=[3], map_pages=True)])
    refused = 0
    for copy in mutations(data, 300, seed=4):
        try:
            JetDatabase(copy).rows("PEOPLE", COLUMNS)
        except FormatError:
            refused += 1
    assert refused > 30


@pytest.mark.skipif(shutil.which("mdb-json") is None, reason="mdbtools is not on this machine")
def test_mdbtools_reads_the_same_rows(tmp_path: Path) -> None:
    path = tmp_path / "people.mdb"
    path.write_bytes(write([replace(many(40), deleted=[ANNA], moved=[3], stale=[ANNA])]))
    lines = subprocess.run(["mdb-json", path, "PEOPLE"], capture_output=True, check=True).stdout.splitlines()
    read = [(row["Id"], row["Name"]) for row in map(json.loads, lines)]
    assert sorted(read) == [(number, f"Number {number}") for number in range(40)]
