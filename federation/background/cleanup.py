"""Deletes what is no longer needed, once a day (`manage.py sweep_jobs`)."""

import datetime as dt
from importlib import import_module

from axes.models import AccessLog
from django.conf import settings
from django.contrib.sessions.backends import db
from django.utils import timezone

from federation.files import pending_uploads

LOGINS_KEPT = dt.timedelta(days=90)  # who logged in from where: asked for after a break-in, and never shown


def clean() -> None:
    """Delete expired sessions, files of imports that nobody confirmed, and old records of logins."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    db.SessionStore.clear_expired()  # of version 0.3.0
    AccessLog.objects.filter(attempt_time__lt=timezone.now() - LOGINS_KEPT).delete()
    pending_uploads.purge()
