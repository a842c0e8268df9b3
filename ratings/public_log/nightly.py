"""Update the public log once a night, which compares all entries with what was signed."""

from federation.background.nightly import last_night
from federation.models import Job
from ratings.lists.job_queue import LOG_KIND, queue_public_log
from ratings.models import LogEntry


def queue() -> Job | None:
    """Queue the update if none was queued since the last night began; None if one was, or if the log is empty."""
    if not LogEntry.objects.exists() or Job.objects.filter(kind=LOG_KIND, created_at__gte=last_night()).exists():
        return None
    return queue_public_log()
