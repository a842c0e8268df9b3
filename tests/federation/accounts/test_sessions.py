"""The sessions of an account: what their owner sees of them, and how they end."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client

from federation.accounts import sessions
from federation.accounts.session_store import cut
from federation.models import AccountSession
from federation.structure import offices
from tests import cast, pages

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1"
WHO = {"username": "secretary101", "password": "correct horse battery"}


@pytest.fixture
def secretary() -> User:
    return cast.secretary()


def logged_in(device: str = FIREFOX, address: str = "192.0.2.77") -> Client:
    client = Client(headers={"user-agent": device}, REMOTE_ADDR=address)
    client.post("/en/login/", WHO)
    return client


def is_in(client: Client) -> bool:
    return client.get("/en/account/").status_code == 200


def test_the_page_lists_them_with_device_hour_and_cut_address(secretary: User) -> None:
    here = logged_in()
    logged_in(PHONE, "2001:db8:1:2:3::4")
    shown = pages.text(here.get("/en/account/sessions/"))
    for words in ("Firefox, Linux", "Safari, iPhone", "192.0.2.0", "2001:db8:1::", "this session", ":00"):
        assert words in shown
    assert "192.0.2.77" not in shown


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_makes_three_queries(secretary: User, django_assert_num_queries, count: int) -> None:
    clients = [logged_in() for _ in range(count)]
    here = clients[0]
    here.get("/en/account/sessions/")
    with django_assert_num_queries(3):  # the session, its account, all of its sessions
        here.get("/en/account/sessions/")


def test_one_is_ended_and_no_other(secretary: User) -> None:
    here, phone, other = logged_in(), logged_in(PHONE), logged_in()
    [place] = [place for place in _places(here) if place.device.startswith("Safari")]
    assert "1 session was ended." in pages.text(
        here.post("/en/account/sessions/end/", {"session": place.name}, follow=True)
    )
    assert [is_in(each) for each in (here, phone, other)] == [True, False, True]


def test_all_others_are_ended(secretary: User) -> None:
    here, phone, other = logged_in(), logged_in(PHONE), logged_in()
    here.post("/en/account/sessions/end/")
    assert [is_in(each) for each in (here, phone, other)] == [True, False, False]


def test_nobody_ends_those_of_others(secretary: User) -> None:
    here = logged_in()
    [place] = _places(here)
    stranger = Client()
    stranger.force_login(cast.stranger())
    stranger.post("/en/account/sessions/end/", {"session": place.name})
    assert is_in(here)


def _places(client: Client) -> list[sessions.Place]:
    return client.get("/en/account/sessions/").context["places"]


def test_the_keys_of_sessions_are_on_no_page(secretary: User) -> None:
    here = logged_in()
    assert here.cookies["sessionid"].value not in here.get("/en/account/sessions/").text


def test_revoking_an_office_ends_the_sessions_at_once(secretary: User) -> None:
    here = logged_in()
    offices.revoke(secretary.offices.get(), cast.membership_officer())
    assert not is_in(here)


def test_a_new_password_needs_the_old_one_and_ends_the_others(secretary: User) -> None:
    here, other = logged_in(), logged_in()
    new = {"new_password1": "battery horse correct", "new_password2": "battery horse correct"}
    refused = here.post("/en/account/password/", {"old_password": "wrong", **new})
    assert "Wrong password." in pages.text(refused)
    changed = here.post("/en/account/password/", {"old_password": WHO["password"], **new}, follow=True)
    assert "Your password was changed." in pages.text(changed)
    assert [is_in(each) for each in (here, other)] == [True, False]
    assert AccountSession.objects.count() == 1


def test_wrong_old_passwords_lock_the_account_like_wrong_logins(secretary: User) -> None:
    here = logged_in()
    said = [here.post("/en/account/password/", {"old_password": "wrong"}).status_code for _ in range(5)]
    assert said == [200] * 4 + [429]


def test_a_session_is_noted_again_after_an_hour(secretary: User) -> None:
    here = logged_in()
    session = here.session
    session["seen"]["at"] -= 3700
    session.save()
    before = AccountSession.objects.get().seen_at
    here.get("/en/account/")
    assert dt.timedelta(minutes=50) < AccountSession.objects.get().seen_at - before <= dt.timedelta(hours=2)


def test_a_session_of_the_previous_version_continues(secretary: User) -> None:
    here = logged_in()
    row = AccountSession.objects.get()
    Session.objects.create(pk=row.pk, session_data=row.session_data, expire_date=row.expire_date)
    row.delete()
    assert [is_in(here), is_in(here)] == [True, True]
    assert not db.SessionStore().exists(row.pk)
    assert AccountSession.objects.get().account == secretary


@pytest.mark.parametrize(
    ("address", "kept"), [("198.51.100.9", "198.51.100.0"), ("2001:db8:ffff:1::1", "2001:db8:ffff::"), ("x", "")]
)
def test_addresses_lose_the_part_that_names_a_house(address: str, kept: str) -> None:
    assert cut(address) == kept
