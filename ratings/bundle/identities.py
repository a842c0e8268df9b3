"""By which name a bundle calls a member: the matricule, and the name but of who is hidden or a minor."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from django.db.models import Q

from federation.models import Member
from federation.records import Cells, texts
from ratings.models import RatingList
from ratings.people import People, look_up
from ratings.systems.period import Flags, Ints

AGE = 18  # below it somebody is a minor


@dataclass(frozen=True)
class Identities:
    """Beside ``ids``, in ascending order, with nobody (id 0) before them."""

    ids: Ints
    matricules: Ints
    nameless: Flags  # hidden members and minors

    def places(self, ids: Ints) -> Ints:
        """Where these members are; 0 is nobody."""
        return look_up(self.ids, np.arange(len(self.ids)), ids, missing=0)

    def cells_of(self, ids: Ints) -> Cells:
        """What the bundle calls these members; nothing for nobody."""
        return self._cells[self.places(ids)]

    @cached_property
    def _cells(self) -> Cells:
        return texts(["", *map(str, self.matricules[1:].tolist())])

    def sorted(self, ids: Ints) -> Ints:
        """The rows of these members by matricule, each member's rows as they are."""
        return np.argsort(self.matricules[self.places(ids)], kind="stable")


def identities(rating_list: RatingList, people: People) -> Identities:
    """A query. A member who was merged into somebody protected is protected too."""
    ids, roots = people.known_ids, people.ids[people.known_rows]
    protected = Member.objects.filter(Q(hidden=True) | Q(birth_date__gt=_youngest(rating_list.date)))
    found = np.fromiter(protected.order_by().values_list("pk", flat=True), np.int64)
    nameless = np.isin(ids, found) | np.isin(roots, found)
    return Identities(np.append(0, ids), np.append(0, people.known_matricules), np.append(False, nameless))


def _youngest(day: dt.date) -> dt.date:
    """Who was born later was a minor on the day."""
    return dt.date(day.year - AGE, day.month, min(day.day, 28) if day.month == 2 else day.day)
