"""Photos and PDF files that prove something: a score sheet, a match sheet. What they are is read from their content.

Nothing that a reader's program would run is taken: no format but pictures and PDF, and no PDF with scripts, actions,
forms that send themselves, or files inside. An encrypted one cannot be checked, so it is refused, too.
"""

import hashlib
import re
import zlib
from typing import NamedTuple

from django.core.files import File
from django.utils.translation import gettext_noop as noop

from federation.files.limits import TOO_LARGE, too_large
from federation.i18n.errors import UserError

NOT_A_PAPER = noop("This file is neither a photo (JPEG, PNG or WebP) nor a PDF file.")
ACTIVE = noop("This PDF file holds scripts, actions or other files, or is encrypted. Print it to a new PDF file first.")
ACCEPTED = "image/jpeg,image/png,image/webp,application/pdf"
MOST_UNPACKED = 32 * 1024 * 1024  # bytes of the objects of a PDF file

_BEGINNINGS = {b"\xff\xd8\xff": "jpg", b"\x89PNG\r\n": "png", b"%PDF-": "pdf"}
# Names of the actions themselves. /OpenAction and /AA say only when an action runs; many programs write the first for
# the page to begin with. Names of two letters stand by chance in the bytes of every fourth scan of 5 MB.
_ACTIVE = re.compile(
    rb"/(?:JavaScript|Rendition|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Encrypt)(?![A-Za-z0-9])"
)
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")  # a letter of a name: /J#53 is /JS
_PACKED_OBJECTS = re.compile(rb"/ObjStm(?:(?!endobj).){0,400}?stream\r?\n", re.DOTALL)


class NotTaken(UserError):
    """The file is not taken: one sentence for the person who sent it."""


class Paper(NamedTuple):
    """A file that was checked."""

    kind: str  # the ending of its name: jpg, png, webp or pdf
    size: int
    sha256: str


def checked(file: File) -> Paper:
    """Return what the file is. Raise `NotTaken` if it is too large, of another kind or holds active content."""
    if facts := too_large(file.size or 0):
        raise NotTaken(TOO_LARGE, **facts)
    file.seek(0)
    data = file.read()
    file.seek(0)
    kind = kind_of(data)
    if kind is None:
        raise NotTaken(NOT_A_PAPER)
    if kind == "pdf" and is_active(data):
        raise NotTaken(ACTIVE)
    return Paper(kind, len(data), hashlib.sha256(data).hexdigest())


def kind_of(data: bytes) -> str | None:
    """Return the kind of file by its first bytes; None for anything but pictures and PDF."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for begin, kind in _BEGINNINGS.items() if data.startswith(begin)), None)


def is_active(pdf: bytes) -> bool:
    """Return whether a PDF file holds anything that a reader's program may run, or hides its content."""
    return _names_active(pdf) or any(_names_active(objects) for objects in _unpacked(pdf))


def _names_active(objects: bytes) -> bool:
    return bool(_ACTIVE.search(_ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), objects)))


def _unpacked(pdf: bytes) -> list[bytes]:
    """Return the objects that the file holds packed. What cannot be unpacked counts as active content."""
    found, left = [], MOST_UNPACKED
    for start in _PACKED_OBJECTS.finditer(pdf):
        unpacking = zlib.decompressobj()
        try:
            objects = unpacking.decompress(pdf[start.end() :], left + 1)
        except zlib.error:
            return [b"/Encrypt"]
        left -= len(objects)
        if left < 0:
            return [b"/Encrypt"]
        found.append(objects)
    return found
