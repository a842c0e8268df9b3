"""The printed formulas of the Quebec cote, over whole numbers only: for a single case, or for columns.

A performance is passed on as its total, the performance times the games, so that only the rounding at the end (QA3)
loses anything. Changes are in ten-thousandths of a point.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

import numpy as np

from ratings.systems.common.elo_tables import BAND_ENDS, percents_by_difference
from ratings.systems.common.rounding import half_up
from ratings.systems.fqe.rules import Rules
from ratings.systems.period import POINT, Flags, Ints

Number = TypeVar("Number", int, Ints)

# Q14, QA10: the table ends one point earlier than elsewhere, and there is no cap.
PERCENTS: Final = percents_by_difference((*BAND_ENDS[:-1], 734))
_FARTHEST: Final = len(PERCENTS) - 1
_BY_DIFFERENCE: Final = np.concatenate((100 - PERCENTS[:0:-1], PERCENTS))  # from the lowest difference to the highest
_NO_CAP: Final = POINT * 1_000_000_000


class Terms(NamedTuple):
    """The limits that a tournament sets to gains, in ten-thousandths of a point."""

    bonus_limit: Ints
    most: Ints

    def take(self, rows: Ints | slice) -> Terms:
        return Terms(self.bonus_limit[rows], self.most[rows])


class Adjusted(NamedTuple):
    """What special rules add to the gain of a permanent rating (ten-thousandths), and the new rating in points."""

    halving: Ints
    bonus: Ints
    match_cap: Ints
    rating: Ints


def expected_percents(difference: Ints) -> Ints:
    """Return the expected score of each game in hundredths (Q14) by own minus opponent's rating: 30 for -148."""
    percents: Ints = _BY_DIFFERENCE.take(difference + _FARTHEST, mode="clip")
    return percents


def expected_percent(own: int, opponent: int) -> int:
    """Return the expected score of one game in hundredths: 30 for 1876 against 2024."""
    return int(expected_percents(np.array(own - opponent)))


def won_less_lost(half_points: Number, games: Number, rules: Rules) -> Number:
    """Q05: return 400 (V - D), to be added to the sum of the opponents. A draw is neither a win nor a loss (QA4)."""
    return rules.performance_spread * (half_points - games)


def first_rating(total: Ints, games: Ints, rules: Rules) -> Ints:
    """Q05, Q07: return the performance, raised below 1200 by half of what is missing: 800 becomes 1000."""
    lacking = np.maximum(rules.adjusted_below * games - total, 0)
    return np.maximum(half_up(2 * total + lacking, 2 * games), 1)


def provisional_rating(old: Ints, games_before: Ints, total: Ints, games: Ints) -> Ints:
    """Q10, Q12: return the mean of old rating and performance, weighted by their games."""
    return np.maximum(half_up(old * games_before + total, games_before + games), 1)


def terms_of(rounds: Ints, is_match: Flags, rules: Rules) -> Terms:
    """Q16, QA6: no bonus up to 24 points for 4 rounds, 26 for 5, 28 for 6. Q19, QA9: at most 50 points in a match."""
    limit = rules.bonus_limit + rules.bonus_limit_per_round * np.maximum(rounds - rules.bonus_rounds, 0)
    return Terms(POINT * limit, np.where(is_match, POINT * rules.match_cap, _NO_CAP))


def adjusted(before: Ints, gain: Ints, terms: Terms, rules: Rules) -> Adjusted:
    """Apply the special rules to the ``gain`` (Q13, in ten-thousandths) of a permanent rating."""
    halving = np.zeros_like(gain) if rules.halved_bonus else _halving(before, gain, rules)
    gain = gain + halving
    if rules.bonus_on_rounded_gain:
        gain = POINT * half_up(gain, POINT)
    # Q17, QA5: a point for each point beyond the limit.
    bonus = np.maximum(gain - terms.bonus_limit, 0)
    gain = gain + bonus
    if rules.halved_bonus:
        halving = _halving(before, gain, rules)
        gain = gain + halving
    # Q19, QA9: for gains only.
    match_cap = np.minimum(terms.most - gain, 0)
    # QA13: there is no floor, but a rating is at least 1: 0 stands for "none".
    rating = np.maximum(before + half_up(gain + match_cap, POINT), 1)
    return Adjusted(halving, bonus, match_cap, rating)


def _halving(before: Ints, gain: Ints, rules: Rules) -> Ints:
    """Q18, QA7, QA8: halve the whole change if the old rating was above 2300, otherwise the part above it."""
    above = before - rules.halved_above
    crossing = np.maximum(POINT * above + gain, 0) if rules.halving == "split" else 0
    return -np.where(above > 0, gain, crossing) // 2
