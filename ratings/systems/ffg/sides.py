"""The counted games of the go scale from both sides: two rows per game, the winner's and the loser's."""

from dataclasses import dataclass

import numpy as np

from ratings.systems.common.sides import interleaved
from ratings.systems.ffg.games import Counted
from ratings.systems.ffg.rules import Rules
from ratings.systems.ffg.tournaments import Sittings, Traced
from ratings.systems.period import Flags, Floats, Ints


@dataclass(frozen=True)
class GameSides:
    """In the order of the games."""

    entrant: Ints
    seat: Ints  # row of Sittings
    row: Ints  # row of Counted
    game: Ints  # row of Games
    round: Ints  # running number over all tournaments
    won: Flags
    level: Floats  # before the round
    opponent: Floats  # the other's
    difference: Floats  # F4: of the fictitious levels, own minus the other's
    raw: Floats  # F5 to F8
    factor: Floats  # F9 to F13, multiplied
    counts: Flags  # A3: not if the game counts only for players below the beginner's level


def sides_of(counted: Counted, sittings: Sittings, traced: Traced, rules: Rules) -> GameSides:
    """Return each game once from each side."""
    games = len(counted.game)
    seat = interleaved(traced.winner_seat, traced.loser_seat)
    level = interleaved(traced.winner_level, traced.loser_level)
    ahead = traced.winner_level - traced.loser_level - counted.stones
    return GameSides(
        entrant=sittings.entrant[seat],
        seat=seat,
        row=np.repeat(np.arange(games), 2),
        game=np.repeat(counted.game, 2),
        round=np.repeat(traced.round, 2),
        won=np.tile([True, False], games),
        level=level,
        opponent=interleaved(traced.loser_level, traced.winner_level),
        difference=interleaved(ahead, -ahead),
        raw=interleaved(traced.gain, traced.loss),
        factor=interleaved(traced.gain_factor, traced.loss_factor),
        counts=~np.repeat(counted.high_handicap, 2) | (level < rules.beginner_level),
    )
