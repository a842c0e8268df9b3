"""Quebec cote: tournament after tournament of a million games v reading the games; a slice v the oracle of the tests.

See `benchmarks.systems` for the way of measuring.
"""

from __future__ import annotations

from benchmarks import systems
from benchmarks.measure import Row
from ratings.bundle.plain import fqe as fqe_oracle
from ratings.systems import fqe
from ratings.systems.period import NONE, Period

COMPUTE_GOAL, ORACLE_GOAL = 0.6, 5


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    return systems.rows(fqe, oracle, COMPUTE_GOAL, ORACLE_GOAL, quick)


def oracle(period: Period, rules: fqe.Rules) -> list[int]:
    """Each player's rating after the period, as the oracle reckons it."""
    players, games = period.players, period.games
    people = [fqe_oracle.Person(*facts) for facts in zip(players.rating.tolist(), players.games.tolist(), strict=True)]
    sides = [[None if row == NONE else row for row in side.tolist()] for side in (games.white, games.black)]
    names = ("white_given", "black_given", "white_half_points", "day")
    columns = [getattr(games, name).tolist() for name in ("tournament", "round")]
    columns += [*sides, *(getattr(games, name).tolist() for name in names)]
    fqe_oracle.run(people, [fqe_oracle.Played(*facts) for facts in zip(*columns, strict=True)], rules.as_dict())
    return [person.rating for person in people]
