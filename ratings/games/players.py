"""Who is who in a rating run: row, member number and FIDE rating of each member. Three queries, no objects."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from django.db.models import Q, QuerySet
from numpy.typing import NDArray

from federation.database.columns import read_whole
from federation.models import Member
from ratings.systems.period import NONE, Flags, Ints


@dataclass(frozen=True)
class People:
    """All current members, one row each, by member number. A merged member has the row of the remaining record."""

    ids: Ints
    keys: Ints
    foreign_rating: Ints  # FIDE rating of a member of another federation as it is today (B33); 0 = none
    known_ids: Ints  # every id, merged ones too, ascending
    known_rows: Ints  # beside it: the row
    known_keys: Ints  # beside it: their own key

    @cached_property
    def row_of_id(self) -> NDArray[np.int32]:
        """Return the rows of all ids from 0 to the highest known, and NONE once more for higher ids."""
        table = np.full(int(self.known_ids.max(initial=0)) + 2, NONE, np.int32)
        table[self.known_ids] = self.known_rows
        return table

    def rows(self, member_ids: Ints) -> Ints:
        """Return the rows of members given by id; NONE for 0."""
        return self.compact_rows(member_ids).astype(np.int64)

    def compact_rows(self, member_ids: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the same in half the memory."""
        return self.row_of_id.take(member_ids, mode="clip")

    def registered_after(self, moment: dt.datetime) -> Flags:
        """Return beside ``ids`` who had no record at that moment. One query."""
        late = Member.objects.filter(registered_at__gt=moment).values_list("id", flat=True)
        is_new = np.ones(len(self.ids), bool)
        is_new[self.known_rows[~np.isin(self.known_ids, np.fromiter(late, np.int64))]] = False
        return is_new

    def of_keys(self, keys: Ints) -> Ints:
        """Return the rows of members given by member number; NONE if nobody has it."""
        order = np.argsort(self.known_keys)
        return look_up(self.known_keys[order], self.known_rows[order], keys)


def read_people(among: QuerySet[Member] | None = None, keys_then: Mapping[int, int] | None = None) -> People:
    """Return all members, or those in ``among`` (see `with_merged`). ``keys_then``: keys, by id, instead of today's."""
    merged = numbers(Member.objects.exclude(merged_into=None), "merged_into_id")
    known, own = numbers(Member.objects.all() if among is None else among, "key")
    if keys_then:
        own = replaced(known, own, keys_then)
    roots = follow(known, *merged)
    goes_on = np.isin(known, roots)
    by_key = np.argsort(own[goes_on], kind="stable")
    ids = known[goes_on][by_key]
    by_id = np.argsort(ids, kind="stable")
    return People(
        ids=ids,
        keys=own[goes_on][by_key],
        foreign_rating=look_up(*numbers(with_foreign_rating(), "fide_rating"), ids, missing=0),
        known_ids=known,
        known_rows=look_up(ids[by_id], by_id, roots),
        known_keys=own,
    )


def replaced(ids: Ints, keys: Ints, keys_then: Mapping[int, int]) -> Ints:
    """Return ``keys``, which stand beside ascending ids, with those of ``keys_then`` (by id) in place of some."""
    found = keys.copy()
    for member, key in keys_then.items():
        found[ids == member] = key
    return found


def with_foreign_rating() -> QuerySet[Member]:
    """Return members of other federations whose FIDE rating replaces the calculated one (B33)."""
    return Member.objects.filter(fide_rating__gt=0).foreign()


def with_merged(chosen: Q) -> QuerySet[Member]:
    """Return the chosen members and everybody with a merged record, so that each person is complete."""
    go_on = Member.objects.exclude(merged_into=None).values("merged_into")
    return Member.objects.filter(chosen | Q(merged_into__isnull=False) | Q(pk__in=go_on))


def follow(ids: Ints, merged: Ints, into: Ints) -> Ints:
    """Return for each id the member whose record remains, following merges (``merged`` into ``into``) to the end."""
    roots = ids
    for _ in range(len(merged)):
        further = look_up(merged, into, roots, missing=0)
        if not further.any():
            break
        roots = np.where(further > 0, further, roots)
    return roots


def numbers(members: QuerySet[Member], field: str) -> tuple[Ints, Ints]:
    """Return ids in ascending order, and beside them one whole number of each member."""
    ids, found = read_whole(members, ("id", field))
    by_id = np.argsort(ids, kind="stable")
    return ids[by_id], found[by_id]


def look_up(keys: Ints, values: Ints, wanted: Ints, missing: int = NONE) -> Ints:
    """Return for each wanted number the value beside it in ``keys`` (ascending), or ``missing``."""
    if not len(keys):
        return np.full(len(wanted), missing, np.int64)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, values[place], missing)
