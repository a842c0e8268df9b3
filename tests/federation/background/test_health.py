"""The answers of /health/ to monitors."""

from __future__ import annotations

import datetime as dt
from collections import namedtuple

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from federation.accounts.alerts import Alerts
from federation.background import condition, sweeper
from federation.models import Job, Sign
from tests.services import Broker, Worker, wait_until

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def signs() -> None:
    """Leave the signs of a site that works."""
    left("worker")
    left("sweeper")


def test_a_monitor_beside_the_web_server_reads_ok_by_plain_http_and_by_any_name(settings, client: Client) -> None:
    settings.SECURE_SSL_REDIRECT = True
    said = client.get("/health/", headers={"host": "10.0.0.7:8000"})
    assert (said.status_code, said.text.splitlines()[0], said["Content-Type"]) == (200, "ok", "text/plain")
    assert "no-store" in said["Cache-Control"]
    assert not said.cookies
    assert client.post("/health/").status_code == 405


def test_it_asks_the_database_six_times(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(6):
        client.get("/health/")


def test_a_broker_that_is_down_is_named_until_it_is_back(client: Client, broker: Broker) -> None:
    broker.kill()
    said = client.get("/health/")
    assert (said.status_code, said.text.splitlines()[0]) == (503, "broker")
    broker.start()
    assert client.get("/health/").text.splitlines()[0] == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_down_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", "/nowhere/at/all")
        said = client.get("/health/")
    assert (said.status_code, said.text) == (503, "database")


def left(part: str, **ago: float) -> None:
    """Leave a sign that is that old."""
    Sign.objects.update_or_create(part=part, defaults={"seen_at": timezone.now() - dt.timedelta(**ago)})


def health(client: Client) -> list[str]:
    return client.get("/health/").text.splitlines()


@pytest.mark.parametrize("part", ["worker", "sweeper"])
def test_a_part_that_left_no_sign_for_five_minutes_is_named(client: Client, part: str) -> None:
    left(part, minutes=4)
    assert health(client)[0] == "ok"
    left(part, minutes=6)
    said = client.get("/health/")
    assert (said.status_code, said.text.splitlines()[0]) == (503, part)
    assert any(line.startswith(f"{part} ill: seen 20") for line in said.text.splitlines())


@pytest.mark.parametrize("part", ["worker", "sweeper"])
def test_a_part_that_never_left_a_sign_is_named_five_minutes_after_the_installation(client: Client, part: str) -> None:
    Sign.objects.filter(part=part).delete()
    MigrationRecorder.Migration.objects.update(applied=timezone.now() - dt.timedelta(minutes=4))
    assert health(client)[0] == "ok"
    MigrationRecorder.Migration.objects.update(applied=timezone.now() - dt.timedelta(minutes=6))
    assert health(client)[0] == part
    assert f"{part} ill: never seen" in health(client)


def test_a_worker_that_is_busy_for_long_is_well(client: Client) -> None:
    left("worker", minutes=6)
    lease = timezone.now() + dt.timedelta(seconds=10)
    Job.objects.create(kind="rate", key="long", state=Job.State.RUNNING, lease_until=lease)
    assert health(client)[0] == "ok"


def test_a_disk_without_room_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(condition.shutil, "disk_usage", lambda _folder: usage(3 * 2**20))
    assert health(client)[0] == "disk"
    assert "disk ill: 3 MB free" in health(client)


def test_a_job_that_waits_for_a_quarter_of_an_hour_is_named_unless_it_is_to_wait(client: Client) -> None:
    then = timezone.now() - dt.timedelta(minutes=16)
    job = Job.objects.create(kind="rate", key="old", sent_at=timezone.now() + dt.timedelta(hours=1))
    Job.objects.update(created_at=then)
    assert health(client)[0] == "ok"
    Job.objects.filter(pk=job.pk).update(sent_at=then)
    assert health(client)[0] == "jobs"
    assert any(line.startswith("jobs ill: 1 waiting, the oldest for 96") for line in health(client))


def test_a_backup_that_failed_or_is_two_days_old_is_named(client: Client) -> None:
    assert "backup ok: none made yet" in health(client)
    left("backup", days=1)
    assert health(client)[0] == "ok"
    left("backup", days=3)
    assert health(client)[0] == "backup"
    left("backup", days=0)
    left("backup_failed", days=0)
    assert health(client)[0] == "backup"


def test_metrics_need_the_token(settings, client: Client) -> None:
    left("worker", minutes=1)
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a secret of the monitor"
    assert client.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    said = client.get("/metrics", headers={"authorization": "Bearer a secret of the monitor"})
    assert said["Content-Type"].startswith("text/plain; version=")
    for line in ('classement_well{part="worker"} 1.0', 'classement_jobs{state="failed"} 0.0'):
        assert line in said.text.splitlines()
    assert "classement_worker_silent_seconds 6" in said.text


@pytest.mark.usefixtures("with_mail")
def test_administrators_get_one_mail_about_a_failing_part_and_one_when_it_works_again() -> None:
    User.objects.create_superuser("admin", "admin@example.org", "correct horse battery")
    alerts = Alerts()
    left("worker", minutes=6)
    for mails in (0, 1, 1):
        alerts.look()
        assert len(mail.outbox) == mails
    left("worker", minutes=0)
    alerts.look()
    alerts.look()
    assert [sent.subject for sent in mail.outbox] == [
        "Le site demande votre attention\N{NO-BREAK SPACE}: worker",
        "Tous les éléments du site fonctionnent à nouveau",
    ]
    assert "worker ill: seen 20" in mail.outbox[0].body


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_worker_leaves_a_sign_when_the_sweeper_asks_for_one(worker: Worker) -> None:
    sweeper.leave_signs()
    wait_until(lambda: Sign.objects.filter(part="worker").exists(), "the worker has left its sign")
    assert Sign.objects.filter(part="sweeper").exists()


def test_whether_this_web_server_answers_is_asked_apart(client: Client) -> None:
    left("worker", minutes=6)
    said = client.get("/health/?web")
    assert (said.status_code, said.text) == (200, "ok")
