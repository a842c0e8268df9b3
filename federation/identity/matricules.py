"""The matricule: the federation's number of a person (B46). Pure.

It has five digits; lists give it six places, so a number of another length is unusual, not wrong.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum

HIGHEST = 999_999
FIRST_NEW = 23_001  # A07: new numbers fill the first gap above 23000
CHECK_DIGITS_UNTIL = dt.date(2005, 1, 1)  # A08: numbers issued from this day on have none


class MatriculeError(ValueError):
    """The text is no matricule: one English sentence, ``template`` with ``facts`` filled in."""

    template = "%(text)s is no matricule: it has five digits."

    def __init__(self, text: str) -> None:
        self.facts = {"text": text}
        super().__init__(self.template % self.facts)


class Doubt(StrEnum):
    """Why a matricule looks mistyped. A doubt is for a person to see; it never stops anything."""

    LENGTH = "length"  # not five digits (B46)
    CHECK_DIGIT = "check_digit"  # the fifth digit does not fit the first four (A08)


def parse(text: str) -> int:
    """The number in the text; blanks around it and zeros before it do not count. Raises `MatriculeError`."""
    written = text.strip()
    digits = written.lstrip("0")
    if not (written.isascii() and written.isdigit()) or not 1 <= len(digits) <= len(str(HIGHEST)):
        raise MatriculeError(written[:20])
    return int(digits)


def check_digit(first_four: int) -> int:
    """The fifth digit that belongs to four (A08): (11 - (5 d1 + 4 d2 + 3 d3 + 2 d4) mod 11) mod 10."""
    digits = [int(digit) for digit in f"{first_four:04d}"]
    weighted = sum(weight * digit for weight, digit in zip((5, 4, 3, 2), digits, strict=True))
    return (11 - weighted % 11) % 10


def doubts(matricule: int, issued: dt.date | None = None) -> list[Doubt]:
    """What makes the number look mistyped. The check digit is looked at only for a number known to be old enough."""
    if not 10_000 <= matricule <= 99_999:
        return [Doubt.LENGTH]
    if issued is not None and issued < CHECK_DIGITS_UNTIL and check_digit(matricule // 10) != matricule % 10:
        return [Doubt.CHECK_DIGIT]
    return []


def next_free(taken: Iterable[int]) -> int:
    """The first new number that nobody has (A07). Raises `ValueError` where none is left."""
    used = set(taken)
    for number in range(FIRST_NEW, HIGHEST + 1):
        if number not in used:
            return number
    raise ValueError("No matricule is left.")
