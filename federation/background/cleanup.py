"""Deletes what is no longer needed, once a day (`manage.py sweep_jobs`)."""

import datetime as dt
from importlib import import_module

from axes.models import AccessLog
from django.conf import settings
from django.contrib.sessions.backends import db
from django.utils import timezone

from federation import hooks
from federation.files import pending_uploads
from federation.profiles.reading import profile


def clean() -> None:
    """Delete expired sessions, files of imports that nobody confirmed, and old records of logins."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    db.SessionStore.clear_expired()  # of version 0.3.0
    # Who logged in from where: asked for after a break-in, and never shown.
    logins = dt.timedelta(days=profile().on(timezone.localdate()).retention.addresses)
    AccessLog.objects.filter(attempt_time__lt=timezone.now() - logins).delete()
    pending_uploads.purge()
    for remove in hooks.functions("CLEANING"):
        remove()
