"""The loops that run in plain Python on every machine, and compiled where numba is installed: how far apart they are.

Numba is an optional extra and no part of a stock installation, so rating systems are measured without it; a row of its
own tells what it brings. Its compiling, some seconds once a process, is not in that row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np

from benchmarks.measure import NOT_INSTALLED, Row, Way, medians
from ratings.systems.common import compiled_loops

Call = tuple[compiled_loops.Build, tuple[Any, ...]]  # a loop and the tables that it works on


@contextmanager
def in_plain_python() -> Iterator[None]:
    """Inside, loops run as they do without numba."""
    with mock.patch.object(compiled_loops, "has_compiler", lambda: False):
        yield


def compiled_row(what: str, work: Way, answer: Callable[[tuple[Any, ...]], Any], goal: float) -> Row:
    """All loops that the work runs, once more compiled. ``answer`` takes the ratings out of the tables after a loop."""
    against = "the same loops in plain Python (numba's compiling apart)"
    if not compiled_loops.has_compiler():
        return Row(what, against, None, at_least=goal, note=NOT_INSTALLED)
    calls = _calls_of(work)
    tables: list[tuple[Any, ...]] = []

    def put_back() -> None:
        """Loops change their tables."""
        tables[:] = [_copied(before) for _, before in calls]

    def run(is_long: bool) -> list[tuple[Any, ...]]:
        return [compiled_loops.run(build, found, is_long) for (build, _), found in zip(calls, tables, strict=True)]

    answers = []
    for is_long in (False, True):
        put_back()
        answers.append([answer(after) for after in run(is_long)])
    assert all(map(np.array_equal, *answers)), f"{what}: compiled loops give other ratings"
    ways: dict[str, Way] = {"plain": lambda: run(False), "compiled": lambda: run(True)}
    seconds = medians(ways, 3, before_each=put_back)
    return Row(what, against, seconds["plain"] / seconds["compiled"], at_least=goal)


def _calls_of(work: Way) -> list[Call]:
    calls: list[Call] = []
    run = compiled_loops.run

    def noted(build: compiled_loops.Build, tables: tuple[Any, ...], is_long: bool) -> tuple[Any, ...]:
        calls.append((build, _copied(tables)))
        return run(build, tables, is_long)

    with mock.patch.object(compiled_loops, "run", noted), in_plain_python():
        work()
    return calls


def _copied(tables: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(type(table)(*(np.copy(each) if np.ndim(each) else each for each in table)) for table in tables)
