"""Damaged copies of a file, for tests that a reader answers with a report or one FormatError.

Seeded: the same data, count and seed give the same copies in every run.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

EXTREMES = (b"\0", b"\1", b"\x7f", b"\x80", b"\xff", b"\xff\xff", b"\xff\x7f", b"\0\0\0\0", b"\xff\xff\xff\xff")

# What counts, lengths and places are made of; a text may hold more.
NUMBERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
DIGITS = (b"", b"-1", b"0", b"1e999", b"nan", b"9" * 30, b"0x10", b"\xd9\xa3", b"\xc2\xb2", b"1" * 5_000)
MOST_COPIES = 2_000  # of a line


def mutations(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Yield ``count`` damaged copies of ``data``: bytes changed; parts cut out, doubled, blanked or moved; numbers in
    binary or digits replaced; lines doubled, left out or moved.
    """
    rng = random.Random(seed)
    for _ in range(count):
        copy = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 8))):
            if copy:
                rng.choice(_DAMAGES)(copy, rng)
        yield bytes(copy)


def truncations(data: bytes, count: int) -> Iterator[bytes]:
    """Yield about ``count`` beginnings of ``data``, evenly spread, from nothing to all except one byte."""
    step = max(1, len(data) // max(1, count))
    lengths = {*range(0, len(data), step), 0, max(0, len(data) - 1)}
    for length in sorted(lengths):
        yield data[:length]


def _flip(copy: bytearray, rng: random.Random) -> None:
    copy[rng.randrange(len(copy))] ^= 1 << rng.randrange(8)


def _replace(copy: bytearray, rng: random.Random) -> None:
    copy[rng.randrange(len(copy))] = rng.randrange(256)


def _extreme(copy: bytearray, rng: random.Random) -> None:
    """Return a count or offset at the ends of its range, where readers of binary formats tend to break."""
    value = rng.choice(EXTREMES)
    start = rng.randrange(len(copy))
    copy[start : start + len(value)] = value


def _cut(copy: bytearray, rng: random.Random) -> None:
    start, size = _stretch(copy, rng)
    del copy[start : start + size]


def _double(copy: bytearray, rng: random.Random) -> None:
    start, size = _stretch(copy, rng)
    copy[start:start] = copy[start : start + size]


def _blank(copy: bytearray, rng: random.Random) -> None:
    start, size = _stretch(copy, rng)
    copy[start : start + size] = bytes(size)


def _move(copy: bytearray, rng: random.Random) -> None:
    """Copy one part over another of the same length, so that the file keeps its size and plausible values."""
    start, size = _stretch(copy, rng)
    target = rng.randrange(len(copy) - size + 1)
    copy[target : target + size] = copy[start : start + size]


def _number(copy: bytearray, rng: random.Random) -> None:
    """Return a number that may be a count, a length or a place in the file."""
    size = rng.choice((2, 4))
    starts = [rng.randrange(len(copy)) for _ in range(30)]
    small = (start for start in starts if int.from_bytes(copy[start : start + size], "little", signed=True) < len(copy))
    start = next(small, starts[0])
    now = int.from_bytes(copy[start : start + size], "little")
    value = rng.choice((*NUMBERS, now + 1, now - 1, 2 * now, len(copy), len(copy) - start))
    copy[start : start + size] = (value % (1 << 8 * size)).to_bytes(size, "little")


def _digits(copy: bytearray, rng: random.Random) -> None:
    found = re.compile(rb"\d+").search(copy, rng.randrange(len(copy)))
    if found:
        copy[found.start() : found.end()] = rng.choice((*DIGITS, str(int(found[0][:30]) + 1).encode()))


def _line(copy: bytearray, rng: random.Random) -> None:
    lines = copy.splitlines(keepends=True)
    start = rng.randrange(len(lines))
    line = lines.pop(start)
    lines[start:start] = [line] * rng.choice((0, 2, 3, min(MOST_COPIES, 200_000 // len(line))))
    if rng.random() < 0.3:
        lines.insert(rng.randrange(len(lines) + 1), line)
    copy[:] = b"".join(lines)


def _stretch(copy: bytearray, rng: random.Random) -> tuple[int, int]:
    size = min(len(copy), rng.choice((1, 2, 4, 16, 100, 1000)))
    return rng.randrange(len(copy) - size + 1), size


_DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _flip,
    _replace,
    _extreme,
    _cut,
    _double,
    _blank,
    _move,
    _number,
    _digits,
    _line,
)
