"""federation/bank/camt.py"""

import datetime as dt

import pytest

from federation.bank import camt
from federation.bank.bank_lines import BankFileError, ReadLine
from tests.federation.bank import bank

LINES = [(3000, "RF37C306S2027", "Club 306", "BE71096123456769"), (-1250, "", "A Printer", "")]


def test_the_lines_of_a_statement_with_payer_and_reference():
    assert camt.read(bank.camt(LINES), "EUR") == [
        ReadLine(
            "BE68539007547034", "B0", dt.date(2026, 10, 1), 3000, "RF37C306S2027", "", "Club 306", "BE71096123456769"
        ),
        ReadLine("BE68539007547034", "B1", dt.date(2026, 10, 1), -1250, "", "for chess", "", ""),
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"count": "3"}, "Statement 1 has 2 entries, but says 3. Nothing was stored."),
        ({"total": "42.51"}, "Statement 1: its entries add up to 42.50, but it says 42.51. Nothing was stored."),
        (
            {"closing": "117.51"},
            "Statement 1: opening balance and entries give 117.50, but it closes with 117.51. Nothing was stored.",
        ),
        ({"total": "much"}, "Statement 1: “much” is not an amount."),
    ],
)
def test_a_statement_whose_sums_are_wrong_is_refused(wrong, said):
    with pytest.raises(BankFileError) as refused:
        camt.read(bank.camt(LINES, **wrong), "EUR")
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"30.00<", b"30.001<", "Statement 1, entry 1: “30.001” is not an amount."),
        (b'Ccy="EUR">30', b'Ccy="CHF">30', "Statement 1, entry 1 is in CHF, not in EUR."),
        (b"2026-10-01", b"yesterday", "Statement 1, entry 1 has no booking day."),
        (b"</Stmt>", b"", "This is not a CAMT.053 file: mismatched tag: line 11, column 4."),
        (b"Document", b"!DOCTYPE a [<!ENTITY b 'c'>]><Document", "This is not a CAMT.053 file: "),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(old, new, said):
    with pytest.raises(BankFileError) as refused:
        camt.read(bank.camt(LINES).replace(old, new, 1), "EUR")
    assert str(refused.value).startswith(said[:40])


def test_an_entry_of_several_transactions_is_a_line_each_and_they_add_up():
    parts = "".join(
        f'<TxDtls><Refs><EndToEndId>E{cents}</EndToEndId></Refs><Amt Ccy="EUR">{cents}</Amt>'
        f"<RltdPties><Dbtr><Pty><Nm>Payer {cents}</Nm></Pty></Dbtr></RltdPties></TxDtls>"
        for cents in (10, 20)
    )
    data = bank.camt([(3000, "", "", "")]).decode()
    whole = data[: data.index("<NtryDtls>")] + f"<NtryDtls>{parts}</NtryDtls>" + data[data.index("</Ntry>") :]
    found = [(line.reference, line.cents, line.payer) for line in camt.read(whole.encode(), "EUR")]
    assert found == [("E10", 1000, "Payer 10"), ("E20", 2000, "Payer 20")]
    with pytest.raises(BankFileError, match="entry 1: its transactions add up to 31.00, not 30.00"):
        camt.read(whole.replace('"EUR">20<', '"EUR">21<').encode(), "EUR")
