"""federation/bank/bank_csv.py and bank_lines.py"""

import pytest

from federation.bank import bank_csv
from federation.bank.bank_lines import BankFileError, cents_of

FILE = """Datum;Bedrag;Naam;Mededeling;Saldo
01/10/2026;1.030,50;Club 306;+++306/0002/02763+++;1.130,50

02/10/2026;-12,00;A Printer;;1.118,50
"""
COLUMNS = {"day": 0, "amount": 1, "payer": 2, "text": 3, "balance": 4}


def read(text: str, columns=COLUMNS):
    return bank_csv.read(bank_csv.table(text.encode("cp1252")), columns)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("1.234,5", 123450), ("1 234.50", 123450), ("-12", -1200), ("+0,07", 7), ("1.234", 123400), ("−3,00", -300)]
    + [(bad, None) for bad in ("", "12,345,6", "1.23.4", "x", "1e3", "٣")],
)
def test_amounts_as_banks_write_them(text, cents):
    assert cents_of(text) == cents


def test_the_lines_of_a_table_and_the_columns_that_were_chosen():
    assert [(str(line.day), line.cents, line.payer, line.text) for line in read(FILE)] == [
        ("2026-10-01", 103050, "Club 306", "+++306/0002/02763+++"),
        ("2026-10-02", -1200, "A Printer", ""),
    ]


def test_the_latest_line_may_come_first():
    header, first, _blank, second = FILE.strip().split("\n")
    assert len(read("\n".join([header, second, first]))) == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1.118,50", "1.118,60", "Line 4: the balance should be 1118.50, not 1118.60. Nothing was stored."),
        ("-12,00", "twelve", "Line 4: “twelve” is not an amount. Nothing was stored."),
        ("02/10/2026", "31/02/2026", "Line 4: “31/02/2026” is not a day. Nothing was stored."),
        ("A Printer;;", "", "Line 4 has 3 columns, not 5. Nothing was stored."),
    ],
)
def test_a_wrong_line_refuses_the_file_and_is_named(old, new, said):
    with pytest.raises(BankFileError) as refused:
        read(FILE.replace(old, new))
    assert str(refused.value) == said


@pytest.mark.parametrize("text", ["", "one", "a;b", "\0;\0\n"])
def test_a_file_that_is_not_a_table_is_refused(text):
    with pytest.raises(BankFileError, match="This is not a table"):
        bank_csv.table(text.encode())


def test_day_and_amount_have_to_be_chosen():
    with pytest.raises(BankFileError, match="Choose the columns"):
        read(FILE, {"day": 0, "amount": 9})
