"""The lines and ledgers of a list as bytes: so many members a part, found by the id of the member.

A list is a whole snapshot, and decades of them are millions of lines: as rows with indexes they cost a hundred times
what they cost as bytes, and nobody asks for them but by list or by member. Records are little-endian, without gaps,
in ascending order of the member's id; the entries of a member stand in the order of his ledger.

A figure takes no more bytes than the largest of its column in the list. How many are said at the head of each part:
`SHORT`, then a byte for each column of the layout. A part without that head has records of the very layout, as all had
once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from ratings.storage.arrays import LedgerLines, Lines, RatingLines
from ratings.systems.period import NONE, Floats, Ints

MEMBERS_A_PART = 256
SHORT = b"\xff\xff\xff\xff"  # no member's id
WIDTHS = {"i": (1, 2, 4, 8), "f": (4, 8)}  # bytes of whole numbers and of others
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
    lines: bytes  # of `LINE`, shortened
    entries: bytes  # of `ENTRY`, shortened


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


def records_of(part: bytes, layout: np.dtype) -> np.ndarray:
    """The records of a part, whose figures may be shorter than the layout's: before reckoning make them longer."""
    head = _head(part, layout)
    return np.frombuffer(part, _shortened(layout, head), offset=len(head))


def whole_records(parts: Sequence[bytes], layout: np.dtype) -> np.ndarray:
    """The same of some parts of one list, whose records are all of the same length."""
    filled = [part for part in parts if part]
    head = _head(filled[0], layout) if filled else b""
    return np.frombuffer(b"".join([part[len(head) :] for part in filled]), _shortened(layout, head))


def _head(part: bytes, layout: np.dtype) -> bytes:
    return part[: len(SHORT) + len(layout)] if part.startswith(SHORT) else b""


@cache
def _shortened(layout: np.dtype, head: bytes) -> np.dtype:
    if not head:
        return layout
    names, widths = layout.names or (), head[len(SHORT) :]
    return np.dtype([(name, f"<{layout[name].kind}{width}") for name, width in zip(names, widths, strict=True)])


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
    columns = {name: getattr(lines, name) for name in layout.names or ()}
    if not _is_in_order(lines.member):
        order = np.argsort(lines.member, kind="stable")
        columns = {name: column[order] for name, column in columns.items()}
    head = SHORT + bytes(_width(column, layout[name], name) for name, column in columns.items())
    records = np.empty(len(lines), _shortened(layout, head))
    for name, column in columns.items():
        records[name] = column
    numbers = columns["member"] // MEMBERS_A_PART
    starts = np.flatnonzero(np.diff(numbers, prepend=NONE))
    bounds = (np.append(starts, len(records)) * records.itemsize).tolist()
    whole = records.tobytes()
    places = zip(numbers[starts].tolist(), bounds, bounds[1:], strict=False)
    return {number: head + whole[start:end] for number, start, end in places}


def _width(column: Ints | Floats, kind: np.dtype, name: str) -> int:
    """The bytes that the largest figure of a column takes. Raises `OverflowError` where the layout has no room."""
    widths = [width for width in WIDTHS[kind.kind] if width <= kind.itemsize]
    if kind.kind == "f":
        return next(width for width in widths if np.array_equal(column.astype(f"f{width}"), column, equal_nan=True))
    low, high = int(column.min(initial=0)), int(column.max(initial=0))
    for width in widths:
        if -(1 << 8 * width - 1) <= low and high < 1 << 8 * width - 1:
            return width
    raise OverflowError(f"{name}: {low} to {high} do not fit into {kind.itemsize} bytes")


def _by_matricule(parts: Sequence[bytes], layout: np.dtype) -> np.ndarray:
    records = whole_records(parts, layout)
    matricule = records["matricule"]
    return records if _is_in_order(matricule) else records[np.argsort(matricule, kind="stable")]


def _is_in_order(numbers: Ints) -> bool:
    """Ids mostly follow matricules: then one order is the other."""
    return bool((numbers[1:] >= numbers[:-1]).all())
