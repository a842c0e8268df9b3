"""One side proposes other days, or a swap of home and away; the match moves once the other side agrees."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues.errors import Refused
from leagues.matches import match_mails, moving, round_days
from leagues.matches.locking import locked, log, require_side
from leagues.models import Match, MoveRequest, ProposedDay, Side

MOST = 3
NOTHING = noop("Propose a day, or swap home and away.")
TOO_MANY = noop("Propose %(most)s days at most.")
OPEN = noop("A proposal for this match already waits for an answer.")
ANSWERED = noop("This proposal has been answered or withdrawn.")
NO_SUCH_DAY = noop("Choose one of the proposed days.")


@transaction.atomic
def propose(
    match: int, side: str, days: Sequence[ProposedDay], by: User, reason: str = "", *, swap: bool = False
) -> MoveRequest:
    """Propose other days for a match, or a swap of home and away. Raise `Refused`."""
    found = locked(match)
    require_side(by, found, side)
    moving.require_planned(found)
    if days:
        round_days.require_apart(found)
    if not days and not swap:
        raise Refused(NOTHING)
    if len(days) > MOST:
        raise Refused(TOO_MANY, most=MOST)
    for each in days:
        moving.require_inside(found, each.day)
    if found.move_requests.filter(state=MoveRequest.State.OPEN).exists():
        raise Refused(OPEN)
    made = MoveRequest.objects.create(
        match=found,
        side=side,
        by=by,
        swap=swap,
        proposals=[{"day": each.day.isoformat(), "starts": f"{each.starts:%H:%M}"} for each in days],
        reason=reason.strip()[:300],
    )
    log(found, "proposed", by, side)
    match_mails.later(found, "proposed", [_other(side)])
    return made


@transaction.atomic
def agree(request: int, by: User, chosen: int | None = None, answer: str = "") -> Match:
    """Agree to one of the days (from 0 on), or to the swap alone; the match moves at once. Raise `Refused`."""
    found, asked = _open(request, by)
    days = asked.days
    if days and (chosen is None or not 0 <= chosen < len(days)):
        raise Refused(NO_SUCH_DAY)
    moving.require_planned(found)
    _answered(asked, MoveRequest.State.AGREED, by, answer)
    log(found, "agreed", by, _other(asked.side))
    if days and chosen is not None:
        moving.apply_move(found, days[chosen].day, days[chosen].starts, by)
    if asked.swap:
        moving.apply_swap(found, by)
    match_mails.later(found, "moved", Side.values)
    return found


@transaction.atomic
def refuse(request: int, by: User, answer: str = "") -> None:
    """Refuse a proposal of the other side: the match stays where it is. Raise `Refused`."""
    found, asked = _open(request, by)
    _answered(asked, MoveRequest.State.REFUSED, by, answer)
    log(found, "refused", by, _other(asked.side))
    match_mails.later(found, "refused", [asked.side])


@transaction.atomic
def withdraw(request: int, by: User) -> None:
    """Withdraw a proposal of one's own side. Raise `Refused`."""
    found, asked = _open(request, by, is_own=True)
    _answered(asked, MoveRequest.State.WITHDRAWN, by, "")
    log(found, "withdrawn", by, asked.side)


def _open(request: int, by: User, *, is_own: bool = False) -> tuple[Match, MoveRequest]:
    """Return the locked match and the open proposal, to which the user may answer or which is theirs."""
    found = locked(MoveRequest.objects.values_list("match", flat=True).get(pk=request))
    asked = MoveRequest.objects.get(pk=request)
    require_side(by, found, asked.side if is_own else _other(asked.side))
    if asked.state != MoveRequest.State.OPEN:
        raise Refused(ANSWERED)
    return found, asked


def _answered(asked: MoveRequest, state: str, by: User, answer: str) -> None:
    asked.state, asked.answered_at, asked.answered_by = state, timezone.now(), by
    asked.answer = answer.strip()[:300]
    asked.save(update_fields=["state", "answered_at", "answered_by", "answer"])


def _other(side: str) -> str:
    return Side.AWAY if side == Side.HOME else Side.HOME
