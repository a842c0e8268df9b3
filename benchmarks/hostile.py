"""Files that mean harm: the slowest answer of the readers v 2 s, and the peak memory of the process v 200 MB.

Damaged: files of our writers with bytes changed, stretches cut out, doubled, blanked or moved, and with their end
missing; one process reads them all. Swollen: as large as a file of its format may be, for nothing or with one wrong
cell at the very end; each is read by its own process. All with a ceiling on their memory. Every file must give
a report or one `FormatError`. Seconds are those of the processor, since a reader waits for nothing. The limits are
those of the promise, so these ratios do depend on the machine.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from benchmarks.invented.events import games_csv as many_games
from benchmarks.invented.events import tournament
from benchmarks.measure import MEGABYTE, Row, in_child
from tests.mutations import mutations, truncations
from tests.tournaments.formats.trf import files as trf_files
from tournaments import formats
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.papi import writer as papi
from tournaments.formats.report import FormatError
from tournaments.formats.swiss_chess import writer as swiss_chess

SECONDS, MEMORY = 2.0, 200 * MEGABYTE
LARGEST = 20 * MEGABYTE  # UPLOAD_LIMIT
File = tuple[str, bytes]


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few = [_written(folder, number, file) for number, file in enumerate(damaged(15 if quick else 100))]
        large = [_written(folder, number, file) for number, file in enumerate(swollen(), len(few))]
        found = [in_child(read_all, few), *(in_child(read_all, [file]) for file in large)]
    seconds, slowest = max(worst for worst, _peak in found)
    files = f"{len(few)} damaged and {len(large)} swollen files"
    return [
        Row(f"slowest of {files} ({slowest})", "2 s of the processor", seconds / SECONDS, at_most=1),
        Row(f"peak memory over {files}", "200 MB", max(peak for _worst, peak in found) / MEMORY, at_most=1),
    ]


def read_all(files: list[Path]) -> tuple[float, str]:
    """Read them all; seconds and name of the slowest. Any exception but `FormatError` ends it."""
    found = []
    for file in files:
        data, name = file.read_bytes(), file.name.partition(" ")[2]
        start = time.process_time()
        with suppress(FormatError):
            formats.read(name, data)
        found.append((time.process_time() - start, name))
    return max(found)


def _written(folder: Path, number: int, file: File) -> Path:
    name, data = file
    path = folder / f"{number} {name}"
    path.write_bytes(data)
    return path


def damaged(count: int) -> Iterator[File]:
    """Return about twice ``count`` damaged copies of a file of each format."""
    for seed, (name, data) in enumerate(whole()):
        for copy in chain(mutations(data, count, seed), truncations(data, count)):
            yield name, copy


def swollen() -> Iterator[File]:
    """Yield files of the largest size, made one by one."""
    for name, data in whole():
        yield f"repeated {name}", (data * (LARGEST // len(data)))[:LARGEST]
        yield f"with nothing behind {name}", data.ljust(LARGEST, b"\0")
        yield f"with an endless line {name}", data.rstrip().ljust(LARGEST, b"x")
    header, _, body = many_games(500, 60, 4000).partition(b"\n")
    lines = body * (LARGEST // len(body) - 1)
    yield "with a wrong last cell games.csv", header + b"\n" + lines + b"Open,,,,,,,,1,2,wrong\n"
    yield "with an open quotation games.csv", header + b'\n"' + lines


def whole() -> list[File]:
    """Return a file of each format, in order."""
    report = tournament(0, 60, 4000)
    return [
        ("open.papi", papi.write(report)),
        ("open.SWT", swiss_chess.write(report)),
        ("open.trf", trf_files.write(report)),
        ("games.csv", games_csv.write([report])),
    ]
