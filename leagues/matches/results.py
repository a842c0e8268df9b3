"""Results of boards: entered by either captain, confirmed by both, then closed."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS, locked, locked_boards, log
from leagues.models import Board, Match, Side
from leagues.rules.facts import LOST, NEITHER, NO_RESULT, PLAYED, WON
from leagues.to_rating import queue

NOT_OPEN = noop("No results can be entered for this match now.")
NOT_REVEALED = noop("Results can be entered once the line-ups are revealed.")
CHANGED = noop("Board %(board)s: someone else has meanwhile entered another result. Look at it again.")
NO_SUCH_RESULT = noop("Board %(board)s: this result does not exist.")
NOBODY = noop("Board %(board)s: a board without a player can only be lost by forfeit.")
NO_SUCH_SIDE = noop("Say which team did not turn up.")
NO_SUCH_TEAM = noop("Say for which team.")
INCOMPLETE = noop("Results are missing on some boards.")
STALE = noop("The result has changed since you opened this page. Look at it again, then confirm it.")
ALL = "all"  # boards
ABSENT = (*Side.values, "both")


class Entered(NamedTuple):
    """The result of a board: what the page showed before, and what was chosen."""

    before: str
    played: str


@transaction.atomic
def enter(match: int, results: Mapping[int, Entered], by: User) -> Match:
    """Enter results by number of the board, for the whole match or some boards; each is kept once it is sent.

    A board that someone else has changed since the page was shown is refused. A changed result withdraws what was
    confirmed. Raise `Refused`.
    """
    found = locked(match)
    sides = access.sides_of(by, found)
    if not sides and not access.may_rule(by, found):
        raise Refused(NOT_YOURS)
    _require_open(found)
    boards = locked_boards(found)
    before = {number: board.played for number, board in boards.items()}
    changed = [board for number, entered in sorted(results.items()) if (board := _changed(boards, number, entered))]
    if not changed:
        return found
    before = {board.number: before[board.number] for board in changed}
    Board.objects.bulk_update(changed, ["played"])
    side = sides[0] if len(sides) == 1 else ""
    log(found, "entered", by, side, before=before, after={board.number: board.played for board in changed})
    is_complete = all(board.played != NO_RESULT for board in boards.values())
    found.state = Match.State.ENTERED if is_complete else Match.State.PLAYING
    found.entered_at = timezone.now() if is_complete else None
    found.home_confirmed_at = found.away_confirmed_at = None
    found.save(update_fields=["state", "entered_at", "home_confirmed_at", "away_confirmed_at"])
    return found


def press(match: int, pressed: str, by: User) -> str:
    """Enter the result of a pressed key: "board:result:the one shown before", or "all:side that is absent".

    Return the board, "" for all. Raise `Refused`.
    """
    number, letters, before = (*pressed.split(":"), "", "", "")[:3]
    if number == ALL:
        enter_absence(match, letters, by)
        return ""
    if not number.isdecimal() or len(number) > 3:
        raise Refused(NO_SUCH_RESULT, board="?")
    enter(match, {int(number): Entered(before, letters)}, by)
    return number


@transaction.atomic
def enter_absence(match: int, absent: str, by: User) -> Match:
    """Enter that a side did not turn up, or neither of both: it loses all boards that have no result yet.

    Raise `Refused`.
    """
    if absent not in ABSENT:
        raise Refused(NO_SUCH_SIDE)
    boards = locked_boards(locked(match))
    left = {number: board for number, board in boards.items() if board.played == NO_RESULT}
    return enter(match, {number: Entered(NO_RESULT, _without(board, absent)) for number, board in left.items()}, by)


def _without(board: Board, absent: str) -> str:
    """Return the result of a board where nobody of the absent side sits."""
    if absent == Side.AWAY and board.home_id is not None:
        return WON
    return LOST if absent == Side.HOME and board.away_id is not None else NEITHER


def _changed(boards: Mapping[int, Board], number: int, entered: Entered) -> Board | None:
    """Return the board with its new result; None if it has that already. Nothing is saved."""
    board = boards.get(number)
    if board is None or entered.played not in PLAYED:
        raise Refused(NO_SUCH_RESULT, board=number)
    if board.played == entered.played:
        return None
    if board.played != entered.before:
        raise Refused(CHANGED, board=number)
    if entered.played not in _possible(board):
        raise Refused(NOBODY, board=number)
    board.played = entered.played
    return board


def _possible(board: Board) -> tuple[str, ...]:
    """Return the results that a board can have: without a player it can only be lost by forfeit."""
    if board.home_id is not None and board.away_id is not None:
        return PLAYED
    lost = [letters for player, letters in ((board.home_id, WON), (board.away_id, LOST)) if player is not None]
    return (*lost, NEITHER, NO_RESULT)


@transaction.atomic
def confirm(match: int, side: str, by: User | None, seen: str) -> Match:
    """Confirm the result for a side; once both have, the match is closed and goes to the rating.

    ``seen``: the results that the page showed (`fingerprint`). ``by``: None for a link or a code, which the caller has
    checked. Raise `Refused`.
    """
    if side not in Side.values:
        raise Refused(NO_SUCH_TEAM)
    found = locked(match)
    if by is not None and side not in access.sides_of(by, found) and not access.may_rule(by, found):
        raise Refused(NOT_YOURS)
    if found.state != Match.State.ENTERED:
        raise Refused(INCOMPLETE if found.state == Match.State.PLAYING else NOT_OPEN)
    if fingerprint(locked_boards(found).values()) != seen:
        raise Refused(STALE)
    if found.confirmed_at(side) is None:
        setattr(found, f"{side}_confirmed_at", timezone.now())
        log(found, "confirmed", by, side)
    if all(found.confirmed_at(each) for each in Side.values):
        found.state = Match.State.CLOSED
        log(found, "closed", by)
        queue.later(found)
    found.save(update_fields=["home_confirmed_at", "away_confirmed_at", "state"])
    return found


def fingerprint(boards: object) -> str:
    """Return the results of all boards as one word, which a confirmation sends back."""
    return ".".join(board.played for board in sorted(boards, key=lambda board: board.number))


def _require_open(match: Match) -> None:
    if not match.is_revealed:
        raise Refused(NOT_REVEALED)
    if not match.is_open:
        raise Refused(NOT_OPEN)
