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
from ratings.games.archive import WHOLE_TOURNAMENTS, Archive, Event, read_events, window
from ratings.games.players import People
from ratings.models import RatingList, RatingPool
from ratings.systems.period import Ints

VERSION = 2  # of what `archive` and `digest_records` make of games: another one has all games compared anew
WITHOUT_REFERENCES = 2  # as which `marshal` writes equal values alike, in a fifth of the time that JSON takes

Lists = dict[RatingList, dt.date | None]  # each with the day before its games


class Span(NamedTuple):
    """The days whose games are in a list, and the highest id of a member when it was computed."""

    after: dt.date | None
    until: dt.date
    members: int


@dataclass(frozen=True)
class Inputs:
    """The tournaments that feed a pool, by id and without their games, and all members."""

    events: list[Event]
    people: People
    whole: bool  # tournaments are rated as a whole

    @property
    def members(self) -> int:
        """The highest id of a member."""
        return int(self.people.known_ids.max(initial=0))

    @cached_property
    def _days(self) -> tuple[Ints, Ints]:
        """Beside the tournaments: no game of theirs counts before the first day, none after the other."""
        first, last = np.array([event.days for event in self.events], np.int64).reshape(-1, 2).T
        ends = np.array([event.end for event in self.events], np.int64)
        return np.maximum(first, ends) if self.whole else first, last

    def digests(self, spans: Iterable[Span]) -> list[str]:
        """Return the digest of the inputs of a list for each of these spans."""
        spans, people, (first, last) = list(spans), self.people, self._days
        whose = np.column_stack((people.known_ids, people.matricules[people.known_rows])).astype("<i8")
        ends = {span.members: np.searchsorted(people.known_ids, span.members, side="right") for span in spans}
        identities = {members: sha256(whose[:end]).hexdigest() for members, end in ends.items()}
        found = []
        for span in spans:
            after, until = span.after.toordinal() if span.after else 0, span.until.toordinal()
            places = np.flatnonzero((first <= until) & (last > after)).tolist()
            events = [tuple(self.events[place]) for place in places]
            facts = [VERSION, self.whole, after, until, identities[span.members], events]
            found.append(sha256(marshal.dumps(facts, WITHOUT_REFERENCES)).hexdigest())
        return found

    def known_to_fit(self, lists: Lists) -> set[RatingList]:
        """Return the lists that are known to fit: none if the digest of a tournament's games is not known."""
        if not all(event.games_digest for event in self.events):
            return set()
        digests = self.digests(Span(after, each.date, each.fits_members) for each, after in lists.items())
        return {each for each, digest in zip(lists, digests, strict=True) if each.fits == digest}

    def keep(self, lists: Lists) -> None:
        """Keep with these lists that they fit: their games were compared with those of the tournaments."""
        digests = self.digests(Span(after, each.date, self.members) for each, after in lists.items())
        for each, digest in zip(lists, digests, strict=True):
            each.fits, each.fits_members = digest, self.members
        bulk.update(list(lists), ("fits", "fits_members"))


def read_inputs(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> Inputs:
    """Return the inputs between two days: one query."""
    return Inputs(read_events(window(pool, after, until)), people, pool.system in WHOLE_TOURNAMENTS)


def of_archive(archive: Archive) -> Inputs:
    """Return the inputs of games that were read."""
    return Inputs(sorted(archive.events, key=attrgetter("id")), archive.people, archive.whole)
