"""ZIP archives that no program writes: their local headers and their directory contradict each other.

Seeded: the same random numbers give the same archive.
"""

from __future__ import annotations

import random
import struct
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache

_LOCAL, _CENTRAL, _DESCRIPTOR, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x07\x08", b"PK\x05\x06"
_END_64, _LOCATOR_64 = b"PK\x06\x06", b"PK\x06\x07"
ENCRYPTED, DESCRIBED, UTF8 = 1, 8, 0x800
STORED, DEFLATED = 0, 8
NAMES = (
    b"a.trf", b"", b"/", b"//", b"../../etc/passwd", b"/etc/passwd", b"..\\..\\a.trf", b"C:\\a.trf", b"a\0.trf",
    b".", b"..", b"folder/", b"__MACOSX/._a.trf", b"mimetype", b"[Content_Types].xml", b"PLAYER.DBF",
    b"xl/workbook.xml", b"\xff\xfe.trf", "tournoi-é-🐴.trf".encode(), b"a.zip", b"x" * 65_535, b"/" * 65_535, b"con",
    b"a\r\nb: c.trf",
)  # fmt: skip
NUMBERS = (0, 1, 2, 29, 30, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
METHODS = (STORED, DEFLATED, 1, 9, 12, 14, 93, 99, 0xFFFF)  # and old ones, bzip2, LZMA, ...
CONTENTS = (b"", b"012 Cup\r\n", bytes(300_000), b"PK\x05\x06" + bytes(18))


@dataclass(frozen=True)
class Said:
    """What an archive says about a file, once before it and once in the directory."""

    name: bytes
    packed: int
    size: int
    crc: int
    method: int = DEFLATED
    flags: int = 0
    extra: bytes = b""

    def local(self) -> bytes:
        """Return the header before the file."""
        facts = (
            20,
            self.flags,
            self.method,
            0,
            0x21,
            self.crc,
            self.packed,
            self.size,
            len(self.name),
            len(self.extra),
        )
        return _LOCAL + struct.pack("<5H3L2H", *facts) + self.name + self.extra

    def central(self, place: int) -> bytes:
        """Return the entry in the directory; ``place``: where the file begins."""
        facts = (20, 20, self.flags, self.method, 0, 0x21, self.crc, self.packed, self.size)
        ends = (len(self.name), len(self.extra), 0, 0, 0, 0, place)
        return _CENTRAL + struct.pack("<6H3L5H2L", *facts, *ends) + self.name + self.extra


def odd_archive(rng: random.Random) -> bytes:
    """Return an archive of some files that contradicts itself in one or two facts."""
    body, directory = bytearray(rng.choice((b"", b"", b"MZ" + bytes(98)))), []
    for number in range(rng.choices((0, 1, 2, 3, 101, 2000), (1, 3, 3, 2, 1, 0.1))[0]):
        place, content = len(body), rng.choice(CONTENTS if number < 3 else CONTENTS[:2])
        if number and rng.random() < 0.2:
            content = bytes(body[-5_000:])  # an archive in the archive
        packed = _deflated(content)
        name = b"%d.trf" % number if number > 2 else rng.choice(NAMES)
        said = Said(name, len(packed), len(content), zlib.crc32(content))
        wrong = _contradicted(said, rng) if number < 5 else said
        before, behind = (wrong, said) if rng.random() < 0.5 else (said, wrong)
        body += before.local() + packed
        if behind.flags & DESCRIBED:
            body += _DESCRIPTOR + struct.pack("<3L", said.crc, said.packed, rng.choice((said.size, *NUMBERS)))
        if rng.random() < 0.1:  # over another file, or nowhere
            place = rng.choice((0, place // 2, place + 1, len(body), *NUMBERS))
        directory += [behind.central(place)] * rng.choice((1, 1, 1, 1, 2))
    return bytes(body) + _closed(b"".join(directory), len(directory), len(body), rng)


def empty_files(count: int) -> bytes:
    """Return an archive of this many empty files, all at one place."""
    empty = Said(b"a", 0, 0, 0, STORED)
    directory = b"".join(replace(empty, name=b"%d" % number).central(0) for number in range(count))
    end = _end_64(count, len(directory), len(empty.local())) + _end(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    return empty.local() + directory + end


@lru_cache(8)
def _deflated(content: bytes) -> bytes:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflater.compress(content) + deflater.flush()


def _contradicted(said: Said, rng: random.Random) -> Said:
    for _ in range(rng.choice((0, 1, 1, 2))):
        name = rng.choice(("name", "packed", "size", "crc", "method", "flags", "extra"))
        value = {
            "name": rng.choice(NAMES),
            "method": rng.choice(METHODS),
            "flags": rng.choice((ENCRYPTED, DESCRIBED, UTF8, 0x20, 0x40, 0x2000, 0xFFFF)),
            "extra": rng.choice((_wide(rng), _wide(rng)[:-1], b"\1\0\xff\xff", b"\1", bytes(65_535))),
        }.get(name, rng.choice((*NUMBERS, len(said.name), 299_999, 300_001)))
        said = replace(said, **{name: value})
    return said


def _wide(rng: random.Random) -> bytes:
    """Return the extra field of ZIP64: sizes and place in eight bytes."""
    numbers = [rng.choice((*NUMBERS, 1 << 40, (1 << 64) - 1)) for _ in range(rng.choice((0, 1, 2, 3)))]
    return struct.pack(f"<2H{len(numbers)}Q", 1, 8 * len(numbers), *numbers)


def _closed(directory: bytes, count: int, place: int, rng: random.Random) -> bytes:
    """Return the directory and the end record, which may give a wrong size and place of the directory."""
    facts = [min(count, 0xFFFF), len(directory), place]
    if rng.random() < 0.3:
        at = rng.randrange(3)
        facts[at] = rng.choice((*NUMBERS, facts[at] + 1, max(0, facts[at] - 1))) & (0xFFFFFFFF if at else 0xFFFF)
    wide = _end_64(rng.choice((count, *NUMBERS)), len(directory), place) if rng.random() < 0.2 else b""
    comment = rng.choice((b"", b"", b"a comment", b"PK\x05\x06" * 5, bytes(65_535)))
    return directory + wide + _end(*facts) + comment


def _end_64(count: int, size: int, place: int) -> bytes:
    end = _END_64 + struct.pack("<Q2H2L4Q", 44, 45, 45, 0, 0, count, count, size, place)
    return end + _LOCATOR_64 + struct.pack("<LQL", 0, place + size, 1)


def _end(count: int, size: int, place: int) -> bytes:
    return _END + struct.pack("<4H2LH", 0, 0, count, count, size, place, 0)
