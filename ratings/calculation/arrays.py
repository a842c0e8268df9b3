"""A list as arrays in one canonical order, computed or read from its rows (`store`), so that its digest is the same.

The number 0 means none where the column says so. Columns are attributes, too: ``lines.rating``.
"""

import numpy as np

RatingLines = np.recarray  # of `RATING`, by member number
LedgerLines = np.recarray  # of `ENTRY`, by member number and number
Lines = RatingLines | LedgerLines

RATING = np.dtype(
    [
        ("member", "i8"),  # id
        ("key", "i8"),
        ("club", "i8"),  # id; 0 = none
        ("club_key", "i8"),
        ("rating", "i8"),  # 0 where the status is UNRATED
        ("games", "i8"),
        ("status", "i8"),
        ("rank", "i8"),  # 0 = none
        ("previous_rating", "i8"),  # 0 where there was none
        ("was_rated", "i8"),  # 0, 1: whether there was one, since 0 is a level of go
        ("previous_games", "i8"),
        ("period_games", "i8"),
        ("opponents_sum", "i8"),
        ("half_points", "i8"),
        ("deviation", "f8"),  # nan = none
        ("last_day", "i8"),  # date ordinal; 0 = never
        ("last_minute", "i8"),  # as in `systems.period.TimedPlayers`; 0 = not known
        ("affiliated", "i8"),  # 0, 1
    ]
)
ENTRY = np.dtype(
    [
        ("member", "i8"),  # id
        ("key", "i8"),
        ("number", "i8"),
        ("kind", "i8"),
        ("reason", "i8"),
        ("pairing", "i8"),  # id; 0 = none
        ("opponent", "i8"),  # id; 0 = none
        ("opponent_key", "i8"),
        ("opponent_rating", "i8"),  # as in `systems.period.Ledger`
        ("difference", "i8"),
        ("expected", "i8"),
        ("k", "i8"),
        ("half_points", "i8"),  # -1 = none
        ("change", "i8"),
        ("game_number", "i8"),
    ]
)


def lines_of(layout: np.dtype, **columns: np.ndarray) -> np.recarray:
    """Return lines with these columns."""
    found = np.empty(len(columns["member"]), layout).view(np.recarray)
    for name, column in columns.items():
        found[name] = column
    return found
