"""A period's games as the Belgian rules look at them: from either side, and in the order of play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.period import NONE, Games, Ints
from ratings.systems.sides import interleaved


@dataclass(frozen=True)
class Sides:
    """Two rows a game, White's and Black's: of game 5 they are 10 and 11."""

    player: Ints  # row of Players, NONE for somebody who is no member
    opponent: Ints  # likewise
    half_points: Ints
    worth: Ints  # the rating of the opponent when the period begins; 0 = none


def sides_of(games: Games, ratings: Ints) -> Sides:
    """The sides of all games; ``ratings`` of the start, in the rows of Players."""
    opponent = interleaved(games.black, games.white)
    worth = np.append(ratings, 0)[opponent]  # the last one is that of NONE
    outside = (opponent == NONE).nonzero()[0]
    if len(outside):
        worth[outside] = interleaved(games.black_given, games.white_given)[outside]
    return Sides(
        player=interleaved(games.white, games.black),
        opponent=opponent,
        half_points=interleaved(games.white_half_points, 2 - games.white_half_points),
        worth=worth,
    )
