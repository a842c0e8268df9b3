"""All that a rating system sees and says: players and games as arrays in, ratings and a ledger out.

A system module offers ``KEY``, ``DISCIPLINE`` ("chess" or "go"), ``PROFILES`` (name -> rules), ``rules(profile,
parameters)``, ``rate(period, rules, ledger)`` and ``order(outcome, players)``, the rows of its ranking.
Players and games are named by their row; the caller keeps the ids.
"""

from __future__ import annotations

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
    """What a published rating is."""

    UNRATED = 0  # too few games: no rating is shown
    PROVISIONAL = 1
    ESTABLISHED = 2
    FOREIGN = 3  # another federation's or FIDE's rating stands in its place (B33)


class Kind(IntEnum):
    """What a ledger entry is. Entries of a game first, then those of the special rules."""

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
    ENTRY = 22  # what somebody without a rating starts from: his registration level (go), 1720 (FICS)


class Reason(IntEnum):
    """Why a game does not count. The first group is known before the engine runs, the second only to it."""

    NONE = 0
    FORFEIT = 1
    PENDING = 2
    UNRATED_GAME = 3  # W, D, L: played, but not to be rated
    IRREGULAR = 4  # a player without right to be rated: 0F-0F (B45)
    PACE = 5
    UNKNOWN_PLAYER = 6  # nobody known and no rating given
    BYE = 7
    OPPONENT_UNRATED = 20  # B30, BA12
    HANDICAP = 21
    BOARD_SIZE = 22
    TEMPO = 23
    RESULT = 24


@dataclass(frozen=True)
class Players:
    """One row a player, all arrays of the same length. Rows are ordered by ``number``."""

    number: Ints  # matricule: breaks ties (BA17) and orders the output
    rating: Ints  # 0 = none (go: a level, see `GoPlayers`)
    games: Ints  # games counted so far
    opponents_sum: Ints  # sum of opponents' ratings carried on (B07)
    half_points: Ints  # points carried on, times two
    foreign_rating: Ints  # rating that replaces the computed one (B33); 0 = none
    deviation: Floats  # FICS; nan = none
    last_day: Ints  # day of the last game, date ordinal; 0 = never

    @property
    def rated(self) -> Flags:
        """Who has a rating when the period begins."""
        rated: Flags = self.rating != 0
        return rated


@dataclass(frozen=True)
class Games:
    """One row a game that may count, in the order of play (the caller sorts).

    ``white`` and ``black`` are rows of `Players` or NONE for somebody who is no member; then ``*_given`` is his rating
    (0 = none).
    """

    white: Ints
    black: Ints
    white_given: Ints
    black_given: Ints
    white_half_points: Ints  # 0, 1, 2; Black's are 2 less these
    day: Ints  # date ordinal
    tournament: Ints  # caller's running number of the tournament, in order of play
    round: Ints
    rounds: Ints  # of the tournament, those too of which there is no game here; 0 = not told
    participants: Ints  # of the tournament, whoever was paired with somebody; 0 = not told
    handicap: Ints  # go: stones; 0 even
    board_size: Ints  # go: 19, 13, 9; 0 chess
    tempo: Ints  # go, pace class; 0 standard


@dataclass(frozen=True)
class GoPlayers(Players):
    """Players of the go scale, where 0 is a level. Plain `Players` have one where the rating is not 0."""

    known: Flags  # who has a level
    entry_level: Ints  # the first level told of him, where no counted game has one; 0 = not told (and 0 is told as 1)

    @property
    def rated(self) -> Flags:
        """Who has a level: 0 is one."""
        return self.known


@dataclass(frozen=True)
class GoGames(Games):
    """Games with registration levels and guests that are told apart.

    In plain `Games` no level is told, and every guest is somebody else in each game.
    """

    white_guest: Ints  # number in his tournament of somebody who is no member, from 1; 0 = not told
    black_guest: Ints
    white_entry: Ints  # level that the file of the tournament tells for a member; 0 = none
    black_entry: Ints


@dataclass(frozen=True)
class TimedPlayers(Players):
    """Players with a clock. Those of plain `Players` stopped at midnight of ``last_day``."""

    last_minute: Ints  # end of the last rated game, as in `TimedGames`; 0 = never


@dataclass(frozen=True)
class TimedGames(Games):
    """Games with a clock. Plain `Games` all end at midnight of their ``day``."""

    minute: Ints  # end of the game: MINUTES_A_DAY * date ordinal + minute of the day


@dataclass(frozen=True)
class BughouseGames(TimedGames):
    """Games of two against two: the partners' rows of `Players`, NONE for somebody who is no member."""

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
    """One row an entry, ordered by player, then in the order in which the entries act.

    For each player ``change`` sums to POINT * (published rating - rating before), an unrated side counting as 0.
    """

    player: Ints  # row of Players
    game: Ints  # row of Games, NONE for an entry of a special rule
    kind: Ints  # Kind
    reason: Ints  # Reason
    opponent_rating: Ints  # as used; 0 = none, but of a GAME in go: there it is a level
    difference: Ints  # rating difference used for the expected score, after the cap, own minus opponent's
    expected: Ints  # expected score, ten-thousandths
    k: Ints  # K-factor in ten-thousandths of a point a point scored (32 -> 320_000)
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
    facts: dict[str, Any]  # what the run says of itself: iterations, hints
    last_minute: Ints | None = None  # FICS, for the next period
