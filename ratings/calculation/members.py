"""What members bring to a list: the ratings that they carry from the previous one, clubs and affiliations."""

import datetime as dt
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from django.db.models import Q, QuerySet

from federation.database.columns import read_whole
from federation.models import Affiliation, Club, Member
from ratings.calculation import store
from ratings.calculation.arrays import RATING
from ratings.games.players import People, look_up
from ratings.models import Rating, RatingList
from ratings.systems.period import MINUTES_A_DAY, NONE, Flags, Ints, Outcome, Status

# What members carry from one list to the next.
OF_OUTCOME = ("games", "opponents_sum", "half_points", "deviation", "last_day", "status")
CARRIED = np.dtype([(name, RATING[name]) for name in ("member", "rating", "last_minute", *OF_OUTCOME)])
INTERVAL = np.dtype([(name, "i4") for name in ("row", "club", "number", "start", "end")])  # days as `number_of` says


def carried_by(previous: RatingList | None, people: People, among: QuerySet[Member] | None = None) -> np.ndarray:
    """Return what the previous list carries on, `CARRIED` beside ``people``: one query. ``among`` limits the members.

    ``member`` is 0 for members who are not in the previous list.
    A merged member's lines go to the remaining record: games and sums are added, and the rating of the record with
    more games holds.
    """
    found = _nobody(people)
    if previous is None:
        return found
    listed = previous.ratings.all() if among is None else previous.ratings.filter(member__in=among)
    lines, rows = read_lines(listed, people)
    if np.bincount(rows).max(initial=0) > 1:
        last_stays = np.lexsort((-lines["key"], lines["games"]))
        lines, rows = lines[last_stays], rows[last_stays]
    found[rows] = lines[list(CARRIED.names)]
    unknown = found["last_minute"] == 0
    found["last_minute"][unknown] = _minute_of(found["last_day"][unknown])
    for place in np.flatnonzero(found["member"][rows] != lines["member"]):
        _add(found, rows[place], lines[place])
    return found


def read_lines(listed: QuerySet[Rating], people: People) -> tuple[np.ndarray, Ints]:
    """Return these lines, with `CARRIED` and the key, and beside them the rows of ``people``: one query."""
    lines = store.columns_of(listed, "key", *CARRIED.names)
    rows = people.rows(lines["member"])
    there = rows != NONE
    return (lines, rows) if there.all() else (lines[there], rows[there])


def carried_after(carried: np.ndarray, rows: Ints, people: People, outcome: Outcome) -> np.ndarray:
    """Return what a computed list carries on, as if it had been stored and read. ``rows`` of ``people`` took part.

    Members without a rating or a game, now or before, are in no list.
    """
    now = np.zeros(len(rows), CARRIED)
    for name in OF_OUTCOME:
        now[name] = getattr(outcome, name)
    now["rating"] = np.where(outcome.status == Status.UNRATED, 0, outcome.rating)
    now["last_minute"] = _minute_of(outcome.last_day) if outcome.last_minute is None else outcome.last_minute
    stays = (outcome.games > 0) | has_rating(now) | has_rating(carried)[rows]
    now["member"] = np.where(stays, people.ids[rows], 0)
    found = _nobody(people)
    found[rows] = now
    return found


def has_rating(carried: np.ndarray) -> Flags:
    """Return who has a rating. In go 0 is a rating, so the status decides."""
    return (carried["rating"] != 0) | (carried["status"] != Status.UNRATED)


def _nobody(people: People) -> np.ndarray:
    found = np.zeros(len(people.ids), CARRIED)
    found["deviation"] = np.nan
    return found


def _add(found: np.ndarray, row: int, other: np.void) -> None:
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


@dataclass(frozen=True)
class Belonging:
    """Clubs and affiliations on a day, beside the ids asked for."""

    club: Ints  # id; 0 = none
    club_key: Ints
    affiliated: Ints  # 0, 1


def read_intervals(people: People, since: dt.date, until: dt.date) -> np.ndarray:
    """Return all affiliations that hold on any of these days as `INTERVAL`, by their start: two queries.

    Those that stayed with a merged record come first.
    """
    held = Affiliation.objects.filter(Q(end=None) | Q(end__gte=since), start__lte=until)
    # Where all hold on the only day that is asked for, and no two records are of one person, no day decides anything.
    days_matter = since < until or len(people.ids) < len(people.known_ids)
    member, club, *days = read_whole(held, ("member_id", "club_id"), days=("start", "end") if days_matter else ())
    clubs, numbers = read_whole(Club.objects.all(), ("pk", "key"))
    by_id = np.argsort(clubs)
    found = np.zeros(len(member), INTERVAL)
    found["row"], found["club"] = people.compact_rows(member), club
    found["number"] = look_up(clubs[by_id], numbers[by_id], club, missing=0)
    if days_matter:
        found["start"], found["end"] = days
        found = found[np.lexsort((member, days[0], np.isin(member, people.ids)))]
    return found[found["row"] != NONE]  # without who came in while all this was read


def number_of(day: dt.date) -> int:
    """Return the day as `columns.read_whole` has days."""
    return int(f"{day:%Y%m%d}")


def belonging(intervals: np.ndarray, people: People, rows: Ints, day: dt.date) -> Belonging:
    """Return the clubs and affiliations on the day of the members in these rows of ``people``.

    A merged member may have two intervals on the same day: the one of the remaining record applies; among those of
    other records, the one that began last.
    """
    number, end = number_of(day), intervals["end"]
    holds = intervals[(intervals["start"] <= number) & ((end == 0) | (end >= number))]
    row = holds["row"]
    found = [np.zeros(len(people.ids), np.int64) for _column in fields(Belonging)]
    for column, values in zip(found, (holds["club"], holds["number"], 1), strict=True):
        column[row] = values  # the last one stays
    return Belonging(*(column[rows] for column in found))


def settled_belonging(published: RatingList, member: Ints) -> Belonging:
    """Return the clubs and affiliations of these members (ids) when the list was published."""
    names = ("club", "club_key", "affiliated")
    lines = np.sort(store.columns_of(published.ratings.all(), "member", *names), order="member")
    columns = (lines[name] for name in names)
    return Belonging(*(look_up(lines["member"], column, member, missing=0) for column in columns))
