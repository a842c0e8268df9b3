"""What readers of files with one tournament say of a file that holds too much, little, or unreadable letters."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.common.decoding import UNREADABLE
from tournaments.formats.report import FormatError, Problem, ReportedPairing, ReportedPlayer, gettext_noop

TOO_LARGE = gettext_noop("The file is larger than any tournament report (%(most)s MB).")


def require_size(data: bytes, most: int) -> None:
    """Raises `FormatError` where the file has more bytes than that."""
    if len(data) > most:
        raise FormatError(TOO_LARGE, most=most >> 20)


def content_problems(players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing]) -> list[Problem]:
    """No players, players without a game, names with letters that had to be replaced."""
    problems = []
    if not players:
        problems.append(Problem("no_players"))
    elif not any(pairing.black for pairing in pairings):
        problems.append(Problem("no_games"))
    if any(UNREADABLE in player.last_name + player.first_name for player in players):
        problems.append(Problem("text_unreadable"))
    return problems
