"""What waits for the staff: a few lines on the first page of the admin, each with a link to where it is done.

Every app tells its own (`settings.WAITING`), and to each person what he may do something about.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, PermissionsMixin
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import ngettext

from federation import jobs

User = PermissionsMixin | AbstractBaseUser | AnonymousUser


class Waiting(NamedTuple):
    """One line: what waits, in the reader's language, and the address where it is done."""

    text: str
    address: str


def waiting_for(user: User) -> list[Waiting]:
    """All that waits for this person. A constant number of queries for each app."""
    return [line for name in settings.WAITING for line in import_string(name)(user)]


def failed_jobs(user: User) -> Iterator[Waiting]:
    """Work in the background that failed and waits for somebody (`jobs.undone`). One query."""
    if not user.has_perm("federation.change_job"):
        return
    count = jobs.undone().order_by().count()
    if count:
        sentence = ngettext("%(count)d job failed.", "%(count)d jobs failed.", count)
        yield Waiting(sentence % {"count": count}, f"{reverse('admin:federation_job_changelist')}?undone=1")
