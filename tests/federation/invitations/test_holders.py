"""Claiming one's record: one account one person, guardians of minors, and an answer that says nothing of records."""

from __future__ import annotations

import datetime as dt

import pytest
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from federation.invitations import holders, invitations
from federation.members.merging import merge
from federation.models import Consent, Guardian, Holder, Invitation, Job, Member, PersonalDetail
from tests import cast, pages

pytestmark = pytest.mark.django_db

ANNA = {"number": "10001", "birth_date": "1990-01-01", "email": "anna@example.org"}
SENT = "If these three agree with what your club has on record"


@pytest.fixture
def anna() -> Member:
    anna = cast.member(10001)
    PersonalDetail.objects.create(member=anna, what="email", value="anna@example.org")
    return anna


@pytest.fixture
def child() -> Member:
    """Return a child of five years with a guardian."""
    child = cast.member(10009)
    Member.objects.filter(pk=child.pk).update(birth_date=timezone.localdate() - dt.timedelta(days=5 * 366))
    child.refresh_from_db()
    Guardian.objects.create(member=child, name="Iserbyt, Ine", email="ine@example.org")
    return child


def account(email: str, name: str = "") -> User:
    return User.objects.create_user(name or email.partition("@")[0], email)


def given(member: Member, user: User) -> Holder:
    """Let the account stand for the member, by the invitation to its address."""
    [found] = [each for each in holders.invitations_to(member, None) if each.email == user.email]
    invitations.accept(invitations.token(invitations.made(found, "")), user)
    return Holder.objects.get(member=member, account=user)


def claim(client: Client, **changes: str) -> str:
    return pages.text(client.post("/en/account/claim/", {**ANNA, **changes}))


# -- One's own request --------------------------------------------------------------------------------------------
def test_number_birth_date_and_address_on_record_give_a_link(client: Client, anna: Member, with_mail: None) -> None:
    assert SENT in claim(client, email="Anna@Example.org")
    invitation = Invitation.objects.get()
    assert (invitation.member, invitation.email) == (anna, "anna@example.org")
    assert Job.objects.filter(kind=invitations.KIND).count() == 1


@pytest.mark.parametrize(
    "wrong", [{"number": "10002"}, {"number": "99999"}, {"birth_date": "1990-01-02"}, {"email": "x@example.org"}]
)
def test_with_anything_wrong_the_answer_is_the_same_and_nothing_is_sent(
    client: Client, anna: Member, with_mail: None, wrong: dict[str, str]
) -> None:
    assert claim(Client(), **wrong) == claim(Client())
    assert Invitation.objects.count() == 1


def test_three_tries_a_day_for_a_record_whether_or_not_it_exists(client: Client, anna: Member, with_mail: None) -> None:
    for number in ("10001", "99999"):
        said = [claim(client, number=number, email="x@example.org") for _ in range(4)]
        assert [SENT in each for each in said] == [True] * 3 + [False]
        assert "Too many requests for this member number today." in said[3]
    AccessFailureLog.objects.update(attempt_time=timezone.now() - dt.timedelta(days=1, minutes=1))
    assert SENT in claim(client)
    assert Invitation.objects.count() == 1


def test_of_a_member_who_has_an_account_or_died_nothing_is_sent(client: Client, anna: Member, with_mail: None) -> None:
    given(anna, account("anna@example.org"))
    assert SENT in claim(client)
    assert not Invitation.objects.open().exists()


# -- Whose account ------------------------------------------------------------------------------------------------
def test_one_account_belongs_to_one_person(anna: Member) -> None:
    user = account("anna@example.org")
    given(anna, user)
    other = cast.member(10002)
    PersonalDetail.objects.create(member=other, what="email", value="anna@example.org")
    with pytest.raises(holders.HolderError, match="An account belongs to one person"):
        given(other, user)
    with pytest.raises(holders.HolderError, match="already has an account"):
        holders.invitations_to(anna, None)


def test_two_links_to_one_record_give_one_account(anna: Member) -> None:
    PersonalDetail.objects.update(value="a@example.org")
    [first] = holders.invitations_to(anna, None)
    invitations.made(first, "")
    [second] = holders.invitations_to(anna, None)
    invitations.made(second, "")
    with pytest.raises(invitations.InvitationError):
        invitations.of_token(invitations.token(first))


def test_a_guardian_holds_several_children_and_no_adult(child: Member) -> None:
    ine = account("ine@example.org")
    given(child, ine)
    sister = cast.member(10005)
    Member.objects.filter(pk=sister.pk).update(birth_date=child.birth_date)
    sister.refresh_from_db()
    Guardian.objects.create(member=sister, name="Iserbyt, Ine", email="ine@example.org")
    given(sister, ine)
    assert {each.member for each in holders.people_of(ine)} == {child, sister}
    Member.objects.filter(pk=sister.pk).update(birth_date=dt.date(1990, 1, 1))
    assert {each.member for each in holders.people_of(ine)} == {child}


def test_a_child_gets_an_account_only_with_the_consent_of_a_guardian(child: Member) -> None:
    PersonalDetail.objects.create(member=child, what="email", value="child@example.org")
    assert {each.email for each in holders.invitations_to(child, None)} == {"ine@example.org"}
    Consent.objects.create(member=child, purpose="account", given=True)
    assert {each.email for each in holders.invitations_to(child, None)} == {"ine@example.org", "child@example.org"}


def test_a_merge_carries_the_account_on(anna: Member) -> None:
    user = account("anna@example.org")
    given(anna, user)
    merge(anna, cast.member(10002))
    assert Holder.objects.get().member.number == "10002"


def test_of_two_accounts_of_merged_records_that_of_the_one_that_stays_is_kept(anna: Member) -> None:
    given(anna, account("anna@example.org"))
    bram = cast.member(10002)
    PersonalDetail.objects.create(member=bram, what="email", value="bram@example.org")
    kept = given(bram, account("bram@example.org"))
    merge(anna, bram)
    assert Holder.objects.get() == kept


# -- By the secretary ---------------------------------------------------------------------------------------------
def test_a_secretary_invites_members_of_their_own_club_at_the_address_on_record(anna: Member) -> None:
    cast.affiliate(anna, cast.club(), dt.date(2026, 9, 1), dt.date(2099, 8, 31))
    for number, status in ((101, 200), (201, 403)):
        client = Client()
        client.force_login(cast.secretary(number))
        answer = client.post(f"/en/invitations/members/{anna.pk}/")
        assert (answer.status_code, Invitation.objects.count()) == (status, 1)


def test_without_an_address_the_page_says_so() -> None:
    client, bram = Client(), cast.member(10002)
    cast.affiliate(bram, cast.club(), dt.date(2026, 9, 1), dt.date(2099, 8, 31))
    client.force_login(cast.secretary())
    shown = pages.text(client.post(f"/en/invitations/members/{bram.pk}/"))
    assert "There is no e-mail address of 10002 Baeten, Bram or a guardian on record" in shown
