"""Lines of semicolon-separated texts, as pairing programs on Windows read them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from federation.dbase import plain_ascii

WINDOWS = "cp1252"
TEXT = f"text/plain; charset={WINDOWS}"
CSV = f"text/csv; charset={WINDOWS}"
_BREAKERS = str.maketrans({";": ",", '"': "'", "\r": " ", "\n": " ", "\t": " "})


def cell(value: object) -> str:
    """The value without anything that would end its cell; nothing for None."""
    return "" if value is None else str(value).translate(_BREAKERS)


def joined(cells: Iterable[object]) -> str:
    """A line of plain cells."""
    return ";".join(map(cell, cells))


def quoted(cells: Iterable[object]) -> str:
    """A line of cells between quotation marks."""
    return ";".join(f'"{cell(each)}"' for each in cells)


def day(date: dt.date | None, form: str, blank: str = "") -> str:
    """The date in the form of `strftime`."""
    return blank if date is None else date.strftime(form)


def windows(lines: Iterable[str], encoding: str = WINDOWS) -> bytes:
    """The lines, each with CR LF; a letter that the code page lacks loses its accents."""
    return "".join(f"{_in(encoding, line)}\r\n" for line in lines).encode(encoding)


def _in(encoding: str, line: str) -> str:
    if line.isascii():
        return line
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return "".join(letter if _is_in(encoding, letter) else plain_ascii(letter) for letter in line)
    return line


def _is_in(encoding: str, letter: str) -> bool:
    try:
        return bool(letter.encode(encoding))
    except UnicodeEncodeError:
        return False
