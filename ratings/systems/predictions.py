"""What each system expected of each game, from the ratings as they stood before it.

A prediction is White's expected score. Only what was known before the game goes in: a rating that a later game of the
same list or tournament made is none. Who had no rating yet gives no prediction; a rating told of somebody who is no
member is one.

- ``frbe``: Table II from the ratings of the start of the period (P2), for players with an established or a foreign one.
- ``fqe``: Q14 from the ratings before the tournament, provisional ones too.
- ``ffg``: the text has no expected score. F5 says it without a name: what an even bet of v = 15 + d / 15 for the winner
  comes to, that is 30 points times (1 - p) with p = 1/2 + d / 450, where d is the difference of the fictitious levels
  (F4) before the tournament. Its least gain holds p between 1/30 and 29/30.
- ``fics``: K5 for White, with the deviations of the minute in which the game began.
"""

from __future__ import annotations

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
from ratings.systems.period import (
    NONE,
    POINT,
    Flags,
    Floats,
    Ints,
    Kind,
    Ledger,
    Outcome,
    Period,
)


@dataclass(frozen=True)
class Predictions:
    """One row a game that has one, in the order of `period.Games`."""

    game: Ints  # row of Games
    expected: Floats  # White's score, 0 to 1
    half_points: Ints  # what White scored, times two
    white: Ints  # ratings before the game, whole points; in bughouse the means of the teams
    black: Ints


def predictions(key: str, period: Period, outcome: Outcome, rules: Any) -> Predictions:
    """The predictions of the system with that ``KEY``.

    ``outcome`` is what `rate` gave, with its ledger where the system is among `ASKS_THE_LEDGER`.
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
    """What was expected of the player in entries of games, by their columns in the ledger of that system."""
    return expected_on_the_scale(difference.astype(float), rules) if key == ffg.KEY else expected / POINT


def expected_on_the_scale(ahead: Floats, rules: Any) -> Floats:
    """The expected score that lies in F5, by the difference of the fictitious levels, own less the other's."""
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
    # White's own entry where he is a member, else Black's from the other side.
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
    """Which of these entries of games are the first of somebody who had no rating."""
    newcomers = ledger.player[ledger.kind == Kind.ENTRY]
    player = ledger.player[row]
    is_first: Flags = (np.diff(player, prepend=NONE) != 0) & np.isin(player, newcomers)
    return is_first


class _Openings:
    """The rating with which everybody came to each of his tournaments, from the changes that the ledger adds up."""

    def __init__(self, period: Period, ledger: Ledger, known: Flags, opening: tuple[Kind, ...] = ()) -> None:
        """``opening`` are the kinds of entries that stand before the games of their tournament."""
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
        """Beside the games: the rating of this side and whether it had one."""
        key = players * len(self._tournaments) + self._tournament
        place = np.searchsorted(self._keys, key)
        there = np.append(self._keys, NONE)[place] == key
        outside = players == NONE
        rating = np.where(outside, given, np.append(self._rating, 0)[place])
        return rating, np.where(outside, given != 0, there & np.append(self._known, False)[place])

    def _tournament_of(self, game: Ints, opens: Flags) -> Ints:
        """The tournament to which each entry belongs: that of the game before it, or of the next where it opens one."""
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
ASKS_THE_LEDGER: Final = frozenset({fqe.KEY, ffg.KEY, fics.KEY})  # the others predict from the players alone
