"""The matches behind rated games, for the rating calculation of a player."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.models import Board


def team_matches(pairings: Collection[int]) -> dict[int, tuple[str, str]]:
    """Return the match and board of pairings (ids) in words, and the address of the match. One query."""
    rows = Board.objects.filter(pairing__in=pairings).select_related("match__home", "match__away")
    return {row.pairing_id: (_in_words(row), reverse("league_match", args=[row.match_id])) for row in rows}


def _in_words(board: Board) -> str:
    return _("%(match)s, board %(number)s") % {"match": board.match, "number": board.number}
