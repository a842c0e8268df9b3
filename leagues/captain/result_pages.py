"""The keys with which captains and officers enter results, board by board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from federation.models import Member
from leagues.models import Match, Team
from leagues.public.pages import BoardLine
from leagues.rules.facts import LOST, NEITHER, NO_RESULT, WON
from leagues.wording.points import RESULTS

GAMES = [(letters, RESULTS[letters]) for letters in ("10", "==", "01")]


@dataclass(frozen=True)
class BoardKeys:
    """A board with the keys for its result."""

    line: BoardLine
    forfeits: list[tuple[str, str]]  # results without a game, in words

    @classmethod
    def of(cls, match: Match, line: BoardLine) -> BoardKeys:
        """Return the keys of a board: of one without a player, those with which it can be lost."""
        home, away = line.board.home, line.board.away
        found = []
        if home:
            found.append((WON, _absent(away, match.away)))
        if away:
            found.append((LOST, _absent(home, match.home)))
        return cls(line, [*found, (NEITHER, _("neither player turned up"))])

    @property
    def forfeit(self) -> str:
        """Return the forfeit that was entered, in words; "" for a game or no result."""
        return dict(self.forfeits).get(self.line.board.played, "")


def _absent(player: Member | None, team: Team) -> str:
    if player is None:
        return _("%(team)s named nobody") % {"team": team}
    return _("%(player)s did not turn up") % {"player": player.name}


def keys_of(match: Match, lines: Iterable[BoardLine]) -> dict[str, Any]:
    """Return what the template of the keys needs. No query."""
    boards = [BoardKeys.of(match, line) for line in lines]
    return {
        "board_keys": boards,
        "keys": GAMES,
        "no_result": NO_RESULT,
        "has_open_boards": any(each.line.board.played == NO_RESULT for each in boards),
    }
