"""The games of a period that count on FICS, in which order, and the ratings of their players."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.systems.common.validation import check
from ratings.systems.fics.rules import Rules
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    BughouseGames,
    Flags,
    Floats,
    Games,
    Ints,
    Period,
    Players,
    Reason,
    TimedGames,
    TimedPlayers,
)

HIGHEST_RATING = 100_000  # far above every rating: beyond it the formulas overflow


@dataclass(frozen=True)
class Boards:
    """The games that count, one row per game, by time (B10: of their end), then in the caller's order."""

    game: Ints  # row of Games
    minute: Ints
    seats: tuple[Ints, ...]  # rows of Entrants: White and Black; in bughouse each followed by their partner
    half_points: Ints  # White's

    @property
    def is_bughouse(self) -> bool:
        return len(self.seats) == 4


@dataclass(frozen=True)
class Entrants:
    """Everybody with a rating: the rows of Players, then one row per guest and game."""

    rating: Ints
    variance: Floats
    last: Ints  # minute of the last rated game; of the first one if no earlier one is known
    newcomer: Flags
    first_games: Ints  # of newcomers with games: row of Boards times its seats, plus the seat


def check_games(period: Period) -> None:
    """Check a period as `validation.check` does, and what only FICS requires. Raise `ValueError` with a sentence."""
    check(period)
    players, games = period.players, period.games
    for name, ratings in (
        ("rating", players.rating),
        ("white_given", games.white_given),
        ("black_given", games.black_given),
    ):
        if ratings.size and ratings.max() > HIGHEST_RATING:
            raise ValueError(f"{name} of row {ratings.argmax()} is no rating: {ratings.max()}")
    wrong = np.flatnonzero(players.deviation <= 0)
    if wrong.size:
        raise ValueError(f"deviation of row {wrong[0]} must be more than 0, not {players.deviation[wrong[0]]}")
    if isinstance(games, BughouseGames):
        _check_partners(games, len(players.number))


def _check_partners(games: BughouseGames, members: int) -> None:
    for name in ("white_partner", "black_partner"):
        partners = getattr(games, name)
        if partners.size and (partners.min() < NONE or partners.max() >= members):
            raise ValueError(f"{name} names rows from {partners.min()} to {partners.max()}, but there are {members}")
    seats = np.sort(np.column_stack((games.white, games.white_partner, games.black, games.black_partner)))
    twice = np.flatnonzero(((seats[:, 1:] == seats[:, :-1]) & (seats[:, 1:] != NONE)).any(axis=1))
    if twice.size:
        raise ValueError(f"game {twice[0]}: a player sits in two places")


def last_minutes(players: Players) -> Ints:
    """Return when each player's last rated game ended; 0 = never."""
    if isinstance(players, TimedPlayers):
        return players.last_minute
    return players.last_day * MINUTES_A_DAY


def reasons(games: Games) -> Ints:
    """Return why games do not count, NONE for those that do. In bughouse all four must be known members."""
    if isinstance(games, BughouseGames):
        seats = (games.white, games.white_partner, games.black, games.black_partner)
        missing = np.any([seat == NONE for seat in seats], axis=0)
    else:
        missing = (games.white == NONE) & (games.white_given == 0)
        missing |= (games.black == NONE) & (games.black_given == 0)
    return np.where(missing, Reason.UNKNOWN_PLAYER, Reason.NONE).astype(np.int64)


def boards_of(games: Games, reason: Ints, members: int) -> tuple[Boards, Ints]:
    """Return the games in order of time, and the ratings of the guests, whose rows come after the members'."""
    minute = games.minute if isinstance(games, TimedGames) else games.day * MINUTES_A_DAY
    counted = _in_time(minute, reason)
    game, minute, half_points = np.arange(len(minute))[counted], minute[counted], games.white_half_points[counted]
    if isinstance(games, BughouseGames):
        four = (games.white, games.white_partner, games.black, games.black_partner)
        return Boards(game, minute, tuple(seat[counted] for seat in four), half_points), game[:0]
    white, black = games.white[counted], games.black[counted]
    white_guests, black_guests = np.flatnonzero(white == NONE), np.flatnonzero(black == NONE)
    given = np.concatenate((games.white_given[game[white_guests]], games.black_given[game[black_guests]]))
    rows = np.split(members + np.arange(len(given)), [len(white_guests)])
    two = (_seated(white, white_guests, rows[0]), _seated(black, black_guests, rows[1]))
    return Boards(game, minute, two, half_points), given


def _in_time(minute: Ints, reason: Ints) -> Ints | slice:
    """Return the games that count, by time (B10); usually all of them in their order, which need no copy."""
    rows = np.flatnonzero(reason == Reason.NONE)
    minute = minute[rows]
    if (minute[1:] < minute[:-1]).any():
        return rows[np.argsort(minute, kind="stable")]
    return rows if len(rows) < len(reason) else slice(None)


def _seated(seat: Ints, games: Ints, rows: Ints) -> Ints:
    if not games.size:
        return seat
    seat = seat.copy()  # the caller's own
    seat[games] = rows
    return seat


def entrants_of(players: Players, boards: Boards, guests: Ints, rules: Rules) -> Entrants:
    """Return rating and RD of everybody before their first game of the period.

    K1, K2: 1720 and 350 for a newcomer, 70 for a rating without an RD, as guests have. B4: no RD above the maximum.
    B7: without a known time, the clock stands still until the first game, as for a newcomer; it never runs backwards.
    """
    newcomer = players.rating == 0
    deviation = np.where(np.isnan(players.deviation), rules.transfer_deviation, players.deviation)
    deviation = np.where(newcomer, rules.initial_deviation, np.minimum(deviation, rules.most_deviation))
    rating = np.where(newcomer, rules.initial_rating, players.rating)
    last = np.concatenate((np.where(newcomer, 0, last_minutes(players)), np.zeros_like(guests)))
    seats, games = len(boards.seats), len(boards.game)
    first = np.full(len(last), games * seats)  # nobody's
    for number, seat in enumerate(boards.seats):
        np.minimum.at(first, seat, np.arange(number, games * seats, seats))
    plays = first < games * seats
    begin = boards.minute[first[plays] // seats]
    last[plays] = np.where(last[plays] == 0, begin, np.minimum(last[plays], begin))
    newcomer = np.concatenate((newcomer, np.zeros(len(guests), dtype=bool)))
    return Entrants(
        rating=np.concatenate((rating, guests)),
        variance=np.concatenate((deviation, np.full(len(guests), float(rules.transfer_deviation)))) ** 2,
        last=last,
        newcomer=newcomer,
        first_games=first[plays & newcomer],
    )


def newcomers_of(boards: Boards, entrants: Entrants) -> NDArray[np.uint8]:
    """Return for each game a bit per seat, from the lowest, set if it is the first game of its player."""
    newcomers = np.zeros(len(boards.game), dtype=np.uint8)  # small numbers are read faster
    games, seat = np.divmod(entrants.first_games, len(boards.seats))
    np.add.at(newcomers, games, 1 << seat)
    return newcomers
