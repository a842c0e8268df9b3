"""Update the public log once a night: all entries are compared with what was signed. On a new site it makes the key."""

from federation.background.nightly import last_night
from federation.models import Job
from ratings.lists.job_queue import LOG_KIND, queue_public_log


def queue() -> Job | None:
    """Queue the update if none was queued since the last night began; None if one was."""
    done = Job.objects.filter(kind=LOG_KIND, created_at__gte=last_night()).exists()
    return None if done else queue_public_log()
