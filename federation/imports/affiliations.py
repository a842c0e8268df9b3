"""Compare the affiliation in a row with what is stored: which affiliations to add, change or remove."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from federation.identity.seasons import bounds, season_year
from federation.members.affiliations import ONE_DAY, AffiliationError, Stretch, require_this_age, stretch_of
from federation.models import Affiliation, Club, Member


@dataclass
class Changes:
    """Rows to write; ``shown`` has the interval before and after each change."""

    added: list[Affiliation] = field(default_factory=list)
    changed: list[Affiliation] = field(default_factory=list)
    removed: list[Affiliation] = field(default_factory=list)
    told: list[tuple[Stretch | None, Stretch | None]] = field(default_factory=list)

    def add(self, stretch: Affiliation) -> None:
        """Add an affiliation."""
        self.added.append(stretch)
        self.told.append((None, stretch_of(stretch)))

    def change(self, stretch: Affiliation, **facts: object) -> None:
        """Change a stored affiliation, if anything differs."""
        if all(getattr(stretch, name) == value for name, value in facts.items()):
            return
        before = stretch_of(stretch)
        for name, value in facts.items():
            setattr(stretch, name, value)
        self.changed.append(stretch)
        self.told.append((before, stretch_of(stretch)))

    def remove(self, stretch: Affiliation) -> None:
        """Remove an affiliation that is not true."""
        self.removed.append(stretch)
        self.told.append((stretch_of(stretch), None))


def changes(
    member: Member, stretches: list[Affiliation], values: Mapping[str, object], club: Club | None, day: dt.date
) -> Changes:
    """Return what ``affiliated``, ``affiliated_from``, ``affiliated_to`` and the club of a row change.

    ``stored`` are the member's affiliations in order. Days given: exactly these. ``affiliated`` yes, or a club alone:
    the season around ``day``. No: not on ``day``. Raise `AffiliationError` if it overlaps another affiliation or begins
    in another century.
    """
    found = Changes()
    start, last = values.get("affiliated_from"), values.get("affiliated_to")
    affiliated = values.get("affiliated", True if club else None)
    if isinstance(start, dt.date) or isinstance(last, dt.date):
        _want_stretch(found, member, stretches, club, (start, last))
    elif affiliated:
        _want_season(found, member, stretches, club, day)
    elif affiliated is False:
        _want_none(found, stretches, day)
    return found


def _want_stretch(
    found: Changes, member: Member, stretches: list[Affiliation], club: Club | None, days: tuple[object, object]
) -> None:
    """Correct a stored affiliation with the same first day; within one of the same club nothing changes."""
    start, last = (day if isinstance(day, dt.date) else None for day in days)
    require_this_age(start or last)
    first = start or bounds(season_year(last))[0]
    if last is not None and last < first:
        raise AffiliationError(_("An affiliation cannot end before it begins."))
    stored = next((stretch for stretch in stretches if stretch.start == first), None)
    end = last or (stored.end if stored else None)
    clashes = [other for other in stretches if other is not stored and other.shares_a_day(first, end)]
    if stored is None and any(_covers(other, first, end) and _same_club(other, club) for other in clashes):
        return
    if clashes:
        facts = {"member": member, "stretch": stretch_of(clashes[0])}
        raise AffiliationError(_("%(member)s is affiliated already: %(stretch)s.") % facts)
    if stored is None:
        found.add(Affiliation(member=member, club=club, start=first, end=end))
    else:
        found.change(stored, end=end, club=club or stored.club)


def _want_season(found: Changes, member: Member, stretches: list[Affiliation], club: Club | None, day: dt.date) -> None:
    """Affiliate with the club for the season around the day, cut where other affiliations begin and end.

    An affiliation with another club ends the day before, as in a transfer.
    """
    require_this_age(day)
    start, end = bounds(season_year(day))
    today = next((stretch for stretch in stretches if stretch.holds_on(day)), None)
    if today is None:
        before = [stretch.end for stretch in stretches if stretch.end and start <= stretch.end < day]
        after = [stretch.start for stretch in stretches if day < stretch.start <= end]
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


def _want_none(found: Changes, stretches: list[Affiliation], day: dt.date) -> None:
    """End the affiliation of that day, but not one ex officio, which the list does not know yet."""
    today = next((stretch for stretch in stretches if stretch.holds_on(day) and not stretch.ex_officio), None)
    if today is None:
        return
    if today.start == day:
        found.remove(today)
    else:
        found.change(today, end=day - ONE_DAY, end_cause=Affiliation.EndCause.EXPIRED)


def _covers(stretch: Affiliation, start: dt.date, end: dt.date | None) -> bool:
    return stretch.start <= start and (stretch.end is None or (end is not None and end <= stretch.end))


def _same_club(stretch: Affiliation, club: Club | None) -> bool:
    """Return whether the row asks for this club: a row without one does, and nobody has a new club yet."""
    return club is None or (club.pk is not None and club.pk == stretch.club_id)
