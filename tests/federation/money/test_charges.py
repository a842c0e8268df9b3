"""federation/money/charges.py"""

import datetime as dt

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.amendments.amend import amend
from federation.members.affiliations import AffiliationError, ex_officio, transfer, undo_ex_officio
from federation.members.season_renewal import renew_all
from federation.models import Affiliation, Charge, Member
from federation.money.charges import credit, credit_affiliations, price_open, raise_by_hand, raise_for
from tests import cast
from tests.at_once import at_once

pytestmark = pytest.mark.django_db
ANNA, BRAM, CHLOE, GUST = 10001, 10002, 10003, 10007
NEW_YEAR = dt.date(2027, 1, 1)


def renewed(number: int = ANNA) -> Affiliation:
    """Return the affiliation of a member of the cast for the season 2027, charged to their club."""
    [made] = renew_all(cast.member(number).affiliations.all(), 2027)
    return made


def rows() -> list[tuple[int, int | None, int | None]]:
    """Return number, club and cents of each charge."""
    return list(Charge.objects.values_list("number", "club__key", "cents"))


def test_renewed_members_are_charged_to_their_clubs_by_fee_class():
    members = cast.members([ANNA, 10005, 10009])
    renew_all(Affiliation.objects.filter(member__in=members.values()), 2027)
    assert rows() == [(1, 101, 3000), (2, 201, 1500), (3, 301, 1500)]
    charge = Charge.objects.first()
    assert (charge.season, charge.day, charge.currency, charge.what, charge.cause) == (
        2027, dt.date(2026, 9, 1), "EUR", "affiliation", "affiliation",
    )  # fmt: skip
    assert (charge.tariff["fee_class"], charge.tariff["from"], charge.tariff["cents"]) == ("S", "2018-09-01", 3000)


def test_a_youth_licence_and_an_affiliation_that_is_over_cost_nothing():
    anna = cast.member(ANNA)
    club, season = cast.club(), cast.SEASON
    over = Affiliation(member=anna, club=club, start=dt.date(2024, 9, 1), end=dt.date(2025, 8, 31))
    youth = Affiliation(member=anna, club=club, start=season[0], kind="youth")
    assert raise_for([over, youth]) == []


def test_half_of_a_paid_fee_moves_with_the_member():
    renewed()
    transfer(cast.member(ANNA), cast.club(201), NEW_YEAR, effective=NEW_YEAR)
    assert rows() == [(1, 101, 3000), (2, 101, -1500), (3, 201, 1500)]
    assert Charge.objects.get(number=2).cancels.number == 1
    transfer(cast.member(ANNA), cast.club(301), NEW_YEAR, effective=dt.date(2027, 2, 1))
    assert rows()[3:] == [(4, 201, -750), (5, 301, 750)]


def test_a_transfer_into_the_next_season_costs_a_whole_fee():
    renew_all(cast.member(ANNA).affiliations.all(), 2026)
    transfer(cast.member(ANNA), cast.club(201), dt.date(2026, 6, 10))
    assert rows() == [(1, 201, 3000)]


def test_an_affiliation_ex_officio_is_charged_to_the_organiser_once_a_season():
    gust = cast.member(GUST, affiliated=False)
    for day in (dt.date(2026, 10, 10), dt.date(2026, 11, 11)):
        ex_officio([gust.pk], cast.club(101), day, tournaments={gust.pk: 7})
    assert rows() == [(1, 101, 6000)]
    assert Charge.objects.get().tournament == 7


def test_affiliations_undone_are_credited_and_an_act_undone_twice_once():
    gust = cast.member(GUST, affiliated=False)
    ex_officio([gust.pk], cast.club(101), dt.date(2026, 10, 10), tournaments={gust.pk: 7})
    assert [undo_ex_officio(7, "Withdrawn."), undo_ex_officio(7, "Withdrawn.")] == [[gust.pk], []]
    assert rows() == [(1, 101, 6000), (2, 101, -6000)]
    assert credit(Charge.objects.values_list("pk", flat=True), "Again.") == []
    assert not gust.affiliations.exists()


def test_a_charge_is_credited_with_what_transfers_left_of_it():
    made = renewed()
    transfer(cast.member(ANNA), cast.club(201), NEW_YEAR, effective=NEW_YEAR)
    [note] = credit_affiliations([made.pk], "An error.")
    assert (note.cents, note.reason, note.cancels.number) == (-1500, "An error.", 1)


def test_an_act_without_a_tariff_row_is_charged_without_an_amount_and_priced_once():
    member = cast.member(ANNA, affiliated=False)
    day = dt.date(2015, 1, 15)
    made = Affiliation.objects.create(member=member, club=cast.club(), start=day)
    raise_for([made])
    assert (rows(), price_open()) == ([(1, 101, None)], [])
    row = {"what": "affiliation", "fee_class": "S", "cents": 2800}
    amend("tariff", row, dt.date(2014, 9, 1), None, article="General meeting", reason="for this test alone")
    assert [charge.cents for charge in price_open()] == [2800]
    amend("tariff", {**row, "cents": 9900}, dt.date(2014, 9, 2), None, article="Another", reason="for this test alone")
    assert (rows(), price_open()) == ([(1, 101, 2800)], [])


def test_a_charge_by_hand_belongs_to_the_season_of_its_day():
    made = raise_by_hand(cast.club(), "fine_late", 5000, "Results of June", day=dt.date(2026, 9, 1), by=None)
    assert (made.season, made.cents, made.cause, str(made)) == (2027, 5000, "hand", "1")


@pytest.mark.parametrize("size", [1, 3])
def test_many_affiliations_cost_no_more_statements_than_one(size, django_assert_num_queries):
    raise_by_hand(cast.club(), "fine_late", 1, "The first number", day=NEW_YEAR, by=None)
    made = list(Affiliation.objects.filter(member__in=cast.members(list(cast.PEOPLE)[:size]).values()))
    Affiliation.objects.update(end=None)
    for each in made:
        each.end = None
    with django_assert_num_queries(8):
        assert len(raise_for(made)) == size


ACTS = st.sampled_from(["renew", "transfer", "credit", "hand", "undo"])


@pytest.mark.long
class AnyOrderOfActs(TestCase):
    @given(st.lists(st.tuples(ACTS, st.integers(0, 2)), max_size=8))
    def test_numbers_have_no_gaps_and_no_charge_is_credited_beyond_its_amount(self, acts):
        anna = cast.member(ANNA)
        for act, which in acts:
            club = cast.club(list(cast.CLUBS)[which])
            charged = Charge.objects.filter(cancels=None)[which:].values_list("pk", flat=True)
            try:
                if act == "renew":
                    renew_all(anna.affiliations.all(), 2027)
                elif act == "transfer":
                    transfer(anna, club, NEW_YEAR, effective=NEW_YEAR + dt.timedelta(days=which))
                elif act == "credit":
                    credit(charged, "No.")
                elif act == "hand":
                    raise_by_hand(club, "fine_late", 501, "Late", day=NEW_YEAR, by=None)
                else:
                    credit_affiliations(anna.affiliations.values_list("pk", flat=True), "Undone.")
            except AffiliationError:
                pass
        charges = list(Charge.objects.all())
        assert [charge.number for charge in charges] == list(range(1, len(charges) + 1))
        for charge in charges:
            left = charge.cents + sum(note.cents for note in charges if note.cancels_id == charge.pk)
            assert charge.cancels_id or 0 <= left <= charge.cents


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_people_at_once_neither_lose_nor_double_a_number_or_a_credit():
    made = renewed()
    club = cast.club()
    hand = lambda: raise_by_hand(club, "fine_late", 100, "Late", day=NEW_YEAR, by=None)  # noqa: E731
    undo = lambda: credit_affiliations([made.pk], "Undone.")  # noqa: E731
    found = at_once(Member.objects.all(), hand, undo, hand, undo)
    assert not [each for each in found if isinstance(each, BaseException)]
    assert sorted(rows()) == [(1, 101, 3000), *((number, 101, cents) for number, cents in _later())]
    assert sorted(cents for _number, cents in _later()) == [-3000, 100, 100]
    connection.close()


def _later() -> list[tuple[int, int]]:
    return list(Charge.objects.filter(number__gt=1).values_list("number", "cents"))
