"""The players with games in a period, a small part of a federation. The others keep what they have."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from ratings.systems.period import NONE, Flags, Games, Ints, Outcome, Period, Players


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
    return replace(
        outcome,
        rating=_into(players.rating.copy(), rows, outcome.rating),
        games=_into(players.games.copy(), rows, outcome.games),
        opponents_sum=_into(players.opponents_sum.copy(), rows, outcome.opponents_sum),
        half_points=_into(players.half_points.copy(), rows, outcome.half_points),
        deviation=players.deviation,
        status=_into(status.copy(), rows, outcome.status),
        period_games=_into(np.zeros(len(status), dtype=np.int64), rows, outcome.period_games),
        last_day=_into(players.last_day.copy(), rows, outcome.last_day),
        ledger=replace(ledger, player=rows[ledger.player]) if len(ledger.player) else ledger,
    )


def _into(all_values: Ints, rows: Ints, values: Ints) -> Ints:
    all_values[rows] = values  # in place: the caller passes a copy
    return all_values
