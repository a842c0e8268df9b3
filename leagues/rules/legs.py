"""Legs: the matches of a series, a round and a day played, which become one tournament for the rating."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from leagues.rules.facts import LOST, NO_RESULT, WON, Board

BYE, NOTHING = "F", ""


class LegKey(NamedTuple):
    series: int
    round: int
    day: dt.date


class Played(NamedTuple):
    """A match that was played on a day."""

    match: int
    series: int
    round: int
    day: dt.date


def legs(matches: Iterable[Played]) -> dict[LegKey, list[int]]:
    """Return the matches of each leg, in order of their keys."""
    found: dict[LegKey, list[int]] = defaultdict(list)
    for match in sorted(matches, key=lambda each: (each.series, each.round, each.day, each.match)):
        found[LegKey(match.series, match.round, match.day)].append(match.match)
    return dict(found)


class Seat(NamedTuple):
    """A pairing to be rated: players and the letters of White and Black. Black is None if a board was left empty."""

    white: int
    black: int | None
    letters: str


def pairing(board: Board, home_is_white: bool) -> Seat | None:
    """Return what a board hands over to the rating: what was played, never a ruling. None: nothing.

    Of a board that one side left empty, the other player has a full point without an opponent.
    """
    if board.played == NO_RESULT or (board.home is None and board.away is None):
        return None
    if board.home is None or board.away is None:
        alone, won = (board.home, WON) if board.away is None else (board.away, LOST)
        return Seat(alone, None, BYE) if alone is not None and board.played == won else None
    letters = board.played if home_is_white else board.played[::-1]
    white, black = (board.home, board.away) if home_is_white else (board.away, board.home)
    return Seat(white, black, letters)


def home_is_white(number: int, white: str) -> bool:
    """Return whether the home team has White on a board. ``white``: `Boards.white`."""
    return (number % 2 == 1) == (white == "home_odd")
