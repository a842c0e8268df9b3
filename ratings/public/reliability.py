"""How far to trust a rating with an RD: the RD of today and the intervals in which the true rating lies."""

import datetime as dt
from dataclasses import dataclass

from ratings.models import Rating, RatingList
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.systems.fics.formulas import Interval
from ratings.systems.fics.rate import Rules, deviation_after, intervals
from ratings.systems.period import MINUTES_A_DAY


@dataclass(frozen=True)
class Trust:
    """A rating of a pool with deviations, on a day."""

    published: float  # RD of the list: what the last game left (B6)
    today: float  # K3: it grows with the time since then
    intervals: tuple[Interval, Interval, Interval]  # K11, with the RD of today
    active_deviation: int  # B8: up to it a player stands in the ranking


def rules_on(rating_list: RatingList) -> Rules:
    """Return the rules of a pool with deviations that hold on the day of the list. One query."""
    pool = rating_list.pool
    found: Rules = parameters_of(rules_of(pool, rating_list.date), system_of(pool))
    return found


def most_deviation(rating_list: RatingList) -> int | None:
    """Return the highest RD with which a player has a rank (B8); None if the ranking sets no limit."""
    if not rating_list.pool.has_deviations:
        return None
    rules = rules_on(rating_list)
    return rules.active_deviation if rating_list.date >= rules.reform_day else None


def trust(rating: Rating, rules: Rules, today: dt.date) -> Trust | None:
    """Return how far to trust the rating today; None if it has no RD."""
    if rating.rating is None or rating.deviation is None:
        return None
    idle = (today - rating.last_played).days * MINUTES_A_DAY if rating.last_played else 0
    deviation = deviation_after(rating.deviation, idle, rules)
    return Trust(rating.deviation, deviation, intervals(rating.rating, deviation), rules.active_deviation)
