"""The ledger of Glicko as on FICS: each game and the time before it, adding up to the new rating."""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.systems.common.grouping import group_by
from ratings.systems.common.ledger_builder import Entries
from ratings.systems.common.rounding import ten_thousandths
from ratings.systems.fics.chronology import Traced
from ratings.systems.fics.games import Boards, Entrants
from ratings.systems.period import POINT, BughouseGames, Floats, Ints, Kind, Ledger, Period


class Step(IntEnum):
    """The order of the entries of one player."""

    ENTRY = 0
    GAMES = 1
    ROUNDING = 2
    NOT_COUNTED = 3


def ledger_of(
    period: Period, reason: Ints, boards: Boards, entrants: Entrants, *, after: Ints, traced: Traced
) -> Ledger:
    """Return all entries of the members, with their ratings ``after``; see `ratings.systems.fics.rate`."""
    entries, players = Entries(), period.players
    seats = np.column_stack(boards.seats).ravel()
    mine = np.flatnonzero(seats < len(players.number))
    player = seats[mine]
    columns = {name: column.ravel()[mine] for name, column in _columns(boards, traced).items()}
    _add_time(entries, player, mine, columns)
    _add_games(entries, player, mine, columns, players.games)
    # B5: every game was rounded; this is the effect on all of them together.
    rest = POINT * (after - entrants.rating)
    np.subtract.at(rest, player, columns["change"])
    met = np.unique(player)
    new, rounded = met[entrants.newcomer[met]], met[rest[met] != 0]
    entries.add(Step.ENTRY, new, Kind.ENTRY, change=POINT * entrants.rating[new])
    entries.add(Step.ROUNDING, rounded, Kind.ROUNDING, change=rest[rounded])
    games = period.games
    white, black = games.white_half_points, 2 - games.white_half_points
    sides = [(games.white, white), (games.black, black)]
    if isinstance(games, BughouseGames):
        sides += [(games.white_partner, white), (games.black_partner, black)]
    entries.add_rejected(Step.NOT_COUNTED, sides, reason)
    return entries.ledger()


def _columns(boards: Boards, traced: Traced) -> dict[str, NDArray[Any]]:
    """Return all columns of entries of games: one row per game and one column per seat."""
    size = len(boards.seats) // 2
    # The means of the teams: in chess a team is one player.
    own = np.repeat(traced.rating.reshape(-1, 2, size).mean(axis=2), size, axis=1)
    opponents = own[:, ::-1]
    half_points = np.repeat(np.column_stack((boards.half_points, 2 - boards.half_points)), size, axis=1)
    return {
        "game": np.repeat(boards.game, 2 * size),
        "stored": ten_thousandths(np.sqrt(traced.stored)),
        "deviation": ten_thousandths(np.sqrt(traced.variance)),
        "others": ten_thousandths(np.sqrt(traced.variance.sum(axis=1, keepdims=True) - traced.variance)),
        "idle": traced.idle,
        "opponents": _half_up(opponents),
        "difference": _half_up(own - opponents),
        "half_points": half_points,
        "expected": ten_thousandths(traced.expected),
        "k": ten_thousandths(traced.k),
        "change": ten_thousandths(traced.k * (half_points / 2 - traced.expected)),
    }


def _add_time(entries: Entries, player: Ints, place: Ints, columns: dict[str, NDArray[Any]]) -> None:
    entries.add(
        Step.GAMES,
        player,
        Kind.TIME,
        place=2 * place,
        game=columns["game"],
        opponent_rating=columns["others"],
        difference=columns["idle"],
        expected=columns["stored"],
        k=columns["deviation"],
    )


def _add_games(entries: Entries, player: Ints, place: Ints, columns: dict[str, NDArray[Any]], before: Ints) -> None:
    entries.add(
        Step.GAMES,
        player,
        Kind.GAME,
        place=2 * place + 1,
        game=columns["game"],
        opponent_rating=columns["opponents"],
        difference=columns["difference"],
        expected=columns["expected"],
        k=columns["k"],
        half_points=columns["half_points"],
        change=columns["change"],
        game_number=before[player] + group_by(player).numbers() + 1,
    )


def _half_up(points: Floats) -> Ints:
    return np.floor(points + 0.5).astype(np.int64)
