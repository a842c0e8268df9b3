"""federation/members/affiliations.py"""

import datetime as dt
import threading
from itertools import pairwise

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.members import affiliations
from federation.members.affiliations import AffiliationError, ex_officio, lock, transfer
from federation.members.merging import merge
from federation.members.season_renewal import renew_all
from federation.models import Affiliation, Licence, Member
from tests import cast

pytestmark = pytest.mark.django_db
ANNA, GUST = 10001, 10007


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def intervals(member: Member) -> list[tuple[int | None, str, str]]:
    """Return club, first and last day of each affiliation, the earliest first."""
    rows = member.affiliations.order_by("start").values_list("club__key", "start", "end")
    return [(club, str(start), str(last)) for club, start, last in rows]


# -- any new one --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "last"),
    [
        ("2026-08-31", "2026-08-31"),
        ("2025-08-01", "2025-09-01"),
        ("2025-08-01", "2026-12-31"),
        ("2026-01-01", "2026-01-31"),
    ],
)
def test_two_affiliations_share_no_day(start, last):
    anna = cast.member(ANNA)
    with pytest.raises(AffiliationError, match="^10001 Aerts, Anna is already affiliated: 101 Tour Blanche, "):
        cast.affiliate(anna, cast.club(201), day(start), day(last))
    assert intervals(anna) == [(101, "2025-09-01", "2026-08-31")]


@pytest.mark.parametrize(("start", "shown"), [("0202-09-01", "1 September 0202"), ("2999-09-01", "1 September 2999")])
def test_no_affiliation_starts_in_another_century(start, shown):
    anna = cast.member(ANNA, affiliated=False)
    with pytest.raises(AffiliationError, match=f"^An affiliation cannot start on {shown}: check the year."):
        cast.affiliate(anna, cast.club(101), day(start))
    assert intervals(anna) == []


def test_an_affiliation_may_begin_on_the_day_after_another():
    anna = cast.member(ANNA)
    cast.affiliate(anna, cast.club(201), day("2026-09-01"))
    cast.affiliate(anna, cast.club(201), day("2025-08-01"), day("2025-08-31"))
    assert [start for _, start, _ in intervals(anna)] == ["2025-08-01", "2025-09-01", "2026-09-01"]


def test_nothing_comes_after_an_affiliation_without_an_end():
    anna = cast.member(ANNA, affiliated=False)
    Affiliation.objects.create(member=anna, start=day("2020-09-01"))
    with pytest.raises(AffiliationError, match="without a club"):
        cast.affiliate(anna, cast.club(101), day("2030-01-01"))


def test_an_affiliation_cannot_end_before_it_begins():
    with pytest.raises(AffiliationError, match="cannot end before it starts"):
        cast.affiliate(cast.member(ANNA, affiliated=False), cast.club(101), day("2026-02-01"), day("2026-01-31"))


def test_seasons_in_one_club_that_follow_on_each_other_are_one_interval():
    anna = cast.member(ANNA)
    for club, start, last in (
        (101, "2026-09-01", "2027-08-31"),
        (201, "2027-09-01", "2028-08-31"),
        (201, "2028-09-02", "2029-08-31"),
    ):
        cast.affiliate(anna, cast.club(club), day(start), day(last))
    assert list(map(str, affiliations.intervals(anna.affiliations.order_by("start")))) == [
        "101 Tour Blanche, 01/09/2025 – 31/08/2027",
        "201 Cavalier Noir, 01/09/2027 – 31/08/2028",
        "201 Cavalier Noir, 02/09/2028 – 31/08/2029",
    ]


# -- transfer -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["2026-06-01", "2026-07-31"])
def test_a_transfer_asked_for_in_june_or_july_takes_effect_on_the_first_of_august(asked):
    anna = cast.member(ANNA)
    transfer(anna, cast.club(201), day(asked))
    assert intervals(anna) == [(101, "2025-09-01", "2026-07-31"), (201, "2026-08-01", "2027-08-31")]
    assert anna.affiliations.order_by("start")[0].end_cause == "transfer"


@pytest.mark.parametrize("asked", ["2026-05-31", "2026-08-01"])
def test_a_transfer_is_not_asked_for_at_another_time(asked):
    anna = cast.member(ANNA)
    with pytest.raises(AffiliationError, match="from 1 June to 31 July"):
        transfer(anna, cast.club(201), day(asked))
    assert intervals(anna) == [(101, "2025-09-01", "2026-08-31")]


def test_an_officer_may_set_another_day_and_a_youth_licence_goes_along():
    anna = cast.member(ANNA)
    anna.affiliations.update(kind="youth")
    transfer(anna, cast.club(201), day("2026-01-10"), effective=day("2026-02-01"))
    assert intervals(anna) == [(101, "2025-09-01", "2026-01-31"), (201, "2026-02-01", "2026-08-31")]
    assert {each.kind for each in anna.affiliations.all()} == {"youth"}


def test_a_member_whose_affiliation_ends_the_day_before_is_transferred():
    anna = cast.member(ANNA)
    anna.affiliations.update(end=day("2026-07-31"))
    transfer(anna, cast.club(201), day("2026-06-01"))
    assert intervals(anna) == [(101, "2025-09-01", "2026-07-31"), (201, "2026-08-01", "2027-08-31")]


@pytest.mark.parametrize(
    ("asked", "effective", "shown"),
    [("2026-01-10", "0001-01-01", "1 January 0001"), ("9999-06-10", None, "1 August 9999")],
)
def test_no_transfer_takes_effect_in_another_century(asked, effective, shown):
    anna = cast.member(ANNA)
    anna.affiliations.update(end=None)
    with pytest.raises(AffiliationError, match=f"^An affiliation cannot start on {shown}: check the year."):
        transfer(anna, cast.club(201), day(asked), effective and day(effective))
    assert anna.affiliations.get().end is None


def test_a_transfer_needs_a_previous_and_a_different_club():
    with pytest.raises(AffiliationError, match="is already a member of that club"):
        transfer(cast.member(ANNA), cast.club(101), day("2026-06-10"))
    with pytest.raises(AffiliationError, match="is not affiliated"):
        transfer(cast.member(GUST, affiliated=False), cast.club(101), day("2026-06-10"))


def test_a_transfer_does_not_run_into_the_next_affiliation():
    anna = cast.member(ANNA)
    renew_all(anna.affiliations.all(), 2027)
    with pytest.raises(AffiliationError, match="is already affiliated"):
        transfer(anna, cast.club(201), day("2026-06-10"))
    assert intervals(anna) == [(101, "2025-09-01", "2026-08-31"), (101, "2026-09-01", "2027-08-31")]


# -- ex officio ---------------------------------------------------------------------------------------------------


def test_unaffiliated_players_are_affiliated_at_the_organisers_cost():
    gust = cast.member(GUST, affiliated=False)
    made = ex_officio([gust.pk], cast.club(301), day("2026-02-07"), note="Carnival Open")
    assert intervals(gust) == [(None, "2026-02-07", "2026-08-31")]
    assert [(row.ex_officio, row.charged_to, row.note) for row in made] == [(True, cast.club(301), "Carnival Open")]
    assert made[0].pk


def test_members_affiliated_on_the_day_are_unchanged():
    anna = cast.member(ANNA)
    assert ex_officio([anna.pk], cast.club(301), day("2026-08-31")) == []
    assert intervals(anna) == [(101, "2025-09-01", "2026-08-31")]


def test_a_former_member_returns_to_their_last_club():
    anna = cast.member(ANNA)
    ex_officio([anna.pk], cast.club(301), day("2027-10-10"))
    assert intervals(anna)[-1] == (101, "2027-10-10", "2028-08-31")


def test_an_affiliation_ex_officio_stops_before_the_next_begins():
    anna = cast.member(ANNA)
    ex_officio([anna.pk], cast.club(301), day("2025-08-30"))
    cast.affiliate(anna, cast.club(201), day("2026-12-01"))
    ex_officio([anna.pk], cast.club(301), day("2026-10-10"))
    assert intervals(anna) == [
        (None, "2025-08-30", "2025-08-31"),
        (101, "2025-09-01", "2026-08-31"),
        (101, "2026-10-10", "2026-11-30"),
        (201, "2026-12-01", "2027-08-31"),
    ]


def test_the_same_file_twice_affiliates_once():
    gust = cast.member(GUST, affiliated=False)
    for _ in range(2):
        ex_officio([gust.pk], cast.club(301), day("2026-02-07"))
    assert gust.affiliations.count() == 1


@pytest.mark.parametrize("size", [1, 3])
def test_many_members_cost_no_more_statements_than_one(size, django_assert_num_queries):
    organiser = cast.club(301)
    members = [cast.member(matricule, affiliated=False).pk for matricule in list(cast.PEOPLE)[:size]]
    with django_assert_num_queries(18):  # lock, look, write and charge, inside a savepoint
        assert len(ex_officio(members, organiser, day("2026-02-07"))) == size


@pytest.mark.parametrize(("affiliated", "made"), [(False, [GUST]), (True, [])])
def test_a_member_merged_meanwhile_is_affiliated_under_the_remaining_record(affiliated, made):
    gust, double = cast.member(GUST, affiliated), cast.member(ANNA, affiliated=False)
    merge(double, gust)
    found = ex_officio({double.pk}, cast.club(301), day("2026-03-01"))
    assert [affiliation.member.key for affiliation in found] == made


# -- always -------------------------------------------------------------------------------------------------------

DAYS = st.dates(dt.date(2024, 1, 1), dt.date(2028, 12, 31))
STEPS = st.one_of(
    st.tuples(st.just("affiliate"), DAYS, st.none() | DAYS),
    st.tuples(st.just("transfer"), DAYS, st.none() | DAYS),
    st.tuples(st.just("renew"), DAYS, st.none()),
    st.tuples(st.just("automatic"), DAYS, st.none()),
)


def take(step: tuple[str, dt.date, dt.date | None], member: Member, position: int) -> None:
    kind, first, second = step
    club = cast.club(list(cast.CLUBS)[position % 3])
    if kind == "affiliate":
        cast.affiliate(member, club, first, second)
    elif kind == "transfer":
        transfer(member, club, first, second)
    elif kind == "renew":
        renew_all(member.affiliations.all(), first.year)
    else:
        ex_officio([member.pk], club, first)


@pytest.mark.long
class AnyOrderOfSteps(TestCase):
    @given(st.lists(STEPS, max_size=6))
    def test_affiliations_never_overlap(self, steps):
        member = cast.member(ANNA, affiliated=False)
        for position, step in enumerate(steps):
            try:
                take(step, member, position)
            except AffiliationError as error:
                assert str(error)
        rows = list(member.affiliations.order_by("start"))
        for earlier, later in pairwise(rows):
            assert earlier.end is not None
            assert earlier.end < later.start


@pytest.mark.parametrize("late", ["merged", "deceased"])
def test_members_merged_or_deceased_meanwhile_are_not_transferred(late):
    gust = cast.member(GUST)
    shown = Member.objects.get(pk=gust.pk)
    gust.merged_into, gust.deceased = cast.member(ANNA) if late == "merged" else None, late == "deceased"
    gust.save()
    with pytest.raises(AffiliationError, match=f"^10007 Goossens, Gust (is|was) {late}"):
        transfer(shown, cast.club(101), day("2026-06-01"))
    assert gust.affiliations.count() == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_eight_clubs_at_once_affiliate_a_member_once():
    gust = cast.member(GUST, affiliated=False)
    clubs = [cast.club(number) for number in (101, 201, 301)]
    start = threading.Barrier(8)
    refused: list[str] = []

    def ask(number: int) -> None:
        start.wait()
        try:
            cast.affiliate(gust, clubs[number % 3], day("2026-01-01") + dt.timedelta(days=number))
        except AffiliationError as error:
            refused.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert gust.affiliations.count() == 1
    assert len(refused) == 7


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs PostgreSQL: SQLite has one writer")
@pytest.mark.django_db(transaction=True)
def test_rows_that_name_a_member_who_is_held_are_written_without_waiting():
    gust = cast.member(GUST)

    def write() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        Licence.objects.create(member=gust, issuer="EGF", number="1")
        connection.close()

    with transaction.atomic():
        lock([gust.pk])
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
    assert gust.licences.count() == 1
