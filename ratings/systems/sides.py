"""A period's games as each member sees his own: one row a member and game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.period import NONE, Games, Ints


@dataclass(frozen=True)
class Sides:
    """All arrays have one row a member and game, in the order of play; White's comes before Black's."""

    player: Ints  # row of Players
    opponent: Ints  # row of Players, NONE for somebody who is no member
    given: Ints  # the rating given for him; 0 = none
    half_points: Ints
    game: Ints  # row of Games


def sides_of(games: Games) -> Sides:
    """Two rows for a game between members, one for a game against somebody else."""
    player = _interleaved(games.white, games.black)
    sides = Sides(
        player=player,
        opponent=_interleaved(games.black, games.white),
        given=_interleaved(games.black_given, games.white_given),
        half_points=_interleaved(games.white_half_points, 2 - games.white_half_points),
        game=np.repeat(np.arange(len(games.white)), 2),
    )
    members = player != NONE
    if members.all():
        return sides
    return Sides(*(column[members] for column in vars(sides).values()))


def _interleaved(white: Ints, black: Ints) -> Ints:
    both = np.empty(2 * len(white), dtype=np.int64)
    both[0::2] = white
    both[1::2] = black
    return both
