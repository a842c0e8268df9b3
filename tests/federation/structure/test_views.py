"""federation/structure/views.py: the pages of offices."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Club, Office, Unit
from federation.structure.rights import Verb
from tests import cast
from tests.forms import forms, logged_in

pytestmark = pytest.mark.django_db
ROLE = Office.Role
TODAY = timezone.localdate


@pytest.fixture
def secretary() -> Client:
    return logged_in(cast.secretary(101))


def page_of(place: Club | Unit) -> str:
    return reverse("club_offices" if isinstance(place, Club) else "unit_offices", args=[place.pk])


@pytest.mark.long
def test_a_secretary_gives_an_office_below_their_own(secretary):
    cast.stranger()
    page = secretary.get(page_of(cast.club()))
    assert [code for code, _ in page.context["form"].fields["role"].choices] == [ROLE.TREASURER, ROLE.TOURNAMENTS]
    answer = secretary.post(page_of(cast.club()), {"role": "treasurer", "account": "stranger", "start": TODAY()})
    assert answer.status_code == 302
    made = Office.objects.get(role=ROLE.TREASURER)
    assert (made.account.username, made.public) == ("stranger", False)
    refused = secretary.post(page_of(cast.club()), {"role": "president", "account": "stranger", "start": TODAY()})
    assert "president is not one of the available choices" in refused.text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Name the account or the member who holds the office."),
        ({"account": "nobody"}, "There is no account with this name or address."),
        ({"account": "same@example.org"}, "There are several accounts with this address: give the user name."),
        ({"member": "10004"}, "None of the members you may see has this number."),
        ({"account": "stranger", "end": "2020-01-01"}, "An office cannot end before it starts."),
    ],
)
def test_a_wrong_form_says_what_to_do_and_gives_nothing(secretary, fields, sentence):
    cast.member(10004), cast.stranger()
    for name in ("one", "two"):
        User.objects.create_user(name, "same@example.org")
    answer = secretary.post(page_of(cast.club()), {"role": "treasurer", "start": "2026-11-24", **fields})
    assert sentence in answer.text
    assert Office.objects.count() == 1


def test_the_page_of_another_club_or_of_a_unit_is_not_found_by_a_secretary(secretary):
    assert [secretary.get(page_of(place)).status_code for place in (cast.club(201), cast.league("400"))] == [404, 404]


@pytest.mark.long
def test_a_holder_resigns_and_a_needed_office_does_not_become_vacant(secretary):
    own = Office.objects.get()
    last = secretary.post(reverse("end_office", args=[own.pk]), {"last": "2027-01-31"}, follow=True)
    assert "would be vacant from 1 February 2027 on" in last.text
    other = Office.objects.create(
        account=cast.stranger(), club=cast.club(), role=ROLE.TREASURER, start=dt.date(2026, 1, 1)
    )
    treasurer = logged_in(other.account)
    assert "101 Tour Blanche" not in treasurer.get(reverse("offices")).text.partition("Clubs</h2>")[2]
    treasurer.post(reverse("end_office", args=[other.pk]), {"last": "2027-01-31"})
    other.refresh_from_db()
    assert other.end == dt.date(2027, 1, 31)
    assert treasurer.post(reverse("end_office", args=[own.pk]), {"last": "2027-01-31"}).status_code == 404


def test_a_secretary_ends_no_office_of_their_own_rank(secretary):
    president = Office.objects.create(
        account=cast.stranger(), club=cast.club(), role=ROLE.PRESIDENT, start=dt.date(2026, 1, 1)
    )
    for verb, fields in (("end", {"last": "2027-01-31"}), ("announce", {"public": "on"}), ("revoke", {})):
        answer = secretary.post(reverse(f"{verb}_office", args=[president.pk]), fields)
        assert (verb, answer.status_code) == (verb, 403)


def test_what_is_announced_is_on_the_public_page_with_its_address(secretary):
    office = Office.objects.get()
    office.account.first_name, office.account.last_name = "Sara", "Smets"
    office.account.save()
    public = reverse("club", args=["101"])
    assert "Sara Smets" not in Client().get(public).text
    secretary.post(reverse("announce_office", args=[office.pk]), {"public": "on", "contact": "club@example.org"})
    shown = Client().get(public).text
    assert "Sara Smets" in shown
    assert "mailto:club@example.org" in shown


def test_an_officer_of_the_federation_revokes_an_office_at_once(secretary):
    office = Office.objects.get()
    officer = logged_in(cast.membership_officer())
    answer = officer.post(reverse("revoke_office", args=[office.pk]), follow=True)
    assert "secretary101 no longer holds the office (secretary) and is logged out everywhere." in answer.text
    assert "Earlier offices" in answer.text
    assert secretary.get(reverse("offices")).status_code == 302


def test_clubs_for_which_nobody_acts_are_marked():
    cast.club(101), cast.secretary(201)
    page = logged_in(cast.membership_officer()).get(reverse("offices"))
    assert [(club.key, club.is_led) for club in page.context["page"]] == [(101, False), (201, True)]


def test_the_forms_of_the_pages_are_complete(secretary):
    page = secretary.get(page_of(cast.club()))
    assert {form.address.rpartition("/offices")[2].strip("/").rpartition("/")[2] for form in forms(page)} >= {
        "announce",
        "end",
    }


@pytest.mark.parametrize("rows", [1, 3])
def test_the_pages_ask_as_often_for_many_offices(rows, secretary, django_assert_num_queries):
    for number in range(rows):
        account = User.objects.create_user(f"director{number}")
        for year, end in ((2026, None), (2025, dt.date(2025, 1, 31))):
            Office.objects.create(
                account=account, club=cast.club(), role=ROLE.TOURNAMENTS, start=dt.date(year, 1, 1), end=end
            )
    page = page_of(cast.club())
    secretary.get(page)
    with django_assert_num_queries(9):
        secretary.get(page)
    officer = logged_in(cast.membership_officer())
    for number in list(cast.CLUBS)[:rows]:
        cast.club(number)
    officer.get(reverse("offices"))
    with django_assert_num_queries(9):
        officer.get(reverse("offices"))


def test_the_offices_of_the_federation_and_the_table_of_rights(secretary, django_assert_num_queries):
    assert secretary.get(reverse("federation_offices")).status_code == 403
    viewer = cast.viewer()
    officer = logged_in(cast.membership_officer())
    page = officer.get(reverse("federation_offices"))
    assert dict(page.context["groups"])["viewer"] == [viewer]
    assert page.text.count("<tr>") == 1 + len(Verb)
    with django_assert_num_queries(6):
        officer.get(reverse("federation_offices"))
