"""The daily deletion of what is no longer needed."""

from __future__ import annotations

import datetime as dt
import os

import pytest
from axes.models import AccessLog
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.utils import timezone

from federation.accounts.session_store import SessionStore
from federation.files import pending_uploads
from federation.management.commands import sweep_jobs
from federation.models import AccountSession


def session(ends_in: dt.timedelta) -> str:
    begun = SessionStore()
    begun.set_expiry(ends_in)
    begun.save()
    return begun.session_key


@pytest.mark.django_db
def test_ended_sessions_old_logins_and_unconfirmed_imports_are_deleted(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    for days in (-1, 1):
        session(dt.timedelta(days=days))
        name = default_storage.save(f"{pending_uploads.FOLDER}/{days}", ContentFile(b"10001;1990-01-01"))
        stored = timezone.now() - dt.timedelta(days=1, hours=days)
        os.utime(default_storage.path(name), (stored.timestamp(),) * 2)
        login = AccessLog.objects.create(username=f"{days}")
        AccessLog.objects.filter(pk=login.pk).update(attempt_time=timezone.now() - dt.timedelta(days=90, hours=days))
    call_command("sweep_jobs")
    assert [left.expire_date > timezone.now() for left in AccountSession.objects.all()] == [True]
    assert [left.username for left in AccessLog.objects.all()] == ["-1"]
    assert default_storage.listdir(pending_uploads.FOLDER)[1] == ["-1"]


@pytest.mark.long
@pytest.mark.django_db
def test_the_sweeper_cleans_at_its_start_and_a_day_later(monkeypatch) -> None:
    class Stopped(Exception):
        pass

    now, begun = [1000.0], []

    def sleep(seconds: float) -> None:
        begun.append(session(dt.timedelta(days=-1)))
        now[0] += seconds
        if len(begun) == 3:
            raise Stopped

    monkeypatch.setattr(sweep_jobs.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sweep_jobs.time, "sleep", sleep)
    before = session(dt.timedelta(days=-1))
    with pytest.raises(Stopped):
        call_command("sweep_jobs", "--every=50000")
    left = set(AccountSession.objects.values_list("pk", flat=True))
    assert before not in left
    assert left == set(begun[2:])
