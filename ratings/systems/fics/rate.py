"""Glicko as on FICS, the free internet chess server: game by game, by the minute in which they ended.

The numbers in the comments (K.., B..) are those of the rules: K is the server's help page and what real games show, B a
ruling. Every player has a rating and a deviation (RD) that says how reliable it is; time makes the RD grow.
A period has games of one category: chess of any pace, or bughouse (`period.BughouseGames`), two against two.

Contents of entries besides their change (other columns are 0):
- GAME: the columns as `period.Ledger` has them; in bughouse ``opponent_rating`` is the mean of the other team and
  ``difference`` the own mean minus it, both rounded.
- TIME comes before each GAME and belongs to it: ``difference`` the minutes since the last rated game, ``expected`` the
  RD after it, ``k`` the RD when this one began, ``opponent_rating`` that of the opponent (in bughouse the root of
  the sum of the squares of the other three), the last three in ten-thousandths. It changes no rating.
- ENTRY: the change is the starting rating of a newcomer.
- ROUNDING: each game was rounded to whole points; this is the effect of all roundings together.
"""

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
    """Return the list after the period, with the entries that explain it if ``ledger``.

    B6: the published deviation is the one after the last game; `deviation_after` gives today's. Facts: ``games`` and
    ``is_bughouse``. Raise `ValueError` if the arrays contradict each other.
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
    """Return the rows of the ranking: all rated players, best first, then by games, then by number.

    B8: public rankings show only players with the status ESTABLISHED.
    """
    return best_first(np.flatnonzero(outcome.status != Status.UNRATED), outcome, players)


def _outcome(period: Period, boards: Boards, entrants: Entrants, history: History, rules: Rules) -> Outcome:
    """Return the list, without entries. Players without games keep what they had; K1: a newcomer shows nothing."""
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
    # B8: the day of the list decides which measure applies. The server keeps idle players out of its rankings, so
    # the RD is the one grown until then (K3), if the time of the last game is known.
    idle = np.where(last_minute > 0, MINUTES_A_DAY * day.toordinal() - last_minute, 0)
    active = are_active(deviations_after(deviation, idle, rules), games, day, rules)
    return np.where(active, Status.ESTABLISHED, Status.PROVISIONAL).astype(np.int64)
