"""The login: redirects, wrong passwords and lockouts."""

import datetime as dt
import logging
import re
from pathlib import Path

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import cast, pages

FILTER = Path(__file__).parents[3] / "deploy" / "fail2ban" / "classement.conf"

pytestmark = pytest.mark.django_db


def attempt(client: Client, language: str, password: str) -> HttpResponse:
    return client.post(f"{language}/login/", {"username": "secretary101", "password": password})


@pytest.mark.parametrize(
    ("language", "refused", "locked"),
    [
        ("", "Nom d’utilisateur ou mot de passe incorrect", "Trop de tentatives"),
        ("/en", "Wrong user name or password", "Too many attempts"),
    ],
)
def test_five_wrong_passwords_lock_the_name_and_the_page_says_so(
    client: Client, language: str, refused: str, locked: str
) -> None:
    cast.secretary()
    for _ in range(4):
        assert refused in pages.text(attempt(client, language, "wrong"))
    for password in ("wrong", "correct horse battery"):
        answer = attempt(client, language, password)
        assert (answer.status_code, locked in pages.text(answer)) == (429, True)


def test_a_name_longer_than_any_account_is_refused_and_locked_too(client: Client) -> None:
    who = {"username": "x" * 3000, "password": "wrong"}
    assert [client.post("/en/login/", who).status_code for _ in range(5)] == [200, 200, 200, 200, 429]


def test_the_right_password_leads_a_secretary_to_my_club(client: Client) -> None:
    cast.secretary()
    assert attempt(client, "", "correct horse battery")["Location"] == "/my-club/"


def test_the_right_password_leads_other_staff_to_the_admin(client: Client) -> None:
    User.objects.create_user("secretary101", password="correct horse battery", is_staff=True)
    assert attempt(client, "/en", "correct horse battery")["Location"] == "/en/admin/"


def test_the_right_password_leads_officers_to_their_inbox(client: Client) -> None:
    officer = cast.membership_officer()
    officer.set_password("correct horse battery")
    officer.save()
    who = {"username": officer.username, "password": "correct horse battery"}
    assert client.post("/en/login/", who)["Location"] == "/en/office/"


def test_login_redirects_to_the_requested_page(client: Client) -> None:
    User.objects.create_user("secretary101", password="correct horse battery", is_staff=True)
    who = {"username": "secretary101", "password": "correct horse battery", "next": "/my-club/"}
    assert client.post("/login/", who)["Location"] == "/my-club/"


def test_the_login_of_the_admin_is_that_of_the_site(client: Client) -> None:
    asked = client.post("/en/admin/login/?next=/en/admin/auth/user/", {"username": "x", "password": "x"})
    assert asked["Location"] == "/en/login/?next=%2Fen%2Fadmin%2Fauth%2Fuser%2F"
    client.force_login(cast.viewer())
    assert client.get("/en/admin/login/")["Location"] == "/en/admin/"


def test_a_secretary_is_redirected_from_the_admin_to_the_club_page(client: Client) -> None:
    client.force_login(cast.secretary())
    page = client.get("/admin/", follow=True)
    assert '<a href="/my-club/">Mon cercle</a>' in page.text
    assert '<a href="/my-club/">' not in Client().get("/admin/", follow=True).text


def try_names(count: int, address: str, first: int = 0) -> list[int]:
    """Try one password on that many names from an address of its own client. Return the status of each answer."""
    names = range(first, first + count)
    who = {"password": "wrong"}
    return [Client(REMOTE_ADDR=address).post("/en/login/", {**who, "username": f"name{n}"}).status_code for n in names]


def later(minutes: int) -> None:
    """Let that much time pass for everything that failed."""
    for each in AccessAttempt.objects.all():
        each.attempt_time -= dt.timedelta(minutes=minutes)
        each.save()


@pytest.mark.long
def test_one_password_on_many_names_locks_the_address_for_ten_minutes_and_no_other_address() -> None:
    cast.secretary()
    assert try_names(40, "192.0.2.1") == [200] * 19 + [429] * 21
    house, elsewhere = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    said = attempt(house, "/en", "correct horse battery")
    assert (said.status_code, 0 < int(said["Retry-After"]) <= 600) == (429, True)
    assert "Try again in 10 minutes" in pages.text(said)
    assert attempt(elsewhere, "/en", "correct horse battery").status_code == 302
    later(11)
    assert attempt(house, "/en", "correct horse battery").status_code == 302


@pytest.mark.long
def test_further_attempts_do_not_lengthen_the_lock() -> None:
    try_names(20, "192.0.2.1")
    counted = AccessAttempt.objects.count()
    assert try_names(5, "192.0.2.1", first=20) == [429] * 5
    assert AccessAttempt.objects.count() == counted


def test_wrong_passwords_and_locked_logins_cost_few_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    try_names(1, "192.0.2.1")
    with django_assert_num_queries(10):
        try_names(1, "192.0.2.1", first=1)
    for _ in range(4):
        try_names(1, "192.0.2.1")
    with django_assert_num_queries(3):  # whether it is locked, whether that is news, and for how long
        assert try_names(1, "192.0.2.1") == [429]


@pytest.mark.long
def test_wrong_passwords_from_many_addresses_lock_the_name_for_a_quarter_of_an_hour() -> None:
    cast.secretary()
    said = [attempt(Client(REMOTE_ADDR=f"192.0.2.{n}"), "/en", "wrong").status_code for n in range(1, 23)]
    assert said == [200] * 19 + [429] * 3
    anybody = Client(REMOTE_ADDR="198.51.100.1")
    assert "Try again in 15 minutes" in pages.text(attempt(anybody, "/en", "correct horse battery"))
    later(16)
    assert attempt(anybody, "/en", "correct horse battery").status_code == 302


def test_the_filter_of_fail2ban_finds_the_address_of_every_failed_login_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (pattern,) = re.findall(r"^failregex = (.*)$", FILTER.read_text(), re.MULTILINE)
    search = re.compile(pattern.replace("<HOST>", r"(\S+)")).search
    name = "x\nWARNING federation.accounts.lockout: login failed from 203.0.113.9"
    Client(REMOTE_ADDR="2001:db8::1").post("/en/login/", {"username": name, "password": "wrong"})
    line = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s").format
    lines = "\n".join(line(record) for record in caplog.records).splitlines()
    assert [found[1] for found in map(search, lines) if found] == ["2001:db8::1"]
