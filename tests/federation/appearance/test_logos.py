"""Which files are logos: PNG and WebP of a size that a page can show."""

from __future__ import annotations

import struct
import zlib

import pytest
from django.core.files.base import ContentFile

from federation.appearance import logos


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int) -> bytes:
    """Return a PNG picture of one grey."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    dots = zlib.compress((b"\0" + b"\x55" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", dots) + chunk(b"IEND", b"")


def webp(form: bytes, content: bytes) -> bytes:
    body = b"WEBP" + form + struct.pack("<I", len(content)) + content
    return b"RIFF" + struct.pack("<I", len(body)) + body


LOSSY = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 120, 60) + bytes(20)
LOSSLESS = b"\x2f" + struct.pack("<I", 119 | 59 << 14) + bytes(20)
EXTENDED = bytes(4) + (119).to_bytes(3, "little") + (59).to_bytes(3, "little") + bytes(20)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (png(120, 60), "png"),
        (webp(b"VP8 ", LOSSY), "webp"),
        (webp(b"VP8L", LOSSLESS), "webp"),
        (webp(b"VP8X", EXTENDED), "webp"),
    ],
)
def test_pictures_of_dots_are_taken_with_their_size(data: bytes, kind: str) -> None:
    found = logos.checked(ContentFile(data))
    assert (found.data, found.kind, found.width, found.height) == (data, kind, 120, 60)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "The logo must be a PNG or WebP picture."),
        (b"\xff\xd8\xff\xe0 photo", "The logo must be a PNG or WebP picture."),
        (png(120, 60)[:30], "The logo must be a PNG or WebP picture."),
        (b"RIFF\0\0\0\0WEBPVP8 ", "The logo must be a PNG or WebP picture."),
        (bytes(logos.MOST_BYTES + 1), "The logo is too large: at most 200 kB."),
        (
            png(700, 100),
            "The logo has 700 × 100 pixels: each side needs 32 to 2000, and the width at most 6 times the height.",
        ),
        (
            png(31, 31),
            "The logo has 31 × 31 pixels: each side needs 32 to 2000, and the width at most 6 times the height.",
        ),
    ],
)
def test_other_files_are_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(logos.LogoError) as refused:
        logos.checked(ContentFile(data))
    assert refused.value.sentence == sentence
