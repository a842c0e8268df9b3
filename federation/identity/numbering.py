"""How a federation gives member numbers: which one is next, and which look mistyped. Pure."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from federation.identity.number_forms import NumberForm


class Doubt(StrEnum):
    """Why a member number looks mistyped. A doubt is shown to a person and never blocks anything."""

    LENGTH = "length"  # not the usual count of digits (B46)
    CHECK_DIGIT = "check_digit"  # the last digit does not match the others (A08)


class Next(StrEnum):
    """Where new numbers come from."""

    FIRST_GAP = "first_gap"  # the first free number from a start on (A07)
    AFTER_HIGHEST = "after_highest"
    NONE = "none"  # another system gives them: people bring their number


class NoNumberLeft(ValueError):
    """All numbers of the form are taken, or another system gives them."""


@dataclass(frozen=True)
class Check:
    """A check digit in numbers issued before a day; ``digit`` is right for a number or not."""

    is_right: Callable[[int], bool]
    until: dt.date


@dataclass(frozen=True)
class Numbering:
    """How numbers of a form are given. ``starts`` are pairs of first day and first new number, the earliest first."""

    form: NumberForm
    next: Next = Next.NONE
    starts: Sequence[tuple[dt.date, str]] = ()
    usual: int = 0  # digits that most numbers have; 0: any
    check: Check | None = None

    def doubts(self, number: str, issued: dt.date | None = None) -> list[Doubt]:
        """Return why a number looks mistyped. The check digit is tested only if the number is old enough to have one.

        A number given again is as its federation wrote it.
        """
        if not number.isdecimal():
            return []
        if self.usual and len(number) != self.usual:
            return [Doubt.LENGTH]
        if self.check and issued is not None and issued < self.check.until and not self.check.is_right(int(number)):
            return [Doubt.CHECK_DIGIT]
        return []

    def start(self, day: dt.date) -> int:
        """Return the key of the first new number on that day."""
        begun = [number for first, number in self.starts if first <= day]
        return self.form.key(begun[-1]) if begun else 1

    def next_free(self, taken: Iterable[int], day: dt.date) -> str:
        """Return the next new number on that day; ``taken`` are the keys of all numbers from `start` on.

        Raise `NoNumberLeft`.
        """
        return self.free(taken, day, 1)[0]

    def free(self, taken: Iterable[int], day: dt.date, count: int) -> list[str]:
        """Return so many new numbers, as `next_free` does. Raise `NoNumberLeft`."""
        first, last = self.start(day), 10 ** (self.form.width or self.form.most) - 1
        used = {key for key in taken if first <= key <= last}
        if self.next == Next.FIRST_GAP:
            candidates = range(first, first + len(used) + count)
        else:
            candidates = range(max(used, default=first - 1) + 1, last + 1)[:count]
        gives = self.next != Next.NONE and self.form.is_of_digits
        free = [key for key in candidates if key not in used and key <= last][:count] if gives else []
        if len(free) < count:
            raise NoNumberLeft("No member number is left.")
        return list(map(self.form.number, free))


def frbe_mod11(number: int) -> bool:
    """Return whether the fifth digit of an old Belgian number follows from the first four (A08)."""
    return check_digit(number // 10) == number % 10


def check_digit(first_four: int) -> int:
    """Return the fifth digit for the first four (A08): (11 - (5 d1 + 4 d2 + 3 d3 + 2 d4) mod 11) mod 10."""
    digits = [int(digit) for digit in f"{first_four:04d}"]
    weighted = sum(weight * digit for weight, digit in zip((5, 4, 3, 2), digits, strict=True))
    return (11 - weighted % 11) % 10


CHECKS = {"frbe_mod11": frbe_mod11}  # by the name in a profile
