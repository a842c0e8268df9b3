"""Archives from anybody, whose declared sizes and counts may be wrong."""

import io
import tracemalloc
import zipfile
from contextlib import suppress

import pytest

from federation.files import zip_reader
from federation.files.limits import SheetError
from federation.foreign_lists import fide
from federation.imports import member_files
from tests.archives import empty_files
from tests.federation.files.workbooks import zipped
from tests.federation.imports.player_files import ANNA, player_list


def test_an_archive_is_opened_when_its_entries_are_not_too_many(monkeypatch):
    monkeypatch.setattr(zip_reader, "MOST_ENTRIES", 50)
    with zip_reader.opened(io.BytesIO(empty_files(50))) as archive:
        assert len(archive.infolist()) == 50
    monkeypatch.setattr(zipfile, "ZipFile", None)  # which would make an object of each
    with pytest.raises(zipfile.BadZipFile, match="too many entries"):
        zip_reader.opened(io.BytesIO(empty_files(51)))


@pytest.mark.parametrize("size", [3, 4, 5, 47])
def test_entries_are_counted_across_the_pieces_in_which_they_are_read(monkeypatch, size):
    monkeypatch.setattr(zip_reader, "_CHUNK", size)
    monkeypatch.setattr(zip_reader, "MOST_ENTRIES", 6)
    with pytest.raises(zipfile.BadZipFile, match="too many entries"):
        zip_reader.opened(io.BytesIO(empty_files(7)))
    assert len(zip_reader.opened(io.BytesIO(empty_files(6))).infolist()) == 6


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_lists_in_archives_that_are_packed_in_an_unusual_way_are_refused(method):
    with pytest.raises(SheetError, match="This zip file cannot be read"):
        member_files.read("PLAYER.ZIP", zipped({"PLAYER.DBF": player_list(ANNA)}, method))
    with pytest.raises(fide.NoFideList, match="does not contain exactly one list"):
        next(fide.players(io.BytesIO(zipped({"list.txt": b"x"}, method))))


@pytest.mark.long
def test_an_entry_is_unpacked_only_to_its_declared_size():
    data = bytearray(zipped({"PLAYER.DBF": bytes(64 << 20)}))
    place = data.index(b"PK\x01\x02") + 24  # the size in the directory
    data[place : place + 4] = (100).to_bytes(4, "little")
    tracemalloc.start()
    try:
        with suppress(SheetError):
            member_files.read("PLAYER.ZIP", bytes(data))
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
