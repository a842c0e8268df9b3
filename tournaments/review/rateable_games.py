"""Count which games of a tournament can be rated, and say why the others cannot, before the club submits.

What only the calculation of a list knows is missing here, such as an opponent without a rating.
"""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import filled
from tournaments.formats.report import Result
from tournaments.models import Participant
from tournaments.review.problems import Game, ReviewData, has_rating

# Reasons why a game cannot be rated; the first that applies is used.
IRREGULAR = noop("with a player marked as not rated: %(count)s")
PENDING = noop("without a result: %(count)s")
FORFEIT = noop("won or lost by forfeit: %(count)s")
MARKED = noop("played, but marked as not rated: %(count)s")
NOT_FOUND = noop("with an unmatched player: %(count)s")
TWO_GUESTS = noop("between two non-members: %(count)s")
UNKNOWN = noop("against a non-member without a rating: %(count)s")
REASONS = (IRREGULAR, PENDING, FORFEIT, MARKED, NOT_FOUND, TWO_GUESTS, UNKNOWN)


@dataclass(frozen=True)
class Rateable:
    """The games of a tournament, counted; byes are none."""

    count: int  # that can be rated
    others: list[str]  # why the others cannot, and how many, in the reader's language


def rateable(data: ReviewData) -> Rateable:
    """Count the games of a tournament that can be rated, and the others by reason."""
    counts = Counter(_reason(data, game) for game in data.games)
    others = [filled(reason, {"count": counts[reason]}) for reason in REASONS if counts[reason]]
    return Rateable(counts[""], others)


def _reason(data: ReviewData, game: Game) -> str:
    """Return why the game cannot be rated; "" if it can."""
    sides = [data.participants[game.white], data.participants[game.black]]
    if any(side.irregular for side in sides):
        return IRREGULAR
    if game.is_pending:
        return PENDING
    if not Result(game.white_result).is_played:
        return FORFEIT
    if not game.is_rated:
        return MARKED
    return _reason_of(sides, is_go=data.tournament.is_go)


def _reason_of(sides: list[Participant], *, is_go: bool) -> str:
    """Return why no game between these two can be rated; "" if it can."""
    guests = [side for side in sides if not side.member_id]
    if not all(guest.outsider for guest in guests):
        return NOT_FOUND
    if len(guests) == len(sides):
        return TWO_GUESTS
    return "" if all(has_rating(guest, is_go=is_go) for guest in guests) else UNKNOWN
