"""Ledger entries gathered rule by rule, given out player by player."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import numpy as np

from ratings.systems.period import NONE, Ints, Kind, Ledger

_COLUMNS: Final = tuple(field.name for field in fields(Ledger))

Row = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""One entry, in the order of the columns of `Ledger`: for systems that take one game after the other."""


class Entries:
    """Add entries in any order; `ledger` puts them by player, then by step, then by their place in the step."""

    def __init__(self) -> None:
        self._columns: dict[str, list[Ints]] = {name: [] for name in (*_COLUMNS, "step", "place")}

    def add(self, step: int, player: Ints, kind: Kind, place: Ints | int = 0, **columns: Ints | int) -> None:
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


def row(
    player: int,
    kind: Kind,
    *,
    game: int = NONE,
    reason: int = 0,
    opponent_rating: int = 0,
    difference: int = 0,
    expected: int = 0,
    k: int = 0,
    half_points: int = 0,
    change: int = 0,
    game_number: int = 0,
) -> Row:
    """One entry; what is not given is 0, a game NONE. Columns and units are those of `Ledger`."""
    return player, game, kind, reason, opponent_rating, difference, expected, k, half_points, change, game_number


def ledger_of_rows(rows: list[Row]) -> Ledger:
    """The rows by player, each player's in the order in which they come."""
    table = np.array(rows, dtype=np.int64).reshape(-1, len(_COLUMNS))
    return Ledger(*table[np.argsort(table[:, 0], kind="stable")].T.copy())
