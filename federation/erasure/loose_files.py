"""Files that no row names: previews of imports, files that wait, logs, the files of the demo."""

import datetime as dt
import gzip
import io
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote_plus

from django.conf import settings

from federation.erasure.person import Person
from federation.files import pending_uploads, zip_reader

ENCODINGS = ("utf-8", "cp1252", "utf-16-le")
DEEPEST = 3  # archives in archives
LARGEST = 2  # what is unpacked of one file, in multiples of the limit for uploads


def names(data: bytes, person: Person) -> bool:
    """Return whether the bytes of a file name the person, in any usual encoding; archives are opened.

    One that unpacks to more than the site reads of any file counts as naming them: it might.
    """
    left = LARGEST * settings.UPLOAD_LIMIT
    for content in _contents(data, left):
        left -= len(content)
        if left < 0 or any(person.is_named_in(content.decode(encoding, "ignore")) for encoding in ENCODINGS):
            return True
    return False


def clear(person: Person) -> int:
    """Delete previews that wait for confirmation, and files that name the person; rewrite logs. Return how many."""
    deleted = pending_uploads.purge(kept=dt.timedelta())
    for folder in (settings.SPOOL_ROOT, settings.DEMO_ROOT):
        for file in _files(folder):
            if names(file.read_bytes(), person):
                file.unlink()
                deleted += 1
    return deleted + sum(_rewritten(log, person) for log in _files(settings.VAR_DIR / "log"))


def _contents(data: bytes, most: int, depth: int = 0) -> Iterator[bytes]:
    """Yield the bytes, and those of the files packed in them: of each no more than one byte above ``most``."""
    yield data
    if depth < DEEPEST:
        for inner in _inside(data, most + 1):
            yield from _contents(inner, most, depth + 1)


def _inside(data: bytes, most: int) -> Iterator[bytes]:
    """Yield the files of an archive, without those that are damaged."""
    with suppress(*zip_reader.DAMAGED):
        if data.startswith(b"\x1f\x8b"):
            yield gzip.GzipFile(fileobj=io.BytesIO(data)).read(most)
        elif data.startswith(b"PK"):
            with zip_reader.opened(io.BytesIO(data)) as archive:
                for entry in archive.infolist():
                    with suppress(*zip_reader.DAMAGED), archive.open(entry) as part:
                        yield part.read(most)


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()] if folder.is_dir() else []


def _rewritten(log: Path, person: Person) -> bool:
    """Remove the lines that name the person from a log, also where the address of a page names them."""
    lines = log.read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
    kept = [line for line in lines if not person.is_named_in(unquote_plus(line))]
    if kept == lines:
        return False
    with log.open("r+", encoding="utf-8", errors="surrogateescape") as file:  # the programs that write it append
        file.truncate()
        file.writelines(kept)
    return True
