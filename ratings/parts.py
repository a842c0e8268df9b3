"""A list on its way into the database and back: its lines and ledgers in parts (`packed_lines`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import numpy as np
from django.db.models import QuerySet

from federation import blobs, bulk
from ratings.entries import LedgerLines, RatingLines
from ratings.models import ListPart, RatingList
from ratings.packed_lines import pack, part_of, unpack_entries, unpack_lines
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


def read_ledger(rating_list: RatingList) -> LedgerLines:
    """The ledger of a list as it is stored: one query."""
    return unpack_entries(_blobs(rating_list, "entries"))


def ratings_of(lists: Lists, members: Collection[int]) -> Iterator[tuple[int, RatingLines]]:
    """Of each of the lists its id and the lines of these members (ids), where it has any. One query."""
    for rating_list, found in _blobs_of(lists, members, "lines"):
        lines = unpack_lines(found)
        if mine := _theirs(lines.member, members):
            yield rating_list, lines.take(mine)


def ledgers_of(lists: Lists, members: Collection[int]) -> Iterator[tuple[int, LedgerLines]]:
    """Of each of the lists its id and the entries of these members (ids), where it has any. One query."""
    for rating_list, found in _blobs_of(lists, members, "entries"):
        entries = unpack_entries(found)
        if mine := _theirs(entries.member, members):
            yield rating_list, entries.take(mine)


def _blobs(rating_list: RatingList, column: str) -> list[bytes]:
    rows = ListPart.objects.filter(list=rating_list).order_by("number")
    return [blob for (blob,) in blobs.read(rows, column)]


def _blobs_of(lists: Lists, members: Iterable[int], column: str) -> Iterator[tuple[int, list[bytes]]]:
    """By id of the list."""
    numbers = {part_of(member) for member in members}
    found: dict[int, list[bytes]] = {}
    rows = ListPart.objects.filter(list__in=lists, number__in=numbers).order_by("list", "number")
    for rating_list, blob in blobs.read(rows, "list_id", column):
        found.setdefault(rating_list, []).append(blob)
    return iter(found.items())


def _theirs(column: Ints, members: Collection[int]) -> list[int]:
    """The rows of the members."""
    return np.flatnonzero(np.isin(column, np.fromiter(members, np.int64))).tolist()
