"""Damages files for every reader without end: each must give a report or one sentence, within 2 s and 200 MB.

    python -m tests.fuzz                               100 000 damaged copies for each reader (`tests/readers.py`)
    python -m tests.fuzz --count 1000 papi archive     a thousand for these two
    python -m tests.fuzz --seed 4711 --count 1 papi    one copy once more

A copy follows from the reader's files and its seed alone. What is found is printed as a command that makes it again;
put the pair into `KEPT`, which the test suite reads for ever.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import django
from django.apps import apps

if not apps.ready:  # the command: some readers know models
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from tests.mutations import mutations
from tests.readers import READERS

COUNT = 100_000
SECONDS, MEGABYTES = 2.0, 200
TRUNCATED = 5  # every so many copies is a beginning
WHOLE = 3  # every so many copies is of a whole file, where the reader has others, too, that are wrong from the start
SHOWN = 20_000  # copies between two lines of progress

# Reader and seed of copies that were answered wrongly once.
KEPT: tuple[tuple[str, int], ...] = (
    ("archive", 7),
    ("archive", 1568),
    ("archive", 311366),
    ("fide_list", 1797),
    ("open_gotha", 216392),
)


def copy_of(key: str, seed: int) -> bytes:
    """Return the damaged copy of one of the reader's files that the seed makes."""
    reader, rng = READERS[key], random.Random(seed)
    is_odd = reader.odd is not None and seed % WHOLE > 0
    data = reader.odd(rng) if is_odd else rng.choice(reader.files)
    if seed % TRUNCATED == 0:
        return data[: rng.randrange(len(data))]
    return data if is_odd and seed % WHOLE == 1 else next(mutations(data, 1, seed))


def answer(key: str, data: bytes) -> str:
    """Return "report" or "error": how the reader answers the bytes. Exceptions other than its refusals pass."""
    try:
        found = READERS[key].read(data)
    except READERS[key].refusals as error:
        if not str(error):
            raise AssertionError("an error without a sentence") from error
        return "error"
    if not found:
        raise AssertionError("neither a report nor an error")
    return "report"


def faults(key: str, seeds: range) -> Iterator[str]:
    """Damages and reads; a line for each copy that was answered wrongly, and at the end how all were answered."""
    answers: Counter[str] = Counter()
    slowest = 0.0
    for done, seed in enumerate(seeds, start=1):
        start = time.process_time()
        try:
            answers[answer(key, copy_of(key, seed))] += 1
        except Exception as error:  # whatever it is, it is what is looked for
            yield f"python -m tests.fuzz --seed {seed} --count 1 {key}: {type(error).__name__}: {error}"
        taken = time.process_time() - start
        slowest = max(slowest, taken)
        if taken > SECONDS:
            yield f"python -m tests.fuzz --seed {seed} --count 1 {key}: {taken:.1f} s"
        if done % SHOWN == 0:
            print(f"{key}: {done} of {len(seeds)}", file=sys.stderr)
    print(f"{key}: {answers['report']} reports, {answers['error']} errors, the slowest {slowest:.3f} s")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return the number of copies that were answered wrongly."""
    parser = argparse.ArgumentParser(description="Damages files for every reader; see the top of this module.")
    parser.add_argument("readers", nargs="*", choices=[[], *READERS], metavar="reader")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=1, help="of the first copy")
    asked = parser.parse_args(words)
    wrong = 0
    for key in asked.readers or READERS:
        for line in faults(key, range(asked.seed, asked.seed + asked.count)):
            wrong += 1
            print(line)
    peak = _peak_megabytes()
    print(f"peak memory: {peak:.0f} MB")
    return wrong + (peak > MEGABYTES)


def _peak_megabytes() -> float:
    """Return the peak memory of this process. `getrusage` on Linux may report that of the parent process."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)  # macOS counts bytes


if __name__ == "__main__":
    sys.exit(min(main(), 1))
