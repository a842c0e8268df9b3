"""federation/money/statements.py and statement_files.py"""

import csv
import datetime as dt
import io

import pytest
from django.utils import translation

from federation.identity.seasons import bounds
from federation.members.affiliations import transfer
from federation.members.season_renewal import renew_all
from federation.models import Affiliation, Charge, Club, Statement
from federation.money import statement_files
from federation.money.balances import balances
from federation.money.charges import raise_by_hand
from federation.money.payments import pay
from federation.money.statements import digest_of, facts_of, issue
from federation.money.words import name_of
from tests import cast
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
NEW_YEAR = dt.date(2027, 1, 1)


@made_once
def season() -> None:
    """Renew everybody for 2027; Anna moves on 1 January, after her club paid."""
    cast.everybody()
    renew_all(Affiliation.objects.all(), 2027)
    pay(cast.club(101), 9000, dt.date(2026, 10, 1), None, note="=cmd")
    transfer(cast.member(10001), cast.club(201), NEW_YEAR, effective=NEW_YEAR)


def facts(club: int, season: int = 2027) -> dict:
    return facts_of([cast.club(club)], season)[cast.club(club).pk]


def test_half_of_a_paid_fee_is_in_favour_of_the_old_club_and_owed_by_the_new_one():
    season()
    sums = ("opening", "charged", "credited", "paid", "balance")
    assert [facts(101)[name] for name in sums] == [0, 9000, -1500, 9000, -1500]
    assert [facts(201)[name] for name in sums] == [0, 12000, 0, 0, 12000]
    assert (facts(101)["reference"], facts(101)["due"]) == ("+++101/0002/02703+++", "2026-10-15")


def test_the_balance_of_a_season_opens_the_next():
    season()
    assert [facts(101, 2028)[name] for name in ("opening", "balance")] == [-1500, -1500]


@pytest.mark.parametrize("count", [1, 3])
def test_many_statements_ask_as_often_as_one(count, django_assert_num_queries):
    season()
    clubs = list(Club.objects.all())[:count]
    with django_assert_num_queries(4):
        assert len(facts_of(clubs, 2027)) == count


def test_an_issued_statement_never_changes_and_the_next_one_says_what_did():
    season()
    club = cast.club(101)
    [first] = issue([club.pk], 2027, None)
    assert issue([club.pk], 2027, None) == []
    raise_by_hand(club, "fine_late", 500, "Late", day=NEW_YEAR, by=None)
    [second] = issue([club.pk], 2027, None)
    first = Statement.objects.get(pk=first.pk)
    assert [(each.number, each.facts["balance"]) for each in (first, second)] == [(1, -1500), (2, -1000)]
    assert [each.digest == digest_of(each.facts) for each in (first, second)] == [True, True]


def test_a_charge_without_an_amount_stands_on_the_statement_and_counts_nothing():
    season()
    Charge.objects.filter(club=cast.club(301)).update(cents=None)
    assert (facts(301)["open"], facts(301)["balance"]) == (3, 0)
    assert facts(301)["lines"][0]["cents"] is None


def test_the_files_of_a_statement_show_every_line_and_the_same_balance():
    season()
    with translation.override("en"):
        rows = list(csv.reader(io.StringIO(statement_files.as_csv(facts(101)).decode("utf-8-sig")), delimiter=";"))
        assert statement_files.as_xlsx(facts(101)).startswith(b"PK")
    assert [(row[2], row[3], row[5]) for row in rows[1:]] == [
        ("opening balance", "", "0.00"),
        ("affiliation, senior", "10001", "30.00"),
        ("affiliation, senior", "10002", "30.00"),
        ("affiliation, senior", "10003", "30.00"),
        ("affiliation, senior, 50 %, credit note", "10001", "-15.00"),
        ("payment", "", "-90.00"),
        ("balance", "", "-15.00"),
    ]
    assert rows[6][7] == "'=cmd"  # never a formula
    assert (rows[1][0], rows[7][0]) == (str(bounds(facts(101)["season"])[0]), facts(101)["day"])


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_a_statement_is_printed_in_every_language(language):
    season()
    with translation.override(language):
        printed = statement_files.as_pdf(facts(101))
    assert printed.startswith(b"%PDF-")


def test_the_export_of_the_bookkeeper_adds_up_to_the_statements_and_names_nobody():
    season()
    text = statement_files.bookkeeping(2027).decode()
    sums: dict[str, int] = {}
    for row in csv.DictReader(io.StringIO(text), delimiter=";"):
        sums[row["club"]] = sums.get(row["club"], 0) + round(float(row["amount"]) * 100)
    assert sums == {club.number: owed for club in Club.objects.all() for owed in [balances([club.pk], 2027)[club.pk]]}
    assert "Aerts" not in text


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("be-frbe", "affiliation, senior"),
        ("fr-ffe", "licence, S"),
        ("ie-icu", "subscription, S"),
        ("nl-knsb", "affiliation, S"),
    ],
)
def test_a_charge_is_called_by_the_words_of_the_profile(code, name, settings):
    settings.FEDERATION_PROFILE = code
    assert [name_of("affiliation", "S"), name_of("fine_late")] == [name, "fine for late results"]
