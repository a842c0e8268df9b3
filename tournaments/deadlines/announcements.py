"""Announce a tournament, and find the announcement of one whose results were sent."""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db.models import Min
from django.utils import timezone

from federation.identity.names import folded
from federation.profiles.reading import profile
from federation.regulations import due
from tournaments.deadlines.clocks import Deadline, Missed
from tournaments.models import Announcement, Tournament


def deadline(start: dt.date, *, norms: bool) -> Deadline | None:
    """Return until when a tournament has to be announced that begins on the day; None if the profile has no clock."""
    clocks = profile().on(start).clocks
    clock = (clocks.get("announce_norms") if norms else None) or clocks.get("announce")
    return Deadline(clock, due.last_day(clock, start)) if clock else None


def announce(announcement: Announcement, by: User | None) -> Announcement:
    """Store the announcement. One that comes late is stored, too: its results will carry a warning."""
    announcement.announced_by = by
    announcement.save()
    return announcement


def in_use_since() -> dt.date | None:
    """Return the day of the first announcement on this site; None if nobody announces here. One query."""
    first = Announcement.objects.aggregate(first=Min("announced_at"))["first"]
    return timezone.localdate(first) if first else None


def of(event: Tournament, known: Sequence[Announcement]) -> Announcement | None:
    """Return the announcement of the event among those of its organiser: on its days, the one with its name first."""
    start, end = event.start or event.end, event.end or event.start
    if start is None or end is None:
        return None
    same = [each for each in known if each.has_organiser_of(event) and each.start <= end and each.end >= start]
    name = folded(event.name)
    return min(same, key=lambda each: (folded(each.name) != name, abs(each.start - start), each.pk), default=None)


def missed(event: Tournament, known: Sequence[Announcement], since: dt.date | None) -> Iterable[Missed]:
    """Yield the deadline of the announcement if it was missed.

    A tournament that is paired here is announced by being here. None has to be where nobody announces, or before the
    first announcement of the site (``since``).
    """
    start = event.start or event.end
    if start is None or since is None or start <= since or not event.is_organised or event.unrated_history:
        return
    found = of(event, known)
    limit = deadline(start, norms=bool(found and found.norms))
    if limit is None:
        return
    moment = found.announced_at if found else event.created_at if event.is_paired_here else None
    if moment is None:
        yield Missed("not_announced", limit)
    elif (day := timezone.localdate(moment)) > limit.due:
        yield Missed("announced_late", limit, {"announced": day})
