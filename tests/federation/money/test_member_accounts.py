"""Members who pay directly: federation/money and federation/treasury"""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from federation.bank.bank_files import take_in
from federation.erasure.erasures import blockers
from federation.members.merging import merge
from federation.models import Affiliation, BankLine, Charge, Holder, Member, Payment, Statement
from federation.money import payments, statement_files
from federation.money.balances import DebtorKind, owed_by
from federation.money.charges import raise_by_hand, raise_for
from federation.money.matching import proposals
from federation.money.payments import Split, book, book_sure, pay
from federation.money.references import belgian_reference, iso_reference, read, reference_of
from federation.money.statements import facts_of, issue
from tests import cast
from tests.federation.bank import bank
from tests.forms import logged_in

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 10, 1)


def charged(number: int = 10001, cents: int = 3500) -> Member:
    member = cast.member(number)
    raise_by_hand(member, "other", cents, "FIDE registration", day=DAY, by=None)
    return member


def test_an_individual_member_without_a_club_is_charged_where_members_pay(settings):
    settings.FEDERATION_PROFILE = "ie-icu"
    anna = cast.member(10001, affiliated=False)
    raise_for([Affiliation.objects.create(member=anna, start=DAY)])
    [charge] = Charge.objects.all()
    assert (charge.debtor, charge.club, charge.member, charge.cents) == ("member", None, anna, 3500)


def test_the_statement_of_a_member_holds_their_own_charges_and_payments_alone():
    anna = charged()
    Charge.objects.create(number=99, club=cast.club(), member=anna, season=2027, day=DAY, what="other", cents=7)
    paid = pay(anna, 1500, DAY, None, note="Cash")
    payments.reverse(pay(anna, 100, DAY, None), "Wrong", None)
    facts = facts_of([anna], 2027)[anna.pk]
    assert (facts["member"], facts["name"], facts["balance"], len(facts["lines"])) == ("10001", "Aerts, Anna", 2000, 1)
    assert (owed_by(anna), owed_by(cast.club()), paid.payer) == (2000, 7, anna)
    assert [len(issue([anna.pk], 2027, None, DebtorKind.MEMBER)) for _again in "12"] == [1, 0]
    assert statement_files.as_csv(facts).decode("utf-8-sig").splitlines()[2:3] == [
        "2026-10-01;1;other;;;35.00;EUR;FIDE registration"
    ]
    exported = statement_files.bookkeeping(2027).decode().splitlines()
    assert exported[1:4] == [
        "2026-10-01;1;;other;10001;;35.00",
        "2026-10-01;99;101;other;10001;;0.07",
        f"2026-10-01;P{paid.pk};;payment;10001;;-15.00",
    ]


@pytest.mark.parametrize(
    ("number", "made"),
    [("10001", "+++010/0012/02780+++"), ("94", "+++000/0942/02760+++"), ("10000", "RF"), ("94b", "RF")],
)
def test_the_reference_of_a_member_is_never_that_of_a_club(number, made):
    reference = reference_of(Member(number=number), 2027)
    assert reference.startswith(made)
    assert read(reference) == (number.upper(), 2027, DebtorKind.MEMBER)


def test_payments_of_members_are_matched_by_reference_and_by_known_payer():
    anna, bert = charged(), charged(10002)
    iban = "BE71096123456769"
    for day, said in (("2026-10-02", iso_reference("10001", 2027, DebtorKind.MEMBER)), ("2026-10-03", "")):
        take_in(bank.camt([(1000, said, "Anna", iban)], day=day), "bank.xml", None)
    [green, hand] = proposals(BankLine.objects.waiting().order_by("booked_on"))
    assert (green.sureness.value, green.debtor, hand.sureness.value) == ("green", anna, "hand")
    book_sure([green.line.pk, hand.line.pk], None)
    [yellow] = proposals(BankLine.objects.waiting())
    assert (yellow.sureness.value, yellow.member, yellow.club) == ("yellow", anna, None)
    book(yellow.line.pk, [Split(None, 2027, 400, anna.pk), Split(None, 2027, 600, bert.pk)], None)
    assert (owed_by(anna), owed_by(bert)) == (2100, 2900)
    merge(bert, anna)
    assert (owed_by(anna), read(belgian_reference("10002", 2027, DebtorKind.MEMBER)).number) == (5000, "10002")
    said = belgian_reference("10002", 2027, DebtorKind.MEMBER)
    take_in(bank.camt([(5000, said, "Bert", "")], day="2026-10-04"), "bank.xml", None)
    assert proposals(BankLine.objects.waiting())[0].debtor == anna  # the record that stands


def test_a_member_who_paid_all_can_be_erased():
    anna = charged()
    assert len(blockers(anna)) == 1
    pay(anna, 3500, DAY, None)
    assert blockers(anna) == []


@pytest.fixture
def treasurer() -> Client:
    return logged_in(cast.administrator())


@pytest.mark.long
def test_a_member_and_the_treasurer_see_the_account_and_nobody_else_does(treasurer):
    anna = charged()
    own = cast.stranger()
    Holder.objects.create(account=own, member=anna)
    issue([anna.pk], 2027, None, DebtorKind.MEMBER)
    address = reverse("member_account", args=[anna.pk, 2027])
    for reader in (treasurer, logged_in(own)):
        assert "FIDE registration" in reader.get(address).text
        for name in ("statement.csv", "statement.xlsx", "statement.pdf", "statement.pdf?number=1"):
            assert reader.get(f"{address}{name}").status_code == 200
    assert logged_in(own).post(address, {"amount": "35", "day": "2026-10-02"}).status_code == 403
    assert logged_in(cast.secretary()).get(address).status_code == 404
    treasurer.post(address, {"amount": "35", "day": "2026-10-02"})
    assert (owed_by(anna), Payment.objects.get().member) == (0, anna)


@pytest.mark.long
def test_the_treasurer_charges_a_member_books_a_line_for_them_and_issues_statements(treasurer):
    anna = cast.member(10001)
    said = {"what": "other", "amount": "35", "day": "2026-10-01", "reason": "Abroad", "confirm": "yes", "owed": "0"}
    answer = treasurer.post(reverse("charge_member", args=[anna.pk]), said, follow=True)
    assert "10001 Aerts, Anna was charged." in answer.text
    line = BankLine.objects.create(booked_on=DAY, cents=3500, payer="Anna")
    fields = {"line": line.pk, "season": 2027, "amount": "35"}
    for numbers, sentence in (
        ({}, "Enter the number of a club or of a member."),
        ({"club": "101", "member": "10001"}, "Enter the number of a club or of a member."),
        ({"member": "99999"}, "There is no member with this number."),
        ({"member": "10001"}, "1 payment was booked."),
    ):
        assert sentence in treasurer.post(reverse("book_lines"), fields | numbers, follow=True).text
    assert (
        "1 statement was issued." in treasurer.post(reverse("issue_statements"), {"kind": "member"}, follow=True).text
    )
    assert Statement.objects.get().member == anna


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_members_asks_as_often_for_many(count, treasurer, django_assert_num_queries):
    for number in (10001, 10002, 10003)[:count]:
        charged(number)
    treasurer.get(reverse("member_accounts"))
    with django_assert_num_queries(5):
        found = treasurer.get(reverse("member_accounts")).context["members"]
    assert [(each.number, owed) for each, owed in found] == [
        (str(number), 3500) for number in (10001, 10002, 10003)[:count]
    ]
    searched = treasurer.get(reverse("member_accounts"), {"q": "aerts 10001"}).context["members"]
    assert [each.number for each, _owed in searched] == ["10001"]
