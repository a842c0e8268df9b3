"""How many claims a member may raise: limits protect clubs and officers from floods."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.models import Member
from tournaments.errors import Refused
from tournaments.models import Claim, ClaimMute, Pairing, Tournament

MOST_OPEN, MOST_A_YEAR = 5, 20
YEAR = dt.timedelta(days=365)
MUTED = dt.timedelta(days=30)
TOO_MANY_OPEN = noop("There are %(count)s open claims already: wait until one is decided, or withdraw one.")
TOO_MANY_A_YEAR = noop("%(count)s claims were raised within a year: no more are allowed.")
CLAIMED_BEFORE = noop("There was a claim about this game already. Raise another one with new evidence only.")
STILL_OPEN = noop("There is an open claim about this game already.")
IS_MUTED = noop("%(club)s takes no claims of this member until %(day)s.")


@dataclass(frozen=True)
class Used:
    """How many claims a member has open and raised within a year; refused and withdrawn ones count."""

    open: int
    of_year: int

    @property
    def most_open(self) -> int:
        return MOST_OPEN

    @property
    def most_of_year(self) -> int:
        return MOST_A_YEAR


def used(member: Member) -> Used:
    """Return what the member has used of the limits. Two queries."""
    mine = Claim.objects.filter(member=member)
    return Used(mine.open().count(), mine.filter(raised_at__gt=timezone.now() - YEAR).count())


def require_room(member: Member, tournament: Tournament, pairing: Pairing | None, *, has_evidence: bool) -> None:
    """Raise `Refused` if the member may not raise one more claim. The caller holds the member."""
    now = used(member)
    if now.open >= MOST_OPEN:
        raise Refused(TOO_MANY_OPEN, count=now.open)
    if now.of_year >= MOST_A_YEAR:
        raise Refused(TOO_MANY_A_YEAR, count=now.of_year)
    muted = ClaimMute.objects.filter(club=tournament.club_id, member=member, until__gt=timezone.now()).first()
    if muted is not None and muted.until is not None:
        raise Refused(IS_MUTED, club=str(tournament.club), day=timezone.localdate(muted.until))
    if pairing is not None:
        same = Claim.objects.filter(member=member, pairing=pairing).exclude(outcome=Claim.Outcome.WITHDRAWN)
        if same.open().exists():
            raise Refused(STILL_OPEN)
        if same.exists() and not has_evidence:
            raise Refused(CLAIMED_BEFORE)
