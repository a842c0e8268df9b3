"""A period's games by tournament and player: who sat where, and what he played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.grouping import group_by, stable_order
from ratings.systems.period import Flags, Games, Ints
from ratings.systems.sides import sides_of


@dataclass(frozen=True)
class Sides:
    """Games as their players see them: by tournament, then by player, then in the order of play."""

    tournament: Ints  # 0, 1, 2 ... in the order of the tournaments' numbers
    player: Ints  # row of Players
    opponent: Ints  # row of Players, or beyond them one for each rating of outsiders
    half_points: Ints
    game: Ints  # row of Games

    def take(self, rows: Ints) -> Sides:
        """Some of the rows, or all in another order."""
        return Sides(*(column[rows] for column in vars(self).values()))


@dataclass(frozen=True)
class Seats:
    """A member in a tournament, one row each: by tournament, then by player."""

    tournament: Ints
    player: Ints
    start: Ints  # his sides are the rows from here
    end: Ints  # up to here, without it
    sides: Sides


@dataclass(frozen=True)
class Tournaments:
    """All tournaments of a period; ``rounds`` and ``is_match`` have one row each."""

    rounds: Ints  # the last round of which there is a game (QA6)
    is_match: Flags  # QA9: whether exactly two players met
    seats: Seats  # with the games that count
    unknown: Sides  # games against somebody of whom nothing is known
    outsiders: Ints  # the ratings for which opponents beyond the rows of Players stand


def tournaments_of(games: Games, players: int) -> Tournaments:
    """The games of so many players by tournament. Every outsider is somebody else in each game."""
    groups = group_by(games.tournament)
    rank = np.empty(len(games.white), dtype=np.int64)
    rank[groups.order] = groups.spread(np.arange(len(groups.keys)))
    rounds = np.zeros(len(groups.keys), dtype=np.int64)
    np.maximum.at(rounds, rank, games.round)
    sides = sides_of(games)
    outsiders, nth = np.unique(sides.given, return_inverse=True)
    opponent = sides.opponent.copy()
    opponent[sides.outside] = players + nth
    found = Sides(rank[sides.game], sides.player, opponent, sides.half_points, sides.game)
    found = found.take(stable_order(found.tournament))
    members = np.bincount(found.tournament[_starts(found)], minlength=len(rounds))
    guests = np.bincount(found.tournament[found.opponent >= players], minlength=len(rounds))
    is_known = np.concatenate((np.ones(players, dtype=bool), outsiders > 0))[found.opponent]
    return Tournaments(
        rounds=rounds,
        is_match=members + guests == 2,
        seats=_seats(found.take(np.flatnonzero(is_known))),
        unknown=found.take(np.flatnonzero(~is_known)),
        outsiders=outsiders,
    )


def _seats(sides: Sides) -> Seats:
    starts = _starts(sides)
    return Seats(
        tournament=sides.tournament[starts],
        player=sides.player[starts],
        start=starts,
        end=np.append(starts[1:], len(sides.player)) if len(starts) else starts,
        sides=sides,
    )


def _starts(sides: Sides) -> Ints:
    """The rows where another tournament or another player begins."""
    begins = np.ones(len(sides.player), dtype=bool)
    begins[1:] = (np.diff(sides.tournament) != 0) | (np.diff(sides.player) != 0)
    return np.flatnonzero(begins)
