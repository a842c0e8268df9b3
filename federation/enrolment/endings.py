"""Members who leave: resignations, and deaths, which a club reports and an officer confirms."""

import datetime as dt

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.enrolment import receipts
from federation.i18n.errors import UserError
from federation.members.affiliations import lock
from federation.models import Affiliation, Club, ClubAct, DeathReport, Member
from federation.profiles.reading import profile
from federation.structure.rights import Verb

NOT_HERE = noop("%(member)s is not affiliated to %(club)s today.")
RESIGNED = noop("%(member)s has already resigned.")
NO_RESIGNATION = noop("%(member)s has not resigned.")
REPORTED = noop("The death of %(member)s has been reported already.")
DECEASED = noop("%(member)s is deceased already.")
DECIDED = noop("This report has been decided already.")
IN_FUTURE = noop("The day of death is in the future.")


class EndingError(UserError):
    """The affiliation cannot end like this."""


def last_day(affiliation: Affiliation, day: dt.date) -> dt.date:
    """Return the last day of a member who resigns on the day: at once, or that of the affiliation (profile)."""
    if profile().on(day).renewal.ends == "at_once" or affiliation.end is None:
        return day
    return affiliation.end


def _current(member: Member, club: Club, day: dt.date) -> Affiliation:
    found = member.affiliations.on(day).filter(club=club).first()
    if found is None:
        raise EndingError(NOT_HERE, member=member, club=club)
    return found


@transaction.atomic
def resign(club: Club, member: Member, by: User | None) -> ClubAct:
    """Let the member resign from the club: they are not proposed for renewal. Raise `EndingError`."""
    today = timezone.localdate()
    lock([member.pk])
    current = _current(member, club, today)
    if current.end_cause == Affiliation.EndCause.RESIGNED:
        raise EndingError(RESIGNED, member=member)
    former = current.end
    current.end, current.end_cause = last_day(current, today), Affiliation.EndCause.RESIGNED
    current.save(update_fields=["end", "end_cause"])
    facts = {"member": member.pk, "affiliation": current.pk, "former_end": former and former.isoformat()}
    return receipts.kept(club, ClubAct.Kind.RESIGNATION, by, facts)


@transaction.atomic
def take_back(act: ClubAct, by: User | None) -> None:
    """Undo a resignation. Raise `EndingError` if the affiliation has changed since."""
    held = ClubAct.objects.select_for_update(no_key=True).get(pk=act.pk)
    lock([held.made["member"]])
    row = Affiliation.objects.filter(pk=held.made["affiliation"], end_cause=Affiliation.EndCause.RESIGNED).first()
    if held.undone_at or row is None:
        raise EndingError(NO_RESIGNATION, member=Member.objects.get(pk=held.made["member"]))
    former = held.made["former_end"]
    row.end, row.end_cause = former and dt.date.fromisoformat(former), Affiliation.EndCause.NONE
    row.save(update_fields=["end", "end_cause"])
    held.undone_at, held.undone_by = timezone.now(), by
    held.save(update_fields=["undone_at", "undone_by"])


@transaction.atomic
def report_death(club: Club, member: Member, by: User | None, died_on: dt.date | None = None) -> DeathReport:
    """Report that a member of the club has died; an officer confirms it. Raise `EndingError`."""
    if died_on and died_on > timezone.localdate():
        raise EndingError(IN_FUTURE)
    lock([member.pk])
    member.refresh_from_db()
    _current(member, club, timezone.localdate())
    if member.deceased:
        raise EndingError(DECEASED, member=member)
    if DeathReport.objects.filter(member=member, decided_on=None).exists():
        raise EndingError(REPORTED, member=member)
    receipts.kept(club, ClubAct.Kind.DEATH, by, {"member": member.pk})
    return DeathReport.objects.create(club=club, member=member, died_on=died_on, reported_by=by)


@transaction.atomic
def decide_death(report: DeathReport, by: User, *, confirmed: bool) -> None:
    """Confirm the report as an officer: the member is deceased, their affiliation ends. Or say that it is wrong.

    Raise `EndingError` if it was decided before, `PermissionDenied` for users without that office.
    """
    if not access.may_everywhere(by, Verb.CHANGE_IDENTITY):
        raise PermissionDenied
    lock([report.member_id])
    held = DeathReport.objects.select_for_update(no_key=True).get(pk=report.pk)
    if held.decided_on:
        raise EndingError(DECIDED)
    today = timezone.localdate()
    held.decided_on, held.decided_by, held.confirmed = today, by, confirmed
    held.save(update_fields=["decided_on", "decided_by", "confirmed"])
    if not confirmed:
        return
    Member.objects.filter(pk=held.member_id).update(deceased=True)
    for row in Affiliation.objects.on(today).filter(member=held.member_id):
        row.end = max(row.start, min(held.died_on or today, row.end or dt.date.max))
        row.end_cause = Affiliation.EndCause.DECEASED
        row.save(update_fields=["end", "end_cause"])
