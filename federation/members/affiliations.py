"""Affiliations of members, which never overlap: checks of new ones, transfers, affiliations ex officio.

A writer locks the members first (PostgreSQL by row, SQLite by its single writer), then reads, then writes.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.i18n.dates import day_and_month, long_date
from federation.identity.seasons import bounds, enrolment_end, season_year
from federation.models import Affiliation, AffiliationQuerySet, Club, Member
from federation.money.charges import charged_for, credit_affiliations, raise_for, raise_half
from federation.profiles.reading import profile

ONE_DAY = dt.timedelta(days=1)
FIRST_YEAR, YEARS_AHEAD = 1900, 10  # an affiliation that begins before or later is a typing error


class AffiliationError(Exception):
    """The affiliation is not possible: one sentence in the user's language."""


def lock(members: Iterable[int]) -> list[int]:
    """Lock the members (ids) until the transaction ends, so that nobody else changes their affiliations.

    Return the records that are in use: the other one for a record that was merged. Rows that name a member can still be
    written meanwhile, so that readers of files do not wait.
    """
    held = Member.objects.select_for_update(no_key=True).filter(pk__in=list(members)).order_by("pk")
    return list(dict.fromkeys(held.values_list(Coalesce("merged_into", "pk"), flat=True)))


def overlapping(start: dt.date, end: dt.date | None) -> AffiliationQuerySet:
    """Return all affiliations that share a day with the interval. Without an end it is open."""
    begun = Affiliation.objects.filter(Q(end=None) | Q(end__gte=start))
    return begun if end is None else begun.filter(start__lte=end)


def require_goes_on(member: Member, end: dt.date | None) -> None:
    """Raise `AffiliationError` for a record that was merged, and for the deceased unless the interval is over.

    Lock the member before. What is stored counts: a form may still change the object.
    """
    merged_into, deceased = Member.objects.values_list("merged_into", "deceased").get(pk=member.pk)
    if merged_into:
        raise AffiliationError(_("%(member)s was merged into another member.") % {"member": member})
    if deceased and (end is None or end >= timezone.localdate()):
        raise AffiliationError(_("%(member)s is deceased.") % {"member": member})


def require_this_age(start: dt.date) -> None:
    """Raise `AffiliationError` for a day on which no affiliation can begin: seasons are not defined for every year."""
    if not FIRST_YEAR <= start.year <= timezone.localdate().year + YEARS_AHEAD:
        day = long_date(start)
        raise AffiliationError(_("An affiliation cannot start on %(day)s: check the year.") % {"day": day})


def require_free(member: Member, start: dt.date, end: dt.date | None, leaving_out: Collection[int] = ()) -> None:
    """Raise `AffiliationError` if the member has another affiliation in the interval. Lock the member before."""
    require_this_age(start)
    if end is not None and end < start:
        raise AffiliationError(_("An affiliation cannot end before it starts."))
    clash = overlapping(start, end).filter(member=member).exclude(pk__in=leaving_out).select_related("club").first()
    if clash:
        facts = {"member": member, "affiliation": interval_of(clash)}
        raise AffiliationError(_("%(member)s is already affiliated: %(affiliation)s.") % facts)


class AffiliationInterval(NamedTuple):
    """Club and dates of an affiliation; as a string, in words."""

    club: Club | None
    start: dt.date
    end: dt.date | None

    def __str__(self) -> str:
        days = {
            "club": self.club or _("without a club"),
            "start": date_format(self.start, "SHORT_DATE_FORMAT"),
            "end": date_format(self.end, "SHORT_DATE_FORMAT") if self.end else "…",
        }
        return _("%(club)s, %(start)s – %(end)s") % days


def interval_of(affiliation: Affiliation) -> AffiliationInterval:
    """Return the interval that is stored now."""
    return AffiliationInterval(affiliation.club, affiliation.start, affiliation.end)


def intervals(affiliations: Iterable[Affiliation]) -> list[AffiliationInterval]:
    """Return the affiliations in order of time as intervals. Consecutive seasons in one club are one interval."""
    found: list[AffiliationInterval] = []
    for each in affiliations:
        before = found[-1] if found else None
        if before and before.club == each.club and before.end and each.start - before.end <= ONE_DAY:
            found[-1] = before._replace(end=each.end)
        else:
            found.append(interval_of(each))
    return found


@transaction.atomic
def transfer(member: Member, club: Club, asked: dt.date, effective: dt.date | None = None) -> Affiliation:
    """Move the member to another club (A06), asked for in one of the profile's windows, on the day that it names.

    ``effective`` sets another first day in the new club, for a transfer outside the windows. Then the day of asking
    does not matter.
    """
    lock([member.pk])
    require_goes_on(member, None)
    first_day = effective or _first_day_after_transfer(asked)
    require_this_age(first_day)
    current = member.affiliations.on(first_day - ONE_DAY).select_related("club").first()
    if current is None:
        sentence = _("%(member)s is not affiliated: add an affiliation to the new club instead.")
        raise AffiliationError(sentence % {"member": member})
    if current.club_id == club.pk:
        raise AffiliationError(_("%(member)s is already a member of that club.") % {"member": member})
    last_day = enrolment_end(first_day)
    require_free(member, first_day, last_day, leaving_out=[current.pk])
    current.end = first_day - ONE_DAY
    current.end_cause = Affiliation.EndCause.TRANSFER
    current.save(update_fields=["end", "end_cause"])
    made = Affiliation.objects.create(member=member, club=club, start=first_day, end=last_day, kind=current.kind)
    raise_half(current, made)
    return made


def _first_day_after_transfer(asked: dt.date) -> dt.date:
    """Return the first day in the new club of a transfer asked for on the day. Raise `AffiliationError`."""
    windows = profile().on(asked).transfers
    if window := next((window for window in windows if asked in window), None):
        return window.effective.on_or_after(asked)
    if not windows:
        raise AffiliationError(_("There is no period for transfers: set the first day in the new club."))
    raise AffiliationError(_("A transfer can only be requested %(periods)s.") % {"periods": transfer_periods(asked)})


def transfer_periods(day: dt.date) -> str:
    """Return when transfers are asked for, in words: "from 1 June to 31 July, effective on 1 August"."""
    days = (
        {
            name: day_and_month(getattr(window, name).in_year(day.year))
            for name in ("asked_from", "asked_to", "effective")
        }
        for window in profile().on(day).transfers
    )
    return "; ".join(_("from %(asked_from)s to %(asked_to)s, effective on %(effective)s") % each for each in days)


@transaction.atomic
def ex_officio(
    members: Collection[int],
    club: Club | None,
    day: dt.date,
    note: str = "",
    tournaments: Mapping[int, int] | None = None,
) -> list[Affiliation]:
    """Affiliate those of the members (ids) who played on the day without an affiliation, at the cost of the club (B44).

    From that day to the end of its season, or to the day before an affiliation that begins later; in the last club of
    the member, or without one. ``tournaments``: in which each of them played, by id. Return the new affiliations. A
    constant number of statements for any number of members.
    """
    present = lock(members)
    if not set(present) <= set(members):  # a record was merged before the lock
        present = lock(present)
    known: dict[int, list[Affiliation]] = {member: [] for member in present}
    for affiliation in Affiliation.objects.filter(member__in=known).order_by("start"):
        known[affiliation.member_id].append(affiliation)
    made = [
        _made_ex_officio(member, intervals, club, day, note)
        for member, intervals in known.items()
        if not any(interval.holds_on(day) for interval in intervals)
    ]
    stored = Affiliation.objects.bulk_create(made)
    raise_for(stored, tournaments=tournaments or {})
    return stored


@transaction.atomic
def undo_ex_officio(tournament: int, reason: str) -> list[int]:
    """Undo the affiliations ex officio that a tournament (id) caused, and credit what was charged for them.

    Return the ids of the members. Those who played elsewhere without an affiliation have to be affiliated again.
    """
    caused = Affiliation.objects.filter(pk__in=charged_for(tournament), ex_officio=True)
    lock(caused.values_list("member", flat=True))
    rows = dict(caused.values_list("pk", "member"))
    credit_affiliations(rows, reason)
    Affiliation.objects.filter(pk__in=rows).delete()
    return sorted(set(rows.values()))


def _made_ex_officio(
    member: int, intervals: list[Affiliation], club: Club | None, day: dt.date, note: str
) -> Affiliation:
    earlier = [interval for interval in intervals if interval.start < day]
    later = [interval for interval in intervals if interval.start > day]
    season_end = bounds(season_year(day))[1]
    return Affiliation(
        member_id=member,
        club_id=earlier[-1].club_id if earlier else None,
        start=day,
        end=min(season_end, later[0].start - ONE_DAY) if later else season_end,
        ex_officio=True,
        charged_to=club,
        note=note,
    )
