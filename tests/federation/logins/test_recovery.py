"""Two officers remove the second factor of who lost it, and who runs the server does."""

from __future__ import annotations

import datetime as dt

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client

from federation.logins import recovery
from federation.models import AccountSession, FactorReset
from tests import cast, pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary() -> User:
    """Return a secretary with a factor, who is logged in."""
    secretary = cast.secretary()
    Authenticator.objects.create(user=secretary, type=Authenticator.Type.TOTP, data={"secret": "x"})
    Client().force_login(secretary)
    return secretary


def test_two_officers_remove_it_and_end_all_sessions(secretary: User) -> None:
    asked = recovery.ask(cast.membership_officer(), secretary)
    assert Authenticator.objects.exists()
    recovery.agree(asked, cast.rating_officer())
    assert not Authenticator.objects.exists()
    assert not AccountSession.objects.filter(account=secretary).exists()


def test_one_officer_alone_does_not(secretary: User) -> None:
    officer = cast.membership_officer()
    asked = recovery.ask(officer, secretary)
    with pytest.raises(PermissionDenied):
        recovery.agree(asked, officer)
    assert Authenticator.objects.exists()


def test_an_officer_who_lost_their_rights_since_does_not_count(secretary: User) -> None:
    officer = cast.membership_officer()
    asked = recovery.ask(officer, secretary)
    officer.groups.clear()
    with pytest.raises(PermissionDenied):
        recovery.agree(asked, cast.rating_officer())


@pytest.mark.parametrize("who", ["stranger", "viewer"])
def test_others_may_not_ask(secretary: User, who: str) -> None:
    with pytest.raises(PermissionDenied):
        recovery.ask(getattr(cast, who)(), secretary)


def test_nobody_asks_for_themselves() -> None:
    officer = cast.membership_officer()
    Authenticator.objects.create(user=officer, type=Authenticator.Type.TOTP, data={"secret": "x"})
    with pytest.raises(PermissionDenied):
        recovery.ask(officer, officer)


def test_the_factor_of_staff_is_removed_by_administrators_alone() -> None:
    officer = cast.rating_officer()
    Authenticator.objects.create(user=officer, type=Authenticator.Type.TOTP, data={"secret": "x"})
    with pytest.raises(PermissionDenied):
        recovery.ask(cast.membership_officer(), officer)
    recovery.ask(cast.administrator(), officer)


def test_a_request_is_valid_once_and_for_a_week(secretary: User) -> None:
    officer = cast.rating_officer()
    asked = recovery.ask(cast.membership_officer(), secretary)
    with pytest.raises(recovery.RecoveryError, match="asked for already"):
        recovery.ask(officer, secretary)
    FactorReset.objects.update(asked_at=asked.asked_at - dt.timedelta(days=7))
    with pytest.raises(recovery.RecoveryError, match="no longer open"):
        recovery.agree(asked, officer)


@pytest.mark.long
def test_the_page_leads_two_officers_through_it(secretary: User) -> None:
    for officer, fields, sentence in (
        (cast.membership_officer(), {"login": "nobody"}, "There is no account with this user name."),
        (cast.stranger(), {"login": "secretary101"}, None),
        (User.objects.get(username="registrar"), {"login": "secretary101"}, "Another officer has to agree"),
        (cast.rating_officer(), {"request": "1"}, "The second factor of secretary101 was removed."),
        (User.objects.get(username="officer"), {"request": "1"}, "This request is no longer open."),
    ):
        client = Client()
        client.force_login(officer)
        sent = {"request": FactorReset.objects.get().pk} if "request" in fields else fields
        answer = client.post("/en/account/lost-factors/", sent, follow=True)
        assert (answer.status_code == 403) if sentence is None else (sentence in pages.text(answer))


def test_the_command_removes_it(secretary: User) -> None:
    call_command("reset_second_factor", "secretary101")
    assert not Authenticator.objects.exists()
    with pytest.raises(CommandError, match="There is no account nobody"):
        call_command("reset_second_factor", "nobody")
