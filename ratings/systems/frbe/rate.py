"""Belgian Elo, the rating system of the FRBE-KBSB: one run over all games between two lists.

The numbers in the comments (B.., P.., BA..) are those of the rules: B is the federation's published text, P what its
program does according to the published lists, BA a ruling where the text leaves a choice or an older program differs.
All arithmetic uses whole numbers: hundredths for expected scores, ten-thousandths of a point in the ledger.

The entries of one player: games pooled, FIRST_RATING, games of formula II, games not counted, then PROVISIONAL,
PERFORMANCE_25_150 or TRANSITION, ROUNDING, FLOOR, FOREIGN. Entries of special rules contain, besides the change:
- PROVISIONAL, FIRST_RATING, PERFORMANCE_25_150: ``opponent_rating`` Rc, ``difference`` D(p), ``expected`` p,
``half_points`` and ``game_number`` the points and games of the performance. A 25/150 entry without change says that
  the rule applied, but formula II was nearer. A PROVISIONAL entry below ten games removes a rating no longer shown.
- TRANSITION: ``opponent_rating`` the limit, ``difference`` the old rating minus the limit, ``k`` the K beyond it.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from ratings.systems.common.active_players import among_all, period_of, who_played
from ratings.systems.common.ledger_builder import NO_ENTRIES
from ratings.systems.common.ranking_order import best_first
from ratings.systems.common.validation import check
from ratings.systems.frbe.first_ratings import FirstRatings, first_ratings
from ratings.systems.frbe.formula_two import Chosen, Start, usual_ratings
from ratings.systems.frbe.formulas import expected_percent
from ratings.systems.frbe.ledger import Rounds, ledger_of
from ratings.systems.frbe.published_ratings import publish
from ratings.systems.frbe.rules import PROFILES, Rules, rules
from ratings.systems.frbe.sides import GameSides, sides_of
from ratings.systems.period import Flags, Ints, Outcome, Period, Players, Status

__all__ = [
    "DISCIPLINE", "KEY", "PROFILES", "Rules",
    "expected_percent", "order", "rate", "rules",
]  # fmt: skip

KEY: Final = "frbe"
DISCIPLINE: Final = "chess"


def rate(period: Period, rules: Rules, ledger: bool = True) -> Outcome:
    """Return the list after the period, with the entries that explain it if ``ledger``.

    A player is rated from `Rules.games_for_rating` games on; below that, a rating is indicative and counts for nobody
    (BA12), unless it is a foreign one (BA13). Raise `ValueError` if the arrays contradict each other.
    """
    check(period)
    rows = _is_concerned(period, rules).nonzero()[0]
    outcome = _rate(period_of(period, rows), rules, ledger)
    status = (period.players.rating > 0) * np.int64(Status.ESTABLISHED)  # of the others
    return among_all(outcome, rows, period.players, status)


def order(outcome: Outcome, players: Players) -> Ints:
    """Return the rows of the ranking: all rated players, best first, then by games (B19, P12), then number (BA17)."""
    return best_first(np.flatnonzero(outcome.rating), outcome, players)


def _is_concerned(period: Period, rules: Rules) -> Flags:
    """Return everybody except players without games whose line is already as the rules want it."""
    players = period.players
    established = (players.rating >= rules.floor) & (players.games >= rules.games_for_rating)
    unrated = (players.rating == 0) & (players.games < rules.games_for_provisional)
    keeps: Flags = (established | unrated) & (players.foreign_rating == 0)
    return who_played(period.games, len(keeps)) | ~keeps


def _rate(period: Period, rules: Rules, ledger: bool) -> Outcome:
    players = period.players
    rated = (players.games >= rules.games_for_rating) & (players.rating > 0)
    # P2: opponents count with their starting rating. BA13: a foreign rating counts for those who have no other.
    sides = sides_of(period.games, np.where(rated, players.rating, players.foreign_rating))
    # B27, B29: the first two rounds.
    first = first_ratings(sides, rated, players, rules)
    rated |= first.rating[:-1] > 0
    # B32, BA11: the third, with the newly rated on both sides.
    usual = usual_ratings(sides, _chosen(sides, rated, first, rules), _start(players, first), rules)
    rounds = Rounds(sides, first, usual, publish(players, rated, first, usual, rules))
    outcome = _outcome(period, rounds)
    return replace(outcome, ledger=ledger_of(players, rounds, rules)) if ledger else outcome


def _chosen(sides: GameSides, rated: Flags, first: FirstRatings, rules: Rules) -> Chosen:
    """Return the sides for formula II of all players who are now ``rated``."""
    counts = np.append(rated, False)[sides.player]  # NONE is not rated
    counts[first.pool.side] = False  # B28: without those already pooled
    has_worth = sides.worth > 0
    early, others = (counts & has_worth).nonzero()[0], (counts & ~has_worth).nonzero()[0]
    if not rules.pooled_games_count:
        # BA25: without those that go into the opponent's first rating.
        pooled = np.zeros(len(counts), bool)
        pooled[first.pool.side] = True
        others = others.compress(~pooled[others ^ 1])
    # B30: without those against opponents who are still unrated.
    rating = first.rating[sides.opponents(others)]
    late = (rating > 0).nonzero()[0]
    side = np.concatenate((early, others.take(late)))
    return Chosen(side, sides.player.take(side), np.concatenate((sides.worth.take(early), rating.take(late))))


def _start(players: Players, first: FirstRatings) -> Start:
    rating = players.rating.copy()
    rating[first.newly] = first.rating[first.newly]
    return Start(rating, first.career.games)


def _outcome(period: Period, rounds: Rounds) -> Outcome:
    """Return the list and the sums that players carry on, without entries."""
    players, first, totals, chosen = period.players, rounds.first, rounds.usual.totals, rounds.usual.games.chosen
    career, pool = first.career, first.pool
    # A rated player carries the sums of the last period with games; a newly rated one all sums so far.
    keeps = (totals.games == 0) | (first.rating[:-1] > 0)
    last_day = players.last_day.copy()
    for counted in (pool, chosen):
        np.maximum.at(last_day, counted.player, period.games.day.take(counted.side >> 1))
    return Outcome(
        rating=rounds.publication.rating,
        games=career.games + totals.games,
        opponents_sum=career.opponents_sum * keeps + totals.opponents_sum,
        half_points=career.half_points * keeps + totals.half_points,
        deviation=players.deviation,
        status=rounds.publication.status,
        period_games=totals.games + np.bincount(pool.player, minlength=len(players.number)),
        last_day=last_day,
        ledger=NO_ENTRIES,
        facts={"tours": first.tours, "newly_rated": len(first.newly)},
    )
