"""Belgian Elo: 90 half-yearly lists of a million games v reading the games; a slice v the plain oracle of the tests.

See `benchmarks.systems` for the way of measuring.
"""

from __future__ import annotations

from benchmarks import systems
from benchmarks.measure import Row
from ratings.bundle.plain import frbe as frbe_oracle
from ratings.systems import frbe
from ratings.systems.period import NONE, Period

COMPUTE_GOAL, ORACLE_GOAL = 0.12, 5


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    return systems.rows(frbe, oracle, COMPUTE_GOAL, ORACLE_GOAL, quick)


def oracle(period: Period, rules: frbe.Rules) -> list[int]:
    """Each player's rating after the period, as the oracle reckons it."""
    players, games = period.players, period.games
    names = ("rating", "games", "opponents_sum", "half_points", "foreign_rating", "last_day")
    columns = (getattr(players, name).tolist() for name in names)
    people = [frbe_oracle.Person(*facts) for facts in zip(*columns, strict=True)]
    sides = [[None if row == NONE else row for row in side.tolist()] for side in (games.white, games.black)]
    given = (games.white_given.tolist(), games.black_given.tolist())
    written = zip(*sides, *given, games.white_half_points.tolist(), games.day.tolist(), strict=True)
    frbe_oracle.run(people, list(written), rules.as_dict())
    return [person.shown for person in people]
