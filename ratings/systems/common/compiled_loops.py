"""Loops that cannot be calculated column by column: plain Python over lists, or compiled if numba is installed.

Both run the same functions. Numba is an optional extra (``requirements-fast.lock``) that makes long histories about
twenty times faster. Compiling a loop takes seconds in each process, so short periods do without.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import numpy as np

Column = Any  # of numbers: a list or a view in plain Python, an array in a compiled function
Function = Callable[..., Any]
Build = Callable[[Callable[[Function], Function]], Function]
"""Gives a loop, made of functions that all went through the argument."""

Tables = TypeVar("Tables", bound=tuple[Any, ...])


def run(build: Build, tables: Tables, is_long: bool) -> Tables:
    """Run the loop on the tables (named tuples of columns and numbers) and return them as the loop left them.

    The first table is the input, which the loop reads row by row and does not change. Columns are passed as arrays;
    those of other tables may be returned as lists. ``is_long``: compiling is worthwhile if numba is installed.
    """
    if is_long and has_compiler():
        compiled(build)(*tables)
        return tables
    # A view converts an array number by number: data that are read once need no list, which would fill the memory.
    views = _each(lambda column: column.data.toreadonly(), tables[0])
    plain: Any = (views, *(_each(np.ndarray.tolist, table) for table in tables[1:]))
    build(lambda function: function)(*plain)
    found: Tables = plain
    return found


def has_compiler() -> bool:
    return find_spec("numba") is not None


@cache
def compiled(build: Build) -> Function:
    """Return the compiled loop. Numba is imported only here: it takes a second and a hundred megabytes."""
    # No loop divides by zero, and checking each time costs a twentieth.
    return build(partial(import_module("numba").njit, error_model="numpy"))


def _each(convert: Function, table: Any) -> Any:
    return type(table)(*(convert(column) if isinstance(column, np.ndarray) else column for column in table))
