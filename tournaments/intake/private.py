"""Files that hold more about people than a tournament needs, and the extracts that are kept of them.

The site keeps an extract of each Sharly-Chess event and Papi file. Files that an earlier version stored as they came
are replaced by theirs: `queue` and `clean`.
"""

import hashlib
from collections.abc import Callable, Collection

from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from federation.background import jobs
from federation.files import sqlite_reader
from federation.models import Job
from tournaments.errors import Refused
from tournaments.formats.papi import extract as papi
from tournaments.formats.papi import jet4_reader
from tournaments.formats.report import FormatError
from tournaments.formats.sharly_chess import tables
from tournaments.models import Upload, upload_path

KIND = "clean_uploads"
BEGINNING = 100  # bytes that say what a file is, and nothing about anybody
JET_HEADER = jet4_reader.PAGE  # the first page says why a database cannot be read


def without_private(file: File) -> File:
    """Return the file; of a Sharly-Chess event and of a Papi file its extract.

    It has no mail addresses, telephone numbers, passwords and schools. Raise `Refused` if such a file is damaged:
    nothing of it is kept.
    """
    file.seek(0)
    extract = _extract_for(file.read(BEGINNING))
    file.seek(0)
    if extract is None:
        return file
    data = file.read()
    file.seek(0)
    try:
        return ContentFile(extract(data))
    except FormatError as error:
        raise Refused(error.template, **error.facts) from None


def _extract_for(beginning: bytes) -> Callable[[bytes], bytes] | None:
    """Return what makes the extract of a file that begins so; None if it is kept as it is."""
    if sqlite_reader.is_sqlite(beginning):
        return tables.extract
    return papi.extract if jet4_reader.is_access(beginning) else None


def queue() -> Job | None:
    """Queue the cleaning of the files that nobody has looked through yet; None if there are none."""
    return jobs.submit(KIND, KIND, {}) if Upload.objects.filter(sent_sha256="").exists() else None


def unclean(digests: Collection[str] | None = None) -> list[str]:
    """Return the SHA-256 of the stored files that nobody has looked through yet, or of those of them."""
    found = Upload.objects.filter(sent_sha256="")
    if digests is not None:
        found = found.filter(sha256__in=digests) if digests else found.none()
    return list(found.order_by("sha256").values_list("sha256", flat=True).distinct())


@transaction.atomic
def clean(sha256: str) -> None:
    """Replace the stored file of that SHA-256 by its extract, in all its uploads.

    Of a damaged one only the beginning is kept. A file that is extracted already, or needs no extract, stays.
    """
    locked = Upload.objects.select_for_update(of=("self",), no_key=True).filter(sha256=sha256, sent_sha256="")
    uploads = list(locked.order_by("pk"))
    if not uploads:
        return
    changed: dict[str, object] = {"sent_sha256": sha256}
    path = uploads[0].file.name
    kept = _kept_of(path)
    if kept is not None:
        kept, digest = _distinct(kept)
        where = upload_path(Upload(sha256=digest), "")
        if not default_storage.exists(where):
            default_storage.save(where, ContentFile(kept))
        changed |= {"sha256": digest, "file": where, "size": len(kept)}
        transaction.on_commit(lambda: default_storage.delete(path))
    Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).update(**changed)


def _kept_of(path: str) -> bytes | None:
    """Return what is kept instead of a stored file; None if it stays, or is lost."""
    if not default_storage.exists(path):
        return None
    with default_storage.open(path, "rb") as file:
        data = file.read()
    extract = _extract_for(data[:BEGINNING])
    if extract is None:
        return None
    try:
        kept = extract(data)
    except FormatError:
        kept = data[:JET_HEADER] if jet4_reader.is_access(data) else data[:BEGINNING]
    return None if kept == data else kept


def _distinct(kept: bytes) -> tuple[bytes, str]:
    """Return what is kept and its SHA-256, with blanks at its end as long as another upload has the same.

    Two files that differed only in what is not kept were two uploads; they stay two.
    """
    padding = bytes(jet4_reader.PAGE) if jet4_reader.is_access(kept) else b"\n"
    digest = hashlib.sha256(kept).hexdigest()
    while Upload.objects.filter(sha256=digest).exists():
        kept += padding
        digest = hashlib.sha256(kept).hexdigest()
    return kept, digest
