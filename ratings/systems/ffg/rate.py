"""The go scale of the French federation (FFG), 2003 to 2012: tournament by tournament, round by round.

The numbers in the comments (F.., A..) are those of the rules: F is the federation's published text, A a ruling where
the text leaves a choice. A rank is a hundred points and 0 is the lowest 1 dan, so 0 is a level like any other: a player
without one has the status UNRATED, see `period.GoPlayers`. Everybody is rated from their first counted game on.

Contents of entries besides their change (other columns are 0):
- GAME: ``opponent_rating`` the opponent's level before the round, ``difference`` of the fictitious levels (F4), both
  rounded, ``expected`` the raw variation (F5 to F8) in ten-thousandths of a point, ``k`` its factor: the
  coefficients and the weight (F9 to F13) in ten-thousandths. The change is their product.
- ENTRY: the change is the registration level of a player without a level.
- ADJUSTED_START: ``opponent_rating`` the corrected start, ``difference`` the change in the tournament, both rounded.
- FLOOR comes after the round, ROUNDING after the tournament in which it applied.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from ratings.systems.common.ledger_builder import NO_ENTRIES
from ratings.systems.common.ranking_order import best_first
from ratings.systems.ffg.games import Counted, check_levels, counted_games, entrants_of, reasons
from ratings.systems.ffg.ledger import ledger_of
from ratings.systems.ffg.levels import grade_of_level, level_of_grade, normal_handicap
from ratings.systems.ffg.rules import PROFILES, Rules, rules
from ratings.systems.ffg.sides import sides_of
from ratings.systems.ffg.tournaments import History, history_of
from ratings.systems.period import Flags, Ints, Outcome, Period, Players, Status

__all__ = [
    "DISCIPLINE", "KEY", "PROFILES", "Rules",
    "grade_of_level", "level_of_grade", "normal_handicap", "order", "rate", "rules",
]  # fmt: skip

KEY: Final = "ffg"
DISCIPLINE: Final = "go"


def rate(period: Period, rules: Rules, ledger: bool = True) -> Outcome:
    """Return the scale after the period, with the entries that explain it if ``ledger``.

    A tournament is calculated as a whole: a period must not cut it in two. Facts: ``tournaments``, ``passes`` (of all
    together), ``most_passes`` (of one) and ``not_converged``, the caller's numbers of the tournaments that reached the
    limit of passes first (A12). Raise `ValueError` if the arrays contradict each other.
    """
    check_levels(period, rules)
    players, games = period.players, period.games
    reason = reasons(games, rules)
    entrants, white, black = entrants_of(players, games, reason, rules)
    counted = counted_games(games, reason, white, black, rules)
    # A3: the levels before its round decide for whom a game with many stones counts.
    history = history_of(counted, entrants, rules, trace=ledger or bool(counted.high_handicap.any()))
    if history.traced is None:
        both = np.column_stack((counted.winner, counted.loser)).ravel()
        return _outcome(period, counted, history, both, np.ones(len(both), dtype=bool))
    sides = sides_of(counted, history.sittings, history.traced, rules)
    outcome = _outcome(period, counted, history, sides.entrant, sides.counts)
    return replace(outcome, ledger=ledger_of(period, reason, history.sittings, sides, rules)) if ledger else outcome


def order(outcome: Outcome, players: Players) -> Ints:
    """Return the rows of the ranking: all players with a level, best first, then by games, then by number."""
    return best_first(np.flatnonzero(outcome.status != Status.UNRATED), outcome, players)


def _outcome(period: Period, counted: Counted, history: History, entrant: Ints, counts: Flags) -> Outcome:
    """Return the scale, without entries. ``entrant`` and ``counts`` have two rows per counted game."""
    players = period.players
    known = history.known[: len(players.number)]
    mine = counts & (entrant < len(players.number))
    who = entrant[mine]
    played = np.bincount(who, minlength=len(players.number))
    last_day = players.last_day.copy()
    np.maximum.at(last_day, who, np.repeat(period.games.day[counted.game], 2)[mine])
    return Outcome(
        rating=np.where(known, history.level[: len(players.number)], 0),
        games=players.games + played,
        opponents_sum=players.opponents_sum,
        half_points=players.half_points,
        deviation=players.deviation,
        status=np.where(known, Status.ESTABLISHED, Status.UNRATED).astype(np.int64),
        period_games=played,
        last_day=last_day,
        ledger=NO_ENTRIES,
        facts={
            "tournaments": len(history.passes),
            "passes": int(history.passes.sum()),
            "most_passes": max(history.passes.tolist(), default=0),
            "not_converged": period.games.tournament[counted.game[history.not_converged]].tolist(),
        },
    )
