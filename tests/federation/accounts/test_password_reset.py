"""Forgotten passwords: the mail, its link, its limits, and who gets none."""

from __future__ import annotations

import datetime as dt
import email
import email.policy
import re
from collections.abc import Iterator

import pytest
from axes.models import AccessFailureLog
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from federation.accounts.mail import account_name
from federation.background import jobs, sweeper, worker
from federation.models import Job
from tests import cast, pages, postman

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

ADDRESS = "secretary@example.org"
ANSWER = "a link to a new password is on its way"
NEW = "a brand new passphrase"


@pytest.fixture
def secretary() -> User:
    """Return a club secretary with an e-mail address."""
    user = cast.secretary()
    User.objects.filter(pk=user.pk).update(email=ADDRESS)
    return User.objects.get(pk=user.pk)


@pytest.fixture
def mails(settings: LazySettings) -> Iterator[list[bytes]]:
    """Return the mails that the local mail server received."""
    with postman.serving(settings) as given:
        yield given


def ask(client: Client, address: str = ADDRESS, language: str = "/en", **extra: str) -> HttpResponse:
    return client.post(f"{language}/login/password/", {"email": address}, follow=True, **extra)


def work() -> None:
    for job in Job.objects.filter(state=Job.State.QUEUED):
        worker.run(job.pk)


def mailed_link(text: str) -> str:
    (link,) = re.findall(r"^https://ratings\.example\.org(/\S+)$", text, re.MULTILINE)
    return link


def linked_page(client: Client) -> HttpResponse:
    """Return the page that the link in the only mail opens."""
    work()
    (sent,) = mail.outbox
    return client.get(mailed_link(sent.body), follow=True)


def choose(client: Client, page: HttpResponse) -> HttpResponse:
    return client.post(page.request["PATH_INFO"], {"new_password1": NEW, "new_password2": NEW}, follow=True)


@pytest.mark.long
def test_the_mail_names_account_and_site_in_the_language_of_the_page(client: Client, secretary: User) -> None:
    for language, subject, path in (
        ("", "Votre mot de passe pour Classement", "/login/"),
        ("/nl", "Uw wachtwoord bij Classement", "/nl/login/"),
        ("/de", "Ihr Passwort bei Classement", "/de/login/"),
        ("/en", "Your password at Classement", "/en/login/"),
    ):
        mail.outbox.clear()
        ask(client, language=language)
        work()
        (sent,) = mail.outbox
        assert (sent.subject, sent.from_email, sent.to) == (subject, "Office <office@example.org>", [ADDRESS])
        assert "secretary101" in sent.body
        assert mailed_link(sent.body).startswith(path + "password/")


def test_the_name_of_the_federation_is_one_line_of_plain_text(
    client: Client, secretary: User, settings: LazySettings
) -> None:
    settings.FEDERATION_NAME = "Chess\n& Go"
    ask(client)
    work()
    (sent,) = mail.outbox
    assert sent.subject == "Your password at Chess & Go"
    assert "&amp;" not in sent.body
    assert sent.message()["Auto-Submitted"] == "auto-generated"


def test_the_link_leads_to_this_site_whatever_host_the_request_names(
    client: Client, secretary: User, settings: LazySettings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client.post("/en/login/password/", {"email": ADDRESS}, headers={"host": "evil.example"})
    work()
    assert "\nhttps://ratings.example.org/en/login/password/" in mail.outbox[0].body
    assert "evil" not in mail.outbox[0].body


def test_the_link_leads_to_a_new_password_and_works_once(client: Client, secretary: User) -> None:
    ask(client)
    page = linked_page(client)
    assert page.request["PATH_INFO"].endswith("/set-password/")  # what opens the account is in no address of a page
    assert page["Referrer-Policy"] == "same-origin"
    assert "no-store" in page["Cache-Control"]
    assert "For the account secretary101." in pages.text(page)
    done = choose(client, page)
    assert "Your password was changed. Log in with the new one." in pages.text(done)
    assert "You had been logged out" not in pages.text(done)
    assert client.login(request=done.wsgi_request, username="secretary101", password=NEW)
    again = Client().get(mailed_link(mail.outbox[0].body), follow=True)
    assert "This link is no longer valid" in pages.text(again)


def test_a_password_that_is_too_easy_is_refused_with_the_reason(client: Client, secretary: User) -> None:
    ask(client)
    page = linked_page(client)
    again = client.post(page.request["PATH_INFO"], {"new_password1": "12345678901", "new_password2": "12345678901"})
    assert "This password is entirely numeric." in pages.text(again)
    assert User.objects.get(pk=secretary.pk).password == secretary.password


def test_a_link_is_valid_for_one_day(client: Client, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(client)
    work()
    link = mailed_link(mail.outbox[0].body)
    sent_at = dt.datetime.now()  # as Django's tokens count: the clock on the wall
    for hours, good in ((23, True), (25, False)):
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self, h=hours: sent_at + dt.timedelta(hours=h))
        page = Client().get(link, follow=True)
        assert ("Choose a new password" in pages.text(page), "no longer valid" in pages.text(page)) == (
            good,
            not good,
        )


def test_a_new_password_lifts_the_lock_of_the_login(client: Client, secretary: User) -> None:
    for _ in range(5):
        locked = client.post("/en/login/", {"username": "secretary101", "password": "wrong"})
    assert 'href="/en/login/password/"' in locked.text
    ask(client)
    choose(client, linked_page(client))
    answer = client.post("/en/login/", {"username": "secretary101", "password": NEW})
    assert (answer.status_code, answer["Location"]) == (302, "/en/my-club/")


def test_the_answer_is_the_same_for_an_unknown_address(client: Client, secretary: User) -> None:
    known, unknown = ask(client), ask(client, "nobody@example.org")
    assert known.redirect_chain == unknown.redirect_chain == [("/en/login/password/sent/", 302)]
    assert ANSWER in pages.text(known)
    assert known.text == unknown.text
    work()
    assert [sent.to for sent in mail.outbox] == [[ADDRESS]]


def test_accounts_that_are_closed_or_have_no_password_get_no_mail(client: Client) -> None:
    User.objects.create_user("closed", ADDRESS, "correct horse battery", is_active=False)
    User.objects.create_user("external", ADDRESS)
    assert ANSWER in pages.text(ask(client))
    assert not Job.objects.exists()


def test_an_account_that_is_closed_meanwhile_gets_no_mail(client: Client, secretary: User) -> None:
    ask(client)
    User.objects.update(is_active=False)
    work()
    assert Job.objects.get().state == Job.State.DONE
    assert mail.outbox == []


def test_the_job_stores_no_token(client: Client, secretary: User) -> None:
    ask(client)
    work()
    job = Job.objects.get()
    assert job.arguments == {"user": secretary.pk, "language": "en"}
    assert job.result is None


@pytest.mark.parametrize("same", ["address", "client"])
def test_a_sixth_mail_within_the_hour_is_refused(client: Client, secretary: User, same: str) -> None:
    for number in range(6):
        if same == "address":
            answer = ask(client, ADDRESS.upper() if number % 2 else ADDRESS, REMOTE_ADDR=f"192.0.2.{number}")
        else:
            answer = ask(client, f"nobody{number}@example.org")
        assert answer.status_code == (200 if number < 5 else 429)
    assert "Too many requests for a new password. Try again in an hour." in pages.text(answer)
    assert ask(client, "else@example.org", REMOTE_ADDR="192.0.2.99").status_code == 200


def test_requests_older_than_an_hour_do_not_count(client: Client) -> None:
    for _ in range(5):
        ask(client)
    assert ask(client).status_code == 429
    AccessFailureLog.objects.update(attempt_time=timezone.now() - dt.timedelta(minutes=61))
    assert ask(client).status_code == 200
    assert AccessFailureLog.objects.count() == 1


def test_the_login_leads_to_it_where_mail_is_set_up(client: Client, settings: LazySettings) -> None:
    page = "/en/login/"
    assert '<a href="/en/login/password/">Forgotten your password?</a>' in client.get(page).text
    settings.EMAIL_HOST = ""
    assert "/en/login/password/" not in client.get(page).text
    assert client.get("/en/login/password/").status_code == 404


def test_a_mail_server_is_given_the_mail(client: Client, secretary: User, mails: list[bytes]) -> None:
    ask(client, language="")
    work()
    sent = email.message_from_bytes(mails[0], policy=email.policy.default)
    assert (sent["To"], sent["From"], sent.get_content_type()) == (ADDRESS, "Office <office@example.org>", "text/plain")
    assert mailed_link(sent.get_content().replace("\r", "")).startswith("/login/password/")


def test_a_mail_is_retried_if_the_server_is_unreachable(client: Client, secretary: User, mails: list[bytes]) -> None:
    ask(client)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.EMAIL_PORT", 1)
        work()
    job = Job.objects.get()
    assert (job.state, mails) == (Job.State.QUEUED, [])
    assert dt.timedelta(seconds=50) < job.sent_at - timezone.now() <= dt.timedelta(minutes=1)
    assert sweeper.sweep().woken == 0
    work()
    assert (Job.objects.get().state, len(mails)) == (Job.State.DONE, 1)


def test_a_mail_that_failed_three_times_is_named_among_the_failed_jobs(client: Client, secretary: User) -> None:
    ask(client)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
        patch.setattr("django.conf.settings.EMAIL_HOST", "127.0.0.1")
        patch.setattr("django.conf.settings.EMAIL_PORT", 1)
        for _attempt in range(3):
            work()
    job = Job.objects.get()
    assert (job.state, job.attempts) == (Job.State.FAILED, 3)
    assert job.failure == (
        "The password mail for the account “secretary101” could not be sent: the mail server refused it. Its "
        "answer is in the administrator's log."
    )
    assert list(jobs.unresolved_failures()) == [job]
    assert ADDRESS not in repr([job.error_facts, job.arguments, job.key])


def test_failed_jobs_show_no_user_name_that_is_an_address(secretary: User) -> None:
    assert account_name(secretary) == "secretary101"
    secretary.username = ADDRESS
    assert account_name(secretary) == f"#{secretary.pk}"
