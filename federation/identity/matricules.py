"""The matricule, the federation's member number (B46). Pure.

It has five digits; lists leave room for six, so another length is unusual, not wrong.
"""

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum

HIGHEST = 999_999
FIRST_NEW = 23_001  # A07: new numbers fill the first gap above 23000
CHECK_DIGITS_UNTIL = dt.date(2005, 1, 1)  # A08: numbers issued from this day on have no check digit


class MatriculeError(ValueError):
    """The text is not a member number: one English sentence, ``template`` with ``facts`` filled in."""

    template = "%(text)s is not a member number: it must have five digits."

    def __init__(self, text: str) -> None:
        self.facts = {"text": text}
        super().__init__(self.template % self.facts)


class Doubt(StrEnum):
    """Why a member number looks mistyped. A doubt is shown to a person and never blocks anything."""

    LENGTH = "length"  # not five digits (B46)
    CHECK_DIGIT = "check_digit"  # the fifth digit does not match the first four (A08)


def parse(text: str) -> int:
    """Return the number in the text, without spaces around it and leading zeros. Raise `MatriculeError`."""
    written = text.strip()
    digits = written.lstrip("0")
    if not (written.isascii() and written.isdigit()) or not 1 <= len(digits) <= len(str(HIGHEST)):
        raise MatriculeError(written[:20])
    return int(digits)


def check_digit(first_four: int) -> int:
    """Return the fifth digit for the first four (A08): (11 - (5 d1 + 4 d2 + 3 d3 + 2 d4) mod 11) mod 10."""
    digits = [int(digit) for digit in f"{first_four:04d}"]
    weighted = sum(weight * digit for weight, digit in zip((5, 4, 3, 2), digits, strict=True))
    return (11 - weighted % 11) % 10


def doubts(matricule: int, issued: dt.date | None = None) -> list[Doubt]:
    """Return why the number looks mistyped. The check digit is tested only if the number is old enough to have one."""
    if not 10_000 <= matricule <= 99_999:
        return [Doubt.LENGTH]
    if issued is not None and issued < CHECK_DIGITS_UNTIL and check_digit(matricule // 10) != matricule % 10:
        return [Doubt.CHECK_DIGIT]
    return []


def next_free(taken: Iterable[int]) -> int:
    """Return the first free new number (A07). Raise `ValueError` if none is left."""
    used = set(taken)
    for number in range(FIRST_NEW, HIGHEST + 1):
        if number not in used:
            return number
    raise ValueError("No matricule is left.")
