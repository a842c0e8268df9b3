"""A sender who left the page before it said why the file was not readable gets a mail."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.background import jobs, sweeper, worker
from federation.models import Job, MailPreferences
from tests import cast
from tests.tournaments import events
from tests.tournaments.intake.test_archives import packed
from tests.tournaments.my_club.buttons import press
from tournaments.intake import receive
from tournaments.models import Upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

ADDRESS = "secretary@example.org"
BAD = b"event,white,black,result\nCup,10001,10002,7-3\n"
WHY = "The result 7-3 is not known. Wrong lines: 1. (line 2)"


@pytest.fixture
def sender(client: Client) -> User:
    """Return the secretary of club 101, logged in."""
    user = cast.secretary()
    User.objects.filter(pk=user.pk).update(email=ADDRESS)
    client.force_login(user)
    return user


def send(client: Client, *files: SimpleUploadedFile) -> None:
    """Send files on the English page, and leave it."""
    client.post(reverse("send"), {"files": files, "club": cast.club().pk})


def bad(name: str = "bad.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, BAD.replace(b"Cup", name.encode()))


def read() -> None:
    for job in Job.objects.filter(kind="read_upload", state=Job.State.QUEUED):
        worker.run(job.pk)


def told() -> list[str]:
    """Return the subjects of the mails, once the pause is over."""
    for job in Job.objects.filter(kind="reading_mail", state=Job.State.QUEUED):
        worker.run(job.pk)
    return [sent.subject for sent in mail.outbox]


@pytest.mark.long
def test_a_sender_who_left_gets_the_reason_by_mail(client: Client, sender: User) -> None:
    send(client, bad())
    read()
    assert told() == ["Unreadable: bad.csv"]
    [sent] = mail.outbox
    receipt = Upload.objects.get().receipt
    assert sent.to == [ADDRESS]
    assert sent.body.splitlines()[:5] == [
        "News about what you, or your club, sent to Classement:",
        "",
        "bad.csv",
        WHY,
        f"https://ratings.example.org/en/my-club/uploads/{receipt}/",
    ]


@pytest.mark.long
def test_the_mail_waits_a_minute(client: Client, sender: User) -> None:
    send(client, bad())
    read()
    job = Job.objects.get(kind="reading_mail")
    assert dt.timedelta(seconds=50) < job.sent_at - timezone.now() <= dt.timedelta(minutes=1)
    assert sweeper.sweep().woken == 0
    Job.objects.filter(pk=job.pk).update(sent_at=timezone.now() - dt.timedelta(seconds=6))
    assert sweeper.sweep().woken == 1


@pytest.mark.long
@pytest.mark.parametrize("page", ["upload", "my_club_tournaments"])
def test_a_sender_who_sees_the_page_gets_no_mail(client: Client, sender: User, page: str) -> None:
    send(client, bad())
    read()
    client.get(reverse(page, args=[Upload.objects.get().receipt] if page == "upload" else []))
    assert told() == []


@pytest.mark.long
def test_a_view_by_another_user_does_not_stop_the_mail(client: Client, sender: User) -> None:
    send(client, bad())
    read()
    client.force_login(cast.rating_officer())
    client.get(reverse("upload", args=[Upload.objects.get().receipt]))
    assert told() == ["Unreadable: bad.csv"]


@pytest.mark.long
def test_the_files_of_an_archive_are_one_mail(client: Client, sender: User) -> None:
    files = {f"{number}.csv": BAD + str(number).encode() for number in range(3)}
    send(client, packed({**files, "good.csv": events.csv_file(events.report())}))
    read()
    assert told() == ["Unreadable: 3 files"]
    assert "good.csv" not in mail.outbox[0].body


@pytest.mark.long
def test_one_that_fails_after_the_mail_is_in_the_next_one(client: Client, sender: User) -> None:
    for name in ("a.csv", "b.csv"):
        send(client, bad(name))
        read()
        told()
    assert [sent.subject for sent in mail.outbox] == ["Unreadable: a.csv", "Unreadable: b.csv"]


@pytest.mark.long
def test_a_file_that_broke_the_worker_is_mailed(client: Client, sender: User) -> None:
    send(client, SimpleUploadedFile("good.csv", events.csv_file(events.report())))
    lost = timezone.now() - dt.timedelta(minutes=1)
    Job.objects.update(state=Job.State.RUNNING, attempts=3, lease_until=lost)
    assert sweeper.sweep().given_up == 1
    assert told() == ["Unreadable: good.csv"]
    assert jobs.WORKER_DIED in mail.outbox[0].body


@pytest.mark.long
def test_a_readable_file_gives_no_mail(client: Client, sender: User) -> None:
    send(client, SimpleUploadedFile("good.csv", events.csv_file(events.report())))
    read()
    assert not Job.objects.filter(kind="reading_mail").exists()


def test_a_reading_started_by_staff_gives_no_mail(client: Client, sender: User) -> None:
    send(client, bad())
    receive.read_later(Upload.objects.get(), cast.rating_officer())
    Job.objects.update(created_by=User.objects.get(username="officer"))
    read()
    assert not Job.objects.filter(kind="reading_mail").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "since", [{"state": Upload.State.READ}, {"superseded": True}], ids=["read after all", "sent for another club"]
)
def test_a_file_read_in_the_pause_gives_no_mail(client: Client, sender: User, since) -> None:
    send(client, bad())
    read()
    Upload.objects.update(**since)
    assert told() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda settings: setattr(settings, "EMAIL_HOST", ""),
        lambda _settings: User.objects.update(email=""),
        lambda _settings: User.objects.update(is_active=False),
        lambda _settings: MailPreferences.objects.update(of_files=False),
    ],
    ids=["no mail server", "no address", "closed account", "does not want"],
)
def test_only_the_concerned_users_get_a_mail(client: Client, sender: User, settings: LazySettings, change) -> None:
    send(client, bad())
    change(settings)
    read()
    assert not Job.objects.filter(kind="reading_mail").exists()
    assert not Upload.objects.get().sender_not_notified


@pytest.mark.long
def test_a_mail_that_failed_three_times_is_named_among_the_failed_jobs(
    client: Client, sender: User, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    send(client, bad())
    read()
    for _attempt in range(3):
        told()
    [job] = jobs.unresolved_failures()
    assert job.failure == (
        "The mail to the account “secretary101” about files that could not be read (bad.csv) could not be "
        "sent: the mail server refused it. Its answer is in the administrator's log."
    )
    press(client, "read_upload", Upload.objects.get().receipt)


@pytest.mark.long
def test_the_language_is_that_of_the_page_on_which_it_was_sent(client: Client, sender: User) -> None:
    form = {"files": [bad()], "club": cast.club().pk}
    client.post("/nl/my-club/upload/", form)
    read()
    assert told() == ["Niet leesbaar: bad.csv"]
    assert "/nl/my-club/uploads/" in mail.outbox[0].body
