"""Queues the work of each night (`settings.NIGHTLY`), from the sweeper."""

import datetime as dt

from django.utils import timezone

from federation import hooks

HOUR = 2  # of the local clock


def last_night(now: dt.datetime | None = None) -> dt.datetime:
    """Return when the last night's work was due."""
    now = timezone.localtime(now)
    tonight = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return tonight if now >= tonight else tonight - dt.timedelta(days=1)


def queue() -> None:
    """Queue what is not done yet of the last night's work."""
    for submit in hooks.functions("NIGHTLY"):
        submit()
