"""Protests of captains, which an officer decides. The match stays in the table as it was entered."""

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from leagues.errors import Refused
from leagues.matches.locking import locked, log, require_side
from leagues.matches.rules_in_force import rules_of
from leagues.models import Match, Protest

NO_TEXT = noop("Say what you object to.")
NOT_BEGUN = noop("A protest is possible once the line-ups are revealed.")
TOO_LATE = noop("A protest is possible until %(days)s days after the match.")
LONGEST = 2000


@transaction.atomic
def protest(match: int, side: str, text: str, by: User) -> Protest:
    """Protest against a match for one side. Raise `Refused`."""
    found = locked(match)
    require_side(by, found, side)
    words = text.strip()[:LONGEST]
    if not words:
        raise Refused(NO_TEXT)
    if not found.is_revealed:
        raise Refused(NOT_BEGUN)
    days = rules_of(found).deadlines.protest_days
    if days is not None and not _is_in_time(found, days):
        raise Refused(TOO_LATE, days=days)
    log(found, "protest", by, side)
    return Protest.objects.create(match=found, side=side, by=by, text=words)


def _is_in_time(match: Match, days: int) -> bool:
    """Return whether a protest may still be sent: within the days after the match, or as an appeal against a ruling."""
    today = timezone.localdate()
    if today <= match.day + dt.timedelta(days=days):
        return True
    return match.rulings.filter(replaced_by=None, appeal_until__gte=today).exists()
