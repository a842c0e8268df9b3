"""Renewing the members of a club."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.enrolment import receipts, transfers
from federation.enrolment.renewal import Changed, RenewalError, case_of, renew, unrenewed
from federation.members.season_renewal import renew_all
from federation.models import Affiliation, Charge, Club, Member
from tests.federation.enrolment import scene

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 6, 1)


@pytest.fixture
def club(on) -> Club:
    """Return club 306 on 1 June: of its 60 members one has asked for a transfer and one has died."""
    on(TODAY)
    made = scene.sixty()
    transfers.ask(Member.objects.get(number="11010"), scene.club("601"), scene.secretary("601"))
    Member.objects.filter(number="11011").update(deceased=True)
    return made


def ids(case) -> list[int]:
    return [line.member.pk for line in case.lines]


def test_58_of_60_members_are_proposed_and_two_are_named_with_why(club, django_assert_num_queries):
    with django_assert_num_queries(4):  # last season, the new season, transfers, the club
        case = case_of(club, 2027)
    assert len(case.lines) == 58
    assert [(member.number, why) for member, why in case.left_out] == [
        ("11010", "a transfer was requested"),
        ("11011", "deceased"),
    ]
    proposed = unrenewed(2027).filter(club=club).values_list("member", flat=True)
    assert sorted(proposed) == sorted(ids(case))
    assert [(line.fee_class, line.former_class) for line in case.lines[:4]] == [("S", "J")] * 4


@pytest.mark.long
def test_the_sum_shown_is_the_sum_of_the_charges(club):
    case = case_of(club, 2027)
    act = renew(club, 2027, ids(case), seen=case.digest, by=None)
    made = Affiliation.objects.filter(pk__in=act.made["affiliations"])
    assert set(made.values_list("club", "start", "end")) == {(club.pk, dt.date(2026, 9, 1), dt.date(2027, 8, 31))}
    assert case.sums == [("J", 6, 6 * 1500), ("S", 52, 52 * 3000)]
    assert case.total == sum(Charge.objects.values_list("cents", flat=True)) == act.made["cents"] == 165000
    assert case_of(club, 2027).lines == []


@pytest.mark.long
def test_a_change_since_the_preview_asks_again_and_nothing_is_written(club):
    case = case_of(club, 2027)
    renew_all(Affiliation.objects.filter(member__number="11020"), 2027)
    with pytest.raises(Changed) as refused:
        renew(club, 2027, ids(case), seen=case.digest, by=None)
    assert refused.value.sentence == (
        "1 member changed since this page was shown. Nothing was renewed: check the list and confirm again."
    )
    assert Affiliation.objects.filter(start=dt.date(2026, 9, 1)).count() == 1
    assert len(case_of(club, 2027).lines) == 57


@pytest.mark.long
def test_a_renewal_is_undone_while_nobody_has_played(club):
    case = case_of(club, 2027)
    act = renew(club, 2027, ids(case)[:3], seen=case.digest, by=None)
    assert receipts.undo(act, scene.secretary("306")) == 3
    assert case_of(club, 2027).digest == case.digest
    assert sum(Charge.objects.values_list("cents", flat=True)) == 0
    with pytest.raises(receipts.ReceiptError, match="undone already"):
        receipts.undo(act, act.by)


def test_renewals_open_with_enrolment_for_the_season(club, on):
    case = case_of(club, 2027)
    on(dt.date(2026, 5, 31))
    with pytest.raises(RenewalError, match="open on"):
        renew(club, 2027, ids(case), seen=case.digest, by=None)


def test_nobody_of_another_club_is_renewed(club):
    other = scene.member("10003", "Cools", "Carla", dt.date(1975, 1, 1), scene.club("601"))
    case = case_of(club, 2027)
    with pytest.raises(RenewalError, match="at least one"):
        renew(club, 2027, [other.pk], seen=case.digest, by=None)


@pytest.mark.long
def test_a_chosen_kind_changes_the_sum_shown_and_what_is_charged(club):
    seen = case_of(club, 2027).digest
    kinds = dict.fromkeys(ids(case_of(club, 2027))[:2], "youth")  # costs nothing
    chosen = case_of(club, 2027, kinds)
    assert (chosen.digest, chosen.total) == (seen, 165000 - 2 * 3000)
    act = renew(club, 2027, ids(chosen), seen=seen, by=None, kinds=kinds)
    assert act.made["cents"] == chosen.total
    assert Affiliation.objects.filter(start=dt.date(2026, 9, 1), kind="youth").count() == 2
