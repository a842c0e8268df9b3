"""French go scale: tournament after tournament of a million games v reading the games, v the plain reckoning, compiled.

See `benchmarks.systems` for the way of measuring. The players are those of a go federation: a rank of difference is won
some seven times in ten, nobody draws, and newcomers register to about a rank of what they are worth. A tournament then
takes between two and three passes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks import loops, systems
from benchmarks.careers import SEED, Careers, careers
from benchmarks.measure import Row
from ratings.bundle.plain import ffg as plain_ffg
from ratings.systems.ffg import rate as ffg
from ratings.systems.period import GoPlayers, Ints, Outcome, Players, Status

COMPUTE_GOAL, ORACLE_GOAL, COMPILED_GOAL = 2, 5, 20
LEVEL, SPREAD, LUCK, DOUBT = -700, 600, 200, 100  # of players: mean, deviation; of a game; of a registration
LOWEST, HIGHEST = -2900, 700


@dataclass(frozen=True)
class GoCareers(Careers):
    """Careers of go players; their strength is a level."""

    entry: Ints  # registration level of each player

    def founders(self) -> GoPlayers:
        """Known to the scale with their true level."""
        players = super().founders()
        return self._with_levels(players, np.ones(len(players.number), dtype=bool))

    def after(self, outcome: Outcome, count: int) -> GoPlayers:
        """As for chess, with newcomers who are not known to the scale."""
        known = np.zeros(count, dtype=bool)
        known[: len(outcome.status)] = outcome.status != Status.UNRATED
        return self._with_levels(super().after(outcome, count), known)

    def _with_levels(self, players: Players, known: np.ndarray) -> GoPlayers:
        return GoPlayers(**vars(players), known=known, entry_level=self.entry[: len(known)])


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    with loops.in_plain_python():
        rows = systems.rows(ffg, plain_ffg, (COMPUTE_GOAL, ORACLE_GOAL), quick, go_careers)
    found = go_careers(50_000 if quick else 200_000, 5000, 18)
    what = f"ffg: {found.ends[-1]:,} games, the loop over tournaments compiled"
    work = lambda: list(systems.lists(ffg, found))  # noqa: E731 - a way of measuring
    return [*rows, loops.compiled_row(what, work, lambda tables: tables[2].level, COMPILED_GOAL)]


def go_careers(games: int, players: int, periods: int) -> GoCareers:
    """The tournaments of `careers.careers`, played by people with levels."""
    found = careers(games, players, periods)
    rng = np.random.default_rng(SEED)
    level = np.clip(rng.normal(LEVEL, SPREAD, players), LOWEST, HIGHEST)
    white, black = found.games["white"], found.games["black"]
    white_won = rng.normal(0, LUCK, len(white)) + level[white] > level[black]
    entry = 100 * np.floor((level + rng.normal(0, DOUBT, players)) / 100) + 50
    return GoCareers(
        found.games | {"white_half_points": 2 * white_won.astype(np.int64)},
        found.ends,
        found.known,
        level.astype(np.int64),
        np.maximum(entry, ffg.rules().floor).astype(np.int64),
    )
