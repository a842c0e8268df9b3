"""The Quebec cote: the rating system of the Fédération québécoise des échecs, one tournament after the other.

The numbers in the comments (Q.., QA..) are those of the rules: Q is the federation's published text, QA a ruling where
it leaves a choice. All arithmetic uses whole numbers. Every tournament starts with whole ratings.

The entries of one player are ordered by tournament: its games, those that did not count, then the rules that
applied (FIRST_RATING and ADJUSTED_START, PROVISIONAL, or HALVING, BONUS and MATCH_CAP) and ROUNDING. FIRST_RATING and
PROVISIONAL contain ``opponent_rating`` Cm and ``difference`` 400 (V - D) / n, both to whole points, with
``half_points`` and ``game_number`` the points and games of the performance.
"""

from typing import Final

import numpy as np

from ratings.systems.common.active_players import among_all, period_of, who_played
from ratings.systems.common.ledger_builder import NO_ENTRIES
from ratings.systems.common.ranking_order import best_first
from ratings.systems.common.validation import check
from ratings.systems.fqe.calculation import calculate
from ratings.systems.fqe.formulas import expected_percent
from ratings.systems.fqe.ledger import ledger_of
from ratings.systems.fqe.rules import PROFILES, Rules, rules
from ratings.systems.fqe.seats import tournaments_of
from ratings.systems.period import Ints, Outcome, Period, Players, Status

__all__ = ["DISCIPLINE", "KEY", "PROFILES", "Rules", "expected_percent", "order", "rate", "rules"]

KEY: Final = "fqe"
DISCIPLINE: Final = "chess"


def rate(period: Period, rules: Rules, ledger: bool = True) -> Outcome:
    """Return the list after the period, with the entries that explain it if ``ledger``.

    Tournaments are rated in the order of their numbers (Q03). Raise `ValueError` if the arrays contradict each other.
    """
    check(period)
    rows = np.flatnonzero(who_played(period.games, len(period.players.number)))
    outcome = _rate(period_of(period, rows), rules, ledger)
    return among_all(outcome, rows, period.players, _status(period.players.rating, period.players.games, rules))


def order(outcome: Outcome, players: Players) -> Ints:
    """Return the rows of the ranking: all rated players, best first, then by games, then by number."""
    return best_first(np.flatnonzero(outcome.rating), outcome, players)


def _rate(period: Period, rules: Rules, ledger: bool) -> Outcome:
    players = period.players
    tournaments = tournaments_of(period.games, players, rules)
    calculation = calculate(players, tournaments, rules)
    seats = tournaments.seats
    period_games = np.bincount(seats.sides.player, minlength=len(players.number))
    games = players.games + period_games
    last_day = players.last_day.copy()
    np.maximum.at(last_day, seats.player, seats.by_seat.greatest(period.games.day[seats.sides.game]))
    return Outcome(
        rating=calculation.rating,
        games=games,
        opponents_sum=players.opponents_sum,
        half_points=players.half_points,
        deviation=players.deviation,
        status=_status(calculation.rating, games, rules),
        period_games=period_games,
        last_day=last_day,
        ledger=ledger_of(players, tournaments, calculation, rules) if ledger else NO_ENTRIES,
        facts={"tournaments": len(tournaments.rounds)},
    )


def _status(rating: Ints, games: Ints, rules: Rules) -> Ints:
    # Q01, Q08, Q09
    rated = np.where(games > rules.provisional_games, Status.ESTABLISHED, Status.PROVISIONAL)
    return np.where(rating > 0, rated, Status.UNRATED)
