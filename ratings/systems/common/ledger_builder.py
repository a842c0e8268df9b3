"""Ledger entries, collected rule by rule and returned player by player."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Final

import numpy as np

from ratings.systems.common.grouping import stable_order
from ratings.systems.period import NONE, Ints, Kind, Ledger, Reason

_COLUMNS: Final = tuple(field.name for field in fields(Ledger))


class Entries:
    """Entries, added in any order; `ledger` sorts them by player, then by step, then by their place in the step."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, dict[str, Ints | int]]] = []  # how many entries, and their columns

    def add(self, step: Ints | int, player: Ints, kind: Kind, place: Ints | int = 0, **columns: Ints | int) -> None:
        """Add an entry for each row of ``player``. Columns are those of `Ledger`; missing ones are 0, a missing game
        NONE.

        Step and place are from 0, below 2**32.
        """
        unknown = columns.keys() - set(_COLUMNS)
        if unknown:
            raise TypeError(f"no column of a ledger: {', '.join(sorted(unknown))}")
        values = {"game": NONE, **columns, "player": player, "kind": kind, "step": step, "place": place}
        self._parts.append((len(player), values))

    def add_not_counted(
        self, step: Ints | int, player: Ints, *, game: Ints, reason: Ints | int, half_points: Ints
    ) -> None:
        """Add the games that do not count, in the order of play."""
        self.add(step, player, Kind.NOT_COUNTED, place=game, game=game, reason=reason, half_points=half_points)

    def add_rejected(self, step: int, sides: Iterable[tuple[Ints, Ints]], reason: Ints) -> None:
        """Add the games with a ``reason`` for each side that is a member; a side is its players and their scores."""
        for player, half_points in sides:
            rows = np.flatnonzero((reason != Reason.NONE) & (player != NONE))
            self.add_not_counted(step, player[rows], game=rows, reason=reason[rows], half_points=half_points[rows])

    def ledger(self) -> Ledger:
        """Return all entries added so far, or an empty ledger."""
        order = stable_order(self._column("place"))
        for name in ("step", "player"):
            order = order[stable_order(self._column(name)[order])]
        return Ledger(**{name: self._column(name)[order] for name in _COLUMNS})

    def _column(self, name: str) -> Ints:
        column = np.zeros(sum(size for size, _ in self._parts), dtype=np.int64)
        start = 0
        for size, values in self._parts:
            if name in values:
                column[start : start + size] = values[name]
            start += size
        return column


NO_ENTRIES: Final = Entries().ledger()  # if no ledger was requested
