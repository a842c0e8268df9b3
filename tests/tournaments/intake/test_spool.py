"""Files that are sent while the database is away: kept, and taken in once."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from federation.models import Job, Office
from tests import cast, pages
from tests.at_once import at_once
from tests.forms import forms, logged_in
from tests.outage import database_away
from tests.tournaments.my_club.test_sending import file
from tournaments.intake import spool
from tournaments.models import Upload

pytestmark = pytest.mark.django_db(transaction=True)
SEND = "/en/my-club/upload/"


@pytest.fixture(autouse=True)
def spool_root(settings: LazySettings, tmp_path: Path) -> Path:
    """Keep the spool in a folder of this test."""
    settings.SPOOL_ROOT = tmp_path / "spool"
    return settings.SPOOL_ROOT


@pytest.fixture
def browser() -> Client:
    """One in which the secretary of club 101 is logged in."""
    browser = Client(raise_request_exception=False)
    browser.force_login(cast.secretary(101))
    return browser


def form_of(browser: Client, **changes: object) -> dict[str, object]:
    """Return what the page for sending files sends with a file, opened while the database is there."""
    [form] = [each for each in forms(browser.get(SEND)) if "files" in each.fields]
    return form.filled({"files": [file()]}) | changes


def send_while_away(browser: Client, form: dict[str, object]) -> HttpResponse:
    with database_away():
        return browser.post(SEND, form)


@pytest.mark.long
def test_a_file_sent_while_the_database_is_away_is_taken_in_once_it_is_back(browser: Client, spool_root: Path) -> None:
    said = send_while_away(browser, form_of(browser, first_round="1", last_round="2"))
    assert said.status_code == 202
    assert "Your files are kept" in pages.text(said)
    assert "games.csv" in pages.text(said)
    assert {stat.S_IMODE(path.stat().st_mode) for path in spool_root.iterdir()} == {0o600}
    assert stat.S_IMODE(spool_root.stat().st_mode) == 0o700
    call_command("sweep_jobs")
    upload = Upload.objects.get()
    assert (upload.name, upload.club, upload.uploaded_by.username) == ("games.csv", cast.club(), "secretary101")
    assert (upload.first_round, upload.last_round, upload.job.kind) == (1, 2, "read_upload")
    assert list(spool_root.iterdir()) == []
    assert upload.name in pages.text(browser.get(reverse("my_club_tournaments")))


@pytest.mark.long
def test_a_file_is_taken_in_once_though_it_was_sent_twice_and_the_sweeper_was_killed(
    browser: Client, spool_root: Path, tmp_path: Path
) -> None:
    form = form_of(browser)
    for _time in range(2):
        form["files"] = [file()]
        assert send_while_away(browser, form).status_code == 202
    shutil.copytree(spool_root, tmp_path / "before")
    assert spool.take_in() == 2
    shutil.copytree(tmp_path / "before", spool_root, dirs_exist_ok=True)  # as if it had died before it removed them
    spool.take_in()
    assert (Upload.objects.count(), Job.objects.count()) == (1, 1)


@pytest.mark.long
def test_two_sweepers_take_in_a_file_once(browser: Client, spool_root: Path) -> None:
    send_while_away(browser, form_of(browser))
    assert sorted(at_once(User.objects.none(), spool.take_in, spool.take_in)) == [0, 1]
    assert (Upload.objects.count(), Job.objects.count()) == (1, 1)


def of_another_session(form: dict[str, object], browser: Client) -> None:
    form["sender"] = form_of(logged_in(User.objects.get()))["sender"]


def forged(form: dict[str, object], browser: Client) -> None:
    form["sender"] = f"x{form['sender']}"


def too_many(form: dict[str, object], browser: Client) -> None:
    settings.SPOOL_ROOT.mkdir()
    for number in range(2 * spool.MOST_FILES):
        (settings.SPOOL_ROOT / f"{number}.bytes").touch()


@pytest.mark.long
@pytest.mark.parametrize("wrong", [of_another_session, forged, too_many])
def test_a_file_that_cannot_be_kept_is_refused_openly(
    browser: Client, spool_root: Path, wrong: Callable[[dict[str, object], Client], None]
) -> None:
    form = form_of(browser)
    wrong(form, browser)
    said = send_while_away(browser, form)
    assert (said.status_code, said["Retry-After"]) == (503, "30")
    assert "What you just sent was not saved" in pages.text(said)
    assert list(spool_root.glob("*.json")) == []


def test_a_file_that_no_site_takes_is_refused_at_once(browser: Client, spool_root: Path) -> None:
    form = form_of(browser)
    form["files"] = [file(), SimpleUploadedFile("empty.csv", b"")]
    said = send_while_away(browser, form)
    assert (said.status_code, list(spool_root.glob("*"))) == (400, [])
    assert "The file is empty." in pages.text(said)


def no_longer_of_the_club(secretary: User) -> None:
    Office.objects.all().delete()


def with_another_password(secretary: User) -> None:
    secretary.set_password("another one for the same account")
    secretary.save()


def deleted(secretary: User) -> None:
    secretary.delete()


@pytest.mark.long
@pytest.mark.parametrize("changed", [no_longer_of_the_club, with_another_password, deleted])
def test_a_file_of_a_user_who_may_no_longer_send_it_is_dropped(
    browser: Client, spool_root: Path, changed: Callable[[User], None]
) -> None:
    send_while_away(browser, form_of(browser))
    changed(User.objects.get())
    assert spool.take_in() == 0
    assert (Upload.objects.count(), list(spool_root.iterdir())) == (0, [])
