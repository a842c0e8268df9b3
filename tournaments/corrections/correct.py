"""Change an accepted tournament and record who did it, when, what and why, for anyone to read.

Nothing else may change one. Ratings that were calculated before stay: a list that a correction makes stale is revised,
never overwritten. `correct` makes any number of changes together, for one reason; the others make one each.
"""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.contrib.admin.models import CHANGE
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.database import admin_log
from federation.hooks import functions, rated_facts_changed
from federation.models import Member, Webhook
from federation.webhooks import webhooks
from tournaments.corrections import mails as correction_mails
from tournaments.corrections.changes import (
    Change,
    Changed,
    DateOf,
    FactsOfEvent,
    MemberOf,
    ResultOf,
    SwappedColours,
    require_sound,
)
from tournaments.corrections.text import what_name
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Correction, CorrectionDecision, GamesDigest, Pairing, Participant, Stage, Tournament
from tournaments.review import decisions
from tournaments.standings import ranking
from tournaments.standings.teams import Points, chosen_bye

REASON_MISSING = noop("A correction needs a reason.")
NOT_ACCEPTED = noop("“%(name)s” is not accepted: it can be changed without a correction.")
NOTHING_NEW = noop("That is already the current value.")
CORRECTED = noop(
    "Someone else has meanwhile corrected the same thing: look at the corrections so far, and send yours again "
    "if it is still needed."
)
WITHOUT_EFFECT = {"arbiters", "time_control"}  # no rating depends on these
AFFILIATE = {"date", "member", "opponents", "start", "end", "unrated_history"}  # a player may lack an affiliation then


@transaction.atomic
def correct(
    tournament: Tournament,
    changes: Sequence[Change],
    by: User | None,
    reason: str,
    *,
    claim: str = "",
    reverses: CorrectionDecision | None = None,
) -> CorrectionDecision:
    """Make these changes in an accepted tournament, all or none, and record them as one decision.

    ``claim``: the number of the claim that is decided by it. Members who were not affiliated on the days of their games
    are affiliated ex officio, as at the acceptance. Raise `Refused` if the tournament is not accepted, there is no
    reason, nothing differs, or a change cannot be. To foresee what it does to the ratings, pass it to
    `federation.web.dry_run.impact_of`.
    """
    tournament = _accepted(tournament.pk, reason)
    made = [each for change in changes for each in change.make(tournament)]
    differing = [each for each in made if each.before != each.after]
    if not differing:
        raise Refused(NOTHING_NEW)
    require_sound(tournament, differing)
    fields = {each.field for each in differing}
    if fields & AFFILIATE:
        decisions.affiliate_missing(tournament)
    return _record(tournament, differing, by, reason, claim=claim, reverses=reverses)


def correct_result(pairing: Pairing, white: Result, black: Result, by: User | None, reason: str) -> list[Correction]:
    return _one(pairing.tournament, ResultOf(pairing, white, black), by, reason)


def swap_colours(pairing: Pairing, by: User | None, reason: str) -> list[Correction]:
    return _one(pairing.tournament, SwappedColours(pairing), by, reason)


def correct_date(pairing: Pairing, date: dt.date, by: User | None, reason: str) -> list[Correction]:
    return _one(pairing.tournament, DateOf(pairing, date), by, reason)


def correct_member(participant: Participant, member: Member, by: User | None, reason: str) -> list[Correction]:
    return _one(participant.tournament, MemberOf(participant, member), by, reason)


def correct_event(
    tournament: Tournament, facts: Mapping[str, object], by: User | None, reason: str
) -> list[Correction]:
    return _one(tournament, FactsOfEvent(facts), by, reason)


def _one(tournament: Tournament, change: Change, by: User | None, reason: str) -> list[Correction]:
    return list(correct(tournament, [change], by, reason).corrections.order_by("pk"))


@transaction.atomic
def correct_tie_breaks(
    tournament: Tournament, codes: list[str], by: User | None, reason: str, team_bye: Points | None = None
) -> list[Correction]:
    """Change the tie-breaks, or what the bye of a team is worth: see `ranking.choose`."""
    tournament = _accepted(tournament.pk, reason)
    bye_before, bye_after = (" ".join(map(str, worth or ())) for worth in (chosen_bye(tournament), team_bye))
    orders = (", ".join(tournament.tie_break_order), ", ".join(codes))
    changed = [Changed("tie_breaks", *orders), Changed("team_bye", bye_before, bye_after)]
    differing = [each for each in changed if each.before != each.after]
    if not differing:
        raise Refused(NOTHING_NEW)
    tournament.tie_break_order = codes
    tournament.team_bye_match_points, tournament.team_bye_board_points = team_bye or (None, None)
    tournament.save(update_fields=["tie_break_order", "team_bye_match_points", "team_bye_board_points"])
    return list(_record(tournament, differing, by, reason).corrections.order_by("pk"))


@transaction.atomic
def withdraw(tournament: Tournament, by: User | None, reason: str) -> list[Correction]:
    """Withdraw the whole tournament: none of its games count any more, and nobody pays because of it."""
    decisions.hold_with_others(tournament.pk)
    tournament = _accepted(tournament.pk, reason)
    stages = [Changed("stage", Stage.ACCEPTED.value, Stage.REJECTED.value)]
    decision = _store(tournament, stages, by, reason)
    decisions.withdraw(tournament, by, reason)
    return list(decision.corrections.all())


def require_seen(row: Pairing | Participant, last: int) -> None:
    """Raise `Refused` if the row was corrected after ``seen``, the id of the last correction that the user saw."""
    list(Tournament.objects.select_for_update(of=("self",)).filter(pk=row.tournament_id).values_list("pk"))
    of_row = {"pairing": row} if isinstance(row, Pairing) else {"participant": row}
    if Correction.objects.filter(**of_row, pk__gt=last).exists():
        raise Refused(CORRECTED)


def _accepted(tournament_id: int, reason: str) -> Tournament:
    """Return the tournament, locked. Raise `Refused` if it is not accepted or no reason is given."""
    if not reason.strip():
        raise Refused(REASON_MISSING)
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    if tournament.stage != Stage.ACCEPTED:
        raise Refused(NOT_ACCEPTED, name=tournament.name)
    return tournament


def _record(
    tournament: Tournament,
    changed: Sequence[Changed],
    by: User | None,
    reason: str,
    *,
    claim: str = "",
    reverses: CorrectionDecision | None = None,
) -> CorrectionDecision:
    """Store the decision, queue the mails, and update what is computed from the tournament."""
    fields = list(dict.fromkeys(each.field for each in changed))
    if not set(fields) <= WITHOUT_EFFECT:
        GamesDigest.renew([tournament.pk])
        rated_facts_changed()
        ranking.later([tournament.pk], by)
    decision = _store(tournament, changed, by, reason, claim=claim, reverses=reverses)
    if by:
        names = ", ".join(map(what_name, fields))
        values = _("%(what)s: %(said)s") % {"what": capfirst(names), "said": reason.strip()}
        admin_log.write(by, Tournament, [(tournament, CHANGE, values)])
    correction_mails.later(tournament, list(decision.corrections.order_by("pk")), by)
    ids = list(decision.corrections.order_by("pk").values_list("pk", flat=True))
    webhooks.tell(Webhook.Event.CORRECTED, {"tournament": tournament.pk, "corrections": ids})
    for tell in functions("CORRECTION_MADE"):
        tell(tournament)
    return decision


def _store(
    tournament: Tournament,
    changed: Sequence[Changed],
    by: User | None,
    reason: str,
    *,
    claim: str = "",
    reverses: CorrectionDecision | None = None,
) -> CorrectionDecision:
    """Store the decision with its corrections."""
    said = reason.strip()[:300]
    decision = CorrectionDecision.objects.create(
        tournament=tournament, reason=said, claim=claim, reverses=reverses, made_by=by
    )
    for each in changed:
        Correction.objects.create(
            tournament=tournament,
            decision=decision,
            field=each.field,
            before=each.before[: Correction.LONGEST],
            after=each.after[: Correction.LONGEST],
            pairing=each.pairing,
            participant=each.participant,
            reason=said,
            made_by=by,
        )
    return decision
