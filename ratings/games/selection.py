"""Select the pairings of a rating list and compute a digest for each tournament.

Everything here follows from facts: neither ids nor the order in which files were received matter.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

import numpy as np
from django.db.models import Q, QuerySet

from ratings.games import archive
from ratings.games.archive import HALF_POINTS, NO_BOARD, TEMPO, Archive, Columns, Event
from ratings.games.digest_records import OF_TOURNAMENTS, records
from ratings.games.players import People
from ratings.models import RatingPool
from ratings.systems.fqe import rate as fqe
from ratings.systems.period import NONE, Flags, Ints, Reason
from tournaments.models import Tournament

__all__ = [
    "HALF_POINTS", "NO_BOARD", "NO_LETTER", "TEMPO",
    "ListGames", "Pairings", "TournamentGames",
    "cut", "read_archive", "read_games", "tournaments_of", "window",
]  # fmt: skip

NO_LETTER = 0
# Q03, QA12: systems that rate a competition as a whole once it is over. Facts of go are so already (`archive`).
WHOLE_TOURNAMENTS = {fqe.KEY}


@dataclass(frozen=True)
class TournamentGames:
    """The share of one tournament in a list."""

    id: int
    game_count: int  # games that may count
    digest: str  # of its pairings in the list: see `digest_records`


@dataclass(frozen=True)
class Pairings:
    """One row a pairing with at least one member, in order of play, without byes."""

    id: Ints
    day: Ints  # date ordinal
    round: Ints
    rounds: Ints  # of the tournament, and who were paired in it: 0 but where tournaments are rated as a whole
    participants: Ints
    board: Ints  # -1 = none
    tournament: Ints  # running number, from 0, in the order of `archive`
    white: Ints  # rows of `People`, NONE for somebody who is no member
    black: Ints
    white_given: Ints  # rating of a player who is no member; 0 = none
    black_given: Ints
    white_letter: Ints  # code of the letter of `Result`
    black_letter: Ints
    handicap: Ints
    board_size: Ints
    tempo: Ints
    reason: Ints  # `Reason`; NONE = the game may count
    white_entry: Ints  # go: level that the file gives for a member; 0 = none
    black_entry: Ints
    white_guest: Ints  # go: number in the tournament of a player who is no member; 0 = not told
    black_guest: Ints
    minute: Ints  # of the day, when the game ended; 0 = not told
    white_partner: Ints  # bughouse: rows of `People`
    black_partner: Ints

    def take(self, rows: Any) -> Pairings:
        """Return the pairings of these rows (or of a mask), in this order."""
        return Pairings(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})

    @property
    def counts(self) -> Flags:
        """Mask of the games that may count."""
        return self.reason == Reason.NONE


@dataclass(frozen=True)
class ListGames:
    """The games between two lists, and their digests."""

    pairings: Pairings
    tournaments: tuple[TournamentGames, ...]  # in the order of their running numbers
    digest: str  # of all of them: see `digest_records`
    whole: bool = False  # tournaments are rated as a whole


def read_games(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> ListGames:
    """Return the pool's pairings later than ``after`` and not after ``until``. Three queries."""
    return cut(read_archive(pool, people, after, until), people, after, until)


def read_archive(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> Archive:
    """Return all games of the tournaments that may have games between the two days, for `cut`."""
    return archive.read(window(pool, after, until), people, whole=pool.system in WHOLE_TOURNAMENTS)


def tournaments_of(pool: RatingPool) -> QuerySet[Tournament]:
    """Return the accepted tournaments whose games feed the pool (B38)."""
    accepted = Tournament.objects.accepted().filter(discipline=pool.discipline, unrated_history=False)
    return accepted.filter(pace__in=pool.paces) if pool.paces else accepted


def window(pool: RatingPool, after: dt.date | None, until: dt.date) -> QuerySet[Tournament]:
    """Return the tournaments that feed the pool and may have games between the two days."""
    undated = Q(start=None, end=None)
    found = tournaments_of(pool).filter(undated | Q(start__lte=until) | Q(end__lte=until))
    found = found.filter(Q(counts_from=None) | Q(counts_from__lte=until))
    if after:
        found = found.filter(undated | Q(start__gt=after) | Q(end__gt=after) | Q(counts_from__gt=after))
    return found


def cut(games: Archive, people: People, after: dt.date | None, until: dt.date, *, digests: bool = True) -> ListGames:
    """Return the pairings later than ``after`` and not after ``until``; their digests only if ``digests``."""
    columns = {name: column[games.between(after, until)] for name, column in games.columns.items()}
    ranks, tournament = np.unique(columns["tournament"], return_inverse=True)
    events = [games.events[rank] for rank in ranks.tolist()]
    pairings = _pairings(columns, events, tournament)
    if not digests:
        return ListGames(pairings, (), "", games.whole)
    found = _tournaments(pairings, events, people, games.whole)
    digest = sha256(b"".join(bytes.fromhex(each.digest) for each in found))
    return ListGames(pairings, found, digest.hexdigest(), games.whole)


def _pairings(columns: Columns, events: list[Event], tournament: Ints) -> Pairings:
    count = len(tournament)
    found = {name: column.astype(np.int64) for name, column in columns.items()} | {"tournament": tournament}
    found["tempo"] = np.array([TEMPO[event.pace] for event in events], np.int64)[tournament]
    for side in ("white", "black"):
        given, is_member = found[f"{side}_given"], found[side] != NONE
        found[f"{side}_entry"] = np.where(is_member, given, 0)
        found[f"{side}_given"] = np.where(is_member, 0, given)
    return Pairings(**dict.fromkeys(OF_TOURNAMENTS, np.zeros(count, np.int64)) | found)


def _tournaments(pairings: Pairings, events: list[Event], people: People, whole: bool) -> tuple[TournamentGames, ...]:
    by_event = np.argsort(pairings.tournament, kind="stable")
    columns = vars(pairings) | {
        f"{side}_given": getattr(pairings, f"{side}_given") + getattr(pairings, f"{side}_entry")
        for side in ("white", "black")
    }
    lines = records(columns, len(by_event), people, whole=whole)[by_event]
    counts = np.bincount(pairings.tournament[pairings.counts], minlength=len(events)).tolist()
    bounds = np.searchsorted(pairings.tournament[by_event], np.arange(len(events) + 1)).tolist()
    return tuple(
        TournamentGames(event.id, count, sha256(lines[start:end]).hexdigest())
        for event, count, start, end in zip(events, counts, bounds, bounds[1:], strict=False)
    )
