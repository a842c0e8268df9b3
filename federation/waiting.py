"""What waits for the staff: a few lines on the first page of the admin, each with a link to where it is done.

Every app tells its own (`settings.WAITING`), and to each person what he may do something about.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, PermissionsMixin
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import ngettext

from federation import jobs
from federation.models import Job

User = PermissionsMixin | AbstractBaseUser | AnonymousUser

STANDSTILL = dt.timedelta(minutes=5)  # a job that nobody began after this says that no worker runs


class Waiting(NamedTuple):
    """One line: what waits, in the reader's language, and the address where it is done."""

    text: str
    address: str


def waiting_for(user: User) -> list[Waiting]:
    """All that waits for this person. A constant number of queries for each app."""
    return [line for name in settings.WAITING for line in import_string(name)(user)]


def background_work(user: User) -> Iterator[Waiting]:
    """Jobs that no worker takes, and jobs that failed and wait for somebody (`jobs.undone`). Two queries."""
    if not user.has_perm("federation.change_job"):
        return
    address = reverse("admin:federation_job_changelist")
    now = timezone.now()
    old = Job.objects.filter(state=Job.State.QUEUED, created_at__lt=now - STANDSTILL).order_by()
    late = old.exclude(sent_at__gt=now).count()  # a mail that is to be tried again later waits for no worker
    if late:
        sentence = ngettext(
            "%(count)d job has waited for a worker for more than five minutes: is one running?",
            "%(count)d jobs have waited for a worker for more than five minutes: is one running?",
            late,
        )
        yield Waiting(sentence % {"count": late}, f"{address}?state__exact=queued")
    count = jobs.undone().order_by().count()
    if count:
        sentence = ngettext("%(count)d job failed.", "%(count)d jobs failed.", count)
        yield Waiting(sentence % {"count": count}, f"{address}?undone=1")
