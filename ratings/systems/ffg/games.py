"""The games of a period that count for the French go scale, in which order, and who plays in which tournament."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ratings.systems.common.sides import interleaved
from ratings.systems.common.validation import check
from ratings.systems.ffg.rules import Rules
from ratings.systems.period import NONE, Flags, Floats, Games, GoGames, GoPlayers, Ints, Period, Players, Reason

FULL_BOARD: Final = 19


@dataclass(frozen=True)
class Counted:
    """The games that count, one row per game, by tournament (A13), round, then in the caller's order."""

    game: Ints  # row of Games
    tournament: Ints  # 0, 1, 2 ... in order of end
    round: Ints
    winner: Ints  # row of Entrants
    loser: Ints
    stones: Floats  # F4: fictitious points of the loser's stones minus the winner's
    coefficient: Floats  # F9 to F11
    high_handicap: Flags  # A3: counts only for players below the beginner's level


@dataclass(frozen=True)
class Entrants:
    """Everybody with a level: the rows of Players, and after them the guests of each tournament."""

    level: Ints  # the one they have, or register with
    known: Flags


def check_levels(period: Period, rules: Rules) -> None:
    """Check a period of go as `validation.check` does, but 0 and less are levels. Raise `ValueError` with a sentence.

    A13: -9999, used in the federation's files for an unknown player, is not a level.
    """
    players, games = period.players, period.games
    if players.rating.size and players.rating.min() < rules.floor:
        row = players.rating.argmin()
        raise ValueError(f"rating of row {row} is below the floor of the scale: {players.rating[row]}")
    for name in ("handicap", "board_size", "tempo"):
        column = getattr(games, name)
        if column.size and column.min() < 0:
            raise ValueError(f"{name} of row {column.argmin()} must be at least 0, not {column.min()}")
    check(
        Period(
            period.start,
            period.end,
            replace(players, rating=np.zeros_like(players.rating)),
            replace(games, white_given=np.zeros_like(games.white_given), black_given=np.zeros_like(games.black_given)),
        )
    )


def reasons(games: Games, rules: Rules) -> Ints:
    """Return why games do not count, NONE for those that do. Of several reasons the last of these lines applies."""
    reason = np.full(len(games.white), Reason.NONE, dtype=np.int64)
    nobody = np.zeros(len(games.white), dtype=bool)
    for row, given in ((games.white, games.white_given), (games.black, games.black_given)):
        nobody |= (row == NONE) & (given == 0)
    reason[nobody] = Reason.UNKNOWN_PLAYER
    reason[_percents(games.tempo, dict(enumerate(rules.tempo_percents))) == 0] = Reason.TEMPO  # F11
    reason[_percents(_lines(games), dict(rules.board_percents)) == 0] = Reason.BOARD_SIZE  # F10
    if not rules.high_handicap_counts_below:  # A3
        reason[_handicaps(games, rules) > rules.most_handicap] = Reason.HANDICAP  # F9
    reason[games.white_half_points == 1] = Reason.RESULT  # A6: jigo
    return reason


def entrants_of(players: Players, games: Games, reason: Ints, rules: Rules) -> tuple[Entrants, Ints, Ints]:
    """Return everybody who may play, and the rows of White and Black among them, NONE for those who cannot take part.

    F16: unknown players start from their registration level, guests from the level that the file gives.
    """
    known = players.rated
    entry = _entry_levels(players, games, reason)
    # F15: nobody registers below the floor.
    entry = np.maximum(np.where(entry == 0, rules.default_entry_level, entry), rules.floor)
    sides, given = _guests(games, len(players.number))
    level = np.concatenate((np.where(known, players.rating, entry), np.maximum(given, rules.floor)))
    guests_known = np.zeros(len(given), dtype=bool)
    return Entrants(level, np.concatenate((known, guests_known))), sides[0::2], sides[1::2]


def _entry_levels(players: Players, games: Games, reason: Ints) -> Ints:
    """F16: return each player's first level given for a rated tournament; 0 = none.

    If those give none, the level given by any other tournament applies.
    """
    entry = players.entry_level.copy() if isinstance(players, GoPlayers) else np.zeros_like(players.rating)
    if isinstance(games, GoGames):
        rows = np.flatnonzero(reason == Reason.NONE)
        rows = rows[np.argsort(_by_end(games)[rows], kind="stable")]
        who = interleaved(games.white[rows], games.black[rows])
        given = interleaved(games.white_entry[rows], games.black_entry[rows])
        there = (who != NONE) & (given != 0)
        entry[who[there][::-1]] = given[there][::-1]  # the first one is written last
    return entry


def counted_games(games: Games, reason: Ints, white: Ints, black: Ints, rules: Rules) -> Counted:
    """Return the games without a reason against them, in the order of calculation. Rows are those of `Entrants`."""
    tournament = _by_end(games)
    rows = np.flatnonzero(reason == Reason.NONE)
    rows = rows[np.lexsort((games.round[rows], tournament[rows]))]
    white_won = games.white_half_points[rows] == 2
    handicap = _handicaps(games, rules)[rows]
    too_high = handicap > rules.most_handicap
    # F4: by colour, even where Black is the stronger. A2: no stone is an even game, one stone is half a stone's worth.
    points = np.where(handicap > 0, rules.handicap_points * (handicap - 0.5), 0.0)
    percents = (
        np.where(too_high, 0, 100 - rules.handicap_percent * handicap)
        * _percents(_lines(games)[rows], dict(rules.board_percents))
        * _percents(games.tempo[rows], dict(enumerate(rules.tempo_percents)))
    )
    return Counted(
        game=rows,
        tournament=tournament[rows],
        round=games.round[rows],
        winner=np.where(white_won, white[rows], black[rows]),
        loser=np.where(white_won, black[rows], white[rows]),
        stones=np.where(white_won, points, -points),
        coefficient=percents / 100**3,
        high_handicap=too_high,
    )


def _by_end(games: Games) -> Ints:
    """A13: return the running number of each game's tournament, by its last day, then by the caller's number."""
    numbers, place = np.unique(games.tournament, return_inverse=True)
    end = np.zeros(len(numbers), dtype=np.int64)
    np.maximum.at(end, place, games.day)
    rank = np.empty(len(numbers), dtype=np.int64)
    rank[np.lexsort((numbers, end))] = np.arange(len(numbers))
    return rank[place]


def _lines(games: Games) -> Ints:
    return np.where(games.board_size == 0, FULL_BOARD, games.board_size)  # unknown: the usual one


def _handicaps(games: Games, rules: Rules) -> Ints:
    """A4: return the stones as they count on 19 lines."""
    handicap = games.handicap.copy()
    for lines, table in ((9, rules.handicaps_on_9), (13, rules.handicaps_on_13)):
        for stones, equivalent in table:
            handicap[(games.board_size == lines) & (games.handicap == stones)] = equivalent
    return handicap


def _percents(keys: Ints, percents: dict[int, int]) -> Ints:
    found = np.zeros(len(keys), dtype=np.int64)
    for key, percent in percents.items():
        found[keys == key] = percent
    return found


def _guests(games: Games, first: int) -> tuple[Ints, Ints]:
    """Return the rows of all sides, White's before Black's, and the levels of the guests, whose rows start at
    ``first``.

    A guest without a number is a different person in each game. If games give several levels for a guest, which no
    tournament file does, the highest applies: the order of games must not matter.
    """
    sides = interleaved(games.white, games.black)
    given = interleaved(games.white_given, games.black_given)
    number = interleaved(games.white_guest, games.black_guest) if isinstance(games, GoGames) else np.zeros_like(sides)
    guests = np.flatnonzero((sides == NONE) & (given != 0))
    names = np.where(number[guests] > 0, number[guests], -guests)
    keys = np.column_stack((np.repeat(games.tournament, 2)[guests], names))
    names_of_guests, place = np.unique(keys, axis=0, return_inverse=True)
    sides[guests] = first + place.ravel()
    level = np.full(len(names_of_guests), np.iinfo(np.int64).min)
    np.maximum.at(level, place.ravel(), given[guests])
    return sides, level
