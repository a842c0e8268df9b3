"""federation/bank/coda.py"""

import datetime as dt

import pytest

from federation.bank.bank_files import take_in
from federation.bank.bank_lines import BankFileError, ReadLine
from federation.bank.coda import matches, read
from federation.models import BankLine, Payment
from federation.money import payments
from tests import cast
from tests.federation.bank.bank import coda, movement

ANNA = movement(1, 3000, structured="101306000202763", payer="Anna Aerts", iban="BE71096123456769")


def test_a_movement_is_read_from_its_columns():
    data = coda([ANNA, movement(2, -1250, text="rent of the room for the open tournament " * 3, payer="Town hall")])
    assert matches(data)
    first, second = read(data, "EUR")
    assert first == ReadLine(
        *("BE68539007547034", "B0001", dt.date(2026, 10, 1), 3000, "306000202763", ""),
        *("Anna Aerts", "BE71096123456769", "", ""),
    )
    assert (second.cents, second.payer) == (-1250, "Town hall")
    assert second.text == ("rent of the room for the open tournament " * 3).strip()


def test_a_total_is_read_as_the_payments_that_it_lists_and_components_are_none():
    total = movement(1, 5000, kind="1")
    parts = [movement(1, cents, detail, kind="5", ours=f"DD1-{detail}") for detail, cents in ((1, 3000), (2, 2000))]
    costs = [movement(2, 990, kind="3"), movement(2, 1000, 1, kind="8"), movement(2, -10, 2, kind="8")]
    found = read(coda([total, *parts, *costs, movement(3, 700, kind="2")], total=5000 + 990 + 700), "EUR")
    assert [(line.cents, line.debit) for line in found] == [(3000, "DD1-1"), (2000, "DD1-2"), (990, ""), (700, "")]


def test_a_returned_direct_debit_names_its_reason():
    data = coda([movement(1, -3000, structured="127" + " " * 50, ours="DD7-3", returned="AC04")])
    assert [(line.debit, line.returned) for line in read(data, "EUR")] == [("DD7-3", "AC04")]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"closing": 13001}, "Line 5: the new balance should be 130.00, not 130.01. Nothing was stored."),
        ({"total": 2999}, "Line 6: the movements add up to 30.00, but it says 29.99. Nothing was stored."),
        ({"count": 6}, "Line 6: the file has 4 records, but says 000006. Nothing was stored."),
        ({"currency": "CHF"}, "Line 2: the account is in CHF, not in EUR. Nothing was stored."),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_with_its_line(changed, sentence):
    with pytest.raises(BankFileError, match=sentence):
        read(coda([ANNA], **changed), "EUR")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b"000000000030000", b"00000000003000x", "Line 3: “00000000003000x” is not an amount. Nothing was stored."),
        (b"000000000030000", b"000000000030001", "Line 3: “000000000030001” is not an amount. Nothing was stored."),
        (b"01102600101", b"32102600101", "Line 3: “321026” is not a day. Nothing was stored."),
        (b"\n23", b"\n24", "Line 4: a record “24” does not belong here. Nothing was stored."),
        (b"\n8", b"\n7", "Line 5: a record “7” does not belong here. Nothing was stored."),
        (b"B0001 ", b"B0001", "Line 3 is no line of a CODA file: it has 127 characters, not 128. Nothing was stored."),
    ],
)
def test_a_damaged_line_is_refused_with_its_place(old, new, sentence):
    with pytest.raises(BankFileError, match=sentence):
        read(coda([ANNA]).replace(old, new, 1), "EUR")


def test_parts_that_do_not_add_up_and_a_file_that_is_cut_are_refused():
    wrong = [movement(1, 5000, kind="1"), movement(1, 3000, 1, kind="5"), movement(1, 1999, 2, kind="5")]
    with pytest.raises(BankFileError, match="Line 3: its parts add up to 49.99, not 50.00. Nothing was stored."):
        read(coda(wrong, total=5000), "EUR")
    with pytest.raises(BankFileError, match="The file ends after line 5, before its last record. Nothing was stored."):
        read(b"\n".join(coda([ANNA]).splitlines()[:5]), "EUR")


@pytest.mark.django_db
def test_a_coda_file_is_taken_in_once_and_its_reference_is_booked():
    club, data = cast.club(101), coda([movement(1, 3000, structured="101101000202703", payer="Tour Blanche")])
    assert [take_in(data, "bank.cod", None).new for _again in "12"] == [1, 0]
    payments.book_sure(BankLine.objects.values_list("pk", flat=True), None)
    assert (Payment.objects.get().club, Payment.objects.get().season) == (club, 2027)
