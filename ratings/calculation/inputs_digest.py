"""What lists are reckoned from, as a digest that is quickly made again: where it is the same a list still fits.

Games are not read: the digest that they were packed with stands for them (`packed.Outline`). Beside it go in the other
facts of the tournaments that may have games in the list, its days, and the matricule under which everybody known then
counts, so that a merge or a corrected matricule shows as well. What else a list depends on is compared as it stands:
its rules, and the list before.

That a list fits such facts never becomes wrong, since neither changes: it is kept with the list when it is reckoned,
and when somebody found it out by comparing its games (`staleness`). Facts that it may or may not fit have another
digest, however little differs: then the games are compared.
"""

from __future__ import annotations

import datetime as dt
import marshal
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from federation.database import bulk
from federation.database.columns import read_whole, taken
from ratings.games.archive import Archive
from ratings.games.players import People, look_up
from ratings.games.selection import WHOLE_TOURNAMENTS, window
from ratings.models import RatingList, RatingPool
from ratings.systems.period import Ints
from tournaments.models import PackedGames, Tournament
from tournaments.storage import packed_games
from tournaments.storage.packed_games import Outline

VERSION = 1  # of what `archive` and `game_records` make of packed games: another one has all games compared anew
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
    """The tournaments that feed a pool, without their games, and who everybody is."""

    numbers: Ints  # a row a tournament: id, rounds, and the days (date ordinals) of its end and its first and last game
    texts: list[Sequence[str]]  # columns beside it: name, town, pace, digest of the packed games
    first: Ints  # beside it: the first and the last day on which games of theirs may count
    last: Ints
    people: People
    whole: bool  # tournaments are rated as a whole

    @property
    def members(self) -> int:
        """The highest id of a member."""
        return int(self.people.known_ids.max(initial=0))

    def digests(self, spans: Iterable[Span]) -> list[str]:
        """What a list of each of these spans would be reckoned from."""
        spans = list(spans)
        identities = self._identities({span.members for span in spans})
        found = []
        for span in spans:
            after, until = span.after.toordinal() if span.after else 0, span.until.toordinal()
            rows = np.flatnonzero((self.first <= until) & (self.last > after))
            rows = rows[np.argsort(self.numbers[rows, 0])]  # by id
            texts = [taken(column, rows) for column in self.texts]
            facts = [VERSION, self.whole, after, until, identities[span.members], texts]
            digest = sha256(marshal.dumps(facts, WITHOUT_REFERENCES))
            digest.update(self.numbers[rows])
            found.append(digest.hexdigest())
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
    """What `games.read_archive` would read, without the games.

    Two queries, and three more where some tournaments are not packed.
    """
    ids, rounds, *told = read_whole(window(pool, after, until), ("pk", "rounds"), texts=("name", "city", "pace"))
    there = PackedGames.objects.filter(version=packed_games.VERSION)
    known, *days, digests = read_whole(there, ("tournament_id", "ends", "first_day", "last_day"), texts=("digest",))
    others = ids[~np.isin(ids, known)].tolist()
    if others:
        made = list(packed_games.pack(Tournament.objects.filter(pk__in=bulk.among(others))))
        known = np.append(known, [each.tournament for each in made])
        more = ([each.ends for each in made], [each.first_day for each in made], [each.last_day for each in made])
        days = [np.append(*column) for column in zip(days, more, strict=True)]
        digests += [each.digest for each in made]
    by_id = np.argsort(known)
    place = look_up(known[by_id], by_id, ids)
    numbers = [ids, rounds, *(column[place] for column in days)]
    return _inputs(numbers, [*told, taken(digests, place)], people, pool.system in WHOLE_TOURNAMENTS)


def of_archive(archive: Archive, people: People) -> Inputs:
    """Of games that were read."""
    columns = np.array(archive.outlines, object).reshape(-1, len(Outline._fields)).T
    ids, rounds, name, city, pace, *days, digest = columns
    numbers = [column.astype(np.int64) for column in (ids, rounds, *days)]
    return _inputs(numbers, [column.tolist() for column in (name, city, pace, digest)], people, archive.whole)


def _inputs(numbers: Sequence[Ints], texts: list[Sequence[str]], people: People, whole: bool) -> Inputs:
    _ids, _rounds, ends, first, last = numbers
    if whole:
        first = last = np.maximum(last, ends)
    return Inputs(np.column_stack(numbers), texts, first, last, people, whole)


def fits(inputs: Inputs, after: dt.date | None, until: dt.date) -> Fits:
    """What is kept with a list of these days that was found to fit these facts."""
    [digest] = inputs.digests([Span(after, until, inputs.members)])
    return Fits(digest, inputs.members)


def known_to_fit(inputs: Inputs, lists: dict[RatingList, dt.date | None]) -> set[RatingList]:
    """The lists of which it is known that they fit. ``lists``: with the days before those of their games."""
    digests = inputs.digests(Span(after, each.date, each.fits_members) for each, after in lists.items())
    return {each for each, digest in zip(lists, digests, strict=True) if each.fits == digest}


def keep(inputs: Inputs, lists: dict[RatingList, dt.date | None]) -> None:
    """Keep with these lists that they fit: they were compared with the games of ``inputs``."""
    for each, after in lists.items():
        each.fits, each.fits_members = fits(inputs, after, each.date)
    bulk.update(list(lists), ("fits", "fits_members"))
