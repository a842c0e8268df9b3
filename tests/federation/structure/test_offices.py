"""federation/structure/offices.py: who appoints whom, and how offices end."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from federation.access import clubs_of
from federation.models import Office
from federation.structure import offices
from federation.structure.offices import OfficeError
from tests import cast
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
ROLE = Office.Role


@pytest.fixture
def league_officer() -> User:
    user = User.objects.create_user("league")
    Office.objects.create(account=user, unit=cast.league("400"), role=ROLE.OFFICER, start=cast.SEASON[0])
    return user


def allowed(by: User, place) -> set[str]:
    return {role for role in ROLE if offices.may_appoint(by, role, place)}


@pytest.mark.long
def test_everybody_appoints_below_their_own_office_only(league_officer):
    club, other = cast.club(101), cast.club(201)
    secretary, of_club = cast.secretary(101), set(ROLE) - {ROLE.OFFICER}
    assert allowed(secretary, club) == {ROLE.TREASURER, ROLE.TOURNAMENTS}
    assert allowed(secretary, other) == set()
    assert allowed(league_officer, club) == of_club
    assert allowed(league_officer, other) == set()
    assert allowed(league_officer, cast.league("400")) == of_club
    assert allowed(cast.membership_officer(), other) == of_club
    assert allowed(cast.viewer(), other) == set()


def test_an_office_ends_with_the_season_unless_a_day_is_given():
    by, club, start = cast.secretary(101), cast.club(101), dt.date(2026, 10, 1)
    made = offices.appoint(by, club, ROLE.TOURNAMENTS, account=cast.stranger(), start=start)
    assert (made.end, list(clubs_of(made.account, day=made.end))) == (dt.date(2027, 8, 31), [club])
    assert not clubs_of(made.account, day=dt.date(2027, 9, 1)).exists()
    with pytest.raises(OfficeError, match="stranger already holds this office on some of these days."):
        offices.appoint(by, club, ROLE.TOURNAMENTS, account=made.account, start=made.end)


def test_an_office_without_an_account_is_only_shown():
    made = offices.appoint(
        cast.membership_officer(), cast.club(101), ROLE.PRESIDENT, member=cast.member(10001), public=True
    )
    assert [office.public_name for office in cast.club(101).offices.shown(timezone.localdate())] == ["Aerts, Anna"]
    made.member.hidden = True
    made.member.save()
    assert cast.club(101).offices.shown(timezone.localdate()) == []


def test_nobody_appoints_at_another_club():
    with pytest.raises(PermissionDenied):
        offices.appoint(cast.secretary(201), cast.club(101), ROLE.TREASURER, account=cast.stranger())
    assert Office.objects.filter(club=cast.club(101)).count() == 0


def test_the_last_secretary_stays_until_there_is_another():
    secretary, officer = cast.secretary(101), cast.membership_officer()
    held = secretary.offices.get()
    with pytest.raises(OfficeError, match="The office “secretary” of 101 Tour Blanche would be vacant from"):
        offices.end(held, secretary)
    offices.appoint(officer, cast.club(101), ROLE.SECRETARY, account=cast.stranger())
    offices.end(held, secretary)
    assert not clubs_of(secretary).exists()


@pytest.mark.long
def test_an_emergency_ends_office_and_sessions_at_once():
    secretary, other = cast.secretary(101), cast.secretary(201)
    client, untouched = logged_in(secretary), logged_in(other)
    with pytest.raises(PermissionDenied):
        offices.revoke(secretary.offices.get(), other)
    assert offices.revoke(secretary.offices.get(), cast.membership_officer()) == 1
    assert client.get("/en/my-club/").status_code == 302
    assert untouched.get("/en/my-club/").status_code == 200
