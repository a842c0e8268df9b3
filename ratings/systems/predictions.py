"""What each system expected of each game, from the ratings before it.

A prediction is White's expected score. It uses only what was known before the game, no rating made by later games of
the same list or tournament. There is no prediction for a player without a rating; the rating given for a non-member
counts.

- ``frbe``: Table II from the ratings at the start of the period (P2), for players with an established or foreign one.
- ``fqe``: Q14 from the ratings before the tournament, including provisional ones.
- ``ffg``: the text has no expected score, but F5 implies one: v = 15 + d / 15 for the winner is 30 points times (1 - p)
  with p = 1/2 + d / 450, where d is the difference of the fictitious levels (F4) before the tournament. The minimum
  gain keeps p between 1/30 and 29/30.
- ``fics``: K5 for White, with the deviations of the minute in which the game began.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ratings.systems.ffg import rate as ffg
from ratings.systems.ffg.games import counted_games, entrants_of, reasons
from ratings.systems.fics import rate as fics
from ratings.systems.fqe import formulas as fqe_formulas
from ratings.systems.fqe import rate as fqe
from ratings.systems.frbe import formulas as frbe_formulas
from ratings.systems.frbe import rate as frbe
from ratings.systems.period import NONE, POINT, Flags, Floats, Ints, Kind, Ledger, Outcome, Period


@dataclass(frozen=True)
class Predictions:
    """One row per game with a prediction, in the order of `period.Games`."""

    game: Ints  # row of Games
    expected: Floats  # White's score, 0 to 1
    half_points: Ints  # White's score, times two
    white: Ints  # ratings before the game, in whole points; in bughouse the means of the teams
    black: Ints


def predictions(key: str, period: Period, outcome: Outcome, rules: Any) -> Predictions:
    """Return the predictions of the system with this ``KEY``.

    ``outcome`` is the result of `rate`, with its ledger if the system is among `ASKS_THE_LEDGER`.
    """
    return PREDICT[key](period, outcome, rules)


def _frbe(period: Period, outcome: Outcome, rules: Any) -> Predictions:
    players, games = period.players, period.games
    rated = (players.games >= rules.games_for_rating) & (players.rating > 0)
    rating = np.append(np.where(rated, players.rating, players.foreign_rating), 0)  # BA13
    white = np.where(games.white == NONE, games.white_given, rating[games.white])
    black = np.where(games.black == NONE, games.black_given, rating[games.black])
    game = np.flatnonzero((white > 0) & (black > 0))
    percent = frbe_formulas.expected_percents(white[game], black[game], rules)
    return _found(period, game, percent / 100, white[game], black[game])


def _fqe(period: Period, outcome: Outcome, rules: Any) -> Predictions:
    games = period.games
    before = _Openings(period, outcome.ledger, known=period.players.rated)
    white, white_known = before.of(games.white, games.white_given)
    black, black_known = before.of(games.black, games.black_given)
    game = np.flatnonzero(white_known & black_known)
    percent = fqe_formulas.expected_percents(white[game] - black[game])  # Q14
    return _found(period, game, percent / 100, white[game], black[game])


def _ffg(period: Period, outcome: Outcome, rules: Any) -> Predictions:
    players, games = period.players, period.games
    opening = (Kind.ENTRY, Kind.ADJUSTED_START)
    before = _Openings(period, outcome.ledger, known=players.rated, opening=opening)
    white, white_known = before.of(games.white, games.white_given)
    black, black_known = before.of(games.black, games.black_given)
    reason = reasons(games, rules)
    counted = counted_games(games, reason, *entrants_of(players, games, reason, rules)[1:], rules)
    stones = np.zeros(len(games.white))
    stones[counted.game] = np.where(games.white_half_points[counted.game] == 2, counted.stones, -counted.stones)
    counts = np.zeros(len(games.white), dtype=bool)
    counts[counted.game] = True
    game = np.flatnonzero(white_known & black_known & counts)
    ahead = white[game] - black[game] - stones[game]
    return _found(period, game, expected_on_the_scale(ahead, rules), white[game], black[game])


def expected_of(key: str, expected: Ints, difference: Ints, rules: Any) -> Floats:
    """Return the player's expected score in entries of games, from their columns in the ledger of that system."""
    return expected_on_the_scale(difference.astype(float), rules) if key == ffg.KEY else expected / POINT


def expected_on_the_scale(ahead: Floats, rules: Any) -> Floats:
    """Return the expected score implied by F5, from the difference of the fictitious levels, own minus the other's."""
    stake = 2 * rules.base_gain
    if not stake:
        return np.full(len(ahead), 0.5)
    gain = np.clip(rules.base_gain - ahead / rules.points_for_one_more, rules.least_gain, stake - rules.least_gain)
    expected: Floats = np.clip(1 - gain / stake, 0, 1)
    return expected


def _fics(period: Period, outcome: Outcome, rules: Any) -> Predictions:
    games, ledger = period.games, outcome.ledger
    row = np.flatnonzero(ledger.kind == Kind.GAME)
    game, player = ledger.game[row], ledger.player[row]
    is_new = _first_games(ledger, row)
    # White's own entry if White is a member, otherwise Black's seen from the other side.
    of_white = player == games.white[game]
    of_black = (player == games.black[game]) & (games.white[game] == NONE)
    expected = np.full(len(games.white), np.nan)
    white, black = np.zeros(len(games.white), np.int64), np.zeros(len(games.white), np.int64)
    for side, sign, own, other in ((of_white, 1, white, black), (of_black, -1, black, white)):
        rows, place = row[side], game[side]
        score = ledger.expected[rows] / POINT
        expected[place] = score if sign > 0 else 1 - score
        other[place] = ledger.opponent_rating[rows]
        own[place] = ledger.opponent_rating[rows] + ledger.difference[rows]
    expected[game[is_new]] = np.nan
    found = np.flatnonzero(~np.isnan(expected))
    return _found(period, found, expected[found], white[found], black[found])


def _first_games(ledger: Ledger, row: Ints) -> Flags:
    """Return which of these entries are the first games of players who had no rating."""
    newcomers = ledger.player[ledger.kind == Kind.ENTRY]
    player = ledger.player[row]
    is_first: Flags = (np.diff(player, prepend=NONE) != 0) & np.isin(player, newcomers)
    return is_first


class _Openings:
    """The rating with which each player started each tournament, from the changes in the ledger."""

    def __init__(self, period: Period, ledger: Ledger, known: Flags, opening: tuple[Kind, ...] = ()) -> None:
        """Prepare the ratings; ``opening`` are the kinds of entries that come before the games of their tournament."""
        self._games = period.games
        self._tournaments, self._tournament = np.unique(period.games.tournament, return_inverse=True)
        rows = np.flatnonzero(ledger.kind != Kind.NOT_COUNTED)
        player, game = ledger.player[rows], ledger.game[rows]
        tournament = self._tournament_of(game, np.isin(ledger.kind[rows], opening))
        key = player * len(self._tournaments) + tournament
        start = np.flatnonzero(np.diff(key, prepend=NONE) != 0)
        running = np.append(0, np.cumsum(ledger.change[rows]))[:-1]
        first = np.flatnonzero(np.diff(player, prepend=NONE) != 0)
        base = running[first][np.searchsorted(first, start, side="right") - 1]
        rating = period.players.rating[player[start]] + (running[start] - base) // POINT
        order = np.argsort(key[start], kind="stable")
        self._keys = key[start][order]
        self._rating = rating[order]
        self._known = (known[player[start]] | ~np.isin(start, first))[order]

    def of(self, players: Ints, given: Ints) -> tuple[Ints, Flags]:
        """Return for each game the rating of this side, and whether it had one."""
        key = players * len(self._tournaments) + self._tournament
        place = np.searchsorted(self._keys, key)
        there = np.append(self._keys, NONE)[place] == key
        outside = players == NONE
        rating = np.where(outside, given, np.append(self._rating, 0)[place])
        return rating, np.where(outside, given != 0, there & np.append(self._known, False)[place])

    def _tournament_of(self, game: Ints, opens: Flags) -> Ints:
        """Return the tournament of each entry: that of the previous game, or of the next one if the entry opens it."""
        number = np.arange(len(game))
        is_game = game != NONE
        before = np.maximum.accumulate(np.where(is_game, number, 0)) if len(game) else number
        after = np.minimum.accumulate(np.where(is_game, number, len(game))[::-1])[::-1] if len(game) else number
        return self._tournament[game[np.where(opens, after, before)]]


def _found(period: Period, game: Ints, expected: Floats, white: Ints, black: Ints) -> Predictions:
    return Predictions(game, expected, period.games.white_half_points[game], white, black)


PREDICT: Final[dict[str, Callable[[Period, Outcome, Any], Predictions]]] = {
    frbe.KEY: _frbe,
    fqe.KEY: _fqe,
    ffg.KEY: _ffg,
    fics.KEY: _fics,
}
ASKS_THE_LEDGER: Final = frozenset({fqe.KEY, ffg.KEY, fics.KEY})  # the others predict from the players only
