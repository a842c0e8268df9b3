"""The input and output of a rating system: players and games as arrays in, ratings and a ledger out.

A system's ``rate`` module offers ``KEY``, ``DISCIPLINE`` ("chess" or "go"), ``PROFILES`` (name -> rules),
``rules(profile, parameters)``, ``rate(period, rules, ledger)`` and ``order(outcome, players)``, the rows of its
ranking. Players and games are identified by their row; the caller keeps the ids.
"""

import datetime as dt
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

NONE = -1  # no such row
MINUTES_A_DAY = 1440
POINT = 10_000  # ledger changes and expected scores are whole ten-thousandths, so that sums are exact


class Status(IntEnum):
    """The status of a published rating."""

    UNRATED = 0  # too few games: no rating is shown
    PROVISIONAL = 1
    ESTABLISHED = 2
    FOREIGN = 3  # replaced by the rating of another federation or FIDE (B33)


class Kind(IntEnum):
    """The kind of a ledger entry. First those of games, then those of special rules."""

    GAME = 0  # counted, with its change
    COLLECTED = 1  # counted towards a performance rating; the change is in the entry of that rating
    NOT_COUNTED = 2  # with a reason
    PROVISIONAL = 10  # performance over fewer games than a first rating needs
    FIRST_RATING = 11
    PERFORMANCE_25_150 = 12
    TRANSITION = 13
    FLOOR = 14
    ROUNDING = 15
    FOREIGN = 16  # replaced by the FIDE rating
    BONUS = 17
    HALVING = 18
    MATCH_CAP = 19
    ADJUSTED_START = 20
    TIME = 21
    ENTRY = 22  # the start of a player without a rating: their registration level (go), 1720 (FICS)


class Reason(IntEnum):
    """Why a game does not count. The first group is known before the engine runs, the second only to it."""

    NONE = 0
    FORFEIT = 1
    PENDING = 2
    UNRATED_GAME = 3  # W, D, L: played, but not to be rated
    IRREGULAR = 4  # a player who may not be rated: 0F-0F (B45)
    PACE = 5
    UNKNOWN_PLAYER = 6  # an unknown player without a given rating
    BYE = 7
    OPPONENT_UNRATED = 20  # B30, BA12
    HANDICAP = 21
    BOARD_SIZE = 22
    TEMPO = 23
    RESULT = 24


@dataclass(frozen=True)
class Players:
    """One row per player, all arrays of the same length. Rows are ordered by ``number``."""

    number: Ints  # key: breaks ties (BA17) and orders the output
    rating: Ints  # 0 = none (go: a level, see `GoPlayers`)
    games: Ints  # games counted so far
    opponents_sum: Ints  # sum of opponents' ratings, carried over (B07)
    half_points: Ints  # points carried over, times two
    foreign_rating: Ints  # rating that replaces the calculated one (B33); 0 = none
    deviation: Floats  # FICS; nan = none
    last_day: Ints  # day of the last game, date ordinal; 0 = never

    @property
    def rated(self) -> Flags:
        """Return who has a rating when the period begins."""
        rated: Flags = self.rating != 0
        return rated


@dataclass(frozen=True)
class Games:
    """One row per game that may count, in the order of play (the caller sorts).

    ``white`` and ``black`` are rows of `Players`, or NONE for a non-member, whose rating is then ``*_given`` (0 =
    none).
    """

    white: Ints
    black: Ints
    white_given: Ints
    black_given: Ints
    white_half_points: Ints  # 0, 1, 2; Black's are 2 minus these
    day: Ints  # date ordinal
    tournament: Ints  # caller's running number of the tournament, in order of play
    round: Ints
    rounds: Ints  # of the tournament, including those without a game here; 0 = unknown
    participants: Ints  # of the tournament, everybody who was paired; 0 = unknown
    handicap: Ints  # go: stones; 0 even
    board_size: Ints  # go: 19, 13, 9; 0 chess
    tempo: Ints  # go, pace class; 0 standard


@dataclass(frozen=True)
class GoPlayers(Players):
    """Players of the go scale, where 0 is a level. Plain `Players` have a level if their rating is not 0."""

    known: Flags  # who has a level
    entry_level: Ints  # the first level given, if no counted game has one; 0 = unknown (a level of 0 is given as 1)

    @property
    def rated(self) -> Flags:
        """Return who has a level; 0 is one."""
        return self.known


@dataclass(frozen=True)
class GoGames(Games):
    """Games with registration levels and distinguishable guests.

    In plain `Games` no level is given, and every guest is a different person in each game.
    """

    white_guest: Ints  # number of a non-member in the tournament, from 1; 0 = unknown
    black_guest: Ints
    white_entry: Ints  # level of a member according to the tournament's file; 0 = none
    black_entry: Ints


@dataclass(frozen=True)
class TimedPlayers(Players):
    """Players with a clock. For plain `Players` it stopped at midnight of ``last_day``."""

    last_minute: Ints  # end of the last rated game, as in `TimedGames`; 0 = never


@dataclass(frozen=True)
class TimedGames(Games):
    """Games with a clock. Plain `Games` all end at midnight of their ``day``."""

    minute: Ints  # end of the game: MINUTES_A_DAY * date ordinal + minute of the day


@dataclass(frozen=True)
class BughouseGames(TimedGames):
    """Games of two against two: the partners' rows of `Players`, NONE for a non-member."""

    white_partner: Ints
    black_partner: Ints


@dataclass(frozen=True)
class Period:
    """Everything between two lists: games from ``start`` to ``end``, both included."""

    start: dt.date
    end: dt.date
    players: Players
    games: Games


@dataclass(frozen=True)
class Ledger:
    """One row per entry, ordered by player, then in the order in which the entries apply.

    For each player ``change`` sums to POINT * (published rating - previous rating), where no rating counts as 0.
    """

    player: Ints  # row of Players
    game: Ints  # row of Games, NONE for an entry of a special rule
    kind: Ints  # Kind
    reason: Ints  # Reason
    opponent_rating: Ints  # as used; 0 = none, except for a GAME in go, where 0 is a level
    difference: Ints  # rating difference used for the expected score, after the cap, own minus opponent's
    expected: Ints  # expected score, ten-thousandths
    k: Ints  # K-factor in ten-thousandths of a point per point scored (32 -> 320_000)
    half_points: Ints  # scored in the game, times two
    change: Ints  # ten-thousandths of a rating point
    game_number: Ints  # running number of the game in the player's career, 0 = does not count


@dataclass(frozen=True)
class Outcome:
    """The list after the period. Arrays are in the rows of `Players`."""

    rating: Ints  # published; 0 = none (go: a level, unless the status is UNRATED)
    games: Ints
    opponents_sum: Ints
    half_points: Ints
    deviation: Floats
    status: Ints  # Status
    period_games: Ints  # games of this period that counted
    last_day: Ints
    ledger: Ledger
    facts: dict[str, Any]  # about the run itself: iterations, hints
    last_minute: Ints | None = None  # FICS, for the next period
