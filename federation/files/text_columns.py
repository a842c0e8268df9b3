"""Large text files written column by column: the cells of a line are fields of a NumPy record, so no loop visits them.

A cell is a byte string padded with NULs to the width of its column. Files with separators drop the NULs, files with
fields of fixed width replace them by blanks. NULs inside a text are dropped.
"""

from collections.abc import Callable, Iterator, Sequence
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from federation.files.unique_values import map_unique

Cells = NDArray[np.bytes_]
Form = Callable[[str], str]
NUL = "\0"
CHUNK = 4_000  # lines of a file that are in memory with their NULs
EXACT = 2**53  # up to here a float is a whole number


def texts(values: Sequence[str], form: Form = str, encoding: str = "utf-8", errors: str = "strict") -> Cells:
    """Return the texts as cells. ``form`` is called once, with all texts joined by NULs, which it has to keep."""
    joined = NUL.join(values)
    if joined.count(NUL) >= max(len(values), 1):
        return texts([value.replace(NUL, "") for value in values], form, encoding, errors)
    cells = form(joined).encode(encoding, errors).split(b"\0")
    return np.array(cells, np.bytes_)[: len(values)]


def formatted(values: Sequence[Any], form: Callable[[Any], str]) -> Cells:
    """Return the cells that ``form`` makes of the values; it is called once for each distinct value."""
    return texts(map_unique(form, values))


def of_any(values: Sequence[Any], form: Callable[[Any], str]) -> Cells:
    """Return whole numbers as their digits if the values are only such and None; else the same as `formatted`."""
    if set(map(type, values)) - {NoneType} == {int}:
        return numbers(values, form(None))
    return formatted(values, form)


def numbers(values: Sequence[int | None], missing: str = "") -> Cells:
    """Return whole numbers as digits at the right of their cells, None as ``missing``."""
    known = np.array(values, np.float64)  # None becomes not a number
    absent = np.isnan(known)
    known[absent] = 0
    if np.abs(known).max(initial=0) >= EXACT:
        return formatted(values, lambda value: missing if value is None else str(value))
    below = np.flatnonzero(known < 0)
    digits = _digits(np.abs(known), room=1 if len(below) else 0)
    digits[below, digits.shape[1] - np.count_nonzero(digits[below], axis=1) - 1] = ord("-")
    digits[absent] = 0
    cells = digits.view(f"S{digits.shape[1]}").ravel()
    return np.where(absent, missing.encode(), cells) if missing and absent.any() else cells


def padded(cells: Cells, width: int) -> Cells:
    """Return the cells filled with blanks to this width; longer ones stay as they are."""
    wide = cells.astype(f"S{max(width, cells.itemsize)}")
    letters = wide.view(np.uint8).reshape(len(wide), wide.itemsize)[:, :width]
    letters[letters == 0] = ord(" ")
    return wide


def lines(parts: Sequence[bytes | Cells], fill: bytes = b"") -> Iterator[bytes]:
    """Return the lines of the file, some at a time. A part is a column or a constant; at least one is a column.

    ``fill`` replaces the NULs: nothing or one letter.
    """
    columns = {str(place): part for place, part in enumerate(parts) if isinstance(part, np.ndarray)}
    rest = {str(place): part for place, part in enumerate(parts) if isinstance(part, bytes) and part}
    length = len(next(iter(columns.values())))
    kinds = {name: part.dtype if name in columns else f"S{len(part)}" for name, part in (columns | rest).items()}
    records = np.empty(min(length, CHUNK), [(name, kinds[name]) for name in sorted(kinds, key=int)])
    for name, part in rest.items():
        records[name] = part
    for start in range(0, length, CHUNK):
        some = records[: length - start]
        for name, column in columns.items():
            some[name] = column[start : start + CHUNK]
        made = some.tobytes()
        yield made.translate(bytes.maketrans(b"\0", fill)) if fill else made.translate(None, b"\0")


def between(separator: bytes, columns: Sequence[Cells]) -> list[bytes | Cells]:
    """Return the parts of lines whose columns are separated so."""
    return [part for column in columns for part in (separator, column)][1:]


def _digits(sizes: NDArray[np.float64], room: int) -> NDArray[np.uint8]:
    """Return a row of digits for each number, right-aligned after NULs, with ``room`` for a sign."""
    largest = int(sizes.max(initial=0))
    width = room + len(str(largest))
    cells = np.zeros((len(sizes), width), np.uint8)
    rest = sizes.astype(np.min_scalar_type(largest))
    for place in range(width - 1, room - 1, -1):
        left = rest // 10
        digit = (rest - left * 10).astype(np.uint8) + ord("0")
        cells[:, place] = digit if place == width - 1 else np.where(rest > 0, digit, 0)
        rest = left
    return cells
