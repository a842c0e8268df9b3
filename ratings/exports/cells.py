"""Lines of semicolon-separated texts, as pairing programs on Windows read them."""

from __future__ import annotations

import codecs
import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from federation.dbase import plain_ascii
from federation.distinct import each_once

WINDOWS = "cp1252"
TEXT = f"text/plain; charset={WINDOWS}"
CSV = f"text/csv; charset={WINDOWS}"
_BREAKERS = str.maketrans({";": ",", '"': "'", "\r": " ", "\n": " ", "\t": " "})
_PLAIN = "classement.plain_ascii"  # what Python calls the way in which `windows` treats letters that are not there


def cell(value: object) -> str:
    """The value without anything that would end its cell; nothing for None."""
    return "" if value is None else str(value).translate(_BREAKERS)


def joined(columns: Iterable[Sequence[object]]) -> Iterator[str]:
    """Lines of plain cells."""
    return map(";".join, zip(*(each_once(cell, column) for column in columns), strict=True))


def quoted(columns: Iterable[Sequence[object]]) -> Iterator[str]:
    """Lines of cells between quotation marks."""
    return map(";".join, zip(*(each_once(_quoted, column) for column in columns), strict=True))


def days(dates: Sequence[dt.date | None], form: str) -> list[str]:
    """The dates in the form of `strftime`; nothing for None."""
    return each_once(lambda date: "" if date is None else date.strftime(form), dates)


def windows(lines: Iterable[str], encoding: str = WINDOWS) -> bytes:
    """The lines, each with CR LF; a letter that the code page lacks loses its accents."""
    return "".join([f"{line}\r\n" for line in lines]).encode(encoding, _PLAIN)


def _quoted(value: object) -> str:
    return f'"{cell(value)}"'


def _without_accents(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_ascii, error.object[error.start : error.end])), error.end


codecs.register_error(_PLAIN, _without_accents)
