"""federation/files/zip_writer.py"""

import datetime as dt
import io
import zipfile

import pytest

from federation.files.zip_writer import zipped

FILES = {"a.txt": [b"one, ", b"two", b""], "empty.txt": [], "b.bin": [bytes(range(256))] * 500}


def test_what_was_packed_is_unpacked():
    archive = zipfile.ZipFile(io.BytesIO(zipped(FILES.items(), dt.date(2026, 7, 1), "digest")))
    assert archive.testzip() is None
    assert {name: archive.read(name) for name in archive.namelist()} == {
        name: b"".join(parts) for name, parts in FILES.items()
    }
    assert archive.comment == b"digest"
    assert {entry.date_time for entry in archive.infolist()} == {(2026, 7, 1, 0, 0, 0)}


def test_the_same_files_give_the_same_bytes():
    assert zipped(FILES.items()) == zipped((name, iter(parts)) for name, parts in FILES.items())


def test_a_file_that_cannot_be_made_leaves_no_archive():
    def parts():
        yield b"begun"
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        zipped([("a.txt", parts())])
