"""The performance over games that are not stored, by the formulas of the engines."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ratings.methods.scenes import Game
from ratings.systems.common.rounding import half_up
from ratings.systems.fqe.formulas import won_less_lost
from ratings.systems.frbe.formulas import performances


def performance(system: str, rules: Any, games: Sequence[Game]) -> int:
    """Return the performance over games against guests: formula I (B01), or Cm + 400 (V − D) / n (Q05)."""
    opponents, half_points = sum(game.given for game in games), sum(game.half_points for game in games)
    if system == "fqe":
        total = opponents + won_less_lost(half_points, len(games), rules)
        return int(half_up(np.array(total), np.array(len(games))))
    found = performances(np.array([opponents]), np.array([len(games)]), np.array([half_points]), rules)
    return int(found.rating[0])
