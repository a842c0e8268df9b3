"""The way of measuring: ways of doing one thing take turns in one process, and medians are divided.

Seconds depend on the machine, on its load and on the hour; how many times one way takes as long as another, which was
measured between its repetitions, depends on them much less. So nothing but ratios leaves this module.
"""

from __future__ import annotations

import gc
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Way = Callable[[], object]
NOT_INSTALLED = "NOT INSTALLED"  # the note of a row that compares with something that is not on this machine
MEGABYTE = 1 << 20
CEILING = 2048 * MEGABYTE  # of address space of a child that reads hostile files: the machine must survive a failure


@dataclass(frozen=True)
class Row:
    """A line of the table. Exactly one of ``at_most`` and ``at_least`` says what is wanted of the ratio."""

    what: str
    against: str
    ratio: float | None  # None: could not be measured, ``note`` says why
    at_most: float | None = None
    at_least: float | None = None
    note: str = ""

    @property
    def goal(self) -> str:
        """Return the goal as the table prints it."""
        return f"<= {self.at_most:g}" if self.at_most is not None else f">= {self.at_least:g}"

    @property
    def met(self) -> bool:
        """Return whether the goal was reached."""
        if self.ratio is None:
            return False
        if self.at_most is not None:
            return self.ratio <= self.at_most
        return self.at_least is not None and self.ratio >= self.at_least


def medians(ways: Mapping[str, Way], repetitions: int, before_each: Way = lambda: None) -> dict[str, float]:
    """Return the seconds of each way: the median of its repetitions. The ways take turns: a, b, c, a, b, c ...

    ``before_each`` puts everything back; the clock does not see it.
    """
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repetitions):
        for name, way in ways.items():
            before_each()
            seconds[name].append(seconds_of(way))
    return {name: statistics.median(found) for name, found in seconds.items()}


def seconds_of(way: Way) -> float:
    """Return the seconds of one run, without the garbage of the previous one."""
    gc.collect()
    start = time.perf_counter()
    way()
    return time.perf_counter() - start


def in_child(work: Callable[..., Any], *arguments: Any) -> tuple[Any, int]:
    """Return what the work returns, and the peak memory in bytes of a fresh process that did nothing else.

    Raise `concurrent.futures.process.BrokenProcessPool` if the process did not survive it.
    """
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, fresh, initializer=_limit_memory) as pool:
        result = pool.submit(work, *arguments).result()
        return result, pool.submit(_peak_memory).result()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))


def _peak_memory() -> int:
    status = Path("/proc/self/status")  # Linux hands the peak of the parent on to getrusage of a child
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
