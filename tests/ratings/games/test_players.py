"""Who a member is to a rating run."""

from __future__ import annotations

import numpy as np
import pytest

from ratings.games.players import look_up, read_people
from ratings.systems.period import NONE
from tests import cast

pytestmark = pytest.mark.django_db


def ids(*matricules: int) -> np.ndarray:
    return np.array([cast.member(matricule).pk for matricule in matricules])


def test_members_are_in_order_of_matricule() -> None:
    for matricule in (10003, 10001, 10002):
        cast.member(matricule)
    people = read_people()
    assert people.keys.tolist() == [10001, 10002, 10003]
    assert people.ids.tolist() == ids(10001, 10002, 10003).tolist()
    assert people.rows(ids(10003, 10001)).tolist() == [2, 0]


def test_a_merged_member_has_the_row_of_the_remaining_record() -> None:
    cast.everybody()
    first, second, third = (cast.member(matricule) for matricule in (10001, 10002, 10003))
    first.merged_into = second
    first.save()
    second.merged_into = third
    second.save()
    people = read_people()
    assert people.keys.tolist() == [10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010]
    assert people.rows(np.array([first.pk, second.pk, third.pk])).tolist() == [0, 0, 0]
    assert people.of_keys(np.array([10001, 10004, 99999])).tolist() == [0, 1, NONE]


def test_nobody_has_no_row() -> None:
    cast.member(10001)
    assert read_people().rows(np.array([0, 987654])).tolist() == [NONE, NONE]


def test_an_empty_federation_has_no_rows() -> None:
    people = read_people()
    assert len(people.ids) == 0
    assert people.rows(np.array([1])).tolist() == [NONE]


@pytest.mark.parametrize(
    ("federation", "rating", "keeps", "expected"),
    [
        ("NED", 2100, False, 2100),
        ("NED", 2100, True, 0),
        ("BEL", 2100, False, 0),
        ("", 2100, False, 0),
        ("NED", None, False, 0),
    ],
)
def test_only_members_of_other_federations_have_a_foreign_rating(
    federation: str, rating: int | None, keeps: bool, expected: int
) -> None:
    member = cast.member(10001)
    member.fide_federation, member.fide_rating, member.keeps_national_rating = federation, rating, keeps
    member.save()
    assert read_people().foreign_rating.tolist() == [expected]


def test_a_member_who_resides_abroad_has_a_foreign_rating() -> None:
    member = cast.member(10001)
    member.fide_rating, member.resides_abroad = 2100, True
    member.save()
    assert read_people().foreign_rating.tolist() == [2100]


def test_three_queries_whatever_the_number(django_assert_num_queries) -> None:
    cast.everybody()
    with django_assert_num_queries(3):
        read_people()


def test_looking_up_says_what_is_missing() -> None:
    keys, values = np.array([2, 5]), np.array([20, 50])
    assert look_up(keys, values, np.array([5, 3, 2, 9]), missing=0).tolist() == [50, 0, 20, 0]
