"""A table of a profile, and a row that holds from a day on."""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar

from msgspec import Struct, field

NO_DAY = dt.date.min


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a profile."""


class Dated(Section, frozen=True, kw_only=True):
    """A row that holds from a day on: until the next row of the section with the same ``KEY``, or until its last day.

    Without a first day it holds from the beginning. ``article`` and ``source`` say which rule it is.
    """

    KEY: ClassVar[tuple[str, ...]] = ()

    from_: dt.date = field(default=NO_DAY, name="from")
    until: dt.date | None = None  # the last day; without one, until the next row
    article: str = ""
    source: str = ""

    @property
    def key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.KEY)

    def __post_init__(self) -> None:
        if self.until is not None and self.until < self.from_:
            raise ValueError(f"`until` {self.until} is before `from`")
