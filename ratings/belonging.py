"""Where members belong on the day of a list: their club, and whether they are affiliated."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache

import numpy as np
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from federation import blobs
from federation.models import Affiliation
from ratings.models import RatingList
from ratings.parts import read_records
from ratings.people import People, look_up
from ratings.systems.period import Ints

FOR_EVER = dt.date.max.toordinal()
STRETCH = np.dtype([(name, "i4") for name in ("row", "club", "number", "start", "end")])


@dataclass(frozen=True)
class Belonging:
    """Where members belong on a day, beside the ids asked for."""

    club: Ints  # id; 0 = none
    club_number: Ints
    affiliated: Ints  # 0, 1


def read_stretches(people: People, since: dt.date, until: dt.date) -> np.ndarray:
    """All affiliations that hold on any day of these, `STRETCH`, in order of their start: one query.

    Those that stayed with a record that was merged into another come before all others.
    """
    held = Affiliation.objects.filter(Q(end=None) | Q(end__gte=since), start__lte=until).order_by("pk")
    days = {f"{name}_text": Cast(name, TextField()) for name in ("start", "end")}  # each driver has its own dates
    rows = blobs.read(held.annotate(**days), "member_id", "club_id", "club__number", *days)
    ordinal = cache(_ordinal)  # many begin or end on the same day
    found = np.fromiter(
        ((member, club or 0, number or 0, ordinal(start), ordinal(end)) for member, club, number, start, end in rows),
        STRETCH,
    )
    found = found[np.argsort(found["start"], kind="stable")]
    found = found[np.argsort(np.isin(found["row"], people.ids), kind="stable")]
    found["row"] = people.compact_rows(found["row"])
    return found


def _ordinal(day: str | None) -> int:
    return dt.date.fromisoformat(day).toordinal() if day else FOR_EVER


def belonging(stretches: np.ndarray, people: People, rows: Ints, day: dt.date) -> Belonging:
    """The clubs and affiliations on the day of the members in these rows of ``people``.

    A merged member may bring a second stretch for the same day: that of the record that goes on holds, and of those
    that stayed with other records the one that began last.
    """
    ordinal = day.toordinal()
    holds = stretches[(stretches["start"] <= ordinal) & (stretches["end"] >= ordinal)]
    found = np.zeros(len(people.ids), STRETCH)
    found[holds["row"]] = holds  # the last one stays
    mine = found[rows]
    return Belonging(
        club=mine["club"].astype(np.int64),
        club_number=mine["number"].astype(np.int64),
        affiliated=(mine["end"] > 0).astype(np.int64),
    )


def settled_belonging(published: RatingList, member: Ints) -> Belonging:
    """Where the members (ids) belonged when the list was published."""
    lines = read_records(published)
    columns = (lines[name] for name in ("club", "club_number", "affiliated"))
    return Belonging(*(look_up(lines["member"], column, member, missing=0) for column in columns))
