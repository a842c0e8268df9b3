"""The club of members on the day of a list, and whether they are affiliated."""

import datetime as dt
from dataclasses import dataclass, fields

import numpy as np
from django.db.models import Q

from federation.database.columns import read_whole
from federation.models import Affiliation, Club
from ratings.calculation import store
from ratings.games.players import People, look_up
from ratings.models import RatingList
from ratings.systems.period import NONE, Ints

INTERVAL = np.dtype([(name, "i4") for name in ("row", "club", "number", "start", "end")])  # days as `number_of` says


@dataclass(frozen=True)
class Belonging:
    """Clubs and affiliations on a day, beside the ids asked for."""

    club: Ints  # id; 0 = none
    club_number: Ints
    affiliated: Ints  # 0, 1


def read_intervals(people: People, since: dt.date, until: dt.date) -> np.ndarray:
    """Return all affiliations that hold on any of these days as `INTERVAL`, by their start: two queries.

    Those that stayed with a merged record come first.
    """
    held = Affiliation.objects.filter(Q(end=None) | Q(end__gte=since), start__lte=until)
    # Where all hold on the only day that is asked for, and each record is somebody else's, no day decides anything.
    days_matter = since < until or len(people.ids) < len(people.known_ids)
    member, club, *days = read_whole(held, ("member_id", "club_id"), days=("start", "end") if days_matter else ())
    clubs, numbers = read_whole(Club.objects.all(), ("pk", "number"))
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

    A merged member may have two intervals on the same day: the one of the record that goes on holds; among those of
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
    names = ("club", "club_number", "affiliated")
    lines = np.sort(store.columns_of(published.ratings.all(), "member", *names), order="member")
    columns = (lines[name] for name in names)
    return Belonging(*(look_up(lines["member"], column, member, missing=0) for column in columns))
