"""federation/erasure/loose_files.py: files that name a person, also packed, damaged or far too large."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest
from django.conf import LazySettings

from federation.erasure.loose_files import names
from federation.erasure.person import Person
from federation.identity.names import PersonName
from federation.models import Member

NAMING = b"Board 1: Aerts, Anna"


@pytest.fixture(autouse=True)
def small_limit(settings: LazySettings) -> None:
    settings.UPLOAD_LIMIT = 1000


@pytest.fixture
def person() -> Person:
    nothing = frozenset[str]()
    return Person(
        [Member(number="10001")], frozenset({PersonName("Aerts", "Anna")}), *[nothing] * 2, frozenset(), nothing
    )


def packed(**files: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return archive.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: packed(a=b"", b=packed(c=data))], ids=["gzip", "zip"])
def test_a_packed_file_is_opened(person: Person, pack) -> None:
    assert names(pack(NAMING), person)
    assert not names(pack(NAMING.replace(b"Anna", b"Anton")), person)


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: packed(a=data)], ids=["gzip", "zip"])
def test_what_unpacks_to_more_than_any_reader_takes_counts_as_naming(person: Person, pack) -> None:
    assert not names(pack(bytes(1500)), person)
    assert names(pack(bytes(2500)), person)


def test_many_small_files_are_too_large_together(person: Person) -> None:
    assert names(packed(**{str(number): bytes(300) for number in range(8)}), person)


def test_a_damaged_part_hides_no_other_one_and_stops_no_erasure(person: Person) -> None:
    whole = packed(a=b"what is damaged below" * 9, b=NAMING)
    start = whole.index(b"a") + 1
    damaged = whole[:start] + b"\xff" * 9 + whole[start + 9 :]
    with pytest.raises(zipfile.zlib.error), zipfile.ZipFile(io.BytesIO(damaged)) as archive:
        archive.read("a")
    assert names(damaged, person)
    assert not names(gzip.compress(NAMING)[:-12], person)
