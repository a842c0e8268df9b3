"""A ZIP archive stands for the files in it"""

import io
import tracemalloc
import zipfile
from contextlib import suppress

import pytest
from django.core.files.base import ContentFile

from tournaments.errors import Refused
from tournaments.intake.archives import unpacked


def packed(files, **changes):
    """Return an archive of these files, by name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, **changes) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return ContentFile(made.getvalue(), name="spring.zip")


def names(file, name="spring.zip"):
    return [name for _part, name in unpacked(file, name)]


def refusal(file):
    with pytest.raises(Refused) as found:
        unpacked(file, "spring.zip")
    return found.value.sentence


def test_the_files_of_an_archive_are_taken_without_their_folders():
    found = unpacked(packed({"spring/a.trf": b"first", "b.papi": b"second"}), "spring.zip")
    assert [(part.read(), name) for part, name in found] == [(b"first", "a.trf"), (b"second", "b.papi")]


def test_what_file_managers_add_is_left_out():
    files = {"a.trf": b"x", "__MACOSX/._a.trf": b"y", "__MACOSX/b.trf": b"y", ".DS_Store": b"z"}
    assert names(packed(files)) == ["a.trf"]


@pytest.mark.parametrize("document", ["[Content_Types].xml", "mimetype"])
def test_a_spreadsheet_and_any_other_file_stay_as_they_are(document):
    assert names(packed({document: b"", "sheet.xml": b""}), "games.xlsx") == ["games.xlsx"]
    [(file, name)] = unpacked(ContentFile(b"012 Cup"), "cup.trf")
    assert (file.read(), name) == (b"012 Cup", "cup.trf")


def test_folders_may_be_written_as_windows_writes_them():
    assert names(packed({"spring\\a.trf": b"x", "..\\b.trf": b"y", "spring\\.hidden": b"z"})) == ["a.trf", "b.trf"]


def test_a_file_without_a_name_is_left_out():
    made, nameless = io.BytesIO(), zipfile.ZipInfo("x")
    nameless.filename = ""
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(nameless, b"012 Cup")
        archive.writestr("a.trf", b"012 Cup")
    assert names(ContentFile(made.getvalue())) == ["a.trf"]


def test_an_archive_without_a_file_is_refused():
    assert refusal(packed({"empty/": b""})) == "The ZIP archive contains no file."


def test_a_damaged_archive_is_refused():
    data = packed({"a.trf": b"0123456789" * 50}).read()
    wrong = bytearray(data)
    wrong[45] ^= 0xFF
    for broken in (bytes(wrong), data[: len(data) // 2]):
        assert refusal(ContentFile(broken)).startswith("The ZIP archive is damaged")


def test_an_archive_with_a_password_is_refused():
    data = bytearray(packed({"a.trf": b"x"}).read())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert refusal(ContentFile(bytes(data))).startswith("The ZIP archive is password-protected")


def test_an_archive_of_too_many_files_or_bytes_is_refused(settings):
    many = packed({f"{number}.trf": b"x" for number in range(101)})
    assert refusal(many) == "The ZIP archive contains 101 files; at most 100 are accepted at once."
    settings.UPLOAD_LIMIT = 1000
    bomb = packed({"a.trf": b"0" * 3000})
    assert refusal(bomb) == "Unpacked, the ZIP archive has 2.9 KB; at most 2.0 KB are accepted at once."


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_packed_in_an_unusual_way_is_refused_before_anything_is_unpacked(method):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr("a.trf", b"012 Cup")
    assert refusal(ContentFile(made.getvalue())).startswith("The ZIP archive is damaged, or packed in an unusual way")


@pytest.mark.long
def test_a_file_is_unpacked_only_to_its_declared_size():
    data = bytearray(packed({"a.trf": bytes(64 << 20)}).read())
    place = data.index(b"PK\x01\x02") + 24  # the size in the directory
    data[place : place + 4] = (100).to_bytes(4, "little")
    tracemalloc.start()
    try:
        with suppress(Refused):
            unpacked(ContentFile(bytes(data)), "spring.zip")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
