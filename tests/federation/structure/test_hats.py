"""As whom an account with several offices acts: with the rights of the hat that it chose, which the audit keeps."""

import datetime as dt
from collections.abc import Callable, Iterable

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.urls import reverse

from federation import access
from federation.audit import sealing
from federation.models import AuditEntry, Office, Unit
from federation.structure.rights import Verb
from tests import cast
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
START = dt.date(2025, 9, 1)


@pytest.fixture
def several() -> User:
    """Return a membership officer who is secretary of club 101 and officer of the league of club 201."""
    account = cast.membership_officer()
    cast.club(301)
    for place, role in ({"club": cast.club(101)}, "secretary"), ({"unit": cast.club(201) and unit()}, "officer"):
        Office.objects.create(account=account, role=role, start=START, **place)
    return account


def unit() -> Unit:
    return Unit.objects.get(code="600")


def alone(role: str, **place: object) -> User:
    """Return an account with this office and no other."""
    account = User.objects.create_user(f"{role} alone")
    Office.objects.create(account=account, role=role, start=START, **place)
    return account


def rights(user: User | AnonymousUser) -> dict[Verb, tuple[bool, list[int], list[str]]]:
    """Return what the user may do everywhere, and for which clubs and units."""
    return {
        verb: (
            access.may_everywhere(user, verb),
            [club.key for club in access.clubs_of(user, verb).order_by("key")],
            [each.code for each in access.units_of(user, verb).order_by("code")],
        )
        for verb in Verb
    }


def wearing(browser: Client, hat: object) -> User | AnonymousUser:
    """Return the user of a request after the browser chose a hat."""
    browser.post(reverse("act_as"), {"hat": str(hat)})
    return browser.get(reverse("account")).wsgi_request.user


def office(account: User, role: str) -> int:
    return account.offices.get(role=role).pk


@pytest.mark.long
def test_the_rights_are_those_of_the_hat_alone(several: User) -> None:
    browser = logged_in(several)
    everything = rights(several)
    assert rights(wearing(browser, office(several, "secretary"))) == rights(alone("secretary", club=cast.club(101)))
    assert rights(wearing(browser, office(several, "officer"))) == rights(alone("officer", unit=unit()))
    several.offices.all().delete()
    membership_officer = rights(User.objects.get(pk=several.pk))
    Office.objects.create(account=several, club=cast.club(101), role="secretary", start=START)
    assert rights(wearing(browser, 0)) == membership_officer
    assert membership_officer != everything


@pytest.mark.long
def test_without_a_choice_all_offices_count(several: User) -> None:
    browser = logged_in(several)
    before = rights(browser.get(reverse("account")).wsgi_request.user)
    wearing(browser, office(several, "secretary"))
    assert rights(wearing(browser, "")) == before == rights(several)


@pytest.mark.long
def test_staff_in_the_hat_of_their_club_keep_no_page_of_staff_and_can_change_back(several: User) -> None:
    browser = logged_in(several)
    wearing(browser, office(several, "secretary"))
    assert browser.get(reverse("desk_members", args=[cast.club(101).pk])).status_code == 200
    assert browser.get(reverse("desk_members", args=[cast.club(301).pk])).status_code == 404
    refused = browser.get(reverse("admin:index"), follow=True)
    assert (refused.status_code, reverse("act_as") in refused.text) == (403, True)
    assert browser.post(reverse("act_as"), {"hat": "0"}).url == reverse("office")
    assert browser.get(reverse("desk_members", args=[cast.club(301).pk])).status_code == 200


@pytest.mark.parametrize("page", ["my_club", "office", "home", "account", "offices"])
def test_every_page_of_an_account_with_several_offices_offers_the_switch(several: User, page: str) -> None:
    assert reverse("act_as") in logged_in(several).get(reverse(page)).text


def test_the_admin_says_as_whom_one_acts_and_leads_to_the_switch(several: User) -> None:
    browser = logged_in(several)
    wearing(browser, 0)
    page = browser.get(reverse("admin:index")).text
    assert f'href="{reverse("account")}#acting-as">Acting as: officer of the federation</a>' in page


def accounts() -> Iterable[User]:
    return cast.secretary(101), cast.rating_officer(), cast.stranger()


def test_an_account_with_one_hat_sees_no_switch() -> None:
    shown = {user.username: reverse("act_as") in logged_in(user).get(reverse("account")).text for user in accounts()}
    assert shown == {"secretary101": False, "officer": False, "stranger": False}


@pytest.mark.long
def test_an_office_that_is_not_held_cannot_be_chosen(several: User) -> None:
    browser, other = logged_in(several), cast.secretary(301)
    assert not hasattr(wearing(browser, office(other, "secretary")), "acts_as")
    chosen = office(several, "officer")
    assert wearing(browser, chosen).acts_as == "officer 600"
    Office.objects.filter(pk=chosen).update(end=dt.date(2026, 1, 1))
    assert rights(browser.get(reverse("my_club")).wsgi_request.user) == rights(cast.stranger())
    assert not hasattr(wearing(browser, chosen), "acts_as")


@pytest.mark.long
def test_the_audit_keeps_the_hat(several: User) -> None:
    browser = logged_in(several)
    sealing.seal()
    for hat in (office(several, "secretary"), 0, ""):
        wearing(browser, hat)
        is_public = hat != 0
        fields = {"public": "on"} if is_public else {}
        browser.post(reverse("announce_office", args=[office(several, "secretary")]), fields)
        sealing.seal()
    entries = AuditEntry.objects.filter(kind="office", field="public").order_by("n")
    assert [entry.hat for entry in entries] == ["secretary 101", "federation", ""]
    assert {entry.account for entry in entries} == {several.username}


def test_what_is_stored_of_the_account_does_not_change(several: User) -> None:
    user = wearing(logged_in(several), office(several, "secretary"))
    assert (user.is_staff, user.has_perm("federation.change_member")) == (False, False)
    user.save()
    stored = User.objects.get(pk=several.pk)
    assert (stored.is_staff, stored.has_perm("federation.change_member")) == (True, True)


@pytest.mark.parametrize(
    "account, name", [(cast.secretary, "My club"), (cast.stranger, "To do"), (cast.rating_officer, "All clubs")]
)
def test_the_menu_names_my_club_after_the_clubs_of_the_account(account: Callable[[], User], name: str) -> None:
    page = logged_in(account()).get(reverse("home")).content.decode()
    assert f'/my-club/">{name}</a>' in page


def test_the_menu_of_an_officer_of_a_unit_speaks_of_clubs(several: User) -> None:
    page = logged_in(alone("officer", unit=unit())).get(reverse("home")).content.decode()
    assert '/my-club/">My clubs</a>' in page


def test_the_menu_of_staff_who_act_for_no_club_leads_to_the_office_alone() -> None:
    page = logged_in(cast.viewer()).get(reverse("home")).content.decode()
    assert "/my-club/" not in page
    assert '/office/">Inbox</a>' in page
