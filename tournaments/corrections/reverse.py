"""Undo a correction: by another one, which anyone can read, too."""

import datetime as dt
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.identity.member_numbers import key_of
from federation.models import Member
from tournaments.corrections.changes import (
    OF_EVENT,
    Change,
    DateOf,
    FactsOfEvent,
    MemberOf,
    PlayersOf,
    ResultOf,
    SwappedColours,
    text_of,
)
from tournaments.corrections.correct import correct
from tournaments.corrections.text import what_name
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Correction, CorrectionDecision, Tournament

REVERSED = noop("This correction was reversed already.")
CHANGED_SINCE = noop("“%(what)s” was corrected once more since: reverse that correction first.")
IRREVERSIBLE = noop("“%(what)s” cannot be reversed automatically: make a new correction.")


@transaction.atomic
def reverse(decision: CorrectionDecision, by: User | None, reason: str) -> CorrectionDecision:
    """Make another correction that restores what was before this one.

    Raise `Refused` if it was reversed already, a value was corrected again since, or was not known before, and whatever
    `correct` raises.
    """
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=decision.tournament_id)
    if CorrectionDecision.objects.filter(reverses=decision).exists():
        raise Refused(REVERSED)
    rows = decision.corrections.select_related("pairing__white", "pairing__black", "participant__member")
    changes = list(_undone(tournament, list(rows.order_by("-pk"))))
    return correct(tournament, changes, by, reason, reverses=decision)


def _undone(tournament: Tournament, rows: list[Correction]) -> Iterator[Change]:
    for row in rows:
        if _later(row):
            raise Refused(CHANGED_SINCE, what=what_name(row.field))
        if row.field not in OF_EVENT:
            yield _before(tournament, row)
    facts = {row.field: _fact(row) for row in rows if row.field in OF_EVENT}
    if facts:
        yield FactsOfEvent(facts)


def _later(row: Correction) -> bool:
    """Return whether the same was corrected again since."""
    same = Correction.objects.filter(tournament=row.tournament_id, field=row.field, pk__gt=row.pk)
    return (
        same.filter(pairing=row.pairing_id, participant=row.participant_id).exclude(decision=row.decision_id).exists()
    )


def _before(tournament: Tournament, row: Correction) -> Change:
    """Return the change that restores the value before. Raise `Refused` if no button can."""
    pairing, participant = row.pairing, row.participant
    if pairing and row.field == "result":
        return ResultOf(pairing, *map(Result, row.before.split()))
    if pairing and row.field == "colours":
        return SwappedColours(pairing)
    if pairing and row.field == "date":
        return DateOf(pairing, _day(row.before))
    if pairing and row.field == "opponents":
        return PlayersOf(pairing, *(tournament.participants.get(number=int(each)) for each in row.before.split(" – ")))
    if participant and row.field == "member":
        member = Member.objects.filter(key=key_of(row.before.split(" ", 1)[0])).first() if row.before else None
        if member:
            return MemberOf(participant, member)
    raise Refused(IRREVERSIBLE, what=what_name(row.field))


def _fact(row: Correction) -> object:
    match row.field:
        case "start" | "end":
            return _day(row.before)
        case "unrated_history":
            return row.before == text_of(True)
        case _:
            return row.before


def _day(text: str) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None
