"""federation/imports/member_files.py"""

import datetime as dt
import random

import pytest
from django.utils import timezone

from federation.files.dbase import Field
from federation.files.limits import TOO_LARGE, SheetError
from federation.files.spreadsheets import write_xlsx
from federation.imports.member_files import read
from federation.imports.members import take_over
from tests.dbase_tables import write
from tests.federation.files.workbooks import open_cell, open_document, open_row, zipped
from tests.federation.imports.player_files import ANNA, player_list, real_lists

CSV = b"id,nom\n20001,Aerts\n"
LIST = player_list(ANNA, day=dt.date(2022, 4, 5))
GIVEN = dt.date(2020, 1, 1)


@pytest.mark.parametrize(
    "data",
    [
        CSV,
        write_xlsx("Members", ["id", "nom"], [[20001, "Aerts"]]),
        open_document(open_row(open_cell("id"), open_cell("nom")) + open_row(open_cell("20001"), open_cell("Aerts"))),
        LIST,
        zipped({"PLAYER.DBF": LIST}),
        zipped({"lists/player_202107.dbf": LIST, "CHCKLIST.DBF": b"", "read.me": b""}),
    ],
)
@pytest.mark.parametrize("name", ["members", "MEMBERS.BIN"])
def test_a_file_is_recognised_by_its_content(name, data):
    reading, _ = read(name, data)
    assert [row.values["number"] for row in reading.rows] == ["20001"]


@pytest.mark.parametrize(
    ("name", "data", "day"),
    [
        ("PLAYER.DBF", LIST, dt.date(2022, 4, 5)),
        ("PLAYER_202107.DBF", LIST, dt.date(2021, 7, 1)),
        ("x.zip", zipped({"lists202001/PLAYER_202107.DBF": LIST}), dt.date(2021, 7, 1)),
        ("PLAYER_20210731.DBF", LIST, dt.date(2022, 4, 5)),
        ("PLAYER_202113.DBF", LIST, dt.date(2022, 4, 5)),
        ("PLAYER.DBF", player_list(ANNA).replace(bytes([122, 4, 5]), bytes(3), 1), timezone.localdate()),
        ("members_202107.csv", CSV, timezone.localdate()),
    ],
)
def test_the_day_of_a_list_comes_from_its_name_or_header(name, data, day):
    assert read(name, data)[1] == day
    assert read(name, data, GIVEN)[1] == GIVEN


OTHER_TABLE = write([Field("NUMERO", "N", 3)], [{"NUMERO": 101}], GIVEN)
UNREADABLE = {
    "a table of something else": (
        OTHER_TABLE,
        "This dBase table is not a PLAYER list: it lacks the fields MATRICULE and NOM_PRENOM.",
    ),
    "a table that is cut off": (LIST[:-20], "The table is cut off: it has 0 of 1 records."),
    "a table in a damaged zip": (zipped({"PLAYER.DBF": LIST})[:-9], "This is not a readable spreadsheet."),
    "a zip of something else": (zipped({"a.txt": CSV}), "The zip contains no PLAYER list (a single .dbf)."),
    "a zip of two tables": (
        zipped({"a.dbf": LIST, "b.dbf": LIST}),
        ("The zip contains no PLAYER list (a single .dbf)."),
    ),
    "a table that unpacks to much": (
        zipped({"a.dbf": bytes(21 * 1024 * 1024)}),
        TOO_LARGE % {"limit": "20.0\xa0MB"},
    ),
    "nothing": (b"", "The file is empty. Send a table with a line of headings and rows below it."),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(case):
    data, sentence = UNREADABLE[case]
    with pytest.raises(SheetError) as refusal:
        read("members", data)
    assert str(refusal.value) == sentence


def test_a_zip_with_damaged_content_is_refused_with_a_sentence():
    data = bytearray(zipped({"PLAYER.DBF": LIST}))
    data[60] ^= 0xFF
    with pytest.raises(SheetError, match="This zip file cannot be read"):
        read("members.zip", bytes(data))


@pytest.mark.long
def test_damaged_files_never_raise_anything_but_a_sheet_error():
    chance = random.Random(20260303)
    files = [LIST, zipped({"PLAYER.DBF": LIST}), write_xlsx("1", ["id", "nom"], [[20001, "Aerts"]]), CSV]
    often = [32, 32, 1, 32]  # a workbook is read by its own process, which takes a while
    for _ in range(2000):
        data = bytearray(*chance.choices(files, often))
        for _ in range(chance.randint(1, 5)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            begin = chance.randrange(len(data))
            del data[begin : begin + 20]
        try:
            read("PLAYER_202107.ZIP", bytes(data))
        except SheetError as error:
            assert str(error)


@pytest.mark.django_db
@pytest.mark.parametrize("path", real_lists())
def test_a_real_list_is_imported_completely(path):
    reading, day = read(path.name, path.read_bytes())
    made = take_over(reading, day)
    assert made.problems == []
    assert made.remarks == []
    assert len(made.new) == int.from_bytes(path.read_bytes()[4:8], "little")
    again = take_over(reading, day)
    assert (again.rows, again.unchanged) == ([], len(made.new))
