"""Pairings out of files that write each game twice, once with each player (Papi, Swiss-Chess, TRF ...).

A game on which the two players agree becomes one pairing, seen from White. A game on which they disagree is
reported and kept as a pairing without result: nothing is lost, and nothing doubtful is rated.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.report import Place, Problem, ReportedPairing, Result

WHITE, BLACK, NO_COLOUR = "w", "b", ""
_SEATING = {WHITE: 0, NO_COLOUR: 1, BLACK: 2}  # who sits at White when the two do not agree


@dataclass(frozen=True, slots=True)
class Half:
    """What one player's record says of one game; byes are no halves."""

    round: int
    player: int
    opponent: int
    colour: str  # WHITE, BLACK or NO_COLOUR
    result: Result  # the player's own
    board: int | None = None
    game: int = 1  # where the two meet more than once in the round


def join(
    halves: Sequence[Half], names: Mapping[int, str], dates: Sequence[dt.date | None] = ()
) -> tuple[list[ReportedPairing], list[Problem]]:
    """One pairing for each game.

    ``names``: number -> name of every player of the file. ``dates``: the day of each round, from round 1.
    """
    records = {(half.round, half.player, half.game): half for half in halves}
    pairings: list[ReportedPairing] = []
    problems: list[Problem] = []
    for half in halves:
        place = Place(round=half.round, board=half.board, player=half.player)
        date = round_date(dates, half.round)
        if half.opponent == half.player:
            problems.append(Problem("self_pairing", place, {"player": names[half.player]}))
            continue
        if half.opponent not in names:
            problems.append(Problem("opponent_unknown", place, {"opponent": half.opponent}))
            continue
        other = records.get((half.round, half.opponent, half.game))
        if other is None or other.opponent != half.player:
            facts: dict[str, object] = {"player": names[half.player], "opponent": names[half.opponent]}
            problems.append(Problem("opponent_differs", place, facts))
            pairings.append(_claimed(half, date))
        elif half.player < other.player:
            white, black = sorted((half, other), key=lambda side: _SEATING[side.colour])
            found = _disagreement(white, black, names)
            problems.extend(found)
            pairings.append(_agreed(white, black, date, pending=bool(found)))
    return pairings, problems


def in_order(pairings: Iterable[ReportedPairing]) -> tuple[ReportedPairing, ...]:
    """By round, board and number of White, as a report has them."""
    return tuple(sorted(pairings, key=lambda pairing: (pairing.round, pairing.board or 0, pairing.white)))


def round_date(dates: Sequence[dt.date | None], number: int) -> dt.date | None:
    """The day of a round, None where the file gives none."""
    return dates[number - 1] if number <= len(dates) else None


def _disagreement(white: Half, black: Half, names: Mapping[int, str]) -> list[Problem]:
    place = Place(round=white.round, board=white.board, player=white.player)
    facts: dict[str, object] = {"player": names[white.player], "opponent": names[black.player]}
    problems = []
    # a forfeited game may be written without colours
    unplayed = white.colour == black.colour == NO_COLOUR and not white.result.is_played
    if (white.colour, black.colour) != (WHITE, BLACK) and not unplayed:
        problems.append(Problem("colour_differs", place, facts))
    if not white.result.answers(black.result):
        both = {"result": white.result.value, "answer": black.result.value}
        problems.append(Problem("result_differs", place, facts | both))
    return problems


def _agreed(white: Half, black: Half, date: dt.date | None, *, pending: bool) -> ReportedPairing:
    return ReportedPairing(
        round=white.round,
        board=white.board if white.board is not None else black.board,
        white=white.player,
        black=black.player,
        white_result=Result.PENDING if pending else white.result,
        black_result=Result.PENDING if pending else black.result,
        date=date,
    )


def _claimed(half: Half, date: dt.date | None) -> ReportedPairing:
    """A game that only one of the two has."""
    white, black = half.player, half.opponent
    if half.colour == BLACK:
        white, black = black, white
    return ReportedPairing(
        round=half.round,
        board=half.board,
        white=white,
        black=black,
        white_result=Result.PENDING,
        black_result=Result.PENDING,
        date=date,
    )
