"""tournaments/formats/papi/extract.py"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.papi.files import INFO, ROWS, read
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.papi import jet4_writer
from tournaments.formats.papi.extract import extract
from tournaments.formats.papi.jet4_reader import TEXT
from tournaments.formats.papi.jet4_writer import Field, Table
from tournaments.formats.papi.writer import PLAYER_FIELDS, tables, write
from tournaments.formats.report import FormatError


def test_the_extract_is_read_like_the_file_and_is_its_own_extract() -> None:
    kept = extract(write(REPORT))
    assert read(kept) == read(write(REPORT))
    assert extract(kept) == kept


def test_deleted_rows_are_not_in_it() -> None:
    info, players, _results = tables(INFO, list(ROWS.values()))
    gone = Table(players.name, PLAYER_FIELDS, players.rows, deleted=[ROWS[3] | {"Ref": 30, "Nom": "GONE"}])
    assert "GONE".encode("utf-16-le") not in extract(jet4_writer.write([info, gone]))


def test_columns_wider_than_a_page_are_damage() -> None:
    info, players, _results = tables(INFO, [])
    wide = [Field("Nom", TEXT, 3_000, fixed=True), *(each for each in PLAYER_FIELDS if each.name != "Nom")]
    data = jet4_writer.write([info, Table(players.name, wide, [])])
    assert extract(data)  # no row has that much
    with pytest.raises(FormatError):
        extract(data[:-1])


@pytest.mark.parametrize(("path", "facts"), samples("papi", ".papi"))
def test_the_extract_of_a_real_file_is_read_like_it(path: Path, facts: dict[str, float]) -> None:
    data = path.read_bytes()
    kept = extract(data)
    assert read(kept) == read(data)
    assert extract(kept) == kept
