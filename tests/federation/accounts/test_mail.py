"""Mail preferences: which users get mails, in which language, and the page on which they choose."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from federation.accounts import mail
from federation.background import jobs, worker
from federation.models import Job, MailPreferences
from tests import cast, pages, postman

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]


@pytest.fixture
def secretary(client: Client) -> User:
    """Return the browser of a club secretary with an e-mail address, logged in."""
    user = cast.secretary()
    user.email = "secretary@example.org"
    user.save()
    client.force_login(user)
    return user


def preferences() -> list[tuple[bool, str]]:
    return list(MailPreferences.objects.values_list("of_files", "language"))


@pytest.mark.long
def test_users_without_preferences_get_mails_in_the_site_language_while_active(
    secretary: User,
) -> None:
    assert list(mail.wanted_by([secretary.pk])) == [secretary]
    assert (mail.language_of(secretary), preferences()) == ("fr", [])
    User.objects.update(is_active=False)
    assert not mail.wanted_by([secretary.pk]).exists()


@pytest.mark.long
def test_the_page_has_a_tick_that_can_be_cleared(client: Client, secretary: User) -> None:
    page = client.get("/en/account/").text
    assert '<input type="checkbox" name="of_files" id="id_of_files" checked>' in page
    assert "Mails go to secretary@example.org." in page
    answer = client.post("/nl/account/", {}, follow=True)
    assert "Opgeslagen." in pages.text(answer)
    assert preferences() == [(False, "nl")]
    assert not mail.wanted_by([secretary.pk]).exists()
    assert '<input type="checkbox" name="of_files" id="id_of_files">' in client.get("/en/account/").text
    client.post("/en/account/", {"of_files": "on"})
    assert preferences() == [(True, "en")]


def test_the_page_says_if_the_account_has_no_address(client: Client, secretary: User) -> None:
    User.objects.update(email="")
    assert "The federation has no e-mail address for your account." in client.get("/en/account/").text


def test_the_page_requires_a_login(client: Client) -> None:
    answer = client.get("/en/account/")
    assert (answer.status_code, answer["Location"]) == (302, "/en/login/?next=/en/account/")


@pytest.mark.long
def test_every_page_leads_to_it_and_it_asks_for_mails_where_they_are_sent(
    client: Client, secretary: User, settings: LazySettings
) -> None:
    assert '<a href="/en/account/">Your account</a>' in client.get("/en/my-club/").text
    assert "Language and mails" in client.get("/en/account/").text
    settings.EMAIL_HOST = ""
    assert "Language and mails" not in client.get("/en/account/").text


@pytest.mark.long
def test_the_language_is_that_of_the_last_login(client: Client, secretary: User) -> None:
    MailPreferences.objects.create(user=secretary, of_files=False)
    for language in ("de", "nl"):
        client.logout()
        client.post(f"/{language}/login/", {"username": "secretary101", "password": "correct horse battery"})
        assert preferences() == [(False, language)]


def test_without_a_mail_server_no_language_is_kept(
    secretary: User, settings: LazySettings, django_assert_num_queries
) -> None:
    settings.EMAIL_HOST = ""
    with django_assert_num_queries(0):
        mail.remember_language(secretary, "nl")


@pytest.mark.parametrize("reads_it_already", [True, False])
def test_a_language_is_stored_only_if_it_changed(
    secretary: User, reads_it_already: bool, django_assert_max_num_queries
) -> None:
    MailPreferences.objects.create(user=secretary, language="nl" if reads_it_already else "de")
    with django_assert_max_num_queries(1 if reads_it_already else 5):
        mail.remember_language(secretary, "nl")
    assert preferences() == [(True, "nl")]


@pytest.mark.parametrize("attempt", [1, 3])
def test_the_log_has_the_answer_of_the_mail_server_without_addresses(
    secretary: User, settings: LazySettings, caplog: pytest.LogCaptureFixture, attempt: int
) -> None:
    arguments = {"user": secretary.pk, "language": "en"}
    job = jobs.submit("password_mail", "password_mail", arguments)
    Job.objects.update(attempts=attempt - 1)
    with postman.serving(settings, knows_nobody=True) as taken:
        worker.run(job.pk)
    assert (taken, Job.objects.get().attempts) == ([], attempt)
    assert "SMTPRecipientsRefused" in caplog.text
    assert "550, b'5.1.1 <...@...>: there is nobody of that name'" in caplog.text
    assert "secretary" not in caplog.text


@pytest.mark.parametrize(("attempt", "minutes"), [(1, 1), (2, 15)])
def test_a_refused_mail_is_retried_after_longer_and_longer_pauses(
    secretary: User, settings: LazySettings, attempt: int, minutes: int
) -> None:
    arguments = {"user": secretary.pk, "language": "en"}
    job = jobs.submit("password_mail", "password_mail", arguments)
    Job.objects.update(attempts=attempt - 1)
    with postman.serving(settings, knows_nobody=True):
        waits = worker.run(job.pk)
    assert waits.state == Job.State.QUEUED
    assert round((waits.sent_at - timezone.now()).total_seconds() / 60) == minutes
