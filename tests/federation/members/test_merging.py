"""federation/members/merging.py"""

import datetime as dt

import pytest

from federation.members.merging import MergeError, merge, plan
from federation.models import Affiliation, Consent, Guardian, Job, Licence, Member, PersonalDetail
from tests import cast
from tests.at_once import at_once

pytestmark = pytest.mark.django_db
ANNA, BRAM, CHLOE, GUST = 10001, 10002, 10003, 10007


def double_of_anna(**facts: object) -> Member:
    return Member.objects.create(number="20001", last_name="Aerts", first_name="A.", **facts)


def test_the_merged_record_points_to_the_remaining_one():
    double, anna = double_of_anna(), cast.member(ANNA)
    merge(double, anna)
    double.refresh_from_db()
    assert double.merged_into == anna
    assert list(Member.objects.current()) == [anna]


def test_licences_move():
    double, anna = double_of_anna(), cast.member(ANNA)
    Licence.objects.create(member=double, issuer="FFE", number="A12345")
    Licence.objects.create(member=anna, issuer="FFG", number="0812345")
    done = merge(double, anna)
    assert [str(licence) for licence in done.licences] == ["FFE A12345"]
    assert [str(licence) for licence in anna.licences.all()] == ["FFE A12345", "FFG 0812345"]


def test_contact_data_guardians_and_consents_move_unless_the_other_has_them():
    double, anna = double_of_anna(), cast.member(ANNA)
    for member, what in ((double, "email"), (double, "town"), (anna, "email")):
        PersonalDetail.objects.create(member=member, what=what, value=f"{what} of {member.number}")
    guardian = Guardian.objects.create(member=double, name="Aerts, Ma")
    Consent.objects.create(member=double, purpose="photo", given=True, guardian=guardian)
    merge(double, anna)
    assert sorted(anna.details.values_list("value", flat=True)) == ["email of 10001", "town of 20001"]
    assert (anna.guardians.get(), anna.consents.get().guardian) == (guardian, guardian)


def test_affiliations_move_unless_they_share_a_day_with_one_of_the_other():
    double, anna = double_of_anna(), cast.member(ANNA)
    cast.affiliate(double, cast.club(201), dt.date(2024, 9, 1), dt.date(2025, 8, 31))
    cast.affiliate(double, cast.club(201), dt.date(2026, 8, 31), dt.date(2026, 9, 30))
    done = merge(double, anna)
    assert [row.start.year for row in done.affiliations] == [2024]
    assert [row.start.year for row in done.left] == [2026]
    assert [row.start.year for row in anna.affiliations.order_by("start")] == [2024, 2025]
    assert [row.start.year for row in double.affiliations.all()] == [2026]


@pytest.mark.parametrize("seasons", [1, 3])
def test_a_long_history_takes_as_many_queries_as_a_short_one(seasons, django_assert_num_queries):
    double, anna = double_of_anna(), cast.member(ANNA)
    for year in range(2010, 2010 + seasons):
        cast.affiliate(double, cast.club(201), dt.date(year, 9, 1), dt.date(year + 1, 8, 31))
    with django_assert_num_queries(4):  # the affiliations of both, licences, records that were merged before
        assert len(plan(double, anna).affiliations) == seasons


def test_the_remaining_record_fills_its_gaps_and_keeps_its_values():
    double = double_of_anna(fide_id=770001, title="WIM", nationality="NED", sex="F")
    chloe = cast.member(CHLOE)
    done = merge(double, chloe)
    double.refresh_from_db()
    chloe.refresh_from_db()
    assert done.filled == ["fide_id", "title"]
    assert (chloe.fide_id, chloe.title, chloe.nationality, chloe.first_name) == (770001, "WIM", "BEL", "Chloé")
    assert double.fide_id is None


def test_a_record_of_a_name_alone_takes_every_fact_of_the_other():
    bram, empty = cast.member(BRAM), Member.objects.create(number="20002", last_name="Baeten")
    Member.objects.filter(pk=bram.pk).update(fide_rating=1900, title="FM")
    done = merge(bram, empty)
    empty.refresh_from_db()
    facts = ("Bram", "M", dt.date(1985, 2, 2), "BEL", "BEL", 990002, 1900, "FM")
    assert tuple(getattr(empty, name) for name in done.filled) == facts
    assert done.conflicts == []


def test_records_merged_before_follow():
    first, double, anna = cast.member(GUST), double_of_anna(), cast.member(ANNA)
    merge(first, double)
    merge(double, anna)
    assert set(anna.merged_from.all()) == {first, double}


def test_conflicting_values_are_shown():
    double = double_of_anna(birth_date=dt.date(1991, 1, 1), sex="F", fide_id=770001)
    assert plan(double, cast.member(ANNA)).conflicts == ["birth_date", "fide_id"]


def test_nothing_changes_before_the_merge_is_done():
    double, anna = double_of_anna(title="WIM"), cast.member(ANNA)
    cast.affiliate(double, cast.club(201), dt.date(2024, 9, 1), dt.date(2025, 8, 31))
    plan(double, anna)
    anna.refresh_from_db()
    assert anna.title == ""
    assert Affiliation.objects.filter(member=anna).count() == 1
    assert list(Member.objects.exclude(merged_into=None)) == []


def test_a_member_cannot_be_merged_into_themselves():
    anna = cast.member(ANNA)
    with pytest.raises(MergeError, match="into themselves"):
        merge(anna, anna)


def test_a_merged_record_is_not_merged_again_and_takes_nobody():
    double, anna, bram = double_of_anna(), cast.member(ANNA), cast.member(BRAM)
    merge(double, anna)
    for member, into in ((double, bram), (bram, double)):
        with pytest.raises(MergeError, match="^20001 Aerts, A. has already been merged into another member"):
            merge(member, into)


@pytest.mark.parametrize(("double_is_hidden", "anna_is_hidden", "jobs"), [(1, 0, 1), (0, 1, 1), (1, 1, 0), (0, 0, 0)])
def test_a_member_hidden_in_one_record_is_hidden_in_both(double_is_hidden, anna_is_hidden, jobs):
    first, double, anna = cast.member(GUST), double_of_anna(), cast.member(ANNA)
    merge(first, double)
    Member.objects.filter(pk__in=[first.pk, double.pk]).update(hidden=double_is_hidden)
    Member.objects.filter(pk=anna.pk).update(hidden=anna_is_hidden)
    merge(double, anna)
    assert set(Member.objects.values_list("hidden", flat=True)) == {bool(double_is_hidden or anna_is_hidden)}
    assert Job.objects.filter(kind="hide").count() == jobs


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_circular_merges_at_once_do_not_deadlock_and_the_last_is_refused():
    anna, bram, chloe = (cast.member(matricule) for matricule in (10001, 10002, 10003))
    merge(anna, bram)
    done, refused = at_once(
        Member.objects.filter(pk=chloe.pk),
        lambda: merge(bram, chloe).merged_before,
        lambda: merge(chloe, anna),
    )
    assert (done, str(refused)) == ([anna], "10001 Aerts, Anna has already been merged into another member.")
    assert dict(Member.objects.values_list("key", "merged_into__key")) == {
        10001: 10003, 10002: 10003, 10003: None,
    }  # fmt: skip
