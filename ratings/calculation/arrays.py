"""A list as arrays in one canonical order, computed or read from its rows (`store`), so that its digest is the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from ratings.systems.period import Flags, Floats, Ints, Status

CHUNK = 10_000


@dataclass(frozen=True)
class Lines:
    """Arrays of the same length. The number 0 means none where the field says so."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def take(self, rows: Any) -> Self:
        """Return the lines of these rows (or of a mask), in this order."""
        return type(self)(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})

    def parts(self) -> Iterator[Self]:
        """Yield all lines, some at a time: as Python numbers they take many times the memory."""
        for start in range(0, len(self), CHUNK):
            yield self.take(slice(start, start + CHUNK))

    @classmethod
    def of(cls, records: np.ndarray) -> Self:
        """Return the lines of records that have a field for each column; other fields are ignored."""
        kinds = ((field.name, np.float64 if field.type == "Floats" else np.int64) for field in fields(cls))
        return cls(**{name: records[name].astype(kind) for name, kind in kinds})


@dataclass(frozen=True)
class RatingLines(Lines):
    """One line a member, by member number."""

    member: Ints  # id
    matricule: Ints
    club: Ints  # id; 0 = none
    club_number: Ints
    rating: Ints  # 0 where the status is UNRATED
    games: Ints
    status: Ints
    rank: Ints  # 0 = none
    previous_rating: Ints  # 0 where there was none
    was_rated: Ints  # 0, 1: whether there was one, since 0 is a level of go
    previous_games: Ints
    period_games: Ints
    opponents_sum: Ints
    half_points: Ints
    deviation: Floats  # nan = none
    last_day: Ints  # date ordinal; 0 = never
    last_minute: Ints  # as in `systems.period.TimedPlayers`; 0 = not told
    affiliated: Ints  # 0, 1

    @property
    def is_rated(self) -> Flags:
        """Mask of the lines with a rating."""
        return self.status != Status.UNRATED


@dataclass(frozen=True)
class LedgerLines(Lines):
    """One line an entry, by member number and number."""

    member: Ints  # id
    matricule: Ints
    number: Ints
    kind: Ints
    reason: Ints
    pairing: Ints  # id; 0 = none
    opponent: Ints  # id; 0 = none
    opponent_matricule: Ints
    opponent_rating: Ints  # as in `systems.period.Ledger`
    difference: Ints
    expected: Ints
    k: Ints
    half_points: Ints  # -1 = none
    change: Ints
    game_number: Ints
