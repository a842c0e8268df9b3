"""Files that no row names: previews of imports, files that wait, logs, the files of the demo."""

import datetime as dt
import gzip
import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote_plus

from django.conf import settings

from federation.erasure.person import Person
from federation.files import pending_uploads

ENCODINGS = ("utf-8", "cp1252", "utf-16-le")
DEEPEST = 3  # archives in archives


def names(data: bytes, person: Person, depth: int = 0) -> bool:
    """Return whether the bytes of a file name the person, in any usual encoding; archives are opened."""
    if any(person.is_named_in(data.decode(encoding, "ignore")) for encoding in ENCODINGS):
        return True
    return depth < DEEPEST and any(names(inner, person, depth + 1) for inner in _inside(data))


def clear(person: Person) -> int:
    """Delete previews that wait for confirmation, and files that name the person; rewrite logs. Return how many."""
    deleted = pending_uploads.purge(kept=dt.timedelta())
    for folder in (settings.SPOOL_ROOT, settings.DEMO_ROOT):
        for file in _files(folder):
            if names(file.read_bytes(), person):
                file.unlink()
                deleted += 1
    return deleted + sum(_rewritten(log, person) for log in _files(settings.VAR_DIR / "log"))


def _inside(data: bytes) -> Iterator[bytes]:
    """Yield the files of an archive. A damaged one has none."""
    with suppress(OSError, EOFError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        if data.startswith(b"\x1f\x8b"):
            yield gzip.decompress(data)
        elif data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for name in archive.namelist():
                    yield archive.read(name)


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
