"""The printed formulas of the Quebec cote, over whole numbers only.

A performance goes about as its total, the performance times the games, so that nothing is lost before the one rounding
at the end (QA3). Changes are in ten-thousandths of a point.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from ratings.systems.fqe_rules import Rules
from ratings.systems.period import POINT, Ints
from ratings.systems.tables import BAND_ENDS, percents_by_difference

Number = TypeVar("Number", int, Ints)

# Q14, QA10: the table ends one point earlier than elsewhere, and nothing caps it.
PERCENTS: Final = percents_by_difference((*BAND_ENDS[:-1], 734))
_HIGHER: Final[list[int]] = PERCENTS.tolist()
_FARTHEST: Final = len(_HIGHER) - 1


class _ByDifference(dict[int, int]):
    """The probable result in hundredths by the difference, own rating less the opponent's; filled as it is asked."""

    def __missing__(self, difference: int) -> int:
        higher = _HIGHER[min(abs(difference), _FARTHEST)]
        return self.setdefault(difference, higher if difference >= 0 else 100 - higher)


EXPECTED_PERCENT: Final = _ByDifference()


class Adjustments(NamedTuple):
    """What special rules add to the gain of a permanent rating. With `halved_bonus` the bonus acts first."""

    halving: int
    bonus: int
    match_cap: int
    rounding: int


def expected_percent(own: int, opponent: int) -> int:
    """The probable result of one game in hundredths (Q14): 1876 against 2024 has 30."""
    return EXPECTED_PERCENT[own - opponent]


def won_less_lost(half_points: Ints, games: Ints, rules: Rules) -> Ints:
    """Q05: 400 (V - D), what results add to the sum of the opponents. A draw is no win and no loss (QA4)."""
    return rules.performance_spread * (half_points - games)


def first_rating(total: int, games: int, rules: Rules) -> int:
    """Q05, Q07: the performance, and below 1200 half of what it lacks: 800 becomes 1000."""
    lacking = rules.adjusted_below * games - total
    rating = half_up(2 * total + lacking if lacking > 0 else 2 * total, 2 * games)
    return rating if rating > 0 else 1


def provisional_rating(old: int, games_before: int, total: int, games: int) -> int:
    """Q10, Q12: old rating and performance, each with the weight of its games."""
    rating = half_up(old * games_before + total, games_before + games)
    return rating if rating > 0 else 1


def adjustments(before: int, gain: int, limit: int, is_match: bool, rules: Rules) -> Adjustments:
    """What becomes of ``gain`` (Q13, in ten-thousandths); ``limit`` is the `bonus_limit` of the tournament."""
    halving = 0 if rules.halved_bonus else _halving(before, gain, rules)
    gain += halving
    first_rounding = _to_whole_points(gain) if rules.bonus_on_rounded_gain else 0
    gain += first_rounding
    # Q17, QA5: a point for each point beyond the limit.
    bonus = max(gain - POINT * limit, 0)
    gain += bonus
    if rules.halved_bonus:
        halving = _halving(before, gain, rules)
        gain += halving
    # Q19, QA9: for gains only.
    match_cap = min(POINT * rules.match_cap - gain, 0) if is_match else 0
    gain += match_cap
    # A rating stays at least 1: 0 stands for "none".
    last_rounding = max(_to_whole_points(gain), POINT * (1 - before) - gain)
    return Adjustments(halving, bonus, match_cap, first_rounding + last_rounding)


def bonus_limit(rounds: int, rules: Rules) -> int:
    """Q16, QA6: 24 points up to 4 rounds, 26 for 5, 28 for 6."""
    return rules.bonus_limit + rules.bonus_limit_per_round * max(rounds - rules.bonus_rounds, 0)


def half_up(dividend: Number, divisor: Number) -> Number:
    """The quotient to the nearest whole number, a half upwards, also below zero."""
    return (dividend + divisor // 2) // divisor


def _halving(before: int, gain: int, rules: Rules) -> int:
    """Q18, QA7, QA8: above 2300 before the event the whole change is halved, else what lies above it afterwards."""
    limit = rules.halved_above
    if before > limit:
        return -gain // 2
    above = POINT * (before - limit) + gain
    return -above // 2 if above > 0 and rules.halving == "split" else 0


def _to_whole_points(gain: int) -> int:
    return (gain + POINT // 2) // POINT * POINT - gain
