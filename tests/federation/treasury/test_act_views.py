"""federation/treasury/act_views.py"""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import BankLine, Charge, Payment
from federation.money.balances import balances
from federation.money.charges import raise_by_hand
from federation.money.payments import PaymentError, Split, book, pay
from tests import cast
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 10, 1)
SAID = {"what": "entry_team", "amount": "50", "day": "2026-10-01", "reason": "Two teams"}


@pytest.fixture
def treasurer() -> Client:
    return logged_in(cast.administrator())


def owed() -> int:
    return balances([cast.club().pk]).get(cast.club().pk, 0)


def line(cents: int = 700) -> BankLine:
    return BankLine.objects.create(booked_on=DAY, cents=cents, payer="A stranger")


def test_a_charge_by_hand_is_shown_before_it_is_written_once(treasurer):
    address = reverse("charge_club", args=[cast.club().pk])
    preview = treasurer.post(address, SAID)
    assert dict(preview.context["rows"])["Balance afterwards"] == "€50.00"
    assert not Charge.objects.exists()
    confirmed = SAID | {"owed": preview.context["owed"], "confirm": "yes"}
    assert "101 Tour Blanche was charged." in treasurer.post(address, confirmed, follow=True).text
    again = treasurer.post(address, confirmed)  # a second click
    assert "The account has changed since. Nothing was charged" in again.text
    assert (again.context["owed"], owed(), Charge.objects.count()) == (5000, 5000, 1)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"amount": ""}, "The tariff of that day has no amount for this. Enter one."),
        ({"amount": "-5"}, "Enter an amount above 0."),
        ({"amount": "much"}, "Write an amount such as 12,50."),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_a_charge_without_an_amount_or_a_reason_is_not_previewed(changed, sentence, treasurer):
    page = treasurer.post(reverse("charge_club", args=[cast.club().pk]), SAID | changed)
    assert sentence in page.text
    assert "rows" not in page.context


@pytest.mark.long
def test_a_charge_is_cancelled_with_its_reason_and_only_once(treasurer):
    charge = raise_by_hand(cast.club(), "entry_team", 5000, "Two teams", day=DAY, by=None)
    account = reverse("club_account", args=[cast.club().pk, charge.season])
    address = reverse("credit_charge", args=[charge.number])
    assert address in treasurer.get(account).text
    assert dict(treasurer.get(address).context["rows"])["Balance afterwards"] == "€0.00"
    treasurer.post(address, {"reason": "The teams withdrew"})
    assert Charge.objects.get(cancels=charge).reason == "The teams withdrew"
    treasurer.post(address, {"reason": "Again"})
    assert "This charge is cancelled already." in treasurer.get(address).text
    assert (owed(), Charge.objects.count(), address in treasurer.get(account).text) == (0, 2, False)


@pytest.mark.long
def test_a_payment_is_reversed_with_its_reason_and_only_once(treasurer):
    payment = pay(cast.club(), 2000, DAY, None)
    account = reverse("club_account", args=[cast.club().pk, payment.season])
    address = reverse("reverse_payment", args=[payment.pk])
    assert address in treasurer.get(account).text
    assert dict(treasurer.get(address).context["rows"])["Balance afterwards"] == "€0.00"
    treasurer.post(address, {"reason": "The wrong club"})
    treasurer.post(address, {"reason": "Again"})
    assert Payment.objects.get(reverses=payment).note == "The wrong club"
    assert (owed(), Payment.objects.count(), address in treasurer.get(account).text) == (0, 2, False)


def test_a_bank_line_is_set_aside_with_its_reason_and_put_back(treasurer):
    waiting = line()
    address = reverse("set_line_aside", args=[waiting.pk])
    assert address in treasurer.get(reverse("treasury")).text
    treasurer.post(address, {"reason": "Sale of books"})
    assert "Sale of books" in treasurer.get(reverse("lines_set_aside")).text
    assert not BankLine.objects.waiting().exists()
    with pytest.raises(PaymentError, match="Put it back first"):
        book(waiting.pk, [Split(cast.club().pk, 2027, 700)], None)
    treasurer.post(address)
    assert BankLine.objects.waiting().get() == waiting


def test_a_bank_line_that_is_booked_is_not_set_aside(treasurer):
    booked = line()
    book(booked.pk, [Split(cast.club().pk, 2027, 700)], None)
    page = treasurer.post(reverse("set_line_aside", args=[booked.pk]), {"reason": "Sale of books"}, follow=True)
    assert "This bank line is already booked in full" in page.text
    assert not BankLine.objects.get().set_aside


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_of_lines_set_aside_asks_as_often_for_many(count, treasurer, django_assert_num_queries):
    for _each in range(count):
        BankLine.objects.filter(pk=line().pk).update(set_aside=True, reference=str(_each))
    treasurer.get(reverse("lines_set_aside"))
    with django_assert_num_queries(4):
        assert len(treasurer.get(reverse("lines_set_aside")).context["page"]) == count
