"""federation/members/former_numbers.py"""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from federation.members import former_numbers
from federation.members.numbers import next_numbers
from federation.members.search_filters import named
from federation.models import FormerNumber, Member
from tests import cast

pytestmark = pytest.mark.django_db

DAY = dt.date(1994, 12, 31)


def had(who: int, number: str, end: dt.date = DAY) -> FormerNumber:
    return FormerNumber.objects.create(member=cast.member(who), number=number, end=end)


def test_the_key_follows_from_the_number():
    assert had(10001, "94b").key == 33_554_526


def test_a_number_finds_who_has_it_now_before_who_had_it():
    had(10001, "10002")
    assert former_numbers.find(10002) == cast.member(10001)
    assert former_numbers.find(cast.member(10002).key) == cast.member(10002)


def test_a_number_that_nobody_has_finds_the_last_who_had_it():
    had(10001, "94")
    had(10002, "94", dt.date(2001, 8, 31))
    assert (former_numbers.find(94), former_numbers.find(95)) == (cast.member(10002), None)


@pytest.mark.parametrize(
    ("day", "who"),
    [(dt.date(1990, 1, 1), 1), (DAY, 1), (dt.date(1995, 1, 1), 2), (dt.date(2001, 9, 1), None)],
    ids=["before", "last day", "next holder", "now"],
)
def test_on_a_day_the_first_to_end_had_the_number(day, who):
    assert former_numbers.holder_on(day, [(DAY, 1), (dt.date(2001, 8, 31), 2)]) == who


def test_a_day_has_one_former_holder():
    had(10001, "94")
    with pytest.raises(IntegrityError), transaction.atomic():
        had(10002, "94")


def test_a_former_number_ended_before_today():
    with pytest.raises(ValidationError, match="ended before today"):
        FormerNumber(member=cast.member(10001), number="94", end=dt.date(2199, 1, 1)).full_clean()


def test_a_former_number_is_not_given_to_the_next_member():
    (free,) = next_numbers(1)
    had(10001, free)
    assert next_numbers(1) != [free]


def test_a_search_finds_a_member_by_a_former_number():
    had(10001, "94")
    assert list(named(Member.objects.all(), "94")) == [cast.member(10001)]


def test_a_changed_number_is_kept_up_to_yesterday_unless_the_record_is_from_today():
    member, today = cast.member(10001), dt.date(2026, 3, 2)
    Member.objects.filter(pk=member.pk).update(registered_at=dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC))
    member.refresh_from_db()
    former_numbers.keep(member, "94", dt.date(2026, 3, 1))
    former_numbers.keep(member, "95", today)
    assert list(member.former_numbers.values_list("number", "end")) == [("95", dt.date(2026, 3, 1))]
