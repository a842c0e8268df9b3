"""Deletes what is no longer needed, once a day (`manage.py sweep_jobs`)."""

import datetime as dt

from axes.models import AccessLog
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from federation.files import pending_uploads

LOGINS_KEPT = dt.timedelta(days=90)  # who logged in from where: asked for after a break-in, and never shown


def clean() -> None:
    """Delete expired sessions, files of imports that nobody confirmed, and old records of logins."""
    SessionStore.clear_expired()
    AccessLog.objects.filter(attempt_time__lt=timezone.now() - LOGINS_KEPT).delete()
    pending_uploads.purge()
