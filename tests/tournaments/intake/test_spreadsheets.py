"""tournaments/intake/spreadsheets.py"""

import datetime as dt
import os
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from federation.files.spreadsheets import write_xlsx
from tests import cast
from tests.tournaments.formats.crosstable.files import workbook
from tournaments import formats
from tournaments.formats.report import FormatError
from tournaments.intake import receive
from tournaments.intake.spreadsheets import as_text
from tournaments.models import Tournament


def test_lines_have_the_numbers_of_the_rows_and_cells_no_tabs():
    rows = [[None, None], ["a\tb\nc", 2.5], [dt.date(2026, 3, 1), True]]
    assert as_text(write_xlsx("A", ["x", "y"], rows)) == b"x\ty\n\na b c\t2.5\n2026-03-01\tTrue\n"


@pytest.mark.parametrize("data", [b"", b"012 Winter", b"PK\x03\x04 no spreadsheet"])
def test_other_files_and_damaged_ones_stay_as_they_are(data):
    assert as_text(data) == data


@pytest.mark.long
@pytest.mark.django_db
def test_a_crosstable_comes_in_as_a_spreadsheet():
    upload, _is_new = receive.receive(ContentFile(workbook()), "chessResultsList.xlsx", cast.club(), None)
    receive.read(upload)
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.format, tournament.pairings.count()) == ("Winter in Nergens", "crosstable", 9)


@pytest.mark.long
@pytest.mark.django_db
def test_a_games_csv_comes_in_as_a_spreadsheet():
    rows = [["Winter Cup", "standard", dt.date(2026, 3, 1), 10001, 10002, "1-0"]]
    data = write_xlsx("Games", ["event", "pace", "date", "white", "black", "result"], rows)
    upload, _is_new = receive.receive(ContentFile(data), "games.xlsx", cast.club(), None)
    receive.read(upload)
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.format, tournament.start) == ("Winter Cup", "games_csv", dt.date(2026, 3, 1))


def poison():
    if not (root := os.environ.get("REAL_FILES")):
        return [pytest.param(None, marks=pytest.mark.skip(reason="REAL_FILES names no folder of real files"))]
    return [pytest.param(path, id=path.name) for path in sorted(Path(root, "samples", "poison").glob("*.xlsx"))]


@pytest.mark.parametrize("path", poison())
def test_poison_is_refused(path):
    with pytest.raises(FormatError):
        formats.read(path.name, as_text(path.read_bytes()))
