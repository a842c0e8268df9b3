"""The receipt of each act of a club, and its undoing while nothing follows from it."""

import datetime as dt
from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation import hooks
from federation.database import bulk
from federation.i18n.errors import UserError
from federation.members.affiliations import lock
from federation.models import Affiliation, Club, ClubAct
from federation.money.charges import credit_affiliations

DAYS = 14  # for so long an act can be undone
Kind = ClubAct.Kind

TOO_LATE = noop("This can no longer be undone here: it was done on %(day)s. Ask an officer.")
UNDONE_ALREADY = noop("This has been undone already.")
CHANGED = noop("This can no longer be undone: its result has been changed since.")
PLAYED = noop("This can no longer be undone: %(count)d of the members have played since.")


class ReceiptError(UserError):
    """An act cannot be undone."""


def kept(club: Club, kind: str, by: User | None, made: dict[str, Any], doubt: str = "") -> ClubAct:
    """Keep the receipt of an act, in its transaction."""
    return ClubAct.objects.create(club=club, kind=kind, by=by, made=made, doubt=doubt)


def ends_on(act: ClubAct) -> dt.date:
    """Return the last day on which the act can be undone."""
    return timezone.localdate(act.at) + dt.timedelta(days=DAYS)


def can_be_undone(act: ClubAct) -> bool:
    """Return whether the page offers to undo the act; what follows from it is asked when that is done."""
    return act.kind in (Kind.RENEWAL, Kind.ENROLMENT) and not act.undone_at and timezone.localdate() <= ends_on(act)


@transaction.atomic
def undo(act: ClubAct, by: User) -> int:
    """Undo a renewal or an enrolment: take the affiliations back and credit what they cost. Return how many.

    A new member stays known under their number: charges and credit notes name them.

    Raise `ReceiptError` if it is too late, something was changed since, or a member has played.
    """
    held = ClubAct.objects.select_for_update(no_key=True).get(pk=act.pk)
    if held.undone_at:
        raise ReceiptError(UNDONE_ALREADY)
    if not can_be_undone(held):
        raise ReceiptError(TOO_LATE, day=timezone.localdate(held.at))
    ids = held.made["affiliations"]
    rows = Affiliation.objects.filter(pk__in=bulk.in_values(ids))
    lock(rows.values_list("member", flat=True))
    found = list(rows.order_by("pk"))
    if len(found) != len(ids) or any(row.club_id != held.club_id or row.end_cause for row in found):
        raise ReceiptError(CHANGED)
    played = _played_since([row.member_id for row in found], min(row.start for row in found))
    if played:
        raise ReceiptError(PLAYED, count=len(played))
    credit_affiliations(ids, _("The action was undone."), by)
    rows.delete()
    held.undone_at, held.undone_by = timezone.now(), by
    held.save(update_fields=["undone_at", "undone_by"])
    return len(found)


def _played_since(members: Collection[int], day: dt.date) -> set[int]:
    return {member for played in hooks.functions("PLAYED_SINCE") for member in played(members, day)}
