"""The games of a period as the Belgian rules see them: from both sides, in the order of play."""

from dataclasses import dataclass

import numpy as np

from ratings.systems.common.sides import interleaved
from ratings.systems.period import NONE, Games, Ints


@dataclass(frozen=True)
class GameSides:
    """Two rows per game, White's and Black's: rows 10 and 11 for game 5."""

    player: Ints  # row of Players, NONE for a non-member
    half_points: Ints
    worth: Ints  # the rating of the opponent when the period begins; 0 = none

    def opponents(self, side: Ints) -> Ints:
        """Return the opponents of these sides, as in ``player``."""
        return self.player.take(side ^ 1)


def sides_of(games: Games, ratings: Ints) -> GameSides:
    """Return the sides of all games; ``ratings`` are the starting ones, in the rows of Players."""
    known = np.append(ratings, 0)  # the last one is that of NONE
    return GameSides(
        player=interleaved(games.white, games.black),
        half_points=interleaved(games.white_half_points, 2 - games.white_half_points),
        worth=interleaved(_worth(games.black, games.black_given, known), _worth(games.white, games.white_given, known)),
    )


def _worth(opponent: Ints, given: Ints, known: Ints) -> Ints:
    worth: Ints = known.take(opponent)
    outside = (opponent == NONE).nonzero()[0]
    worth[outside] = given.take(outside)
    return worth
