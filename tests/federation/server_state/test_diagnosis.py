"""What the site finds of itself, and the page of the admin about it."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from federation import dashboard
from federation.models import Job, Sign
from federation.server_state import diagnosis

pytestmark = pytest.mark.django_db


def found(what: str, mail_to: str = "") -> diagnosis.Finding:
    with override("en"):
        return next(finding for finding in diagnosis.examine(mail_to) if finding.what == what)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "PATIENCE", 0.1)


def test_the_database_is_named_with_its_members():
    assert found("Database").state == "ok"
    assert found("Database").text.endswith(": 0 members")


def test_production_needs_its_database_said(settings, monkeypatch: pytest.MonkeyPatch):
    settings.PRODUCTION = True
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert found("Database").text.startswith("No DATABASE_URL is set: this is ")


def test_a_missing_or_silent_worker_is_an_error():
    assert found("Background work").text == "No worker has been seen yet."
    Sign.leave("worker")
    assert found("Background work").state == "ok"
    Sign.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=6))
    assert found("Background work").state == "wrong"


def test_the_oldest_job_that_waits_is_named():
    assert found("Oldest job") == ("ok", "Oldest job", "No job is waiting.")
    job = Job.objects.create(kind="sleep", key="old")
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - dt.timedelta(hours=1))
    assert found("Oldest job").state == "warning"
    assert found("Oldest job").text.startswith(f"{job.label} has been waiting since ")


def test_a_backup_is_missed_after_two_days():
    assert found("Last backup") == ("wrong", "Last backup", "There has been none.")
    Sign.leave("backup")
    assert found("Last backup").state == "ok"
    Sign.objects.update(seen_at=timezone.now() - dt.timedelta(days=3))
    assert found("Last backup").state == "wrong"


def test_a_test_mail_is_sent_where_asked(settings):
    assert found("Mail").state == "warning"
    settings.EMAIL_HOST = "mail.example.org"
    assert found("Mail", "me@example.org").text == "A test mail was sent to me@example.org."
    assert [message.to for message in mail.outbox] == [["me@example.org"]]


def test_the_command_prints_lines_and_fails_where_something_is_wrong(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        call_command("doctor")
    assert "wrong    Last backup: There has been none." in capsys.readouterr().out
    call_command("doctor", "--json")
    assert ["wrong", "Last backup", "There has been none."] in json.loads(capsys.readouterr().out)


def test_administrators_see_the_state_of_the_server_and_nobody_else(client: Client):
    with override("en"):
        address = reverse("server_state")
    client.force_login(User.objects.create_user("officer", is_staff=True))
    assert client.get(address).status_code == 403
    boss = User.objects.create_superuser("boss")
    client.force_login(boss)
    page = client.get(address)
    assert page.status_code == 200
    assert "There has been none." in page.content.decode()
    assert reverse("server_state") in [line.address for line in dashboard.state_of_things(boss)]
