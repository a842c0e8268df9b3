"""Lock a match before anything about it is changed, and write the log of what was done."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.models import Board, Match, Step

NOT_YOURS = noop("You may not act for this team in this match.")


def locked(match: int) -> Match:
    """Return the match (id) as it is now, locked until the transaction ends."""
    rows = Match.objects.select_for_update(of=("self",)).select_related(
        "home", "away", "series__division__season__competition"
    )
    return rows.get(pk=match)


def locked_boards(match: Match) -> dict[int, Board]:
    """Return the boards of a locked match, by number."""
    return {board.number: board for board in match.boards.order_by("pk")}


def require_side(by: User, match: Match, side: str) -> None:
    """Raise `Refused` unless the user may act for that side."""
    if side not in access.sides_of(by, match):
        raise Refused(NOT_YOURS)


def log(
    match: Match,
    action: str,
    by: User | None,
    side: str = "",
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> Step:
    """Add a line to the log of a locked match."""
    return Step.objects.create(
        match=match, action=action, by=by, side=side, before=dict(before or {}), after=dict(after or {})
    )
