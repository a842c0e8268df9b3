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
from federation.identity.member_numbers import as_shown
from ratings.exports.snapshot import Columns, Snapshot

WINDOWS = "cp1252"
Column = Sequence[Any]
Form = Callable[[Column], Column]
TEXT = f"text/plain; charset={WINDOWS}"
CSV = f"text/csv; charset={WINDOWS}"
_BREAKERS = {**dict.fromkeys((*range(1, 32), 127), " "), **str.maketrans(';"', ",'")}  # a NUL separates texts
# At the start of a text that is no number, a spreadsheet program would take these for a formula. No name starts so.
_FORMULA = re.compile(r"(?:^|(?<=\0))[=+@-]+(?![0-9.]*(?:\0|$))")
_PLAIN = "classement.plain_ascii"  # name of our handler for letters that the code page lacks


class PairingCells:
    """The columns of lists for pairing programs as cells; each column is made once for any number of lists."""

    def __init__(self, snapshot: Snapshot, encoding: str = WINDOWS) -> None:
        people = snapshot.for_pairing
        self._people, self._encoding = {**people, "matricule": as_shown(people["matricule"])}, encoding
        self._made: dict[tuple[object, object], Cells] = {}

    def __call__(self, what: str | Callable[[Columns], Column], form: Form | None = None) -> Cells:
        """Return a column of `Row`, or one made of several, in a form; nothing for None."""
        if (what, form) not in self._made:
            column = self._people[what] if isinstance(what, str) else what(self._people)
            self._made[what, form] = cells(form(column) if form else column, self._encoding)
        return self._made[what, form]

    def nothing(self) -> Cells:
        return np.zeros(len(self._people["matricule"]), "S1")


def cells(column: Column, encoding: str = WINDOWS) -> Cells:
    """Return texts or numbers without anything that would end their cell; nothing for None.

    Letters that the code page lacks lose their accents.
    """
    if column and isinstance(column[0], str):
        return texts(column, cell, encoding, _PLAIN)
    return numbers(column)


def joined(columns: Sequence[Cells], end: bytes = b"\r\n") -> bytes:
    return b"".join(lines([*between(b";", columns), end]))


def quoted(columns: Sequence[Cells], end: bytes = b"\r\n") -> bytes:
    """Return lines of cells between quotation marks."""
    return b"".join(lines([b'"', *between(b'";"', columns), b'"' + end]))


def days(form: str) -> Form:
    """Return the function that formats dates as `strftime` does; nothing for None."""
    return partial(map_unique, lambda date: "" if date is None else date.strftime(form))


def cut(letters: int) -> Form:
    """Return the function that cuts texts to this many letters of the code page, without anything that would end their
    cell.
    """
    return lambda column: [in_code_page(cell(text))[:letters] for text in column]


def cell(text: str) -> str:
    """Return the text, or texts joined by NULs, without anything that would end its cell or make it a formula."""
    return _FORMULA.sub("", text.translate(_BREAKERS))


def in_code_page(text: str, encoding: str = WINDOWS) -> str:
    """Return the text in letters of the code page: others lose their accents, and may become two letters."""
    return text.encode(encoding, _PLAIN).decode(encoding)


def windows(texts: Iterable[str], encoding: str = WINDOWS) -> bytes:
    """Return the lines, each with CR LF; letters that the code page lacks lose their accents."""
    return "".join([f"{line}\r\n" for line in texts]).encode(encoding, _PLAIN)


def _without_accents(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_ascii, error.object[error.start : error.end])), error.end


codecs.register_error(_PLAIN, _without_accents)
