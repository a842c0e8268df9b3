"""Rule on a match. What was played stays; the boards and match points that count are kept beside it."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS, locked, log
from leagues.matches.rules_in_force import rules_of
from leagues.models import Board, FindingDecision, Match, Protest, Ruling
from leagues.rules import facts
from leagues.rules.consequences import Effect, applied
from leagues.rulings import fines

NO_REASON = noop("A ruling needs a reason.")
OWN_CLUB = noop("You hold an office of a club that plays this match: another officer has to decide.")


@transaction.atomic
def rule(
    match: int,
    effects: Sequence[Effect],
    by: User,
    reason: str,
    *,
    article: str = "",
    code: str = "",
    replaces: Ruling | None = None,
    fined: str = "",
    fine: int = 0,
) -> Ruling:
    """Rule on a match, and count it again. Open protests are decided by it. Raise `Refused`.

    ``fine``: in cents, charged to the club of the side that is ``fined``; that of a ruling that it ``replaces`` is
    credited.
    """
    found = locked(match)
    require_officer(by, found)
    if not reason.strip():
        raise Refused(NO_REASON)
    days = rules_of(found).deadlines.appeal_days
    today = timezone.localdate()
    ruling = Ruling.objects.create(
        series=found.series,
        match=found,
        team=found.team(effects[0].side) if effects else None,
        officer=by,
        day=today,
        code=code,
        reason=reason.strip()[:300],
        article=article,
        effects=[asdict(effect) for effect in effects],
        appeal_until=today + dt.timedelta(days) if days is not None else None,
    )
    if replaces is not None:
        Ruling.objects.filter(pk=replaces.pk, match=found).update(replaced_by=ruling)
        FindingDecision.objects.filter(ruling=replaces, match=found).update(ruling=ruling)
        fines.credit_for(replaces, ruling.reason, by)
    if fine:
        fines.raise_for(ruling, found.team(fined), fine, by)
    Protest.objects.filter(match=found, decided_at=None).update(decided_at=timezone.now(), ruling=ruling)
    log(found, "ruled", by, after={"ruling": ruling.pk})
    count_again(found)
    return ruling


def require_officer(by: User, match: Match) -> None:
    """Raise `Refused` unless the user may decide about the match, and acts for neither side."""
    if not access.may_rule(by, match):
        raise Refused(NOT_YOURS)
    if access.sides_of(by, match):
        raise Refused(OWN_CLUB)


def count_again(match: Match) -> None:
    """Recalculate boards and match points of a locked match from the rulings in force."""
    boards = list(match.boards.order_by("number"))
    plain = as_played(match, boards)
    after = applied(plain, effects_in_force(match.rulings.filter(replaced_by=None).order_by("pk")), rules_of(match))
    for row, board in zip(boards, after.boards, strict=True):
        row.ruled_home, row.ruled_away = board.ruled or (None, None)
    Board.objects.bulk_update(boards, ["ruled_home", "ruled_away"])
    match.ruled_home, match.ruled_away = after.ruled_match_points or (None, None)
    match.by_decision = after.by_decision
    match.save(update_fields=["ruled_home", "ruled_away", "by_decision"])


def as_played(match: Match, boards: Iterable[Board]) -> facts.Match:
    """Return a match as the rules know it, without any ruling."""
    found = (facts.Board(board.number, board.played, None, board.home_id, board.away_id) for board in boards)
    return facts.Match(match.pk, match.round, match.home_id, match.away_id, tuple(found))


def effects_in_force(rulings: Iterable[Ruling]) -> list[Effect]:
    """Return the effects of rulings, in order."""
    return [effect for ruling in rulings for effect in effects_of(ruling)]


def effects_of(ruling: Ruling) -> list[Effect]:
    """Return the effects as the rules know them."""
    return [Effect(**{**kept, "score": tuple(kept["score"]) if kept.get("score") else None}) for kept in ruling.effects]
