"""The printed formulas of the Quebec cote, over whole numbers only.

A performance goes about as its total, the performance times the games, so that nothing is lost before the one rounding
at the end (QA3). Changes are in ten-thousandths of a point.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ratings.systems.fqe_rules import Rules
from ratings.systems.period import POINT
from ratings.systems.tables import BAND_ENDS, percents_by_difference

# Q14, QA10: the table ends one point earlier than elsewhere, and nothing caps it.
PERCENTS: Final = percents_by_difference((*BAND_ENDS[:-1], 734))
_HIGHER: Final[list[int]] = PERCENTS.tolist()
_FARTHEST: Final = len(_HIGHER) - 1


class Adjustments(NamedTuple):
    """What special rules add to the gain of a permanent rating, in the order in which they act."""

    halving: int
    bonus: int
    match_cap: int
    rounding: int


def expected_percent(own: int, opponent: int) -> int:
    """The probable result of one game in hundredths (Q14): 1876 against 2024 has 30."""
    return percent_of(own - opponent)


@cache
def percent_of(difference: int) -> int:
    """The probable result by the difference, own rating less the opponent's."""
    higher = _HIGHER[min(abs(difference), _FARTHEST)]
    return higher if difference >= 0 else 100 - higher


def performance_total(opponents_sum: int, games: int, half_points: int, rules: Rules) -> int:
    """Q05: the mean of the opponents and 400 (V - D) / n, all that times n. A draw is no win and no loss (QA4)."""
    return opponents_sum + rules.performance_spread * (half_points - games)


def first_rating(total: int, games: int, rules: Rules) -> int:
    """Q05, Q07: the performance, and below 1200 half of what it lacks: 800 becomes 1000."""
    lacking = max(rules.adjusted_below * games - total, 0)
    return max(half_up(2 * total + lacking, 2 * games), 1)


def provisional_rating(old: int, games_before: int, total: int, games: int) -> int:
    """Q10, Q12: old rating and performance, each with the weight of its games."""
    return max(half_up(old * games_before + total, games_before + games), 1)


def adjustments(before: int, gain: int, rounds: int, is_match: bool, rules: Rules) -> Adjustments:
    """What becomes of ``gain`` (Q13, in ten-thousandths) in a tournament of so many rounds."""
    halving = _halving(before, gain, rules)
    gain += halving
    first_rounding = _to_whole_points(gain) if rules.bonus_on_rounded_gain else 0
    gain += first_rounding
    # Q17, QA5: a point for each point beyond the limit.
    bonus = max(gain - POINT * bonus_limit(rounds, rules), 0)
    gain += bonus
    # Q19, QA9: for gains only.
    match_cap = min(POINT * rules.match_cap - gain, 0) if is_match else 0
    gain += match_cap
    # A rating stays at least 1: 0 stands for "none".
    last_rounding = max(_to_whole_points(gain), POINT * (1 - before) - gain)
    return Adjustments(halving, bonus, match_cap, first_rounding + last_rounding)


def bonus_limit(rounds: int, rules: Rules) -> int:
    """Q16, QA6: 24 points up to 4 rounds, 26 for 5, 28 for 6."""
    return rules.bonus_limit + rules.bonus_limit_per_round * max(rounds - rules.bonus_rounds, 0)


def half_up(dividend: int, divisor: int) -> int:
    """The quotient to the nearest whole number, a half upwards, also below zero."""
    return (2 * dividend + divisor) // (2 * divisor)


def _halving(before: int, gain: int, rules: Rules) -> int:
    """Q18, QA7, QA8: above 2300 before the event the whole change is halved, else what lies above it afterwards."""
    limit = rules.halved_above
    if before > limit:
        return -gain // 2
    above = POINT * (before - limit) + gain
    return -above // 2 if rules.halving == "split" and above > 0 else 0


def _to_whole_points(gain: int) -> int:
    return POINT * half_up(gain, POINT) - gain
