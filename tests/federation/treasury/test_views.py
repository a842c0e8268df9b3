"""federation/treasury/"""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from federation.models import BankLine, Charge, Payment, Statement
from federation.money.charges import raise_by_hand
from federation.money.references import iso_reference
from tests import cast
from tests.federation.bank import bank
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 10, 1)


@pytest.fixture
def treasurer() -> Client:
    return logged_in(cast.administrator())


def send(client: Client, data: bytes, **fields: object) -> str:
    answer = client.post(reverse("bank_file"), {"file": SimpleUploadedFile("bank", data), **fields}, follow=True)
    return answer.text


def charged(number: int, cents: int = 5000) -> None:
    raise_by_hand(cast.club(number), "entry_team", cents, "Two teams", day=DAY, by=None)


def test_a_bank_file_is_read_and_its_green_lines_are_booked_by_one_click(treasurer):
    club = cast.club()
    lines = [(3000, iso_reference("101", 2027), "Club 101", ""), (700, "", "A stranger", "")]
    assert "2 lines were read, 2 are new." in send(treasurer, bank.camt(lines))
    page = treasurer.get(reverse("treasury"))
    assert [each.sureness.value for each in page.context["lines"]] == ["green", "hand"]
    shown = [each.line.pk for each in page.context["sure"]]
    treasurer.post(reverse("book_lines"), {"verb": "sure", "line": shown})
    assert list(Payment.objects.values_list("club", "season", "cents")) == [(club.pk, 2027, 3000)]


@pytest.mark.long
def test_a_line_is_booked_in_parts_by_hand_and_a_wrong_part_is_refused(treasurer):
    cast.club()
    send(treasurer, bank.camt([(700, "", "A stranger", "")]))
    line = BankLine.objects.get().pk
    for amount, said in (("4,00", "1 payment was booked."), ("3,01", "Only 3.00 of this line"), ("x", "such as 12,50")):
        fields = {"line": line, "club": "101", "season": 2027, "amount": amount}
        assert said in treasurer.post(reverse("book_lines"), fields, follow=True).text
    assert Payment.objects.get().cents == 400


def test_a_line_proposes_a_season_by_name_and_its_amount_as_the_reader_types_it(treasurer):
    send(treasurer, bank.camt([(123450, "", "A stranger", "")]))
    page = treasurer.get(reverse("treasury").replace("/en/", "/de/"))
    assert '<option value="2027" selected>2026-2027</option>' in page.text
    assert 'value="1234,50"' in page.text


def test_the_columns_of_an_unknown_bank_are_asked_once(treasurer):
    data = b"Date;Sum;Name\n01/10/2026;12,50;A payer\n"
    assert "Columns of the bank" in send(treasurer, data)
    assert "1 line was read, 1 is new." in send(treasurer, data, day=0, amount=1, payer=2)
    assert "1 line was read, 0 is new." in send(treasurer, data)


def test_a_wrong_bank_file_is_refused_with_its_place(treasurer):
    text = send(treasurer, bank.camt([(700, "", "A stranger", "")], total="7.01"))
    assert "Statement 1: its entries add up to 7.00, but it says 7.01. Nothing was stored." in text
    assert not BankLine.objects.exists()


def test_a_payment_by_hand_is_booked_on_the_account_of_the_club(treasurer):
    charged(101)
    address = reverse("club_account", args=[cast.club().pk, 2027])
    treasurer.post(address, {"amount": "20", "day": "2026-10-02", "note": "Cash"})
    page = treasurer.get(address)
    assert page.context["facts"]["balance"] == 3000


@pytest.mark.long
def test_statements_are_issued_and_kept_as_files(treasurer):
    charged(101)
    assert "1 statement was issued." in treasurer.post(reverse("issue_statements"), follow=True).text
    club = Statement.objects.get().club_id
    charged(101, 100)
    sizes = [
        treasurer.get(reverse("club_statement_file", args=[club, 2027, "statement.csv"]) + number).text.count("\n")
        for number in ("", "?number=1")
    ]
    assert sizes == [5, 4]
    assert treasurer.get(reverse("club_statement_file", args=[club, 2027, "statement.pdf"])).content[:5] == b"%PDF-"
    assert treasurer.get(reverse("club_statement_file", args=[club, 2027, "statement.exe"])).status_code == 404


def test_charges_without_an_amount_are_priced_by_a_click(treasurer):
    charged(101)
    Charge.objects.update(cents=None)
    assert "1 charge has no amount" in treasurer.get(reverse("treasury")).text
    assert "0 charges have their amount now." in treasurer.post(reverse("price_charges"), follow=True).text


@pytest.mark.long
def test_a_club_sees_its_own_account_and_no_other(treasurer):
    charged(101)
    secretary = logged_in(cast.secretary())
    own, other = (reverse("current_club_account", args=[cast.club(number).pk]) for number in (101, 201))
    assert "Two teams" in secretary.get(own, follow=True).text
    assert [secretary.get(other).status_code, secretary.get(reverse("treasury")).status_code] == [404, 403]
    posted = secretary.post(reverse("club_account", args=[cast.club().pk, 2027]), {"amount": "20", "day": "2026-10-02"})
    assert (posted.status_code, Payment.objects.count()) == (403, 0)


def test_who_accepts_tournaments_sees_no_account():
    officer: User = cast.rating_officer()
    assert logged_in(officer).get(reverse("current_club_account", args=[cast.club().pk])).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_treasurers_page_asks_as_often_for_many_lines(count, treasurer, django_assert_num_queries):
    for number in list(cast.CLUBS)[:count]:
        charged(number)
    send(treasurer, bank.camt([(700 + each, "RF31C101S2027", "A payer", "") for each in range(count)]))
    treasurer.get(reverse("treasury"))
    with django_assert_num_queries(7):
        treasurer.get(reverse("treasury"))


def test_the_bookkeepers_export_of_a_year_without_a_season_is_not_found(treasurer):
    assert [treasurer.get(f"/treasury/bookkeeping/{year}/").status_code for year in (2027, 0, 99999)] == [200, 404, 404]
