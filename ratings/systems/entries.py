"""Ledger entries gathered rule by rule, given out player by player."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import numpy as np

from ratings.systems.period import NONE, Ints, Kind, Ledger

_COLUMNS: Final = tuple(field.name for field in fields(Ledger))


class Entries:
    """Add entries in any order; `ledger` puts them by player, then by step, then by their place in the step."""

    def __init__(self) -> None:
        self._columns: dict[str, list[Ints]] = {name: [] for name in (*_COLUMNS, "step", "place")}

    def add(self, step: Ints | int, player: Ints, kind: Kind, place: Ints | int = 0, **columns: Ints | int) -> None:
        """One entry for each row of ``player``. Columns are those of `Ledger`; what is not given is 0, a game NONE."""
        values = {"game": NONE, **columns, "player": player, "kind": kind, "step": step, "place": place}
        for name, parts in self._columns.items():
            parts.append(np.broadcast_to(np.asarray(values.pop(name, 0), dtype=np.int64), player.shape))
        if values:
            raise TypeError(f"no column of a ledger: {', '.join(values)}")

    def ledger(self) -> Ledger:
        """All entries added so far; an empty ledger without any."""
        nothing = np.empty(0, dtype=np.int64)
        joined = {name: np.concatenate((nothing, *parts)) for name, parts in self._columns.items()}
        order = np.lexsort((joined["place"], joined["step"], joined["player"]))
        return Ledger(**{name: joined[name][order] for name in _COLUMNS})
