"""A period's games by tournament and player: who sat where, and what he played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.fqe_rules import Rules
from ratings.systems.grouping import Runs, group_by, runs_of, stable_order
from ratings.systems.period import Flags, Games, Ints, Players
from ratings.systems.sides import sides_of

METHODS = UNRATED, PROVISIONAL, PERMANENT = range(3)  # Q01: how a player is rated; Q02: in this order


@dataclass(frozen=True)
class Sides:
    """Games as their players see them: by seat, then in the order of play."""

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
    """A member in a tournament, one row each: by tournament, then by method, then by player."""

    tournament: Ints
    player: Ints
    games_before: Ints  # of the player, at the start of the tournament
    method: Ints
    sides: Sides
    by_seat: Runs  # which sides are his


@dataclass(frozen=True)
class Tournaments:
    """All tournaments of a period; ``rounds`` and ``is_match`` have one row each."""

    rounds: Ints  # of the tournament, not those that somebody played (QA6)
    is_match: Flags  # QA9: an event of two players
    seats: Seats  # with the games that count
    unknown: Sides  # games against somebody of whom nothing is known
    outsiders: Ints  # the ratings for which opponents beyond the rows of Players stand


def tournaments_of(games: Games, players: Players, rules: Rules) -> Tournaments:
    """The games by tournament, of which the first says what holds for all."""
    members = len(players.number)
    tournament, first = _numbered(games)
    sides = sides_of(games)
    outsiders, nth = np.unique(sides.given, return_inverse=True)
    opponent = sides.opponent.copy()
    opponent[sides.outside] = members + nth
    found = Sides(tournament[sides.game], sides.player, opponent, sides.half_points, sides.game)
    found = found.take(stable_order(found.tournament))
    by_seat, outside = _by_seat(found), np.flatnonzero(found.opponent >= members)
    unknown = outside[outsiders[found.opponent[outside] - members] == 0]
    known = found
    if len(unknown):
        known = found.take(np.delete(np.arange(len(found.game)), unknown))
        by_seat = _by_seat(known)
    rounds, is_match = games.rounds[first], games.participants[first] == 2
    return Tournaments(rounds, is_match, _seats(known, by_seat, players, rules), found.take(unknown), outsiders)


def _numbered(games: Games) -> tuple[Ints, Ints]:
    """The tournament of each game as 0, 1, 2 ..., and the first game of each tournament."""
    groups = group_by(games.tournament)
    number = np.empty_like(groups.order)
    number[groups.order] = groups.spread(np.arange(len(groups.keys)))
    return number, groups.order[groups.starts]


def _by_seat(sides: Sides) -> Runs:
    return runs_of(sides.tournament * (sides.player.max(initial=0) + 1) + sides.player)


def _seats(sides: Sides, by_seat: Runs, players: Players, rules: Rules) -> Seats:
    """Seats of sides that come by tournament and player."""
    tournament, player = sides.tournament[by_seat.starts], sides.player[by_seat.starts]
    games_before, method = _careers(player, by_seat.sizes, players, rules)
    order = stable_order(len(METHODS) * tournament + method)
    rows, by_seat = by_seat.part(order)
    return Seats(tournament[order], player[order], games_before[order], method[order], sides.take(rows), by_seat)


def _careers(player: Ints, played: Ints, players: Players, rules: Rules) -> tuple[Ints, Ints]:
    """The games before each seat and its method, for seats by tournament."""
    seats = group_by(player)
    who, sizes = seats.keys, played[seats.order]
    so_far = np.cumsum(sizes) - sizes
    games_before = np.empty_like(player)
    games_before[seats.order] = so_far + seats.spread(players.games[who] - so_far[seats.starts])
    # Q08, Q09, QA12: over 24 games or fewer before the event, or over more.
    method = np.where(games_before > rules.provisional_games, PERMANENT, PROVISIONAL)
    # Q04: whoever has no rating is given one in his first tournament.
    method[seats.order[seats.starts[players.rating[who] == 0]]] = UNRATED
    return games_before, method
