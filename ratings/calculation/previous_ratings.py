"""What members carry from one list to the next, as columns beside `People`."""

from typing import Any

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from federation.models import Member
from ratings.calculation import store
from ratings.games.players import People
from ratings.models import Rating, RatingList
from ratings.systems.period import MINUTES_A_DAY, NONE, Flags, Ints, Outcome, Status

Carried = dict[str, NDArray[Any]]  # a column for each of `NAMES`, as in `RatingLines`
NAMES = ("member", "rating", "games", "opponents_sum", "half_points", "deviation", "last_day", "last_minute", "status")


def nobody(people: People) -> Carried:
    """Return empty columns in the rows of ``people``: ``member`` is 0 for members who are not in the previous list."""
    found: Carried = {name: np.zeros(len(people.ids), np.int64) for name in NAMES}
    return found | {"deviation": np.full(len(people.ids), np.nan)}


def from_list(previous: RatingList | None, people: People, among: QuerySet[Member] | None = None) -> Carried:
    """Return what the previous list carries on, in the rows of ``people``: one query. ``among`` limits the members.

    A merged member's lines go to the record that goes on: games and sums are added, and the rating of the record with
    more games holds.
    """
    found = nobody(people)
    if previous is None:
        return found
    listed = previous.ratings.all() if among is None else previous.ratings.filter(member__in=among)
    lines, rows = read_lines(listed, people)
    if np.bincount(rows).max(initial=0) > 1:
        last_stays = np.lexsort((-lines["matricule"], lines["games"]))
        lines, rows = lines[last_stays], rows[last_stays]
    for name, column in found.items():
        column[rows] = lines[name]
    untold = found["last_minute"] == 0
    found["last_minute"][untold] = _minute_of(found["last_day"][untold])
    for place in np.flatnonzero(found["member"][rows] != lines["member"]):
        _add(found, rows[place], lines[place])
    return found


def read_lines(listed: QuerySet[Rating], people: People) -> tuple[np.ndarray, Ints]:
    """Return these lines, with `NAMES` and the matricule, and beside them the rows of ``people``: one query."""
    lines = store.columns_of(listed, "matricule", *NAMES)
    rows = people.rows(lines["member"])
    there = rows != NONE
    return (lines, rows) if there.all() else (lines[there], rows[there])


def after(carried: Carried, rows: Ints, people: People, outcome: Outcome) -> Carried:
    """Return what a computed list carries on, as if it had been stored and read. ``rows`` of ``people`` took part.

    Members without a rating or a game, now or before, are in no list.
    """
    now = {name: getattr(outcome, name) for name in NAMES if name not in ("member", "last_minute")}
    now["rating"] = np.where(outcome.status == Status.UNRATED, 0, outcome.rating)
    now["last_minute"] = _minute_of(outcome.last_day) if outcome.last_minute is None else outcome.last_minute
    stays = (outcome.games > 0) | has_rating(now) | has_rating(carried)[rows]
    now["member"] = np.where(stays, people.ids[rows], 0)
    found = nobody(people)
    for name, column in found.items():
        column[rows] = now[name]
    return found


def has_rating(carried: Carried) -> Flags:
    """Return who has a rating. In go 0 is a rating, so the status decides."""
    return (carried["rating"] != 0) | (carried["status"] != Status.UNRATED)


def _add(found: Carried, row: int, other: np.void) -> None:
    minute = other["last_minute"] or _minute_of(int(other["last_day"]))
    found["games"][row] += other["games"]
    found["last_day"][row] = max(found["last_day"][row], other["last_day"])
    found["last_minute"][row] = max(found["last_minute"][row], minute)
    if found["status"][row] < Status.ESTABLISHED:  # sums of a first rating that is still to come (B07)
        found["opponents_sum"][row] += other["opponents_sum"]
        found["half_points"][row] += other["half_points"]


def _minute_of(day: Any) -> Any:
    """Return the minute that stands for a last game without one."""
    return day * MINUTES_A_DAY
