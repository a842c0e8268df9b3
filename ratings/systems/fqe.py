"""The Quebec cote: the rating system of the Fédération québécoise des échecs, one tournament after the other.

The numbers in the comments (Q.., QA..) are those of the rules: Q the federation's published text, QA the rulings where
it leaves a choice. All arithmetic is in whole numbers. Every tournament begins with whole ratings.

The entries of one player come tournament by tournament: its games, those that did not count, then the rules that
acted (FIRST_RATING and ADJUSTED_START, PROVISIONAL, or HALVING, BONUS and MATCH_CAP) and ROUNDING. FIRST_RATING and
PROVISIONAL carry ``opponent_rating`` Cm and ``difference`` 400 (V - D) / n, both to whole points, with ``half_points``
and ``game_number`` the points and games of the performance.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ratings.systems.checking import check
from ratings.systems.entries import Entries
from ratings.systems.fqe_calculation import Calculation
from ratings.systems.fqe_formulas import expected_percent
from ratings.systems.fqe_ledger import ledger_of
from ratings.systems.fqe_rules import HISTORY, PROFILES, Rules, rules
from ratings.systems.fqe_seats import Tournaments, tournaments_of
from ratings.systems.grouping import group_by
from ratings.systems.period import Ints, Outcome, Period, Players, Status

__all__ = [
    "DISCIPLINE",
    "HISTORY",
    "KEY",
    "PROFILES",
    "STATUSES",
    "Rules",
    "expected_percent",
    "order",
    "rate",
    "rules",
]

KEY: Final = "fqe"
DISCIPLINE: Final = "chess"
STATUSES: Final = (Status.UNRATED, Status.PROVISIONAL, Status.ESTABLISHED)


def rate(period: Period, rules: Rules, ledger: bool = True) -> Outcome:
    """The list after the period, and with ``ledger`` the entries that explain it.

    Tournaments follow their numbers (Q03). Raises `ValueError` for arrays that do not fit together.
    """
    check(period)
    players = period.players
    tournaments = tournaments_of(period.games, len(players.number))
    calculation = _calculate(players, tournaments, rules)
    rating = np.array(calculation.worth[: len(players.number)], dtype=np.int64)
    games = np.array(calculation.games, dtype=np.int64)
    sides = tournaments.seats.sides
    last_day = players.last_day.copy()
    np.maximum.at(last_day, sides.player, period.games.day[sides.game])
    # Q08, Q09
    rated = np.where(games > rules.provisional_games, Status.ESTABLISHED, Status.PROVISIONAL)
    return Outcome(
        rating=rating,
        games=games,
        opponents_sum=players.opponents_sum,
        half_points=players.half_points,
        deviation=players.deviation,
        status=np.where(rating > 0, rated, Status.UNRATED),
        period_games=np.bincount(sides.player, minlength=len(rating)),
        last_day=last_day,
        ledger=ledger_of(calculation, tournaments, rules) if ledger else Entries().ledger(),
        facts={"tournaments": len(tournaments.rounds)},
    )


def order(outcome: Outcome, players: Players) -> Ints:
    """The rows of the ranking: all who have a rating, best first; equal ones by games, then number."""
    rows = np.flatnonzero(outcome.rating)
    return rows[np.lexsort((players.number[rows], -outcome.games[rows], -outcome.rating[rows]))]


def _calculate(players: Players, tournaments: Tournaments, rules: Rules) -> Calculation:
    calculation = Calculation(players, tournaments, rules)
    by_tournament = group_by(tournaments.seats.tournament)
    columns = (
        by_tournament.starts,
        by_tournament.sizes,
        tournaments.rounds[by_tournament.keys],
        tournaments.is_match[by_tournament.keys],
    )
    for start, size, rounds, is_match in zip(*(column.tolist() for column in columns), strict=True):
        calculation.rate(range(start, start + size), rounds, is_match)
    return calculation
