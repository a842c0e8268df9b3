"""The players with games in a period, a small part of a federation. The others keep what they have."""

from dataclasses import fields, replace
from typing import Any, Final

import numpy as np

from ratings.systems.period import NONE, Flags, Games, Ints, Outcome, Period, Players

_KEPT: Final = ("rating", "games", "opponents_sum", "half_points", "last_day")


def who_played(games: Games, players: int) -> Flags:
    """Return which of this many players have a game."""
    played = np.zeros(players - NONE, dtype=bool)  # the last place is that of NONE
    played[games.white] = True
    played[games.black] = True
    return played[:players]


def period_of(period: Period, rows: Ints) -> Period:
    """Return the period with only these players, who must include all who play in it."""
    players, games = period.players, period.games
    place = np.empty(len(players.number) - NONE, dtype=np.int64)
    place[rows] = np.arange(len(rows))
    place[NONE] = NONE
    return replace(
        period,
        players=Players(**{field.name: getattr(players, field.name).take(rows) for field in fields(Players)}),
        games=replace(games, white=place[games.white], black=place[games.black]),
    )


def among_all(outcome: Outcome, rows: Ints, players: Players, status: Ints) -> Outcome:
    """Return the outcome of `period_of` in the rows of all players; ``status`` is that of the others."""
    ledger = outcome.ledger
    columns: dict[str, Any] = {name: getattr(players, name).copy() for name in _KEPT}
    columns |= {"status": status.copy(), "period_games": np.zeros(len(status), dtype=np.int64)}
    for name, column in columns.items():
        column[rows] = getattr(outcome, name)
    columns["ledger"] = replace(ledger, player=rows[ledger.player]) if len(ledger.player) else ledger
    return replace(outcome, deviation=players.deviation, **columns)
