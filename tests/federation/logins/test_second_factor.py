"""The second factor: who needs one, how it is set up, and that nothing of others is seen without it."""

from __future__ import annotations

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.mfa.utils import decrypt, encrypt
from django.conf import LazySettings
from django.contrib.auth.models import Group, User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from federation.logins import second_factor
from tests import cast, pages

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture(autouse=True)
def required(settings: LazySettings) -> None:
    """Require it, as a real site does."""
    settings.SECOND_FACTOR_EXEMPT = []


def code(steps: int = 0, secret: str = SECRET) -> str:
    """Return the code that the app shows, or one of some half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def with_app(user: User) -> User:
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": encrypt(SECRET)})
    return user


def password(client: Client, user: User, page: str = "/en/login/", **fields: str) -> HttpResponse:
    return client.post(page, {"username": user.get_username(), "password": PASSWORD, **fields})


def entered(client: Client, said: str) -> HttpResponse:
    return client.post("/en/login/second-step/", {"code": said})


def is_in(client: Client, page: str = "/en/account/sessions/") -> bool:
    """Return whether the site knows who it is."""
    return client.get(page).status_code == 200


# -- Who needs one ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["secretary", "membership_officer", "rating_officer", "viewer", "administrator"])
def test_staff_and_officers_of_clubs_need_one(who: str) -> None:
    assert second_factor.is_needed(getattr(cast, who)())


def test_a_player_needs_none_and_logs_in_with_a_password(client: Client) -> None:
    player = cast.stranger()
    assert not second_factor.is_needed(player)
    password(client, player)
    assert is_in(client)


def test_rights_without_the_staff_status_need_one() -> None:
    player = cast.stranger()
    player.groups.add(Group.objects.get(name="membership officer"))
    assert second_factor.is_needed(player)


# -- Setting it up ------------------------------------------------------------------------------------------------
def test_without_one_the_login_leads_to_setting_it_up_and_nothing_else_is_open(client: Client) -> None:
    officer = cast.membership_officer()
    assert password(client, officer)["Location"] == "/en/account/second-factor/"
    assert "Set up your second factor" in client.get("/en/account/second-factor/").text
    birth_dates = reverse("admin:federation_member_changelist")
    for page in (birth_dates, "/en/my-club/", "/en/account/", "/en/account/sessions/", "/en/account/password/"):
        assert "/login/?next=" in client.get(page)["Location"]


@pytest.mark.long
def test_setting_up_an_app_leads_past_recovery_codes_to_where_one_was_going(client: Client) -> None:
    officer = cast.membership_officer()
    target = reverse("admin:federation_member_changelist")
    password(client, officer, next=target)
    [secret] = re.findall(r'class="secret">(\w+)<', client.get("/en/account/second-factor/app/").text)
    assert client.post("/en/account/second-factor/app/", {"code": "000000"}).status_code == 200
    assert not second_factor.of_account(officer).exists()
    added = client.post("/en/account/second-factor/app/", {"code": code(secret=secret)})
    page = client.get(added["Location"])
    assert len(re.findall(r"<code>(\d{8})</code>", page.text)) == 10
    assert f'href="{target}"' in page.text
    assert client.get(target).status_code == 200
    assert not re.findall(r"<code>", client.get(added["Location"]).text)


def test_the_secret_is_stored_encrypted() -> None:
    user = with_app(cast.secretary())
    stored = Authenticator.objects.get(user=user).data["secret"]
    assert (SECRET not in stored, decrypt(stored)) == (True, SECRET)


def test_a_session_without_it_cannot_add_one_to_an_account_that_has_one(client: Client) -> None:
    """The password was stolen, and the factor was set up in another session meanwhile."""
    secretary = cast.secretary()
    password(client, secretary)
    assert is_in(client, "/en/account/second-factor/")
    with_app(secretary)
    for page in ("/en/account/second-factor/", "/en/account/second-factor/app/", "/en/account/second-factor/passkey/"):
        assert "/login/" in client.get(page)["Location"]


def test_an_office_given_to_a_player_who_is_logged_in_asks_for_one(client: Client) -> None:
    player = cast.stranger()
    password(client, player)
    assert is_in(client)
    cast.Office.objects.create(account=player, club=cast.club(), role="secretary", start=cast.SEASON[0])
    assert not is_in(client)


# -- Logging in with it -------------------------------------------------------------------------------------------
@pytest.mark.long
def test_a_code_of_the_app_is_the_second_step(client: Client) -> None:
    secretary = with_app(cast.secretary())
    assert password(client, secretary)["Location"] == "/en/login/second-step/"
    assert not is_in(client)
    assert "Second step" in client.get("/en/login/second-step/").text
    assert entered(client, code())["Location"] == "/en/my-club/"
    assert is_in(client)


@pytest.mark.parametrize("page", ["/en/login/", "/en/admin/login/"])
def test_no_login_goes_past_it(client: Client, page: str) -> None:
    officer = with_app(cast.membership_officer())
    password(client, officer, page)
    assert client.get(reverse("admin:index")).status_code == 302


def test_a_code_works_once_and_so_do_earlier_ones() -> None:
    user = with_app(cast.secretary())
    assert second_factor.use_code(user, code())
    assert second_factor.use_code(user, code()) is None
    assert second_factor.use_code(user, code(-1)) is None
    assert second_factor.use_code(user, code(+1))


def test_codes_of_other_times_are_refused() -> None:
    user = with_app(cast.secretary())
    assert [second_factor.use_code(user, code(steps)) for steps in (-3, 3, 100)] == [None] * 3


def test_a_recovery_code_opens_the_account_once(client: Client) -> None:
    secretary = with_app(cast.secretary())
    codes = Authenticator(user=secretary, type="recovery_codes", data={"seed": encrypt("a" * 80), "used_mask": 0})
    codes.save()
    [first, *_] = codes.wrap().get_unused_codes()
    password(client, secretary)
    entered(client, first)
    assert is_in(client)
    again = Client()
    password(again, secretary)
    entered(again, first)
    assert not is_in(again)


@pytest.mark.long
def test_five_wrong_codes_lock_the_login_with_the_right_password_and_code(client: Client) -> None:
    secretary = with_app(cast.secretary())
    password(client, secretary)
    assert [entered(client, "000000").status_code for _ in range(5)] == [200] * 4 + [429]
    assert entered(client, code()).status_code == 429
    assert password(Client(), secretary).status_code == 429


@pytest.mark.long
def test_wrong_codes_from_many_addresses_lock_the_account() -> None:
    secretary = with_app(cast.secretary())
    for number in range(20):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        if password(client, secretary).status_code != 429:
            entered(client, "000000")
    assert password(Client(REMOTE_ADDR="198.51.100.7"), secretary).status_code == 429


@pytest.mark.parametrize("said", ["null", "{}", "[]", "5", '"x"', '{"id": "AA", "response": {}}', "{", '{"type": 1}'])
def test_a_false_passkey_is_refused_in_one_sentence(client: Client, said: str) -> None:
    secretary = with_app(cast.secretary())
    password(client, secretary)
    client.get("/en/login/second-step/")
    answer = client.post("/en/login/second-step/", {"credential": said})
    assert (answer.status_code, is_in(client)) == (200, False)


def test_the_second_step_needs_a_password_first(client: Client) -> None:
    assert client.get("/en/login/second-step/")["Location"] == "/en/login/"


def test_another_account_in_the_browser_is_logged_out_before_the_second_step(client: Client) -> None:
    client.force_login(cast.stranger())
    secretary = with_app(cast.secretary())
    password(client, secretary)
    assert not is_in(client)
    entered(client, code())
    assert f"For the account {secretary}." in client.get("/en/account/").text


def test_the_key_of_the_session_changes_with_each_step(client: Client) -> None:
    secretary = with_app(cast.secretary())
    client.get("/en/login/")
    password(client, secretary)
    before = client.cookies["sessionid"].value
    entered(client, code())
    assert client.cookies["sessionid"].value != before


def test_a_new_password_by_mail_does_not_replace_it(client: Client, with_mail: None) -> None:
    secretary = with_app(cast.secretary())
    secretary.set_password("battery horse correct")
    secretary.save()
    client.post("/en/login/", {"username": secretary.get_username(), "password": "battery horse correct"})
    assert not is_in(client)


# -- Managing it --------------------------------------------------------------------------------------------------
def logged_in(user: User) -> Client:
    client = Client()
    password(client, user)
    entered(client, code())
    return client


def test_the_only_factor_of_an_account_that_needs_one_stays() -> None:
    client = logged_in(with_app(cast.secretary()))
    answer = client.post("/en/account/second-factor/app/remove/")
    assert "add another one first" in pages.text(answer)
    assert Authenticator.objects.count() == 1


def test_a_player_may_remove_it_again() -> None:
    client = logged_in(with_app(cast.stranger()))
    assert client.post("/en/account/second-factor/app/remove/").status_code == 302
    assert not Authenticator.objects.exists()


def test_the_password_is_asked_again_after_a_while(client: Client) -> None:
    client = logged_in(with_app(cast.secretary()))
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    page = "/en/account/second-factor/passkey/"
    asked = client.get(page)
    assert asked["Location"] == f"/en/account/again/?next={page.replace('/', '%2F')}"
    assert client.post(asked["Location"], {"password": "wrong"}).status_code == 200
    assert client.post(asked["Location"], {"password": PASSWORD})["Location"] == page
    assert client.get(page).status_code == 200


def test_names_of_the_setting_need_none_outside_production(client: Client, settings: LazySettings) -> None:
    settings.SECOND_FACTOR_EXEMPT = ["secretary101"]
    assert password(client, cast.secretary())["Location"] == "/en/my-club/"
    assert second_factor.is_needed(cast.secretary(201))
