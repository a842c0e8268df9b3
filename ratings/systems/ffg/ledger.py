"""The ledger of the French go scale: every game, every adjusted start, every floor, adding up to the new level."""

from enum import IntEnum

import numpy as np

from ratings.systems.common.grouping import group_by
from ratings.systems.common.ledger_builder import Entries
from ratings.systems.common.rounding import ten_thousandths
from ratings.systems.ffg.levels import HALF
from ratings.systems.ffg.rules import Rules
from ratings.systems.ffg.sides import GameSides
from ratings.systems.ffg.tournaments import Sittings
from ratings.systems.period import NONE, POINT, Floats, Games, Ints, Kind, Ledger, Period, Players, Reason


class Step(IntEnum):
    """The order of the entries of one player."""

    TOURNAMENTS = 0
    NOT_COUNTED = 1


class Place(IntEnum):
    """The order inside the first step, for each row of Counted: everything in the order of play."""

    ENTRY = 0  # before the first game of a tournament
    ADJUSTED_START = 1
    GAME = 2
    FLOOR = 3  # after the last game of a round
    ROUNDING = 4  # after the last game of a tournament

    def beside(self, row: Ints) -> Ints:
        """Return the place of entries that belong to these rows."""
        return len(Place) * row + self


def ledger_of(period: Period, reason: Ints, sittings: Sittings, sides: GameSides, rules: Rules) -> Ledger:
    """Return all entries of the members; `ratings.systems.ffg.rate` says what they contain."""
    entries, members = Entries(), len(period.players.number)
    change = ten_thousandths(sides.raw * sides.factor)
    lifted, lift = _floors(sittings, sides, change, rules)
    rest = POINT * _half_up(sittings.end) - ten_thousandths(sittings.start)
    np.subtract.at(rest, sides.seat, change)
    np.subtract.at(rest, sides.seat[lifted], lift)
    _add_starts(entries, sittings, members)
    _add_games(entries, period.players, sides, change)
    mine = sides.entrant[lifted] < members
    entries.add(
        Step.TOURNAMENTS,
        sides.entrant[lifted[mine]],
        Kind.FLOOR,
        place=Place.FLOOR.beside(sides.row[lifted[mine]]),
        change=lift[mine],
    )
    rounded = np.flatnonzero((rest != 0) & (sittings.entrant < members))
    entries.add(
        Step.TOURNAMENTS,
        sittings.entrant[rounded],
        Kind.ROUNDING,
        place=Place.ROUNDING.beside(sittings.last_game[rounded]),
        change=rest[rounded],
    )
    _add_games_not_counted(entries, period.games, reason, sides, members)
    return entries.ledger()


def _add_starts(entries: Entries, sittings: Sittings, members: int) -> None:
    came, start = ten_thousandths(sittings.came), ten_thousandths(sittings.start)
    member = sittings.entrant < members
    unknown = np.flatnonzero(member & ~sittings.known)
    entries.add(
        Step.TOURNAMENTS,
        sittings.entrant[unknown],
        Kind.ENTRY,
        place=Place.ENTRY.beside(sittings.first_game[unknown]),
        change=came[unknown],
    )
    adjusted = np.flatnonzero(member & (start != came))
    entries.add(
        Step.TOURNAMENTS,
        sittings.entrant[adjusted],
        Kind.ADJUSTED_START,
        place=Place.ADJUSTED_START.beside(sittings.first_game[adjusted]),
        opponent_rating=_half_up(sittings.start[adjusted]),
        difference=_half_up(sittings.end[adjusted] - sittings.start[adjusted]),
        change=start[adjusted] - came[adjusted],
    )


def _add_games(entries: Entries, players: Players, sides: GameSides, change: Ints) -> None:
    mine = np.flatnonzero(sides.counts & (sides.entrant < len(players.number)))
    player = sides.entrant[mine]
    entries.add(
        Step.TOURNAMENTS,
        player,
        Kind.GAME,
        place=Place.GAME.beside(sides.row[mine]),
        game=sides.game[mine],
        opponent_rating=_half_up(sides.opponent[mine]),
        difference=_half_up(sides.difference[mine]),
        expected=ten_thousandths(sides.raw[mine]),
        k=ten_thousandths(sides.factor[mine]),
        half_points=2 * sides.won[mine],
        change=change[mine],
        game_number=players.games[player] + group_by(player).numbers() + 1,
    )


def _add_games_not_counted(entries: Entries, games: Games, reason: Ints, sides: GameSides, members: int) -> None:
    both = ((games.white, games.white_half_points), (games.black, 2 - games.white_half_points))
    entries.add_rejected(Step.NOT_COUNTED, both, reason)
    # A3: the game of the other player only.
    side = np.flatnonzero(~sides.counts & (sides.entrant < members))
    facts = {"game": sides.game[side], "half_points": 2 * sides.won[side]}
    entries.add_not_counted(Step.NOT_COUNTED, sides.entrant[side], reason=Reason.HANDICAP, **facts)


def _floors(sittings: Sittings, sides: GameSides, change: Ints, rules: Rules) -> tuple[Ints, Ints]:
    """F15: return the last side in each round after which a player was raised to the floor, and by how much."""
    order = np.argsort(sides.seat, kind="stable")
    seat, number, level = sides.seat[order], sides.round[order], sides.level[order]
    first = np.flatnonzero(np.diff(seat, prepend=NONE).astype(bool) | np.diff(number, prepend=NONE).astype(bool))
    # The level after the round is the one before the player's next round, or at the end.
    goes_on = np.append(seat[first[1:]] == seat[first[:-1]], [False])[: len(first)]
    after = np.where(goes_on, np.append(level[first[1:]], 0.0)[: len(first)], sittings.end[seat[first]])
    lift = ten_thousandths(after - level[first]) - np.add.reduceat(np.append(change[order], 0), first)
    lifted = np.flatnonzero((after == rules.floor) & (lift > 0))
    last = np.append(first[1:], len(order))[: len(first)] - 1
    return order[last[lifted]], lift[lifted]


def _half_up(points: Floats) -> Ints:
    return np.floor(points + HALF).astype(np.int64)
