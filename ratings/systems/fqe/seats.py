"""The games of a period by tournament and player."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.common.grouping import Groups, Runs, group_by, runs_of, stable_order
from ratings.systems.common.sides import sides_of
from ratings.systems.fqe.rules import Rules
from ratings.systems.period import Flags, Games, Ints, Players

METHODS = UNRATED, PROVISIONAL, PERMANENT = range(3)  # Q01: how a player is rated; Q02: in this order


@dataclass(frozen=True)
class GameSides:
    """Games from each player's side: by seat, then in the order of play."""

    tournament: Ints  # 0, 1, 2 ... in the order of the tournaments' numbers
    player: Ints  # row of Players
    opponent: Ints  # row of Players, or a row after them for each rating of outsiders
    half_points: Ints
    game: Ints  # row of Games

    def take(self, rows: Ints) -> GameSides:
        """Return some of the rows, or all in another order."""
        return GameSides(*(column[rows] for column in vars(self).values()))


@dataclass(frozen=True)
class Seats:
    """One row per member and tournament: by wave, then by method, tournament and player.

    A wave consists of tournaments without a common member. It comes after all earlier tournaments of its members.
    """

    wave: Ints
    tournament: Ints
    player: Ints
    games_before: Ints  # of the player, at the start of the tournament
    method: Ints
    sides: GameSides
    by_seat: Runs  # the player's sides


@dataclass(frozen=True)
class Tournaments:
    """All tournaments of a period; ``rounds`` and ``is_match`` have one row per tournament."""

    rounds: Ints  # of the tournament, not those played by a player (QA6)
    is_match: Flags  # QA9: an event of two players
    seats: Seats  # with the games that count
    unknown: GameSides  # games against unknown players
    outsiders: Ints  # the ratings of the opponents after the rows of Players


def tournaments_of(games: Games, players: Players, rules: Rules) -> Tournaments:
    """Return the games by tournament; the first game of each gives its rounds and participants."""
    members = len(players.number)
    tournament, first = _numbered(games)
    found = sides_of(games)
    outsiders, nth = np.unique(found.given, return_inverse=True)
    opponent = found.opponent.copy()
    opponent[found.outside] = members + nth
    sides = GameSides(tournament[found.game], found.player, opponent, found.half_points, found.game)
    by_tournament = stable_order(sides.tournament)
    unknown = found.outside[found.given == 0]
    if len(unknown):
        is_known = np.ones(len(opponent), dtype=bool)
        is_known[unknown] = False
        by_tournament = by_tournament[is_known[by_tournament]]
    return Tournaments(
        rounds=games.rounds[first],
        is_match=games.participants[first] == 2,
        seats=_seats(sides, by_tournament, players, rules),
        unknown=sides.take(unknown),
        outsiders=outsiders,
    )


def _numbered(games: Games) -> tuple[Ints, Ints]:
    """Return the tournament of each game as 0, 1, 2 ..., and the first game of each tournament."""
    groups = group_by(games.tournament)
    number = np.empty_like(groups.order)
    number[groups.order] = groups.spread(np.arange(len(groups.keys)))
    return number, groups.order[groups.starts]


def _seats(sides: GameSides, by_tournament: Ints, players: Players, rules: Rules) -> Seats:
    """Return the seats; ``by_tournament`` are the rows of the sides that count, by tournament and player."""
    members = len(players.number)
    by_seat = runs_of(sides.tournament[by_tournament] * members + sides.player[by_tournament])
    tournament, player = np.divmod(by_seat.keys, max(members, 1))
    careers = group_by(player)
    games_before, method = _methods(careers, by_seat.sizes, players, rules)
    wave = _waves(tournament, careers)[tournament]
    order = stable_order(len(METHODS) * wave + method)
    rows, by_seat = by_seat.part(order)
    return Seats(
        wave=wave[order],
        tournament=tournament[order],
        player=player[order],
        games_before=games_before[order],
        method=method[order],
        sides=sides.take(by_tournament[rows]),
        by_seat=by_seat,
    )


def _methods(careers: Groups, played: Ints, players: Players, rules: Rules) -> tuple[Ints, Ints]:
    """Return each seat's earlier games and its method, for seats by tournament; ``careers`` are each player's seats."""
    who, sizes = careers.keys, played[careers.order]
    so_far = np.cumsum(sizes) - sizes
    games_before = np.empty_like(played)
    games_before[careers.order] = so_far + careers.spread(players.games[who] - so_far[careers.starts])
    # Q08, Q09, QA12: over at most 24 games before the event, or over more.
    method = np.where(games_before > rules.provisional_games, PERMANENT, PROVISIONAL)
    # Q04: an unrated player gets a rating in their first tournament.
    method[careers.order[careers.starts[players.rating[who] == 0]]] = UNRATED
    return games_before, method


def _waves(tournament: Ints, careers: Groups) -> Ints:
    """Return the wave of each tournament, for seats by tournament; ``careers`` are each player's seats."""
    before = np.full(len(tournament), -1)
    before[careers.order[1:]] = tournament[careers.order[:-1]]
    before[careers.order[careers.starts]] = -1
    returning = np.flatnonzero(before >= 0)
    waves = [0] * (tournament.max(initial=-1) + 1)
    for earlier, now in zip(before[returning].tolist(), tournament[returning].tolist(), strict=True):
        if waves[now] <= waves[earlier]:
            waves[now] = waves[earlier] + 1
    return np.array(waves, dtype=np.int64)
