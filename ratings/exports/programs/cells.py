"""Lines of semicolon-separated texts, as pairing programs on Windows read them."""

import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from federation.files.dbase import plain_ascii
from federation.files.text_columns import Cells, between, lines, numbers, texts
from federation.files.unique_values import map_unique
from ratings.exports.snapshot import Columns, Snapshot

WINDOWS = "cp1252"
Column = Sequence[Any]
Form = Callable[[Column], Column]
TEXT = f"text/plain; charset={WINDOWS}"
CSV = f"text/csv; charset={WINDOWS}"
_BREAKERS = {**dict.fromkeys((*range(1, 32), 127), " "), **str.maketrans(';"', ",'")}  # a NUL parts texts
# Before a text that is no number: a spreadsheet program would run it, and no name begins so.
_FORMULA = re.compile(r"(?:^|(?<=\0))[=+@-]+(?![0-9.]*(?:\0|$))")
_PLAIN = "classement.plain_ascii"  # what Python calls the way in which letters are treated that are not there


class PairingCells:
    """What player lists say of whom a tournament may meet, as cells: each column made once, whatever its lists."""

    def __init__(self, snapshot: Snapshot, encoding: str = WINDOWS) -> None:
        self._people, self._encoding = snapshot.for_pairing, encoding
        self._made: dict[tuple[object, object], Cells] = {}

    def __call__(self, what: str | Callable[[Columns], Column], form: Form | None = None) -> Cells:
        """A column of `Row`, or what is made of several, in a form; nothing for None."""
        if (what, form) not in self._made:
            column = self._people[what] if isinstance(what, str) else what(self._people)
            self._made[what, form] = cells(form(column) if form else column, self._encoding)
        return self._made[what, form]

    def nothing(self) -> Cells:
        return np.zeros(len(self._people["matricule"]), "S1")


def cells(column: Column, encoding: str = WINDOWS) -> Cells:
    """Texts or numbers without anything that would end their cell; nothing for None.

    A letter that the code page lacks loses its accents.
    """
    if column and isinstance(column[0], str):
        return texts(column, cell, encoding, _PLAIN)
    return numbers(column)


def joined(columns: Sequence[Cells], end: bytes = b"\r\n") -> bytes:
    return b"".join(lines([*between(b";", columns), end]))


def quoted(columns: Sequence[Cells], end: bytes = b"\r\n") -> bytes:
    """Lines of cells between quotation marks."""
    return b"".join(lines([b'"', *between(b'";"', columns), b'"' + end]))


def days(form: str) -> Form:
    """What makes texts of dates, in the form of `strftime`; nothing for None."""
    return partial(map_unique, lambda date: "" if date is None else date.strftime(form))


def cut(letters: int) -> Form:
    """What makes texts of so many letters of the code page at most, without anything that would end their cell."""
    return lambda column: [told(cell(text))[:letters] for text in column]


def cell(text: str) -> str:
    """The text, or texts with NULs between them, without anything that would end its cell or make a formula of it."""
    return _FORMULA.sub("", text.translate(_BREAKERS))


def told(text: str, encoding: str = WINDOWS) -> str:
    """The text in letters of the code page: one that it lacks loses its accents, and may become two."""
    return text.encode(encoding, _PLAIN).decode(encoding)


def windows(texts: Iterable[str], encoding: str = WINDOWS) -> bytes:
    """The lines, each with CR LF; a letter that the code page lacks loses its accents."""
    return "".join([f"{line}\r\n" for line in texts]).encode(encoding, _PLAIN)


def _without_accents(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_ascii, error.object[error.start : error.end])), error.end


codecs.register_error(_PLAIN, _without_accents)
