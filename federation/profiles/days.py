"""Days that recur every year, as profiles write them: "09-01" is 1 September."""

from __future__ import annotations

import datetime as dt
from functools import total_ordering


@total_ordering
class DayOfYear:
    """A month and a day."""

    __slots__ = ("day", "month")

    def __init__(self, month: int, day: int) -> None:
        self.month, self.day = month, day

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DayOfYear) and (self.month, self.day) == (other.month, other.day)

    def __lt__(self, other: DayOfYear) -> bool:
        return (self.month, self.day) < (other.month, other.day)

    def __hash__(self) -> int:
        return hash((self.month, self.day))

    def __repr__(self) -> str:
        return f"DayOfYear({self.month}, {self.day})"

    @classmethod
    def read(cls, text: str) -> DayOfYear:
        """Return the day of "09-01". Raise `ValueError` for anything else; 29 February is not a day of every year."""
        try:
            found = dt.datetime.strptime(f"2025-{text}", "%Y-%m-%d")
        except ValueError:
            raise ValueError(f"{text!r} is no day; write 09-01 for 1 September") from None
        return cls(found.month, found.day)

    def __str__(self) -> str:
        return f"{self.month:02d}-{self.day:02d}"

    def in_year(self, year: int) -> dt.date:
        return dt.date(year, self.month, self.day)

    def on_or_after(self, day: dt.date) -> dt.date:
        """Return the first such day that is not before the given one."""
        this_year = self.in_year(day.year)
        return this_year if this_year >= day else self.in_year(day.year + 1)

    def on_or_before(self, day: dt.date) -> dt.date:
        """Return the last such day that is not after the given one."""
        this_year = self.in_year(day.year)
        return this_year if this_year <= day else self.in_year(day.year - 1)


JANUARY = DayOfYear(1, 1)  # the first day of a calendar year
