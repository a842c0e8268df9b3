"""Tell whether a list still fits its facts, without reading its games.

The digest of a list's inputs covers the facts of the tournaments that may have games in it, with the digest of each
tournament's games (`tournaments.models.GamesDigest`), its days, and the member number for which every known record
counts, so that a merge or a corrected number shows. Its rules and its previous list are compared directly.

A list that fits these inputs always will, since neither changes. So the digest is kept with a list when it is computed,
and when its games were compared and found the same (`stale_lists`). If the digest differs, the games are compared.
"""

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
    """The days whose games are in a list, and the highest id of a member when it was computed."""

    after: dt.date | None
    until: dt.date
    members: int


class Fits(NamedTuple):
    """What is kept with a list that fits."""

    digest: str
    members: int


@dataclass(frozen=True)
class Inputs:
    """The tournaments that feed a pool, by id and without their games, and all members."""

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
        """Whether the digest of every tournament's games is known."""
        return all(event.games_digest for event in self.events)

    def digests(self, spans: Iterable[Span]) -> list[str]:
        """Return the digest of the inputs of a list for each of these spans."""
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
        """Every id of a member, and beside it the member number for which it counts."""
        people = self.people
        return np.column_stack((people.known_ids, people.matricules[people.known_rows])).astype("<i8")

    def _identities(self, members: set[int]) -> dict[int, str]:
        """Return for each of these ids a digest of whom all ids up to it count for. Later members do not change it."""
        whole, start, found = sha256(), 0, {}
        for last in sorted(members):
            end = int(np.searchsorted(self.people.known_ids, last, side="right"))
            whole.update(self._whose[start:end])
            found[last], start = whole.hexdigest(), end
        return found


def read_inputs(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> Inputs:
    """Return the inputs between two days: one query."""
    return of_events(read_events(window(pool, after, until)), people, whole=pool.system in WHOLE_TOURNAMENTS)


def of_archive(archive: Archive, people: People) -> Inputs:
    """Return the inputs of games that were read."""
    return of_events(sorted(archive.events, key=attrgetter("id")), people, whole=archive.whole)


def of_events(events: list[Event], people: People, *, whole: bool) -> Inputs:
    """Return the inputs of these tournaments, which come by id."""
    first, last = np.array([event.days for event in events], np.int64).reshape(-1, 2).T
    ends = np.array([event.end for event in events], np.int64)
    return Inputs(events, np.maximum(first, ends) if whole else first, last, people, whole)


def fits(inputs: Inputs, after: dt.date | None, until: dt.date) -> Fits:
    """Return what to keep with a list of these days that fits these inputs."""
    [digest] = inputs.digests([Span(after, until, inputs.members)])
    return Fits(digest, inputs.members)


def known_to_fit(inputs: Inputs, lists: dict[RatingList, dt.date | None]) -> set[RatingList]:
    """Return the lists that are known to fit. ``lists`` maps each to the day before its games."""
    if not inputs.is_sure:
        return set()
    digests = inputs.digests(Span(after, each.date, each.fits_members) for each, after in lists.items())
    return {each for each, digest in zip(lists, digests, strict=True) if each.fits == digest}


def keep(inputs: Inputs, lists: dict[RatingList, dt.date | None]) -> None:
    """Keep with these lists that they fit: their games were compared with those of ``inputs``."""
    for each, after in lists.items():
        each.fits, each.fits_members = fits(inputs, after, each.date)
    bulk.update(list(lists), ("fits", "fits_members"))
