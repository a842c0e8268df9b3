"""federation/money/payments.py, matching.py and balances.py, federation/bank/bank_files.py"""

import datetime as dt
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.bank.bank_files import TakenIn, UnknownColumns, take_in
from federation.bank.bank_lines import BankFileError
from federation.models import BankLine, Charge, Club, Payment
from federation.money.balances import balances
from federation.money.charges import credit, raise_by_hand
from federation.money.matching import proposals
from federation.money.payments import PaymentError, Split, book, book_sure, pay, reverse
from federation.money.references import belgian_reference, iso_reference
from tests import cast
from tests.at_once import at_once
from tests.federation.bank import bank

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 10, 1)


def waiting() -> list[int]:
    return list(BankLine.objects.waiting().values_list("pk", flat=True))


def line(cents: int = 3000, said: str = "", iban: str = "") -> BankLine:
    """Return the only line of a file."""
    take_in(bank.camt([(cents, said, "A payer", iban)], day=str(DAY)), "bank.xml", None)
    return BankLine.objects.latest("pk")


def test_a_bank_file_is_matched_booked_in_one_act_and_never_twice():
    """Forty lines: thirty with a reference, five of known payers, five of strangers."""
    clubs = [cast.club(number) for number in cast.CLUBS]
    for club in clubs:
        raise_by_hand(club, "teams", 100_000, "Teams", day=DAY, by=None)
    known = line(500, iban="BE71096123456769")
    book(known.pk, [Split(clubs[0].pk, 2027, 500)], None)
    references = [iso_reference(club.number, 2027) for club in clubs] + [belgian_reference("301", 2027)]
    lines = [(1000 + number, references[number % 4], f"Club {number}", "") for number in range(30)]
    lines += [(500, "", f"Payer {number}", "BE71096123456769") for number in range(5)]
    lines += [(700, "", f"Stranger {number}", f"BE0000000000000{number}") for number in range(5)]
    data = bank.camt(lines, day="2026-10-02")
    assert [take_in(data, "bank.xml", None), take_in(data, "again.xml", None)] == [TakenIn(40, 40), TakenIn(40, 0)]
    found = proposals(BankLine.objects.waiting())
    assert Counter(each.sureness.value for each in found) == {"green": 30, "yellow": 5, "hand": 5}
    assert len(book_sure(waiting(), None)) == 30
    assert book_sure(waiting(), None) == []
    assert sum(balances(Club.objects.all()).values()) == 300_000 - 500 - sum(cents for cents, *_ in lines[:30])
    assert len(waiting()) == 10


@pytest.mark.parametrize("count", [1, 3])
def test_matching_many_lines_asks_as_often_as_one(count, django_assert_num_queries):
    book(line(500, iban="BE71096123456769").pk, [Split(cast.club().pk, 2027, 500)], None)
    more = [(600 + each, "RF31C101S2027", "", "BE71096123456769") for each in range(count)]
    take_in(bank.camt(more), "bank.xml", None)
    with django_assert_num_queries(4):
        assert len(proposals(BankLine.objects.waiting())) == count


def test_a_wrong_file_stores_nothing():
    with pytest.raises(BankFileError, match="Statement 1 has 1 entries, but says 2"):
        take_in(bank.camt([(3000, "", "", "")], count="2"), "bank.xml", None)
    assert not BankLine.objects.exists()


def test_two_equal_payments_of_one_day_are_two_lines():
    columns = {"day": 0, "amount": 1}
    data = b"day;amount\n2026-10-01;5\n2026-10-01;5\n"
    with pytest.raises(UnknownColumns):
        take_in(data, "bank.csv", None)
    assert take_in(data, "bank.csv", None, columns) == TakenIn(2, 2)
    assert take_in(data, "bank.csv", None) == TakenIn(2, 0)  # the columns are remembered


def test_one_payment_for_two_clubs_is_split_and_no_cent_is_booked_twice():
    paid, first, second = line(3000), cast.club(101), cast.club(201)
    book(paid.pk, [Split(first.pk, 2027, 1000), Split(second.pk, 2027, 1500)], None)
    for cents, sentence in (
        (501, "Only 5.00 of this line is left to book, not 5.01"),
        (0, "other than 0"),
        (-5, "than 0"),
    ):
        with pytest.raises(PaymentError, match=sentence):
            book(paid.pk, [Split(first.pk, 2027, cents)], None)
    assert balances(Club.objects.all()) == {first.pk: -1000, second.pk: -1500}
    book(paid.pk, [Split(first.pk, 2026, 500)], None)
    assert (waiting(), balances([first.pk], 2026)) == ([], {first.pk: -500})


def test_a_reversed_payment_leaves_the_line_to_be_booked_again():
    made = book(line(3000).pk, [Split(cast.club().pk, 2027, 3000)], None)[0]
    reverse(made, "The wrong club", None)
    with pytest.raises(PaymentError, match="reversed already"):
        reverse(made, "Again", None)
    assert (balances([made.club_id]), waiting()) == ({made.club_id: 0}, [made.line_id])


def test_a_payment_by_hand_is_for_the_season_of_its_day_unless_another_is_named():
    made = [pay(cast.club(), 100, DAY, None), pay(cast.club(), -50, DAY, None, season=2026)]
    assert [(each.season, each.cents) for each in made] == [(2027, 100), (2026, -50)]
    with pytest.raises(PaymentError, match="other than 0"):
        pay(cast.club(), 0, DAY, None)


ACTS = st.sampled_from(["charge", "credit", "pay", "back", "book"])


class AnyOrderOfActs(TestCase):
    @given(st.lists(st.tuples(ACTS, st.integers(1, 999)), max_size=10))
    def test_a_balance_is_charges_minus_payments(self, acts):
        club, owed = cast.club(), 0
        for act, cents in acts:
            if act == "charge":
                raise_by_hand(club, "teams", cents, "Teams", day=DAY, by=None)
                owed += cents
            elif act == "credit":
                owed += sum(each.cents for each in credit(Charge.objects.values_list("pk", flat=True)[:1], "No."))
            elif act == "pay":
                owed -= pay(club, cents, DAY, None).cents
            elif act == "book" and not BankLine.objects.filter(cents=cents).exists():
                owed -= sum(each.cents for each in book(line(cents).pk, [Split(club.pk, 2027, cents)], None))
            elif payment := Payment.objects.filter(reverses=None, reversed_by=None).first():
                owed -= reverse(payment, "No.", None).cents
        assert balances([club.pk]).get(club.pk, 0) == owed


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_treasurers_at_once_book_a_line_once():
    club = cast.club()
    paid = line(3000, said=iso_reference("101", 2027))
    by_hand = lambda: book(paid.pk, [Split(club.pk, 2027, 3000)], None)  # noqa: E731
    sure = lambda: book_sure([paid.pk], None)  # noqa: E731
    found = at_once(BankLine.objects.filter(pk=paid.pk), sure, by_hand, sure)
    assert (len(found[0]), type(found[1]), found[2]) == (1, PaymentError, [])
    assert Payment.objects.get().cents == 3000
