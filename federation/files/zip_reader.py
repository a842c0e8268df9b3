"""ZIP archives that may come from anybody: opened where modest, unpacked no further than they declare. Pure."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import IO

MOST_ENTRIES = 10_000  # each takes half a kilobyte of memory as soon as the archive is opened
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others unpack a whole block before anybody can stop them
# What zipfile raises over the bytes of a zip that somebody damaged.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError),
    *(LookupError, ValueError, RuntimeError, OverflowError),
)
_SIGNATURE = b"PK\x01\x02"  # every entry of the directory begins with it
_CHUNK = 1 << 20


def opened(file: IO[bytes]) -> zipfile.ZipFile:
    """The archive. Raises one of `DAMAGED`, also where it has too many entries."""
    if _entries_at_most(file) > MOST_ENTRIES:
        raise zipfile.BadZipFile("too many entries")
    return zipfile.ZipFile(file)


def is_usual(entries: Iterable[zipfile.ZipInfo]) -> bool:
    """Whether they are packed by a method of which one can unpack a part."""
    return all(entry.compress_type in METHODS for entry in entries)


def content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Read to its declared size: `ZipFile.read` would unpack all that is behind it before it cuts.

    Raises one of `DAMAGED`.
    """
    with archive.open(entry) as part:
        return part.read(entry.file_size)


def _entries_at_most(file: IO[bytes]) -> int:
    """How often their signature occurs: before zipfile has made an object of each."""
    file.seek(0)
    count, before = 0, b""
    while chunk := file.read(_CHUNK):
        count += (before + chunk).count(_SIGNATURE)
        before = chunk[1 - len(_SIGNATURE) :]
    file.seek(0)
    return count
