"""Register a tournament with FIDE and send it its results: what is due when, what was done, what was missed."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from federation.profiles.reading import profile
from federation.regulations import due
from tournaments.deadlines import announcements
from tournaments.deadlines.clocks import Deadline, Missed
from tournaments.models import Announcement, Discipline, Stage, Tournament

Record = Announcement | Tournament  # either says whether the tournament is to be FIDE rated


def is_offered() -> bool:
    """Return whether this federation has tournaments that FIDE can rate."""
    return profile().federation.discipline == Discipline.CHESS


@dataclass(frozen=True)
class Progress:
    """What was done for a tournament that is to be FIDE rated, and what is still to do."""

    record: Record
    registration: Deadline | None  # None: the profile has no such deadline
    results: Deadline | None

    @property
    def is_over(self) -> bool:
        return self.record.end is not None and self.record.end <= timezone.localdate()

    @property
    def is_registered_late(self) -> bool:
        return _is_late(self.record.fide_registered_on, self.registration)

    @property
    def is_sent_late(self) -> bool:
        return _is_late(self.record.fide_sent_on, self.results)


def progress(record: Record) -> Progress:
    """Return how far it is. No query."""
    first, last = record.start or record.end, record.end or record.start
    return Progress(record, _deadline("fide_register", first), _deadline("fide_results", last))


def record_of(event: Tournament, known: Sequence[Announcement]) -> Record:
    """Return what says of the tournament whether it is to be FIDE rated: its announcement if that says so, else itself.

    ``known``: announcements of its organiser.
    """
    found = announcements.of(event, known)
    return found if found and found.fide_rated else event


def record_now(event: Tournament) -> Record:
    """Return `record_of` the tournament. At most one query."""
    days = [day for day in (event.start, event.end) if day]
    return record_of(event, list(Announcement.objects.between(min(days), max(days), [event])) if days else [])


@transaction.atomic
def record(changed: Record, by: User) -> None:
    """Store what the form says of FIDE, and who registered the tournament or sent its results."""
    before = type(changed)._default_manager.select_for_update(of=("self",)).get(pk=changed.pk)
    if changed.fide_registered_on != before.fide_registered_on:
        changed.fide_registered_by = by if changed.fide_registered_on else None
    if changed.fide_sent_on != before.fide_sent_on:
        changed.fide_sent_by = by if changed.fide_sent_on else None
    done = ["fide_registered_on", "fide_registered_by", "fide_event", "fide_sent_on", "fide_sent_by"]
    changed.save(update_fields=["fide_rated", *done])


def unfinished() -> Iterator[QuerySet]:
    """Yield the announcements, then the tournaments, that the office has to register or, once over, to report."""
    over = Q(fide_sent_on=None, end__lte=timezone.localdate())
    to_do = Q(fide_registered_on=None) | over, Q(fide_rated=True)
    yield Announcement.objects.standing().filter(*to_do)
    yield Tournament.objects.exclude(stage=Stage.REJECTED).filter(*to_do)


def missed(event: Tournament, known: Sequence[Announcement]) -> Iterator[Missed]:
    """Yield the deadlines of FIDE that the tournament missed, by its own days."""
    held = record_of(event, known)
    if not held.fide_rated or event.unrated_history:
        return
    limits = progress(event)
    if limits.registration and _is_late(day := held.fide_registered_on, limits.registration):
        code = "fide_registered_late" if day else "fide_not_registered"
        yield Missed(code, limits.registration, {"registered": day} if day else {})
    if limits.results and _is_late(day := held.fide_sent_on, limits.results):
        yield Missed(
            "fide_results_late" if day else "fide_results_not_sent", limits.results, {"sent": day} if day else {}
        )


def _deadline(what: str, day: dt.date | None) -> Deadline | None:
    clock = profile().on(day).clocks.get(what) if day else None
    return Deadline(clock, due.last_day(clock, day)) if clock and day else None


def _is_late(done: dt.date | None, limit: Deadline | None) -> bool:
    return limit is not None and (done or timezone.localdate()) > limit.due
