"""The condition of each part of the site: worker, sweeper, disk, oldest job, last backup, certificate."""

import datetime as dt
import shutil
from typing import NamedTuple

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, Q
from django.db.models.functions import Now
from django.utils import timezone

from federation.models import Job, Sign

SILENT = dt.timedelta(minutes=5)  # a worker or sweeper that left no sign for so long is dead
WAITING = dt.timedelta(minutes=15)  # for a job that nobody has begun
BACKUP_LATE = dt.timedelta(days=2)
LEAST_FREE = 500 * 1024 * 1024  # bytes
LEFT = dt.timedelta(days=14)  # of a certificate: certbot renews 30 days before the end


class Part(NamedTuple):
    """A part of the site."""

    name: str
    is_well: bool
    words: str  # for monitors, in English
    value: float | None = None  # for metrics: seconds, or bytes


def parts() -> list[Part]:
    """Return the parts. A backup that was never made is no failure. Two queries, one more for each
    of worker and sweeper that never left a sign.
    """
    now = timezone.now()
    signs = {sign.part: sign for sign in Sign.objects.all()}
    jobs = Job.objects.aggregate(
        waiting=Count("pk", filter=(due := Q(state=Job.State.QUEUED, sent_at__lte=now))),
        oldest=Min("created_at", filter=due),
        begun=Count("pk", filter=Q(state=Job.State.RUNNING, lease_until__gt=Now())),
    )
    return [
        _seen("worker", signs, now, is_busy=bool(jobs["begun"])),
        _seen("sweeper", signs, now),
        _disk(),
        _oldest_job(jobs, now),
        _backup(signs, now),
        *_certificate(signs, now),
    ]


def _seen(name: str, signs: dict[str, Sign], now: dt.datetime, *, is_busy: bool = False) -> Part:
    if name not in signs:
        installed = MigrationRecorder.Migration.objects.aggregate(at=Min("applied"))["at"]
        return Part(name, is_busy or installed is None or now - installed < SILENT, "never seen")
    age = now - signs[name].seen_at
    return Part(name, is_busy or age < SILENT, f"seen {_moment(signs[name].seen_at)}", age.total_seconds())


def _disk() -> Part:
    folder = next(each for each in (settings.MEDIA_ROOT, *settings.MEDIA_ROOT.parents) if each.exists())
    try:
        free = shutil.disk_usage(folder).free
    except OSError as problem:
        return Part("disk", False, str(problem.strerror))
    return Part("disk", free >= LEAST_FREE, f"{free // 2**20} MB free", free)


def _oldest_job(jobs: dict[str, dt.datetime | int | None], now: dt.datetime) -> Part:
    oldest = jobs["oldest"]
    age = (now - oldest).total_seconds() if isinstance(oldest, dt.datetime) else 0.0
    is_well = age < WAITING.total_seconds() or bool(jobs["begun"])  # a worker that is busy takes them in their turn
    return Part("jobs", is_well, f"{jobs['waiting']} waiting, the oldest for {age:.0f} s", age)


def _backup(signs: dict[str, Sign], now: dt.datetime) -> Part:
    last = signs.get("backup")
    age = (now - last.seen_at).total_seconds() if last else None
    if failed := signs.get("backup_failed"):
        return Part("backup", False, f"failed {_moment(failed.seen_at)}", age)
    if last is None:
        return Part("backup", True, "none made yet")
    return Part("backup", now - last.seen_at < BACKUP_LATE, f"made {_moment(last.seen_at)}", age)


def _certificate(signs: dict[str, Sign], now: dt.datetime) -> list[Part]:
    """Return the certificate, if this machine saw it (`certificate.look`)."""
    if "certificate" not in signs:
        return []
    ends = dt.datetime.fromisoformat(signs["certificate"].facts["ends"])
    return [Part("certificate", ends - now >= LEFT, f"good until {_moment(ends)}", (ends - now).total_seconds())]


def _moment(moment: dt.datetime) -> str:
    return f"{moment.astimezone(dt.UTC):%Y-%m-%dT%H:%MZ}"
