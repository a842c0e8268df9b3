"""Loops that cannot be reckoned column by column: plain Python over lists, or compiled where numba is installed.

Both run the very same functions. Numba is an optional extra (``requirements-fast.txt``) that makes long histories some
twenty times faster. It takes seconds to compile a loop, once for each process, so short periods do without.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Column = Any  # of numbers: a list or a view in plain Python, an array in a compiled function
Function = Callable[..., Any]
Build = Callable[[Callable[[Function], Function]], Function]
"""Gives a loop, made of functions that all went through the argument."""

Tables = TypeVar("Tables", bound=tuple[Any, ...])


def run(build: Build, tables: Tables, is_long: bool) -> Tables:
    """Lets the loop work on the tables, named tuples of columns and numbers, and gives them as it left them.

    The first table is what there is to do, which the loop reads row after row and leaves as it is. Columns go in as
    arrays; the others may come back as lists. ``is_long``: compiling pays, where numba is there.
    """
    if is_long and has_compiler():
        compiled(build)(*tables)
        return tables
    # A view makes numbers of an array one by one: what is read once needs no list, which would fill the memory.
    plain: Any = (_each(_view, tables[0]), *(_each(_list, table) for table in tables[1:]))
    build(_as_it_is)(*plain)
    found: Tables = plain
    return found


def has_compiler() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


@cache
def compiled(build: Build) -> Function:
    """The loop in machine code. Numba is loaded here and not before: it takes a second and a hundred megabytes."""
    # No loop divides by what may be 0, and to look each time costs a twentieth.
    return build(partial(import_module("numba").njit, error_model="numpy"))


def _as_it_is(function: Function) -> Function:
    return function


def _each(convert: Function, table: Any) -> Any:
    return type(table)(*(convert(column) if isinstance(column, np.ndarray) else column for column in table))


def _view(column: NDArray[Any]) -> memoryview:
    return column.data.toreadonly()


def _list(column: NDArray[Any]) -> list[Any]:
    found: list[Any] = column.tolist()
    return found
