"""Compare the affiliation in a row with what is stored: which affiliations to add, change or remove."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from federation.identity.seasons import bounds, season_year
from federation.members.affiliations import (
    ONE_DAY,
    AffiliationError,
    AffiliationInterval,
    interval_of,
    require_this_age,
)
from federation.models import Affiliation, Club, Member


@dataclass
class Changes:
    """Rows to write; ``shown`` has the interval before and after each change."""

    added: list[Affiliation] = field(default_factory=list)
    changed: list[Affiliation] = field(default_factory=list)
    removed: list[Affiliation] = field(default_factory=list)
    shown: list[tuple[AffiliationInterval | None, AffiliationInterval | None]] = field(default_factory=list)

    def add(self, interval: Affiliation) -> None:
        self.added.append(interval)
        self.shown.append((None, interval_of(interval)))

    def change(self, interval: Affiliation, **facts: object) -> None:
        """Change a stored affiliation, if anything differs."""
        if all(getattr(interval, name) == value for name, value in facts.items()):
            return
        before = interval_of(interval)
        for name, value in facts.items():
            setattr(interval, name, value)
        self.changed.append(interval)
        self.shown.append((before, interval_of(interval)))

    def remove(self, interval: Affiliation) -> None:
        """Remove an affiliation that never existed."""
        self.removed.append(interval)
        self.shown.append((interval_of(interval), None))


def changes(
    member: Member, intervals: list[Affiliation], values: Mapping[str, object], club: Club | None, day: dt.date
) -> Changes:
    """Return what ``affiliated``, ``affiliated_from``, ``affiliated_to`` and the club of a row change.

    ``intervals`` are the member's affiliations in order. Days given: exactly these. ``affiliated`` yes, or a club
    alone: the season around ``day``. No: not on ``day``. Raise `AffiliationError` if it overlaps another affiliation
    or begins in another century.
    """
    found = Changes()
    start, last = values.get("affiliated_from"), values.get("affiliated_to")
    affiliated = values.get("affiliated", True if club else None)
    if isinstance(start, dt.date) or isinstance(last, dt.date):
        _want_interval(found, member, intervals, club, (start, last))
    elif affiliated:
        _want_season(found, member, intervals, club, day)
    elif affiliated is False:
        _want_none(found, intervals, day)
    return found


def _want_interval(
    found: Changes, member: Member, intervals: list[Affiliation], club: Club | None, days: tuple[object, object]
) -> None:
    """Correct a stored affiliation with the same first day; within one of the same club nothing changes."""
    start, last = (day if isinstance(day, dt.date) else None for day in days)
    require_this_age(start or last)
    first = start or bounds(season_year(last))[0]
    if last is not None and last < first:
        raise AffiliationError(_("An affiliation cannot end before it starts."))
    stored = next((interval for interval in intervals if interval.start == first), None)
    end = last or (stored.end if stored else None)
    clashes = [other for other in intervals if other is not stored and other.shares_a_day(first, end)]
    if stored is None and any(_covers(other, first, end) and _same_club(other, club) for other in clashes):
        return
    if clashes:
        facts = {"member": member, "affiliation": interval_of(clashes[0])}
        raise AffiliationError(_("%(member)s is already affiliated: %(affiliation)s.") % facts)
    if stored is None:
        found.add(Affiliation(member=member, club=club, start=first, end=end))
    else:
        found.change(stored, end=end, club=club or stored.club)


def _want_season(found: Changes, member: Member, intervals: list[Affiliation], club: Club | None, day: dt.date) -> None:
    """Affiliate with the club for the season around the day, cut where other affiliations begin and end.

    An affiliation with another club ends the day before, as in a transfer.
    """
    require_this_age(day)
    start, end = bounds(season_year(day))
    today = next((interval for interval in intervals if interval.holds_on(day)), None)
    if today is None:
        before = [interval.end for interval in intervals if interval.end and start <= interval.end < day]
        after = [interval.start for interval in intervals if day < interval.start <= end]
        first = max(before) + ONE_DAY if before else start
        found.add(Affiliation(member=member, club=club, start=first, end=min(after) - ONE_DAY if after else end))
    elif _same_club(today, club):
        return
    elif today.club_id is None or today.start == day:
        found.change(today, club=club)
    else:
        end = today.end
        found.change(today, end=day - ONE_DAY, end_cause=Affiliation.EndCause.TRANSFER)
        found.add(Affiliation(member=member, club=club, start=day, end=end, kind=today.kind))


def _want_none(found: Changes, intervals: list[Affiliation], day: dt.date) -> None:
    """End the affiliation of that day, but not one ex officio, which the list does not know yet."""
    today = next((interval for interval in intervals if interval.holds_on(day) and not interval.ex_officio), None)
    if today is None:
        return
    if today.start == day:
        found.remove(today)
    else:
        found.change(today, end=day - ONE_DAY, end_cause=Affiliation.EndCause.EXPIRED)


def _covers(interval: Affiliation, start: dt.date, end: dt.date | None) -> bool:
    return interval.start <= start and (interval.end is None or (end is not None and end <= interval.end))


def _same_club(interval: Affiliation, club: Club | None) -> bool:
    """Return whether the row means this club. A row without a club means any; a new club has no affiliations yet."""
    return club is None or (club.pk is not None and club.pk == interval.club_id)
