"""What members carry from one list to the next: a row each, read from a stored list or taken from an outcome."""

from __future__ import annotations

import numpy as np
from django.db.models import QuerySet

from federation.models import Member
from ratings import parts
from ratings.entries import RatingLines
from ratings.models import RatingList
from ratings.people import People
from ratings.systems.period import MINUTES_A_DAY, Flags, Outcome, Status

CARRIED = np.dtype(
    [
        *((name, "i8") for name in ("member", "rating", "games", "opponents_sum", "half_points")),
        *(("deviation", "f8"), ("last_day", "i8"), ("last_minute", "i8"), ("status", "i8")),
    ]
)


def nobody(people: People) -> np.ndarray:
    """Nothing carried, in the rows of ``people``: ``member`` is 0 for who is not in the list before."""
    found = np.zeros(len(people.ids), CARRIED)
    found["deviation"] = np.nan
    return found


def from_list(previous: RatingList | None, people: People, among: QuerySet[Member] | None = None) -> np.ndarray:
    """The last list in the rows of ``people``: one query. ``among``: who they are, where they are not everybody.

    The lists of a member who was merged into another are the other's: his games and sums are added, and the rating of
    the record with more games holds.
    """
    found = nobody(people)
    if previous is None:
        return found
    listed = read_list(previous, among)
    listed = listed[np.argsort(-listed["games"], kind="stable")[::-1]]
    rows = people.rows(listed["member"])
    found[rows] = listed  # the last one stays
    for place in np.flatnonzero(found["member"][rows] != listed["member"]):
        _add(found, rows[place], listed[place])
    return found


def after(carried: np.ndarray, rows: np.ndarray, people: People, outcome: Outcome) -> np.ndarray:
    """What is carried on after a list of which ``rows`` (of ``people``) took part, as if it had been stored and read.

    Who has neither a rating nor a game, now or before, is in no list.
    """
    was_rated = has_rating(carried)[rows]
    now = np.zeros(len(rows), CARRIED)
    for name in ("rating", "games", "opponents_sum", "half_points", "deviation", "status", "last_day"):
        now[name] = getattr(outcome, name)
    now["rating"][outcome.status == Status.UNRATED] = 0
    now["last_minute"] = outcome.last_day * MINUTES_A_DAY if outcome.last_minute is None else outcome.last_minute
    now["member"] = np.where((outcome.games > 0) | has_rating(now) | was_rated, people.ids[rows], 0)
    found = nobody(people)
    found[rows] = now
    return found


def has_rating(carried: np.ndarray) -> Flags:
    """Who has a rating: 0 is one in go, so the status tells it there."""
    return (carried["rating"] != 0) | (carried["status"] != Status.UNRATED)


def read_list(rating_list: RatingList, among: QuerySet[Member] | None = None) -> np.ndarray:
    """The ratings of a list as they stand, in order of matricule: one query. ``among``: of these members alone."""
    lines = parts.read_ratings(rating_list) if among is None else _lines_of(rating_list, among)
    found = np.empty(len(lines), CARRIED)
    for name in CARRIED.names or ():
        found[name] = getattr(lines, name)
    untold = found["last_minute"] == 0
    found["last_minute"][untold] = found["last_day"][untold] * MINUTES_A_DAY
    return found


def _lines_of(rating_list: RatingList, among: QuerySet[Member]) -> RatingLines:
    ids = set(among.order_by().values_list("pk", flat=True))
    _lists, lines = parts.ratings_of([rating_list], ids)
    return lines


def _add(found: np.ndarray, row: int, other: np.void) -> None:
    found["games"][row] += other["games"]
    found["last_day"][row] = max(found["last_day"][row], other["last_day"])
    found["last_minute"][row] = max(found["last_minute"][row], other["last_minute"])
    if found["status"][row] < Status.ESTABLISHED:  # sums of a first rating that is still to come (B07)
        found["opponents_sum"][row] += other["opponents_sum"]
        found["half_points"][row] += other["half_points"]
