"""Invitations to offices: who may send them, and that a link is good once, for its address, while its inviter may."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from federation.background import worker
from federation.invitations import invitations
from federation.models import Invitation, Job, Office
from tests import cast, pages

pytestmark = pytest.mark.django_db

ADDRESS = "nele@example.org"
NEW = {"username": "nele", "password1": "battery horse correct", "password2": "battery horse correct"}


@pytest.fixture
def secretary() -> User:
    return cast.secretary()


@pytest.fixture
def invitation(secretary: User) -> Invitation:
    return invitations.invite(secretary, cast.club(), "treasurer", ADDRESS)


def opened(invitation: Invitation, client: Client | None = None, **fields: str) -> str:
    """Open the link, or send its form. Return what the page says."""
    client = client or Client()
    address = "/en/invitations/open/" + invitations.token(invitation) + "/"
    return pages.text(client.post(address, fields, follow=True) if fields else client.get(address))


def account(email: str = ADDRESS) -> tuple[User, Client]:
    user = User.objects.create_user("nele", email, "correct horse battery")
    client = Client()
    client.force_login(user)
    return user, client


# -- Sending ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("role", ["secretary", "president"])
def test_nobody_invites_to_their_own_rank_or_above(secretary: User, role: str) -> None:
    with pytest.raises(PermissionDenied):
        invitations.invite(secretary, cast.club(), role, ADDRESS)


def test_nobody_invites_to_another_club(secretary: User) -> None:
    with pytest.raises(PermissionDenied):
        invitations.invite(secretary, cast.club(201), "treasurer", ADDRESS)


def test_one_address_has_one_open_invitation_to_an_office(invitation: Invitation, secretary: User) -> None:
    with pytest.raises(invitations.InvitationError, match="has an open invitation"):
        invitations.invite(secretary, cast.club(), "treasurer", ADDRESS.upper())


def test_without_mail_the_inviter_sees_the_link(secretary: User) -> None:
    client = Client()
    client.force_login(secretary)
    page = f"/en/invitations/clubs/{cast.club().pk}/"
    shown = pages.text(client.post(page, {"email": ADDRESS, "role": "treasurer"}, follow=True))
    assert f"Give the link below to {ADDRESS}." in shown
    [link] = re.findall(r"http://testserver(/en/invitations/open/\S+/)", shown)
    assert "You are invited to act as treasurer of 101 Tour Blanche." in pages.text(Client().get(link))


def test_with_mail_only_the_address_gets_the_link(secretary: User, with_mail: None) -> None:
    client = Client()
    client.force_login(secretary)
    page = f"/en/invitations/clubs/{cast.club().pk}/"
    shown = pages.text(client.post(page, {"email": ADDRESS, "role": "treasurer"}, follow=True))
    job = Job.objects.get(kind=invitations.KIND)
    worker.run(str(job.pk))
    [sent] = outbox.outbox
    [link] = re.findall(r"https://ratings.example.org(/en/invitations/open/\S+/)", sent.body)
    assert (sent.to, link in shown, ADDRESS in repr(job.arguments)) == ([ADDRESS], False, False)
    assert Client().get(link).status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_makes_the_same_queries_for_one_and_three(
    secretary: User, django_assert_num_queries, count: int
) -> None:
    for number in range(count):
        invitations.invite(secretary, cast.club(), "treasurer", f"x{number}@example.org")
    client = Client()
    client.force_login(secretary)
    page = f"/en/invitations/clubs/{cast.club().pk}/"
    client.get(page)
    with django_assert_num_queries(8):
        client.get(page)


# -- Accepting ----------------------------------------------------------------------------------------------------
def test_the_invited_makes_an_account_and_holds_the_office(invitation: Invitation) -> None:
    assert "Your account was created." in opened(invitation, **NEW)
    office = Office.objects.get(account__username="nele")
    assert (office.role, office.club, office.account.email) == ("treasurer", cast.club(), ADDRESS)


def test_a_link_works_once(invitation: Invitation) -> None:
    opened(invitation, **NEW)
    assert "no longer valid" in opened(invitation)
    assert "no longer valid" in opened(invitation, **{**NEW, "username": "other"})
    assert User.objects.filter(email=ADDRESS).count() == 1


def test_a_link_is_valid_for_seven_days(invitation: Invitation) -> None:
    Invitation.objects.update(sent_at=invitation.sent_at - dt.timedelta(days=7))
    assert "no longer valid" in opened(invitation)


def test_a_new_link_ends_the_old_one(invitation: Invitation, secretary: User) -> None:
    again = invitations.send_again(secretary, invitation)
    assert "no longer valid" in opened(invitation)
    assert "You are invited" in opened(again)


def test_a_withdrawn_invitation_gives_nothing(invitation: Invitation, secretary: User) -> None:
    invitations.withdraw(secretary, invitation)
    assert "no longer valid" in opened(invitation, **NEW)
    assert not User.objects.filter(username="nele").exists()


def test_what_the_inviter_may_no_longer_give_is_not_given(invitation: Invitation, secretary: User) -> None:
    Office.objects.filter(account=secretary).delete()
    assert "no longer valid" in opened(invitation, **NEW)
    assert not User.objects.filter(username="nele").exists()


@pytest.mark.parametrize("said", ["x", "WzEsMV0:1abc:def", "a:b:c:d", "%00"])
def test_any_other_link_is_refused(said: str) -> None:
    assert "no longer valid" in pages.text(Client().get(f"/en/invitations/open/{said}/"))


def test_an_account_with_the_address_accepts_after_its_login(invitation: Invitation) -> None:
    user, client = account()
    assert "Log in to accept" in opened(invitation)
    assert "no longer valid" not in opened(invitation, **NEW)
    assert User.objects.count() == 2
    assert "You have accepted the invitation" in opened(invitation, client, verb="accept")
    assert user.offices.get().role == "treasurer"


def test_an_account_with_another_address_does_not(invitation: Invitation) -> None:
    user, client = account("other@example.org")
    assert "whose e-mail address is another one" in opened(invitation, client)
    assert f"This invitation is for {ADDRESS}." in opened(invitation, client, verb="accept")
    assert not user.offices.exists()


def test_the_invited_sees_nothing_before_the_second_factor(invitation: Invitation, settings) -> None:
    settings.SECOND_FACTOR_EXEMPT = []
    client = Client()
    opened(invitation, client, **NEW)
    answer = client.post("/en/login/", {"username": "nele", "password": NEW["password1"]})
    assert answer["Location"] == "/en/account/second-factor/"
    assert client.get(reverse("my_club")).status_code == 302


# -- Managing -----------------------------------------------------------------------------------------------------
def test_others_cannot_withdraw_or_renew(invitation: Invitation) -> None:
    client = Client()
    client.force_login(cast.secretary(201))
    for verb in ("withdraw", "again"):
        assert client.post(f"/en/invitations/{invitation.pk}/change/", {"verb": verb}).status_code == 403
    assert "You are invited" in opened(invitation)
