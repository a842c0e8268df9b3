"""The facts of a season, as plain rows: boards, matches, players and line-ups. Keys are those of the caller."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Literal

Side = Literal["home", "away"]
Loser = Literal["", "home", "away", "both"]
Pair = tuple[int, int]  # of home and away
SIDES: tuple[Side, Side] = ("home", "away")
WON, LOST, NEITHER, NO_RESULT = "+-", "-+", "--", "**"
GAMES = frozenset({"10", "01", "=="})
# The results of a board, home first: games, forfeits, none yet. Half a point against none exists only as a ruling.
PLAYED = ("10", "01", "==", WON, LOST, NEITHER, NO_RESULT)


def other(side: Side) -> Side:
    return "away" if side == "home" else "home"


@dataclass(frozen=True)
class Board:
    """A board of a match. ``ruled`` counts in the table if it is there, ``played`` is what was played."""

    number: int
    played: str = NO_RESULT
    ruled: Pair | None = None  # half points
    home: int | None = None  # the players; None: the board was left empty
    away: int | None = None

    @property
    def is_decided(self) -> bool:
        return self.ruled is not None or self.played != NO_RESULT

    @property
    def is_game(self) -> bool:
        """Return whether a game was played: only that is rated."""
        return self.played in GAMES

    def player(self, side: Side) -> int | None:
        return self.home if side == "home" else self.away


@dataclass(frozen=True)
class Match:
    """Two teams in a round."""

    key: int
    round: int
    home: int
    away: int
    boards: tuple[Board, ...] = ()
    ruled_match_points: Pair | None = None  # in halves, instead of those of the boards
    by_decision: Loser = ""  # those who lost the match by a ruling, or did not turn up
    is_annulled: bool = False

    @property
    def is_finished(self) -> bool:
        return bool(self.boards) and all(board.is_decided for board in self.boards)

    @property
    def has_result(self) -> bool:
        """Return whether any board is decided."""
        return any(board.is_decided for board in self.boards)

    def teams(self) -> Pair:
        return self.home, self.away


@dataclass(frozen=True)
class Player:
    """A player as they stood on the day: facts of the player list and of the federation."""

    key: int
    strength: int | None = None
    place: int | None = None  # on the player list of the club
    is_listed: bool = True
    is_affiliated: bool = True
    affiliated_days: int | None = None  # without a break up to the day; None: not known
    may_play: bool = True  # whether they may play for the club by that day
    is_suspended: bool = False
    titular_of: int | None = None  # team
    fide_rating: int | None = None
    has_fide_id: bool = True
    is_guest: bool = False
    is_transferred: bool = False
    is_foreign: bool = False
    is_woman: bool = False
    is_youth: bool = False


@dataclass(frozen=True)
class LineUp:
    """The players of one side of a match, board by board; None is a board left empty."""

    match: int
    side: Side
    team: int
    club: int
    rank: int  # of the team in its club, 1 the highest
    series: int
    level: int  # of the division, 1 the highest
    round: int
    day: dt.date
    seats: tuple[Player | None, ...]
    absent: frozenset[int] = field(default_factory=frozenset)  # boards whose named player did not turn up
    is_won_by_forfeit: bool = False  # the whole match
    defaults: frozenset[int] = field(default_factory=frozenset)  # boards lost without a name
    is_fide_rated: bool = False

    @property
    def manned(self) -> list[tuple[int, Player]]:
        """Return the boards with a player, from the first on."""
        return [(number, player) for number, player in enumerate(self.seats, start=1) if player]
