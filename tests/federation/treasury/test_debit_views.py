"""federation/treasury/debit_views.py"""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Collection, Holder, Mandate, Office
from tests import cast
from tests.federation.money.conftest import collecting  # noqa: F401
from tests.federation.money.test_debits import owing
from tests.forms import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collecting")]
SAID = {"iban": "BE71 0961 2345 6769", "holder": "Tour Blanche", "scheme": "B2B", "signed_on": "2026-01-02"}


@pytest.fixture
def treasurer() -> Client:
    return logged_in(cast.administrator())


@pytest.mark.long
def test_the_treasurer_of_a_club_records_and_ends_its_mandate_and_no_others():
    account = cast.stranger()
    Office.objects.create(account=account, club=cast.club(), role=Office.Role.TREASURER, start=dt.date(2025, 9, 1))
    browser, own, other = (
        logged_in(account),
        *(reverse("mandate_of_club", args=[cast.club(each).pk]) for each in (101, 201)),
    )
    assert "The check digits of this IBAN are wrong" in browser.post(own, SAID | {"iban": "BE71096123456760"}).text
    shown = browser.post(own, SAID, follow=True).text
    assert ("C101-1" in shown, "•••• 6769" in shown, "2345" in shown) == (True, True, False)
    assert browser.post(other, SAID).status_code == 404
    browser.post(own, {"end": "yes"})
    assert Mandate.objects.get().ended_on == timezone.localdate()


@pytest.mark.long
def test_a_member_records_and_ends_their_own_mandate_and_no_others():
    account, anna, bram = cast.stranger(), cast.member(10001), cast.member(10002)
    Holder.objects.create(account=account, member=anna)
    browser, own, other = logged_in(account), *(reverse("mandate_of_member", args=[each.pk]) for each in (anna, bram))
    assert "scheme" not in browser.get(own).context["form"].fields
    shown = browser.post(own, SAID, follow=True).text
    assert ("M10001-1" in shown, "•••• 6769" in shown, "2345" in shown) == (True, True, False)
    assert [browser.get(other).status_code, browser.post(other, SAID).status_code] == [404, 404]
    assert Mandate.objects.get().scheme == "CORE"
    browser.post(own, {"end": "yes"})
    assert Mandate.objects.get().ended_on == timezone.localdate()


@pytest.mark.long
def test_what_clubs_owe_is_shown_collected_given_as_a_file_and_withdrawn(treasurer):
    owing(101, 201)
    page = treasurer.get(reverse("collections"))
    assert "Collect €100.00" in page.text
    sent = {"day": page.context["form"].initial["day"].isoformat(), "seen": page.context["form"].initial["seen"]}
    assert "The collection is ready." in treasurer.post(reverse("collections"), sent, follow=True).text
    made = Collection.objects.get()
    file = reverse("collection_file", args=[made.pk])
    assert treasurer.get(file).content.count(b"<DrctDbtTxInf>") == 2
    assert "Nobody with a mandate owes anything." in treasurer.get(reverse("collections")).text
    assert "is withdrawn" in treasurer.post(reverse("collection", args=[made.pk]), follow=True).text
    assert treasurer.get(file).status_code == 404


@pytest.mark.parametrize("clubs", [(101,), (101, 201, 301)])
def test_the_pages_of_collections_ask_as_often_for_many_clubs(clubs, treasurer, django_assert_num_queries):
    owing(*clubs)
    with django_assert_num_queries(6):
        page = treasurer.get(reverse("collections"))
    sent = {"day": page.context["form"].initial["day"].isoformat(), "seen": page.context["form"].initial["seen"]}
    made = treasurer.post(reverse("collections"), sent)
    with django_assert_num_queries(4):
        treasurer.get(made.url)
