"""The arbiter of a match, appointed by those who decide about it."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.identity.member_numbers import key_of
from federation.models import Member
from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS, locked, log
from leagues.models import Match

NOBODY = noop("Nobody has the member number %(number)s.")


@transaction.atomic
def appoint(match: int, number: str, by: User) -> Match:
    """Appoint the arbiter of a match by member number, "" for none. Raise `Refused`."""
    found = locked(match)
    if not access.may_rule(by, found):
        raise Refused(NOT_YOURS)
    number = number.strip()
    member = Member.objects.current().filter(key=key_of(number)).first() if number else None
    if number and member is None:
        raise Refused(NOBODY, number=number[:20])
    found.arbiter = member
    found.save(update_fields=["arbiter"])
    log(found, "arbiter", by, after={"member": member.number if member else ""})
    return found
