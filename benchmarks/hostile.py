"""Files that mean harm: the slowest answer of the readers v 2 s, and the peak memory of the process v 200 MB.

A process of its own with a ceiling on its memory reads them all. Damaged: files of our writers with bytes changed,
stretches cut out, doubled, blanked or moved, and with their end missing. Swollen: as large as a file may be, for
nothing or with one wrong cell at the very end. Every one must give a report or one `FormatError`. The limits are those
of the promise, so this ratio does depend on the machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain

from benchmarks.events import games_csv as many_games
from benchmarks.events import tournament
from benchmarks.measure import MEGABYTE, Row, in_child
from tests.mutations import mutations, truncations
from tournaments import formats
from tournaments.formats.report import FormatError
from tournaments.writers import games_csv, papi, swiss_chess, trf

SECONDS, MEMORY = 2.0, 200 * MEGABYTE
SMALL, LARGE = 8 * MEGABYTE, 20 * MEGABYTE  # the largest file of a program, and the largest games CSV
File = tuple[str, bytes]


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    count = 15 if quick else 100
    found = []
    for kind in ("damaged", "swollen"):
        (files, slowest, name), peak = in_child(read_all, kind, count)
        found += [
            Row(f"slowest of {files} {kind} files ({name})", "2 s", slowest / SECONDS, at_most=1),
            Row(f"peak memory of the process that reads the {files} {kind} files", "200 MB", peak / MEMORY, at_most=1),
        ]
    return found


def read_all(kind: str, count: int) -> tuple[int, float, str]:
    """Read them all; their number, the seconds of the slowest and its name. Any exception but `FormatError` ends it."""
    files, slowest, slowest_name = 0, 0.0, ""
    for name, data in damaged(count) if kind == "damaged" else swollen():
        start = time.perf_counter()
        with suppress(FormatError):
            formats.read(name, data)
        seconds = time.perf_counter() - start
        files += 1
        if seconds > slowest:
            slowest, slowest_name = seconds, name
    return files, slowest, slowest_name


def damaged(count: int) -> Iterator[File]:
    """About twice ``count`` copies of a file of each format."""
    for seed, (name, data) in enumerate(whole()):
        for copy in chain(mutations(data, count, seed), truncations(data, count)):
            yield name, copy


def swollen() -> Iterator[File]:
    """Files of the largest size, made one by one."""
    for name, data in whole():
        limit = LARGE if name == "games.csv" else SMALL
        yield f"repeated {name}", (data * (limit // len(data)))[:limit]
        yield f"padded {name}", data.ljust(limit, b"\0")
        yield f"one endless line {name}", data.rstrip().ljust(limit, b"x")
    line = many_games(500, 60, 4000)
    header, _, body = line.partition(b"\n")
    lines = body * (LARGE // len(body) - 1)
    yield "wrong last cell of games.csv", header + b"\n" + lines + b"Open,,,,,,,,1,2,wrong\n"
    yield "quotation mark never closed of games.csv", header + b'\n"' + lines


def whole() -> list[File]:
    """A file of each format, in order."""
    report = tournament(0, 60, 4000)
    return [
        ("open.papi", papi.write(report)),
        ("open.SWT", swiss_chess.write(report)),
        ("open.trf", trf.write(report)),
        ("games.csv", games_csv.write([report])),
    ]
