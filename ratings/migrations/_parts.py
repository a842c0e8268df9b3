"""The bytes in which lists were stored once, for the migration that makes rows of them.

A part holds the members whose ids have the same quotient by 256: little-endian records without gaps. `SHORT` at its
beginning says that a byte for each column follows, with the bytes that a figure takes there; without it the records
have the very layout.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np

SHORT = b"\xff\xff\xff\xff"  # no member's id
LINE = np.dtype(
    [
        *((name, "<i4") for name in ("member", "matricule", "club", "club_number", "rating", "games", "rank")),
        *((name, "<i4") for name in ("previous_rating", "previous_games", "period_games", "half_points", "last_day")),
        *((name, "<i8") for name in ("opponents_sum", "last_minute")),
        ("deviation", "<f8"),
        *((name, "i1") for name in ("status", "was_rated", "affiliated")),
    ]
)
ENTRY = np.dtype(
    [
        *((name, "<i4") for name in ("member", "matricule", "pairing", "opponent", "opponent_matricule")),
        *((name, "<i4") for name in ("opponent_rating", "difference", "expected", "k", "change", "game_number")),
        ("half_points", "<i4"),
        *((name, "i1") for name in ("kind", "reason")),
    ]
)
GAME = 0  # the kind of entries in which a rating of 0 is a level of go
RATING_COLUMNS = (
    *("list", "member", "member_number", "club", "club_number", "affiliated", "rating", "status", "rank", "games"),
    *("previous_rating", "previous_games", "period_games", "opponents_sum", "half_points", "deviation"),
    *("last_played", "last_minute"),
)
ENTRY_COLUMNS = (
    *("list", "member", "member_number", "number", "kind", "reason", "pairing", "opponent", "opponent_number"),
    *("opponent_rating", "difference", "expected", "k", "half_points", "change", "game_number"),
)


def rating_rows(list_id: int, parts: Sequence[bytes]) -> Iterator[tuple[Any, ...]]:
    """Yield the values of `RATING_COLUMNS` for each line of these parts, by matricule."""
    lines = _records(parts, LINE)
    deviation = lines["deviation"].astype(np.float64)
    rated = (lines["status"] != 0) | (lines["rating"] != 0)
    return zip(
        repeat(list_id),
        lines["member"].tolist(),
        lines["matricule"].tolist(),
        _or_none(lines["club"]),
        _or_none(lines["club_number"]),
        (lines["affiliated"] != 0).tolist(),
        _or_none(lines["rating"], rated),
        lines["status"].tolist(),
        _or_none(lines["rank"]),
        lines["games"].tolist(),
        _or_none(lines["previous_rating"], lines["was_rated"] != 0),
        lines["previous_games"].tolist(),
        lines["period_games"].tolist(),
        lines["opponents_sum"].tolist(),
        lines["half_points"].tolist(),
        _or_none(deviation, ~np.isnan(deviation)),
        map(_day, lines["last_day"].tolist()),
        _or_none(lines["last_minute"]),
        strict=False,
    )


def entry_rows(list_id: int, parts: Sequence[bytes]) -> Iterator[tuple[Any, ...]]:
    """Yield the values of `ENTRY_COLUMNS` for each entry of these parts, by matricule and number."""
    entries = _records(parts, ENTRY)
    starts = np.flatnonzero(np.diff(entries["matricule"].astype(np.int64), prepend=-1))
    numbers = np.arange(1, len(entries) + 1) - np.repeat(starts, np.diff(starts, append=len(entries)))
    return zip(
        repeat(list_id),
        entries["member"].tolist(),
        entries["matricule"].tolist(),
        numbers.tolist(),
        entries["kind"].tolist(),
        entries["reason"].tolist(),
        _or_none(entries["pairing"]),
        _or_none(entries["opponent"]),
        _or_none(entries["opponent_matricule"]),
        _or_none(entries["opponent_rating"], (entries["opponent_rating"] != 0) | (entries["kind"] == GAME)),
        entries["difference"].tolist(),
        entries["expected"].tolist(),
        entries["k"].tolist(),
        _or_none(entries["half_points"], entries["half_points"] >= 0),
        entries["change"].tolist(),
        entries["game_number"].tolist(),
        strict=False,
    )


def _records(parts: Sequence[bytes], layout: np.dtype) -> np.ndarray:
    """The records of all parts of a list, by matricule; those of a member stay in their order."""
    found = [np.frombuffer(b"", layout), *(_of_part(part, layout).astype(layout) for part in parts if part)]
    records = np.concatenate(found)
    return records[np.argsort(records["matricule"], kind="stable")]


def _of_part(part: bytes, layout: np.dtype) -> np.ndarray:
    head = part[: len(SHORT) + len(layout)] if part.startswith(SHORT) else b""
    return np.frombuffer(part, _shortened(layout, head), offset=len(head))


@lru_cache
def _shortened(layout: np.dtype, head: bytes) -> np.dtype:
    if not head:
        return layout
    names, widths = layout.names or (), head[len(SHORT) :]
    return np.dtype([(name, f"<{layout[name].kind}{width}") for name, width in zip(names, widths, strict=True)])


def _day(ordinal: int) -> str | None:
    return dt.date.fromordinal(ordinal).isoformat() if ordinal else None


def _or_none(values: np.ndarray, known: np.ndarray | None = None) -> list[Any]:
    known = values != 0 if known is None else known
    found = values.tolist()
    for place in np.flatnonzero(~known).tolist():
        found[place] = None
    return found
