"""The lines and ledgers of a list as bytes: so many members a part, found by the id of the member.

A list is a whole snapshot, and decades of them are millions of lines: as rows with indexes they cost a hundred times
what they cost as bytes, and nobody asks for them but by list or by member. Records are little-endian, without gaps,
in ascending order of the member's id; the entries of a member stand in the order of his ledger. Other lengths would
need a migration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ratings.entries import LedgerLines, Lines, RatingLines
from ratings.systems.period import NONE, Ints

MEMBERS_A_PART = 256
_PEOPLE = ("member", "matricule")  # an id, and the number by which the federation knows him on the day
LINE = np.dtype(
    [
        *((name, "<i4") for name in (*_PEOPLE, "club", "club_number", "rating", "games", "rank")),
        *((name, "<i4") for name in ("previous_rating", "previous_games", "period_games", "half_points", "last_day")),
        *((name, "<i8") for name in ("opponents_sum", "last_minute")),
        ("deviation", "<f8"),
        *((name, "i1") for name in ("status", "was_rated", "affiliated")),
    ]
)
ENTRY = np.dtype(
    [
        *((name, "<i4") for name in (*_PEOPLE, "pairing", "opponent", "opponent_matricule", "opponent_rating")),
        *((name, "<i4") for name in ("difference", "expected", "k", "change", "game_number", "half_points")),
        *((name, "i1") for name in ("kind", "reason")),
    ]
)


class Part(NamedTuple):
    """What a list says of the members whose ids have the same ``number`` (`part_of`)."""

    number: int
    lines: bytes  # of `LINE`
    entries: bytes  # of `ENTRY`


def part_of(member: int) -> int:
    """The number of the part in which a member (id) stands."""
    return member // MEMBERS_A_PART


def pack(ratings: RatingLines, ledger: LedgerLines | None) -> Iterator[Part]:
    """The parts of a list that have anything, by number. Raises `OverflowError` where a figure has no room."""
    lines, entries = _parts(ratings, LINE), _parts(ledger, ENTRY) if ledger is not None else {}
    for number in sorted(lines.keys() | entries.keys()):
        yield Part(number, lines.get(number, b""), entries.get(number, b""))


def unpack_lines(parts: Sequence[bytes]) -> RatingLines:
    """The lines of some parts of a list, by matricule."""
    return RatingLines.of(_by_matricule(parts, LINE))


def unpack_entries(parts: Sequence[bytes]) -> LedgerLines:
    """The ledgers of some parts of a list, by matricule and number."""
    return entries_of(_by_matricule(parts, ENTRY))


def entries_of(records: np.ndarray, lists: Ints | None = None) -> LedgerLines:
    """Records of `ENTRY`, whole ledgers one after the other; ``lists``: the list of each, where there are several."""
    begins = np.diff(records["member"], prepend=NONE) != 0
    if lists is not None:
        begins |= np.diff(lists, prepend=NONE) != 0
    starts = np.flatnonzero(begins)
    numbers = np.arange(1, len(records) + 1) - np.repeat(starts, np.diff(starts, append=len(records)))
    return LedgerLines(number=numbers, **{name: records[name].astype(np.int64) for name in ENTRY.names or ()})


def _parts(lines: Lines, layout: np.dtype) -> dict[int, bytes]:
    """The bytes of each part, by its number."""
    order = slice(None) if _is_in_order(lines.member) else np.argsort(lines.member, kind="stable")
    records = np.empty(len(lines), layout)
    for name in layout.names or ():
        records[name] = _fitting(getattr(lines, name)[order], layout[name], name)
    numbers = records["member"] // MEMBERS_A_PART
    starts = np.flatnonzero(np.diff(numbers, prepend=NONE))
    bounds = (np.append(starts, len(records)) * layout.itemsize).tolist()
    whole = records.tobytes()
    places = zip(numbers[starts].tolist(), bounds, bounds[1:], strict=False)
    return {number: whole[start:end] for number, start, end in places}


def _fitting(column: Ints, kind: np.dtype, name: str) -> Ints:
    if kind.kind == "i" and len(column):
        room = np.iinfo(kind)
        if column.min() < room.min or column.max() > room.max:
            raise OverflowError(f"{name}: {column.min()} to {column.max()} do not fit into {kind.itemsize} bytes")
    return column


def _by_matricule(parts: Sequence[bytes], layout: np.dtype) -> np.ndarray:
    records = np.frombuffer(b"".join(parts), layout)
    matricule = records["matricule"]
    return records if _is_in_order(matricule) else records[np.argsort(matricule, kind="stable")]


def _is_in_order(numbers: Ints) -> bool:
    """Ids mostly follow matricules: then one order is the other."""
    return bool((numbers[1:] >= numbers[:-1]).all())
