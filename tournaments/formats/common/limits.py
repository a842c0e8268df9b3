"""What readers of files with one tournament say of a file that holds too much, too little, or unreadable letters."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.common.decoding import UNREADABLE
from tournaments.formats.report import FormatError, Problem, ReportedPairing, ReportedPlayer, noop

MAX_LINES = 50_000  # of one tournament


def require_lines(data: bytes) -> None:
    """Raise `FormatError` if the file has more lines than any tournament needs. Called before they become text."""
    if max(data.count(b"\n"), data.count(b"\r")) > MAX_LINES:
        raise FormatError(noop("The file has more than %(most)s lines."), most=MAX_LINES)


def content_problems(players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing]) -> list[Problem]:
    """Yield: no players, players without a game, names with letters that had to be replaced."""
    problems = []
    if not players:
        problems.append(Problem("no_players"))
    elif not any(pairing.black for pairing in pairings):
        problems.append(Problem("no_games"))
    if any(UNREADABLE in player.last_name + player.first_name for player in players):
        problems.append(Problem("text_unreadable"))
    return problems
