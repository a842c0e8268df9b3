"""Protests of captains, which an officer decides. The match stays in the table as it was entered."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from leagues.errors import Refused
from leagues.matches.locking import locked, log, require_side
from leagues.models import Protest

NO_TEXT = noop("Say what you object to.")
NOT_BEGUN = noop("A protest is possible once the line-ups are revealed.")
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
    log(found, "protest", by, side)
    return Protest.objects.create(match=found, side=side, by=by, text=words)
