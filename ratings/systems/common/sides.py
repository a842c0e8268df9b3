"""The games of a period as each member sees them: one row per member and game."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ratings.systems.common.grouping import stable_order
from ratings.systems.period import NONE, Games, Ints

Number = TypeVar("Number", np.int64, np.float64)


@dataclass(frozen=True)
class GameSides:
    """One row per member and game: by member, then in the order of play."""

    player: Ints  # row of Players
    opponent: Ints  # row of Players, NONE for a non-member
    half_points: Ints
    game: Ints  # row of Games
    outside: Ints  # the sides against non-members, and
    given: Ints  # the rating given for them; 0 = none


def sides_of(games: Games) -> GameSides:
    """Return two rows for a game between members, one for a game against a non-member."""
    player = interleaved(games.white, games.black)
    # NONE sorts first and is left out.
    order = stable_order(player - NONE)[np.count_nonzero(player == NONE) :]
    own, opponent = player[order], player[order ^ 1]  # the even row is White's, the odd one after it Black's
    outside = np.flatnonzero(opponent == NONE)
    return GameSides(
        player=own,
        opponent=opponent,
        half_points=interleaved(games.white_half_points, 2 - games.white_half_points)[order],
        game=order >> 1,
        outside=outside,
        given=interleaved(games.black_given, games.white_given)[order[outside]],
    )


def interleaved(white: NDArray[Number], black: NDArray[Number]) -> NDArray[Number]:
    """Return White's value and then Black's for each game: rows 10 and 11 for game 5."""
    both = np.empty(2 * len(white), dtype=white.dtype)
    both[0::2] = white
    both[1::2] = black
    return both
