"""Announce a tournament, change or withdraw that, and find the announcement of one whose results were sent."""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Min, Q
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.identity.names import folded
from federation.models import Club, Unit
from federation.profiles.reading import profile
from federation.regulations import due
from tournaments.addresses import give_addresses
from tournaments.deadlines.clocks import Deadline, Missed
from tournaments.deadlines.overrides import SHORTEST_REASON, TOO_SHORT
from tournaments.errors import Refused
from tournaments.intake.rows import text
from tournaments.models import Announcement, Stage, Tournament

ALREADY = noop("“%(name)s” is already announced for these days.")
OVER = noop("“%(name)s” is over: its announcement can no longer be changed.")
PLAYED = noop("“%(name)s” took place: its results came on %(day)s.")
WITHDRAWN = noop("“%(name)s” was withdrawn. Announce it again if it takes place.")


def deadline(start: dt.date, *, norms: bool) -> Deadline | None:
    """Return until when a tournament has to be announced that begins on the day; None if the profile has no clock."""
    clocks = profile().on(start).clocks
    clock = (clocks.get("announce_norms") if norms else None) or clocks.get("announce")
    return Deadline(clock, due.last_day(clock, start)) if clock else None


@transaction.atomic
def announce(announcement: Announcement, by: User | None) -> Announcement:
    """Store the announcement. One that comes late is stored, too: its results will carry a warning.

    Raise `Refused` if its organiser has announced it before.
    """
    _refuse_double(announcement)
    announcement.announced_by = by
    announcement.save()
    give_addresses([announcement])
    return announcement


@transaction.atomic
def change(announcement: Announcement) -> Announcement:
    """Store what was changed of an announcement. Raise `Refused` if it was withdrawn, is over, or is another's double.

    One that begins earlier than before, or now has norms, counts as announced today. One that ends on another day gets
    a reminder of its own.
    """
    _refuse_double(announcement)
    before = Announcement.objects.select_for_update(of=("self",)).get(pk=announcement.pk)
    if before.withdrawn_at:
        raise Refused(WITHDRAWN, name=before.name)
    if not before.may_change:
        raise Refused(OVER, name=before.name)
    if announcement.start < before.start or announcement.norms > before.norms:
        announcement.tightened_at = timezone.now()
    announcement.reminded_at = before.reminded_at if announcement.end == before.end else None
    said = ["name", "city", "start", "end", "discipline", "pace", "website", "norms", "fide_rated"]
    announcement.save(update_fields=[*said, "tightened_at", "reminded_at"])
    return announcement


@transaction.atomic
def withdraw(announcement: Announcement, by: User, reason: str) -> Announcement:
    """Withdraw an announcement with a public reason. Raise `Refused` without one, or if it was withdrawn before or the
    results came.
    """
    held = Announcement.objects.select_for_update(of=("self",)).get(pk=announcement.pk)
    if held.withdrawn_at:
        raise Refused(WITHDRAWN, name=held.name)
    if received := _received(held):
        raise Refused(PLAYED, name=held.name, day=timezone.localdate(received))
    said = text(reason, Announcement.LONGEST_REASON).strip()
    if len(said) < SHORTEST_REASON:
        raise Refused(TOO_SHORT, letters=SHORTEST_REASON)
    held.withdrawn_at, held.withdrawn_by, held.withdrawal_reason = timezone.now(), by, said
    held.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawal_reason"])
    return held


def _received(announcement: Announcement) -> dt.datetime | None:
    """Return when the results of the announced tournament came; None if they did not. Two queries."""
    days = Q(start__lte=announcement.end, end__gte=announcement.start, received_at__isnull=False)
    organiser = Q(club=announcement.club_id, unit=announcement.unit_id)
    events = list(Tournament.objects.exclude(stage=Stage.REJECTED).filter(days, organiser))
    if not events:
        return None
    first, last = min(each.start for each in events), max(each.end for each in events)
    known = list(Announcement.objects.between(first, last, [announcement]))
    return next((each.received_at for each in events if of(each, known) == announcement), None)


def _refuse_double(announcement: Announcement) -> None:
    """Lock the organiser. Raise `Refused` if it announced something else of that name for the same days."""
    model, pk = (Club, announcement.club_id) if announcement.club_id else (Unit, announcement.unit_id)
    model.objects.select_for_update(no_key=True).get(pk=pk)
    days = {"start": announcement.start, "end": announcement.end}
    others = Announcement.objects.standing().filter(club=announcement.club_id, unit=announcement.unit_id, **days)
    names = {folded(name) for name in others.exclude(pk=announcement.pk).values_list("name", flat=True)}
    if folded(announcement.name) in names:
        raise Refused(ALREADY, name=announcement.name)


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
    moment = found.known_since if found else event.created_at if event.is_paired_here else None
    if moment is None:
        yield Missed("not_announced", limit)
    elif (day := timezone.localdate(moment)) > limit.due:
        yield Missed("announced_late", limit, {"announced": day})
