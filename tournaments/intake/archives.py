"""Unpack a ZIP archive that was sent instead of tournament files."""

import zipfile
from pathlib import PurePosixPath

from django.conf import settings
from django.core.files import File
from django.core.files.base import ContentFile
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_noop as noop

from federation.files import zip_reader
from tournaments.errors import Refused

MOST_FILES = 100
MOST_BYTES = 2  # limit for all files together, in multiples of the limit for one
DOCUMENTS = {"[Content_Types].xml", "mimetype"}  # in archives that are one document: spreadsheets, texts
BEGINNING = b"PK\x03\x04"
ENCRYPTED = 1  # a bit in the flags of an entry

UNREADABLE = noop(
    "The ZIP archive is damaged, or packed in an unusual way: pack it again, or send the files themselves."
)
PROTECTED = noop("The ZIP archive is password-protected: send the files themselves.")
NO_FILE = noop("The ZIP archive contains no file.")
TOO_MANY = noop("The ZIP archive contains %(count)s files; at most %(most)s are accepted at once.")
TOO_MUCH = noop("Unpacked, the ZIP archive has %(size)s; at most %(most)s are accepted at once.")


def unpacked(file: File, name: str) -> list[tuple[File, str]]:
    """Return the file with its name; of a ZIP archive all files in it, without folders and notes of file managers.

    Raise `Refused` if the archive is damaged, too large or empty; then nothing of it is taken.
    """
    if file.size > settings.UPLOAD_LIMIT:
        return [(file, name)]
    try:
        if not zipfile.is_zipfile(file):
            _require_whole(file)
            return [(file, name)]
        with zip_reader.opened(file) as archive:
            if DOCUMENTS & set(archive.namelist()):
                return [(file, name)]
            entries = [entry for entry in archive.infolist() if _is_meant(entry)]
            _require_modest(entries)
            return [(ContentFile(zip_reader.content(archive, entry)), _path(entry).name) for entry in entries]
    except zip_reader.DAMAGED:
        raise Refused(UNREADABLE) from None


def _require_whole(file: File) -> None:
    """Refuse the beginning of an archive: uncompressed files inside look like tournament files."""
    file.seek(0)
    if file.read(len(BEGINNING)) == BEGINNING:
        raise Refused(UNREADABLE)
    file.seek(0)


def _path(entry: zipfile.ZipInfo) -> PurePosixPath:
    """Return the path of an entry; some programs on Windows write backslashes."""
    return PurePosixPath(entry.filename.replace("\\", "/"))


def _is_meant(entry: zipfile.ZipInfo) -> bool:
    path = _path(entry)
    is_file = path.name and not entry.filename.endswith(("/", "\\"))
    return bool(is_file) and "__MACOSX" not in path.parts and not path.name.startswith(".")


def _require_modest(entries: list[zipfile.ZipInfo]) -> None:
    """Refuse by the declared sizes, because no more than that is unpacked."""
    if not entries:
        raise Refused(NO_FILE)
    if any(entry.flag_bits & ENCRYPTED for entry in entries):
        raise Refused(PROTECTED)
    if not zip_reader.is_usual(entries):
        raise Refused(UNREADABLE)
    if len(entries) > MOST_FILES:
        raise Refused(TOO_MANY, count=len(entries), most=MOST_FILES)
    size, most = sum(entry.file_size for entry in entries), MOST_BYTES * settings.UPLOAD_LIMIT
    if size > most:
        raise Refused(TOO_MUCH, size=filesizeformat(size), most=filesizeformat(most))
