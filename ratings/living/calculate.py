"""The next list of a pool as it would be today: the engine of the lists over the accepted games since the last one.

Only the players concerned are read: who took part since, and whose FIDE rating counts. All others keep the rating of
the published list. Lists that are overdue are calculated in between, and their lines come first.
"""

import datetime as dt
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np
from django.db.models import Q

from ratings.calculation.arrays import ENTRY, LedgerLines
from ratings.calculation.members import carried_by, has_rating
from ratings.calculation.period_builder import counts_after
from ratings.errors import RatingError
from ratings.games.archive import read_archive, window
from ratings.games.players import read_people, with_foreign_rating, with_merged
from ratings.living.steps import Taken, ledger_of, lists_to_come
from ratings.models import LedgerEntry, RatingList, RatingPool
from ratings.pools.creation import days_to_come
from ratings.pools.rules import rules_by_day
from ratings.systems.period import Status
from tournaments.models import Participant

LIVING = np.dtype(
    [
        ("member", "i8"),  # id
        ("rating", "i8"),  # 0 where the status is UNRATED
        ("status", "i8"),
        ("games", "i8"),
        ("previous_rating", "i8"),
        ("was_rated", "i8"),
        ("previous_games", "i8"),
        ("period_games", "i8"),
        ("played", "i8"),  # games, with those that do not count
        ("opponents_sum", "i8"),
        ("half_points", "i8"),
        ("deviation", "f8"),  # nan = none
        ("last_day", "i8"),  # date ordinal; 0 = never
        ("digest", "i8"),  # of the line and its entries
    ]
)


@dataclass(frozen=True)
class Today:
    """What the next list would say today of the players concerned."""

    pool: RatingPool
    date: dt.date  # of the next list
    previous: RatingList
    rules: dict[str, Any]
    game_count: int  # games that count
    ratings: np.recarray  # of `LIVING`
    ledger: LedgerLines


def calculate(pool: RatingPool, today: dt.date) -> Today | None:
    """Return the next list of the pool as it would be today.

    None if no list is published yet, or there are no rules for its day. A constant number of queries.
    """
    previous = pool.lists.published().defer("manifest").order_by("-date").first()
    if previous is None:
        return None
    days = days_to_come(pool, previous.date, today)
    try:
        taken = _steps(pool, previous, days)
    except RatingError:
        return None
    ratings, ledger = _lines(taken, carried=taken[0].before)
    last = taken[-1].step
    games = sum(int(each.step.gathered.games.counts.sum()) for each in taken)
    return Today(pool, last.date, previous, last.parameters.as_dict(), games, ratings, ledger)


def _steps(pool: RatingPool, previous: RatingList, days: list[dt.date]) -> list[Taken]:
    """Return the lists of these days, without those after the last game."""
    after = counts_after(previous)
    seated = Participant.objects.filter(tournament__in=window(pool, after, days[-1]), member__isnull=False)
    among = with_merged(Q(pk__in=seated.values("member")) | Q(pk__in=with_foreign_rating().values("pk")))
    people = read_people(among)
    archive = read_archive(pool, people, after, days[-1])
    return lists_to_come(archive, days, carried_by(previous, people, among), after, rules_by_day(pool), pool=pool)


def _lines(taken: list[Taken], carried: np.ndarray) -> tuple[np.recarray, LedgerLines]:
    """Return a line for each member with entries or another rating, by id, and the entries, by id and number."""
    last = taken[-1].step
    rows, outcome = last.gathered.rows, last.outcome
    people = last.facts.people
    ledger = ledger_of(taken)
    found = np.zeros(len(rows), LIVING).view(np.recarray)
    found.member = people.ids[rows]
    found.rating = np.where(outcome.status == Status.UNRATED, 0, outcome.rating)
    for name in ("status", "games", "opponents_sum", "half_points", "deviation", "last_day"):
        found[name] = getattr(outcome, name)
    found.was_rated = has_rating(carried)[rows]
    found.previous_rating = np.where(found.was_rated > 0, carried["rating"][rows], 0)
    found.previous_games = carried["games"][rows]
    for each in taken:
        counted = np.zeros(len(people.ids), np.int64)
        counted[each.step.gathered.rows] = each.step.outcome.period_games
        found.period_games += counted[rows]
    return _with_entries(_everybody(found, ledger), ledger)


def _everybody(found: np.recarray, ledger: LedgerLines) -> np.recarray:
    """Add the members whose games all do not count and who never had a rating: they are in no list."""
    missing = np.setdiff1d(ledger.member, found.member)
    added = np.zeros(len(missing), LIVING)
    added["member"], added["deviation"] = missing, np.nan
    together = np.concatenate((found, added))
    return together[np.argsort(together["member"])].view(np.recarray)


def _with_entries(found: np.recarray, ledger: LedgerLines) -> tuple[np.recarray, LedgerLines]:
    """Leave out members with neither entries nor another rating; add games and digests of those who stay."""
    of_games = ledger.member[np.isin(ledger.kind, list(LedgerEntry.GAMES))]
    found.played = _counts(found.member, of_games)
    entries = _counts(found.member, ledger.member)
    moved = (found.rating != found.previous_rating) | ((found.status != Status.UNRATED) != (found.was_rated > 0))
    found, entries = found[(entries > 0) | moved], entries[(entries > 0) | moved]
    lines, content = found.tobytes(), ledger.tobytes()
    own = range(0, len(lines), LIVING.itemsize)
    theirs = pairwise([0, *(np.cumsum(entries) * ENTRY.itemsize).tolist()])
    parts = (lines[at : at + LIVING.itemsize] + content[slice(*of)] for at, of in zip(own, theirs, strict=True))
    digests = b"".join(blake2b(part, digest_size=8).digest() for part in parts)
    found.digest = np.frombuffer(digests, "<i8")
    return found, ledger


def _counts(members: np.ndarray, listed: np.ndarray) -> np.ndarray:
    """Return beside the members (ids, ascending) how often each is listed."""
    return np.bincount(np.searchsorted(members, listed), minlength=len(members))
