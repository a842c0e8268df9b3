"""federation/money/mandates.py, debits.py, debit_bookings.py and pain008.py"""

import datetime as dt

import pytest
from defusedxml import ElementTree
from django.utils import timezone

from federation.bank.bank_files import take_in
from federation.erasure import erasing
from federation.members.merging import merge
from federation.models import BankLine, Collection, Debit, Mandate, Payment
from federation.money import debits, mandates, pain008
from federation.money.balances import balances, owed_by
from federation.money.charges import raise_by_hand
from federation.money.debits import DebitError
from federation.money.payments import book_sure
from tests import cast
from tests.at_once import at_once
from tests.federation.bank import bank

pytestmark = pytest.mark.django_db
IBANS = {101: "BE71 0961 2345 6769", 201: "FR14 2004 1010 0505 0001 3M02 606", 301: "NL91ABNA0417164300"}


def owing(*clubs: int, cents: int = 5000) -> None:
    """Let the clubs owe an amount and have a mandate."""
    today = timezone.localdate()
    for number in clubs:
        mandates.record(cast.club(number), IBANS[number], f"{cast.club(number).name} a.s.b.l.", today, None)
        raise_by_hand(cast.club(number), "entry_team", cents, "Teams", day=today, by=None)


def collected() -> Collection:
    return debits.collect(debits.earliest_day(), debits.digest_of(debits.dues()), None)


def owed(number: int = 101) -> int:
    return balances([cast.club(number).pk]).get(cast.club(number).pk, 0)


def read_from_bank(lines: list[bank.Line], ours: str, reason: str = "") -> None:
    """Take in a bank's file whose lines name a direct debit or a batch of ours."""
    batch = "-FRST" in ours or "-RCUR" in ours
    named = f"<PmtInfId>{ours}</PmtInfId>" if batch else f"<EndToEndId>{ours}</EndToEndId>"
    told = f"<RtrInf><Rsn><Cd>{reason}</Cd></Rsn></RtrInf>" if reason else ""
    data = bank.camt(lines).decode().replace("<TxDtls>", f"<TxDtls><Refs>{named}</Refs>{told}")
    take_in(data.replace("B0", f"B {ours} {reason}").encode(), "bank.xml", None)


def book_all() -> int:
    return len(book_sure(BankLine.objects.waiting().values_list("pk", flat=True), None))


def test_a_mandate_keeps_its_iban_encrypted_and_ends_the_one_before(settings):
    first, second = (
        mandates.record(cast.club(), IBANS[each], "Tour", dt.date(2026, 1, 2), None) for each in IBANS if each < 300
    )
    first.refresh_from_db()
    assert (first.ended_on, second.ended_on, second.reference) == (timezone.localdate(), None, "C101-2")
    assert (second.last_four, mandates.iban_of(second)) == ("2606", "FR1420041010050500013M02606")
    assert not Mandate.objects.filter(sealed_iban__contains="2606").exists()
    with pytest.raises(mandates.MandateError, match="is in the future"):
        mandates.record(cast.club(), IBANS[101], "Tour", timezone.localdate() + dt.timedelta(1), None)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert mandates.iban_of(second) == "FR1420041010050500013M02606"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(mandates.MandateError, match="mandate C101-2 can no longer be read"):
        mandates.iban_of(second)


def test_a_collection_holds_what_clubs_with_a_mandate_owe_and_nothing_twice(collecting):
    owing(101, 201)
    raise_by_hand(cast.club(301), "entry_team", 700, "A team", day=timezone.localdate(), by=None)
    made = collected()
    assert list(made.debits.values_list("mandate__club__number", "cents", "sequence")) == [
        ("101", 5000, "FRST"),
        ("201", 5000, "FRST"),
    ]
    with pytest.raises(DebitError, match="nobody with a mandate owes anything"):
        collected()
    owing(101, cents=100)  # a new mandate, for what came since
    assert [each.cents for each in debits.dues()] == [100]
    debits.withdraw(made)
    assert [each.cents for each in debits.dues()] == [5100, 5000]


def test_a_collection_needs_its_notice_a_weekday_and_the_amounts_that_were_shown(collecting):
    owing(101)
    seen, first = debits.digest_of(debits.dues()), debits.earliest_day()
    saturday = first + dt.timedelta(12 - first.weekday())
    for day, sentence in (
        (timezone.localdate(), "Payers must be told of a direct debit 14 days in advance"),
        (saturday, "is a Saturday or a Sunday"),
    ):
        with pytest.raises(DebitError, match=sentence):
            debits.collect(day, seen, None)
    owing(201)
    with pytest.raises(DebitError, match="has changed since. Nothing was collected"):
        debits.collect(first, seen, None)
    assert not Collection.objects.exists()


def test_a_federation_without_direct_debits_collects_nothing():
    owing(101)
    with pytest.raises(DebitError, match="does not collect by direct debit"):
        collected()


def test_the_file_for_the_bank_says_what_is_collected_from_whom(collecting):
    owing(101, 201)
    made = collected()
    read = ElementTree.fromstring(pain008.written(made))
    for element in read.iter():
        element.tag = element.tag.rpartition("}")[2]
    root = read.find("CstmrDrctDbtInitn")
    assert [root.findtext(f"GrpHdr/{name}") for name in ("MsgId", "NbOfTxs", "CtrlSum")] == [
        made.reference,
        "2",
        "100.00",
    ]
    batch = root.find("PmtInf")
    assert [batch.findtext(path) for path in ("PmtTpInf/SeqTp", "ReqdColltnDt", "CdtrAcct/Id/IBAN")] == [
        "FRST",
        made.day.isoformat(),
        "BE68539007547034",
    ]
    paths = ("InstdAmt", "DrctDbtTx/MndtRltdInf/MndtId", "Dbtr/Nm", "DbtrAcct/Id/IBAN")
    assert [[each.findtext(path) for path in paths] for each in batch.findall("DrctDbtTxInf")] == [
        ["50.00", "C101-1", "Tour Blanche a.s.b.l.", "BE71096123456769"],
        ["50.00", "C201-1", "Cavalier Noir a.s.b.l.", "FR1420041010050500013M02606"],
    ]


def test_a_batch_that_the_bank_books_pays_for_each_club_once(collecting):
    owing(101, 201)
    made = collected()
    for _twice in range(2):
        read_from_bank([(10000, "", "", "")], f"{made.reference}-FRST")
    assert (book_all(), book_all()) == (2, 0)
    assert (owed(101), owed(201), debits.dues()) == (0, 0, [])
    with pytest.raises(DebitError, match="cannot be withdrawn"):
        debits.withdraw(made)
    owing(101, cents=100)
    assert Debit.objects.filter(collection=made).exclude(payment=None).count() == 2


def test_a_returned_debit_is_owed_again_and_collected_as_recurring_only_after_a_success(collecting):
    owing(101)
    [debit] = collected().debits.all()
    read_from_bank([(5000, "", "", "")], debit.reference)
    assert (book_all(), owed()) == (1, 0)
    read_from_bank([(-5000, "", "", "")], debit.reference, "AM04")
    assert (book_all(), owed()) == (1, 5000)
    debit.refresh_from_db()
    assert (debit.returned, Payment.objects.filter(reverses=debit.payment).count()) == ("AM04", 1)
    again = collected().debits.get()
    assert (again.sequence, again.cents) == ("FRST", 5000)
    read_from_bank([(5000, "", "", "")], again.reference)
    book_all()
    raise_by_hand(cast.club(), "entry_team", 900, "A team", day=timezone.localdate(), by=None)
    assert collected().debits.get().sequence == "RCUR"


@pytest.mark.long
def test_members_who_pay_themselves_are_collected_from_like_clubs(collecting):
    owing(101)
    anna, today = cast.member(10001), timezone.localdate()
    signed = mandates.record(anna, IBANS[301], "A. Aerts", today, None)
    raise_by_hand(anna, "other", 3500, "FIDE registration", day=today, by=None)
    assert (signed.reference, signed.scheme, signed.debtor) == ("M10001-1", "CORE", anna)
    assert [(due.mandate.debtor, due.cents) for due in debits.dues()] == [(cast.club(), 5000), (anna, 3500)]
    made = collected()
    assert debits.dues() == []
    file = pain008.written(made).decode()
    assert ("<Nm>A. Aerts</Nm>" in file, "M10001-1" in file, '<InstdAmt Ccy="EUR">35.00<' in file) == (True, True, True)
    debit = made.debits.get(mandate=signed)
    read_from_bank([(3500, "", "", "")], debit.reference)
    assert (book_all(), owed_by(anna)) == (1, 0)
    read_from_bank([(-3500, "", "", "")], debit.reference, "AC04")
    assert (book_all(), owed_by(anna), debits.dues()[0].mandate) == (1, 3500, signed)
    mandates.end(anna)
    assert debits.dues() == []


def test_a_merged_record_passes_its_mandate_on_and_one_stays_in_force(collecting):
    anna, bram = cast.member(10001), cast.member(10002)
    first, second = (
        mandates.record(member, IBANS[number], "Aerts", timezone.localdate(), None)
        for member, number in ((anna, 101), (bram, 201))
    )
    merge(anna, bram)
    assert list(bram.mandates.filter(ended_on=None)) == [second]
    assert set(bram.mandates.all()) == {first, second}


@pytest.mark.long
def test_an_erasure_ends_the_mandate_of_the_member(collecting):
    anna, today = cast.member(10001), timezone.localdate()
    mandates.record(anna, IBANS[101], anna.name, today, None)
    raise_by_hand(anna, "entry_team", 3000, "Open", day=today, by=None)
    erasing.erase_rows(erasing.remove_files(anna))
    assert debits.dues() == []
    assert Mandate.objects.get().ended_on == today


def test_a_line_with_another_amount_is_booked_by_hand(collecting):
    owing(101)
    [debit] = collected().debits.all()
    read_from_bank([(4999, "", "", "")], debit.reference)
    assert (book_all(), owed()) == (0, 5000)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_treasurers_at_once_collect_once(collecting):
    owing(101)
    seen, day = debits.digest_of(debits.dues()), debits.earliest_day()
    collect = lambda: debits.collect(day, seen, None)  # noqa: E731
    found = at_once(Mandate.objects.all(), collect, collect)
    assert sorted(type(each).__name__ for each in found) == ["Collection", "DebitError"]
    assert Debit.objects.get().cents == 5000


def test_business_debits_go_to_the_bank_in_a_separate_file_and_are_recognised(collecting):
    owing(101)
    today = timezone.localdate()
    mandates.record(cast.club(201), IBANS[201], "Cavalier", today, None, scheme=Mandate.Scheme.B2B)
    raise_by_hand(cast.club(201), "entry_team", 700, "A team", day=today, by=None)
    made = collected()
    for scheme, cents, name in (("CORE", "50.00", f"DD{made.pk}"), ("B2B", "7.00", f"DD{made.pk}-B2B")):
        root = ElementTree.fromstring(pain008.written(made, scheme))
        found = {each.tag.rpartition("}")[2]: each.text for each in root.iter()}
        assert (found["CtrlSum"], found["MsgId"]) == (cents, name)
        assert [each.text for each in root.findall(".//{*}LclInstrm/{*}Cd")] == [scheme]
    read_from_bank([(700, "", "Bank", "")], f"DD{made.pk}-B2B-FRST")
    assert (book_all(), owed(101), owed(201)) == (1, 5000, 0)
