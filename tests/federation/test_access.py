"""federation/access.py"""

import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from federation.access import clubs_of, may, may_see_birth_dates, offices_for, offices_of
from federation.models import Club, Office, Unit
from federation.structure.rights import Verb
from tests import cast

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 3, 1)


@pytest.fixture(autouse=True)
def clubs() -> list[Club]:
    return [cast.club(number) for number in cast.CLUBS]


def numbers(user) -> list[int]:
    return [club.key for club in clubs_of(user, day=TODAY)]


def test_a_secretary_acts_only_for_their_club():
    assert [numbers(cast.secretary(number)) for number in (201, 301)] == [[201], [301]]


def test_a_secretary_of_two_clubs_acts_for_both():
    secretary = cast.secretary(201)
    for role in (Office.Role.PRESIDENT, Office.Role.TOURNAMENTS):
        Office.objects.create(account=secretary, club=cast.club(301), role=role, start=cast.SEASON[0])
    assert numbers(secretary) == [201, 301]


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (dt.date(2025, 8, 31), []),
        (dt.date(2025, 9, 1), [201]),
        (dt.date(2026, 8, 31), [201]),
        (dt.date(2026, 9, 1), []),
    ],
)
def test_a_role_holds_from_its_first_to_its_last_day(day, expected):
    secretary = cast.secretary(201)
    secretary.offices.update(end=cast.SEASON[1])
    assert [club.key for club in clubs_of(secretary, day=day)] == expected


@pytest.mark.parametrize("role", ["rating_officer", "administrator"])
def test_an_officer_acts_for_every_club(role):
    assert numbers(getattr(cast, role)()) == [101, 201, 301]


@pytest.mark.parametrize("role", ["stranger", "viewer", "membership_officer"])
def test_a_login_alone_acts_for_no_club(role):
    assert numbers(getattr(cast, role)()) == []


def test_anonymous_users_act_for_no_club():
    assert numbers(AnonymousUser()) == []


def test_a_closed_login_acts_for_no_club():
    for user in (cast.secretary(201), cast.administrator()):
        user.is_active = False
        user.save()
        assert numbers(user) == []


def test_without_a_day_today_counts():
    secretary = cast.secretary(201)
    secretary.offices.update(start=dt.date(2000, 1, 1), end=dt.date(2000, 12, 31))
    assert not clubs_of(secretary).exists()


def test_offices_are_one_query_however_much_is_asked(django_assert_num_queries):
    secretary, own, other = cast.secretary(201), cast.club(201), cast.club(301)
    secretary.has_perm("warm the cache of permissions")
    with django_assert_num_queries(1):
        assert [may(secretary, Verb.SEND_RESULTS, club) for club in (own, other)] == [True, False]
        assert may(secretary, Verb.ENROL, own)


def test_the_offices_of_one_account_give_what_they_give_in_sql():
    account = cast.stranger()
    kinds = ("league", "subfederation", Unit.Kind.ORGANISER)
    units = [Unit.objects.create(kind=kind, code=kind[:4], name=kind) for kind in kinds]
    for place in ({"club": cast.club(201)}, *({"unit": unit} for unit in units)):
        for role in Office.Role:
            Office.objects.create(account=account, role=role, start=cast.SEASON[0], **place)
    found = {verb: set(offices_of(account, verb, TODAY)) for verb in Verb}
    assert found == {verb: set(offices_for(verb, TODAY).filter(account=account)) for verb in Verb}
    assert {office.role for office in found[Verb.FORWARD_RESULTS]} == {Office.Role.OFFICER}


@pytest.mark.parametrize(
    ("role", "sees"),
    [
        ("secretary", True),
        ("viewer", False),
        ("membership_officer", True),
        ("administrator", True),
        ("stranger", False),
    ],
)
def test_birth_dates_are_for_club_officers_and_membership_officers(role, sees):
    assert may_see_birth_dates(getattr(cast, role)()) is sees


def test_former_club_officers_see_no_birth_dates():
    secretary = cast.secretary(201)
    secretary.offices.update(end=dt.date(2026, 6, 30))
    assert may_see_birth_dates(secretary, dt.date(2026, 6, 30))
    assert not may_see_birth_dates(secretary, dt.date(2026, 7, 1))
    assert not may_see_birth_dates(AnonymousUser())


@pytest.mark.long
def test_an_officer_of_the_federation_keeps_the_office_of_their_club(client: Client) -> None:
    officer = cast.membership_officer()
    Office.objects.create(account=officer, club=cast.club(101), role=Office.Role.SECRETARY, start=TODAY)
    assert numbers(officer) == [101]
    client.force_login(officer)
    page = client.get(reverse("my_club"))
    assert clubs_of(page.wsgi_request.user).get().key == 101
