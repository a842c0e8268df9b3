"""What lists are calculated from, as a digest that is quickly made again: where it is the same a list still fits.

Games are not read: the digest of those of each tournament stands for them (`games_digest`). Beside it go in the other
facts of the tournaments that may have games in the list, its days, and the matricule under which everybody known then
counts, so that a merge or a corrected matricule shows as well. What else a list depends on is compared as it stands:
its rules, and the list before.

That a list fits such facts never becomes wrong, since neither changes: it is kept with the list when it is calculated,
and when somebody found it out by comparing its games (`staleness`). Facts that it may or may not fit have another
digest, however little differs: then the games are compared.
"""

from __future__ import annotations

import datetime as dt
import marshal
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from federation.database import bulk
from ratings.games.archive import Archive, Event, read_events
from ratings.games.players import People
from ratings.games.selection import WHOLE_TOURNAMENTS, window
from ratings.models import RatingList, RatingPool
from ratings.systems.period import Ints

VERSION = 2  # of what `archive` and `digest_records` make of games: another one has all games compared anew
WITHOUT_REFERENCES = 2  # as which `marshal` writes equal values alike, in a fifth of the time that JSON takes


class Span(NamedTuple):
    """The days whose games are in a list, and the highest id of a member known when it was made."""

    after: dt.date | None
    until: dt.date
    members: int


class Fits(NamedTuple):
    """What is kept with a list that fits."""

    digest: str
    members: int


@dataclass(frozen=True)
class Inputs:
    """The tournaments that feed a pool, by id and without their games, and who everybody is."""

    events: list[Event]
    first: Ints  # beside them: no game of theirs counts before this day,
    last: Ints  # none after that one
    people: People
    whole: bool  # tournaments are rated as a whole

    @property
    def members(self) -> int:
        """The highest id of a member."""
        return int(self.people.known_ids.max(initial=0))

    @property
    def is_sure(self) -> bool:
        """The digest of each tournament's games is known."""
        return all(event.games_digest for event in self.events)

    def digests(self, spans: Iterable[Span]) -> list[str]:
        """What a list of each of these spans would be calculated from."""
        spans = list(spans)
        identities = self._identities({span.members for span in spans})
        found = []
        for span in spans:
            after, until = span.after.toordinal() if span.after else 0, span.until.toordinal()
            places = np.flatnonzero((self.first <= until) & (self.last > after)).tolist()
            events = [tuple(self.events[place]) for place in places]
            facts = [VERSION, self.whole, after, until, identities[span.members], events]
            found.append(sha256(marshal.dumps(facts, WITHOUT_REFERENCES)).hexdigest())
        return found

    @cached_property
    def _whose(self) -> Ints:
        """Every id, and beside it the matricule that it counts for."""
        people = self.people
        return np.column_stack((people.known_ids, people.matricules[people.known_rows])).astype("<i8")

    def _identities(self, members: set[int]) -> dict[int, str]:
        """For each of these ids a digest of whom all up to it count for. Later members change nothing of it."""
        whole, start, found = sha256(), 0, {}
        for last in sorted(members):
            end = int(np.searchsorted(self.people.known_ids, last, side="right"))
            whole.update(self._whose[start:end])
            found[last], start = whole.hexdigest(), end
        return found


def read_inputs(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> Inputs:
    """What `selection.read_archive` would read, without the games: one query."""
    return of_events(read_events(window(pool, after, until)), people, whole=pool.system in WHOLE_TOURNAMENTS)


def of_archive(archive: Archive, people: People) -> Inputs:
    """The same of games that were read."""
    return of_events(sorted(archive.events, key=attrgetter("id")), people, whole=archive.whole)


def of_events(events: list[Event], people: People, *, whole: bool) -> Inputs:
    """``events``: by id."""
    first, last = np.array([event.days for event in events], np.int64).reshape(-1, 2).T
    ends = np.array([event.end for event in events], np.int64)
    return Inputs(events, np.maximum(first, ends) if whole else first, last, people, whole)


def fits(inputs: Inputs, after: dt.date | None, until: dt.date) -> Fits:
    """What is kept with a list of these days that was found to fit these facts."""
    [digest] = inputs.digests([Span(after, until, inputs.members)])
    return Fits(digest, inputs.members)


def known_to_fit(inputs: Inputs, lists: dict[RatingList, dt.date | None]) -> set[RatingList]:
    """The lists of which it is known that they fit. ``lists``: with the days before those of their games."""
    if not inputs.is_sure:
        return set()
    digests = inputs.digests(Span(after, each.date, each.fits_members) for each, after in lists.items())
    return {each for each, digest in zip(lists, digests, strict=True) if each.fits == digest}


def keep(inputs: Inputs, lists: dict[RatingList, dt.date | None]) -> None:
    """Keep with these lists that they fit: they were compared with the games of ``inputs``."""
    for each, after in lists.items():
        each.fits, each.fits_members = fits(inputs, after, each.date)
    bulk.update(list(lists), ("fits", "fits_members"))
