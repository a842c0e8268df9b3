"""ZIP archives from anybody: refused if they have too many entries, unpacked only to their declared size. Pure."""

import struct
import zipfile
import zlib
from collections.abc import Iterable
from typing import IO

MOST_ENTRIES = 10_000  # each takes half a kilobyte of memory as soon as the archive is opened
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others unpack a whole block before anybody can stop them
# What zipfile raises for a damaged archive.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError),
    *(LookupError, ValueError, RuntimeError, OverflowError),
)
_SIGNATURE = b"PK\x01\x02"  # every entry of the directory begins with it
_CHUNK = 1 << 20


def opened(file: IO[bytes]) -> zipfile.ZipFile:
    """Return the archive. Raise one of `DAMAGED` if it is damaged or has too many entries."""
    if _entries_at_most(file) > MOST_ENTRIES:
        raise zipfile.BadZipFile("too many entries")
    return zipfile.ZipFile(file)


def is_usual(entries: Iterable[zipfile.ZipInfo]) -> bool:
    """Return whether all entries use a method that can be unpacked in parts."""
    return all(entry.compress_type in METHODS for entry in entries)


def content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return the entry, read to its declared size: `ZipFile.read` would unpack everything before it cuts.

    Raise one of `DAMAGED` if it is damaged.
    """
    with archive.open(entry) as part:
        return part.read(entry.file_size)


def _entries_at_most(file: IO[bytes]) -> int:
    """Count the signatures of entries, before zipfile makes an object of each."""
    file.seek(0)
    count, before = 0, b""
    while chunk := file.read(_CHUNK):
        count += (before + chunk).count(_SIGNATURE)
        before = chunk[1 - len(_SIGNATURE) :]
    file.seek(0)
    return count
