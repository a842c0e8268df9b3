"""Logos: raster pictures only. An SVG file may contain scripts and load from other hosts, so none is accepted."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from django.core.files import File
from django.utils.translation import gettext_noop as noop

from federation.evidence.papers import kind_of
from federation.i18n.errors import UserError

MOST_BYTES = 200 * 1024
LEAST, MOST = 32, 2000  # pixels of a side
WIDEST = 6  # times its height
SIZE = noop(
    "The logo has %(width)s × %(height)s pixels: each side needs %(least)s to %(most)s, "
    "and the width at most %(widest)s times the height."
)
ACCEPTED = "image/png,image/webp"


class LogoError(UserError):
    """The file is no logo for the site: one sentence for the person who sent it."""


class Logo(NamedTuple):
    """A file that was checked."""

    data: bytes
    kind: str  # png or webp
    width: int
    height: int
    digest: str


def checked(file: File) -> Logo:
    """Return the logo. Raise `LogoError` if it is too large, of another kind or of a size that no page can show."""
    if (file.size or 0) > MOST_BYTES:
        raise LogoError(noop("The logo is too large: at most %(limit)s kB."), limit=MOST_BYTES // 1024)
    file.seek(0)
    data = file.read()
    kind = kind_of(data)
    size = {"png": _png, "webp": _webp}[kind](data) if kind in {"png", "webp"} else None
    if kind is None or size is None:
        raise LogoError(noop("The logo must be a PNG or WebP picture."))
    width, height = size
    if not (min(size) >= LEAST and max(size) <= MOST and width <= WIDEST * height):
        raise LogoError(SIZE, width=width, height=height, least=LEAST, most=MOST, widest=WIDEST)
    return Logo(data, kind, width, height, hashlib.sha256(data).hexdigest())


def _png(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG picture (ISO/IEC 15948, 11.2.2), None if its header is broken."""
    if len(data) < 45 or data[12:16] != b"IHDR" or b"IEND" not in data[-12:]:
        return None
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _webp(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a WebP picture (RFC 9649, 2.5 to 2.7), None if its header is broken."""
    form, content = data[12:16], data[20:30]
    if len(content) < 10 or int.from_bytes(data[4:8], "little") + 8 > len(data) + 1:
        return None
    if form == b"VP8X":
        return 1 + int.from_bytes(content[4:7], "little"), 1 + int.from_bytes(content[7:10], "little")
    if form == b"VP8L" and content[0] == 0x2F:
        bits = int.from_bytes(content[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if form == b"VP8 " and content[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(content[6:8], "little") & 0x3FFF, int.from_bytes(content[8:10], "little") & 0x3FFF
    return None
