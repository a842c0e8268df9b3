"""Decide about a finding: rule as the rules propose or otherwise, or waive it with a reason."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues.decisions.cases import Case, all_matches, cases
from leagues.errors import Refused
from leagues.matches.locking import locked, log
from leagues.models import FindingDecision, Match, Ruling
from leagues.rules.consequences import Effect
from leagues.rulings.rule import require_officer, rule

GONE = noop("This finding no longer exists, or another officer has decided it.")
NOTHING_PROPOSED = noop("The rules propose nothing for this finding: rule on the match, or waive it.")
WHY = noop("Say why the finding is waived.")


@transaction.atomic
def rule_as_proposed(match: int, key: str, by: User) -> Ruling:
    """Rule on a finding (`key_of`) with the effects, the fine and the article of its proposal. Raise `Refused`."""
    found = locked(match)
    require_officer(by, found)
    case = _open(found, key)
    if not case.has_proposal:
        raise Refused(NOTHING_PROPOSED)
    made = rule(
        match,
        case.effects,
        by,
        case.public_text,
        article=case.proposal.article,
        code=case.found.code,
        fined=case.found.side,
        fine=case.fine,
    )
    _decided(case, FindingDecision.State.RULED, by, made.reason, made)
    return made


@transaction.atomic
def rule_on(match: int, key: str, effects: Sequence[Effect], by: User, reason: str, **given: Any) -> Ruling:
    """Rule on a finding otherwise than proposed. ``given``: arguments of `rule`. Raise `Refused`."""
    found = locked(match)
    require_officer(by, found)
    case = _open(found, key)
    made = rule(match, effects, by, reason, code=case.found.code, **given)
    _decided(case, FindingDecision.State.RULED, by, made.reason, made)
    return made


@transaction.atomic
def waive(match: int, key: str, by: User, reason: str) -> FindingDecision:
    """Waive a finding: it has no consequence. Raise `Refused`."""
    found = locked(match)
    require_officer(by, found)
    if not reason.strip():
        raise Refused(WHY)
    made = _decided(_open(found, key), FindingDecision.State.WAIVED, by, reason.strip()[:300])
    log(found, "waived", by, made.side, after={"finding": made.key, "reason": made.reason})
    return made


def _open(match: Match, key: str) -> Case:
    """Return the open case of a locked match. Raise `Refused`."""
    season = match.series.division.season
    for each in cases(season, all_matches(season)):
        if each.match.pk == match.pk and each.key == key and each.decision is None:
            return each
    raise Refused(GONE)


def _decided(case: Case, state: str, by: User, reason: str, ruling: Ruling | None = None) -> FindingDecision:
    found = case.found
    return FindingDecision.objects.create(
        match_id=found.match,
        code=found.code,
        side=found.side,
        board=found.board,
        players=",".join(map(str, found.players)),
        state=state,
        reason=reason,
        ruling=ruling,
        at=timezone.now(),
        by=by,
    )
