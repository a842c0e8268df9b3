"""Glicko as on FICS, the free internet chess server: one game after the other, by the minute in which it ended.

The numbers in the comments (K.., B..) are those of the rules: K the server's help page and what real games add to it, B
the rulings. Every player has a rating and a deviation (RD) that says how much to trust it; time makes the RD grow.
A period holds games of one category: chess of any pace, or bughouse (`period.BughouseGames`), two against two.

What entries carry beside their change, other columns being 0:
- GAME: the columns as `period.Ledger` has them; in bughouse ``opponent_rating`` is the mean of the other team and
  ``difference`` the own mean less it, both rounded.
- TIME comes before each GAME and belongs to it: ``difference`` the minutes since the last rated game, ``expected`` the
  RD that it left, ``k`` the RD when this one began, ``opponent_rating`` that of the opponent (in bughouse the root of
  the sum of the squares of the other three), the last three in ten-thousandths. It changes no rating.
- ENTRY: the rating that a newcomer starts from is the change.
- ROUNDING: each game was rounded to whole points; what that made of all of them together.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Final

import numpy as np

from ratings.systems.common.ledger_builder import NO_ENTRIES
from ratings.systems.common.ranking_order import best_first
from ratings.systems.fics.chronology import History, history_of
from ratings.systems.fics.formulas import are_active, deviation_after, deviations_after, intervals, probability_better
from ratings.systems.fics.games import Boards, Entrants, boards_of, check_games, entrants_of, last_minutes, reasons
from ratings.systems.fics.ledger import ledger_of
from ratings.systems.fics.rules import PROFILES, Rules, rules
from ratings.systems.period import MINUTES_A_DAY, Floats, Ints, Outcome, Period, Players, Status

__all__ = [
    "DISCIPLINE", "KEY", "PROFILES", "Rules",
    "are_active", "deviation_after", "intervals", "order", "probability_better", "rate", "rules",
]  # fmt: skip

KEY: Final = "fics"
DISCIPLINE: Final = "chess"


def rate(period: Period, rules: Rules, ledger: bool = True) -> Outcome:
    """The list after the period, and with ``ledger`` the entries that explain it.

    B6: the deviation published is the one that the last game left; `deviation_after` tells today's. Facts: ``games``
    and ``is_bughouse``. Raises `ValueError` for arrays that do not fit together.
    """
    check_games(period)
    players, reason = period.players, reasons(period.games)
    boards, guests = boards_of(period.games, reason, len(players.number))
    entrants = entrants_of(players, boards, guests, rules)
    history = history_of(boards, entrants, rules, trace=ledger)
    outcome = _outcome(period, boards, entrants, history, rules)
    if history.traced is None:
        return outcome
    found = ledger_of(period, reason, boards, entrants, after=history.rating, traced=history.traced)
    return replace(outcome, ledger=found)


def order(outcome: Outcome, players: Players) -> Ints:
    """The rows of the ranking: all who have a rating, best first; equal ones by games, then number.

    B8: public rankings show those alone whose status is ESTABLISHED.
    """
    return best_first(np.flatnonzero(outcome.status != Status.UNRATED), outcome, players)


def _outcome(period: Period, boards: Boards, entrants: Entrants, history: History, rules: Rules) -> Outcome:
    """The list, without entries. Who played nothing keeps what he had; K1: a newcomer shows nothing."""
    players, members, everybody = period.players, len(period.players.number), len(entrants.rating)
    day, last_day = period.games.day[boards.game], np.zeros(everybody, dtype=np.int64)
    last_day[:members] = players.last_day
    played = np.zeros(everybody, dtype=np.int64)
    for seat in boards.seats:
        played += np.bincount(seat, minlength=everybody)
        np.maximum.at(last_day, seat, day)
    played, last_day = played[:members], last_day[:members]
    has_played = played > 0
    has_rating = has_played | ~entrants.newcomer[:members]
    deviation = np.sqrt(np.where(has_played, history.variance[:members], entrants.variance[:members]))
    kept = np.where(np.isnan(players.deviation), deviation, players.deviation)
    deviation = np.where(has_played, deviation, np.where(has_rating, kept, players.deviation))
    games = players.games + played
    last_minute = np.where(has_played, history.last[:members], last_minutes(players))
    return Outcome(
        rating=np.where(has_rating, history.rating[:members], 0),
        games=games,
        opponents_sum=players.opponents_sum,
        half_points=players.half_points,
        deviation=deviation,
        status=np.where(has_rating, _status(period.end, deviation, last_minute, games, rules), Status.UNRATED),
        period_games=played,
        last_day=last_day,
        ledger=NO_ENTRIES,
        facts={"games": len(boards.game), "is_bughouse": boards.is_bughouse},
        last_minute=last_minute,
    )


def _status(day: dt.date, deviation: Floats, last_minute: Ints, games: Ints, rules: Rules) -> Ints:
    # B8: the day of the list decides by which measure. The server keeps the idle out of its rankings, so the RD that
    # is asked is the one that time has made of it by then (K3), where it is known since when.
    idle = np.where(last_minute > 0, MINUTES_A_DAY * day.toordinal() - last_minute, 0)
    active = are_active(deviations_after(deviation, idle, rules), games, day, rules)
    return np.where(active, Status.ESTABLISHED, Status.PROVISIONAL).astype(np.int64)
