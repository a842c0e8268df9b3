"""The labels along the axis of a chart."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

NAMED = 6  # at most

Place = TypeVar("Place")


@dataclass(frozen=True)
class Mark:
    """A place on an axis and what is written there."""

    at: float
    text: str


def years(first: dt.date, last: dt.date) -> list[dt.date]:
    """Return the Januaries of the time, thinned out; its first day if there is none."""
    januaries = [dt.date(year, 1, 1) for year in range(first.year, last.year + 1)]
    return thinned([day for day in januaries if first <= day <= last] or [first])


def thinned(places: Sequence[Place]) -> list[Place]:
    """Return the labels of an axis; the last one is always kept."""
    every = max(1, -(-len(places) // NAMED))
    return list(places[::-1][::every][::-1])
