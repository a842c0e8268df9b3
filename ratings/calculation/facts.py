"""The facts of lists, read once for as many lists as are wanted."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ratings.calculation.affiliations import read_intervals
from ratings.calculation.inputs_digest import Inputs, of_archive
from ratings.games.archive import Archive
from ratings.games.players import People, read_people
from ratings.games.selection import read_archive
from ratings.models import RatingPool


@dataclass(frozen=True)
class Facts:
    """The facts behind the lists of a pool."""

    people: People
    archive: Archive
    intervals: np.ndarray  # `affiliations.INTERVAL`
    last: dt.date  # the last day that they hold for

    @cached_property
    def inputs(self) -> Inputs:
        """The same facts without the games."""
        return of_archive(self.archive, self.people)


def read_facts(
    pool: RatingPool, after: dt.date | None, first: dt.date, last: dt.date, people: People | None = None
) -> Facts:
    """Return the facts for lists from ``first`` to ``last``; the games of the first are those after ``after``.

    ``people`` are read if they are None. Eight queries, three of them for people.
    """
    people = people or read_people()
    return Facts(people, read_archive(pool, people, after, last), read_intervals(people, first, last), last)
