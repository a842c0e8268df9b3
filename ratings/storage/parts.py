"""A list on its way into the database and back: its lines and ledgers in parts (`packed_lines`)."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from django.db.models import QuerySet

from federation.database import bulk, raw_rows
from ratings.models import ListPart, RatingList
from ratings.storage.arrays import LedgerLines, RatingLines
from ratings.storage.part_layout import (
    ENTRY,
    LINE,
    entries_of,
    pack,
    part_of,
    records_of,
    unpack_entries,
    unpack_lines,
    whole_records,
)
from ratings.systems.period import Ints

Lists = QuerySet[RatingList] | Collection[RatingList]


def write(rating_list: RatingList, ratings: RatingLines, ledger: LedgerLines | None = None) -> None:
    """Store a list that has no parts yet; a starting list has no ledger. The caller opens a transaction."""
    parts = pack(ratings, ledger)
    columns = ("list", "number", "lines", "entries")
    bulk.write(ListPart, columns, ((rating_list.pk, *part) for part in parts))


def read_ratings(rating_list: RatingList) -> RatingLines:
    """The ratings of a list as they are stored: one query."""
    return unpack_lines(_blobs(rating_list, "lines"))


def read_records(rating_list: RatingList, among: Collection[int] | None = None) -> np.ndarray:
    """The lines of a list as they are packed, for who wants few columns, by id of the member: one query.

    The fields are those of `LINE`, as narrow as they are stored. ``among``: of these members (ids) alone, by matricule.
    """
    if among is not None:
        return _records_of([rating_list], among, "lines", LINE)[1]
    return whole_records(_blobs(rating_list, "lines"), LINE)


def read_ledger(rating_list: RatingList) -> LedgerLines:
    """The ledger of a list as it is stored: one query."""
    return unpack_entries(_blobs(rating_list, "entries"))


def ratings_of(lists: Lists, members: Collection[int]) -> tuple[Ints, RatingLines]:
    """The lines of these members (ids) in the lists, by list and matricule, beside the ids of the lists. One query."""
    found, records = _records_of(lists, members, "lines", LINE)
    return found, RatingLines.of(records)


def ledgers_of(lists: Lists, members: Collection[int]) -> tuple[Ints, LedgerLines]:
    """The entries of these members (ids), by list, matricule and number, beside the ids of the lists. One query."""
    found, records = _records_of(lists, members, "entries", ENTRY)
    return found, entries_of(records, found)


def _blobs(rating_list: RatingList, column: str) -> list[bytes]:
    rows = ListPart.objects.filter(list=rating_list).order_by("number")
    return [blob for (blob,) in raw_rows.read(rows, column)]


def _records_of(lists: Lists, members: Collection[int], column: str, layout: np.dtype) -> tuple[Ints, np.ndarray]:
    """Beside the ids of the lists."""
    wanted = np.fromiter(members, np.int64)
    rows = ListPart.objects.filter(list__in=lists, number__in={part_of(member) for member in members})
    ids, found = [np.zeros(0, np.int64)], [np.zeros(0, layout)]
    for rating_list, blob in raw_rows.read(rows.order_by(), "list_id", column):
        records = records_of(blob, layout)
        member = records["member"]
        mine = records[member == wanted[0] if len(wanted) == 1 else np.isin(member, wanted)]
        ids.append(np.full(len(mine), rating_list))
        found.append(mine.astype(layout))
    whose, records = np.concatenate(ids), np.concatenate(found)
    order = np.lexsort((records["matricule"], whose))
    return whose[order], records[order]
