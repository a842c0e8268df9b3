"""The login: redirects, wrong passwords and lockouts."""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from tests import cast, pages

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


@pytest.mark.parametrize("page", ["/en/login/", "/en/admin/login/?next=/admin/"])
def test_a_name_longer_than_any_account_is_refused_and_locked_too(client: Client, page: str) -> None:
    who = {"username": "x" * 3000, "password": "wrong"}
    assert [client.post(page, who).status_code for _ in range(5)] == [200, 200, 200, 200, 429]


def test_the_right_password_leads_a_secretary_to_my_club(client: Client) -> None:
    cast.secretary()
    assert attempt(client, "", "correct horse battery")["Location"] == "/my-club/"


def test_the_right_password_leads_staff_to_the_admin(client: Client) -> None:
    User.objects.create_user("secretary101", password="correct horse battery", is_staff=True)
    assert attempt(client, "/en", "correct horse battery")["Location"] == "/en/admin/"


def test_login_redirects_to_the_requested_page(client: Client) -> None:
    User.objects.create_user("secretary101", password="correct horse battery", is_staff=True)
    who = {"username": "secretary101", "password": "correct horse battery", "next": "/my-club/"}
    assert client.post("/login/", who)["Location"] == "/my-club/"


def test_a_secretary_is_redirected_from_the_admin_to_the_club_page(client: Client) -> None:
    client.force_login(cast.secretary())
    page = client.get("/admin/", follow=True)
    assert '<a href="/my-club/">Mon cercle</a>' in page.text
    assert '<a href="/my-club/">' not in Client().get("/admin/", follow=True).text
