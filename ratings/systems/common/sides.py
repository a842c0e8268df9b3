"""A period's games as each member sees his own: one row a member and game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ratings.systems.common.grouping import stable_order
from ratings.systems.period import NONE, Games, Ints

Number = TypeVar("Number", np.int64, np.float64)


@dataclass(frozen=True)
class Sides:
    """One row a member and game: by member, then in the order of play."""

    player: Ints  # row of Players
    opponent: Ints  # row of Players, NONE for somebody who is no member
    half_points: Ints
    game: Ints  # row of Games
    outside: Ints  # the sides against somebody who is no member, and
    given: Ints  # the rating given for him; 0 = none


def sides_of(games: Games) -> Sides:
    """Two rows for a game between members, one for a game against somebody else."""
    player = interleaved(games.white, games.black)
    # NONE comes first in the order and is left out.
    order = stable_order(player - NONE)[np.count_nonzero(player == NONE) :]
    own, opponent = player[order], player[order ^ 1]  # the even row is White's, the odd one after it Black's
    outside = np.flatnonzero(opponent == NONE)
    return Sides(
        player=own,
        opponent=opponent,
        half_points=interleaved(games.white_half_points, 2 - games.white_half_points)[order],
        game=order >> 1,
        outside=outside,
        given=interleaved(games.black_given, games.white_given)[order[outside]],
    )


def interleaved(white: NDArray[Number], black: NDArray[Number]) -> NDArray[Number]:
    """Of each game White's and then Black's: of game 5 in the rows 10 and 11."""
    both = np.empty(2 * len(white), dtype=white.dtype)
    both[0::2] = white
    both[1::2] = black
    return both
