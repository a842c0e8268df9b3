"""federation/money/tariff.py"""

import datetime as dt

import pytest

from federation.amendments.amend import amend
from federation.money.tariff import fee_class, price, share

DAY = dt.date(2026, 10, 10)


@pytest.mark.parametrize(
    ("born", "shown"), [(2006, "J"), (2005, "S"), (None, "S")], ids=["20 in the year", "21 in the year", "unknown"]
)
def test_a05_the_age_in_the_year_of_enrolment_decides_the_fee_class(born, shown):
    assert fee_class(born and dt.date(born, 12, 31), DAY, 2027) == shown


@pytest.mark.django_db
def test_ex_officio_costs_twice_the_fee_of_the_class():
    found = price("ex_officio", DAY, "full", "J")
    assert (found.cents, found.row["times"], found.row["of_row"]["cents"]) == (3000, 2, 1500)


@pytest.mark.django_db
def test_there_is_no_price_before_the_first_row():
    assert price("affiliation", dt.date(2018, 8, 31), "full", "S") is None
    assert price("ex_officio", dt.date(2018, 8, 31), "full", "S") is None


@pytest.mark.django_db
def test_the_row_of_the_league_goes_before_that_of_everybody():
    row = {"what": "affiliation", "fee_class": "S", "unit": "400", "cents": 3300}
    amend("tariff", row, dt.date(2026, 1, 1), None, article="a test", reason="for this test alone")
    assert [price("affiliation", DAY, "full", "S", league).cents for league in ("400", "600")] == [3300, 3000]


def test_halves_of_an_odd_amount_are_rounded_towards_zero():
    assert [share(3001, part) for part in (100, 50, -50, -100)] == [3001, 1500, -1500, -3001]
