"""federation/database/columns.py"""

import datetime as dt

import numpy as np
import pytest

from federation.database.columns import columns_of, indices_of, read_whole, take
from federation.database.raw_rows import CHUNK
from federation.models import Affiliation, Club, Member
from tests import cast


@pytest.mark.django_db
def test_rows_are_read_as_columns_in_one_query(django_assert_num_queries):
    Club.objects.bulk_create(Club(number=str(number), name=f"Club {number}") for number in range(1, CHUNK + 3))
    with django_assert_num_queries(1):
        numbers, names = columns_of(Club.objects.order_by("key"), "key", "name")
    assert numbers == list(range(1, CHUNK + 3))
    assert names == [f"Club {number}" for number in numbers]


@pytest.mark.django_db
def test_no_rows_are_empty_columns():
    assert columns_of(Club.objects.all(), "number", "name") == [[], []]


@pytest.mark.django_db
def test_numbers_days_and_texts_come_as_whole_columns_in_one_query(django_assert_num_queries):
    anna, bram = cast.member(10001), cast.member(10002)
    Affiliation.objects.all().delete()
    Affiliation.objects.create(member=anna, start=dt.date(2025, 9, 1), end=dt.date(2026, 1, 31), note='"a",\n[\\b] é')
    Affiliation.objects.create(member=bram, club=Club.objects.get(key=101), start=dt.date(1999, 12, 31))
    with django_assert_num_queries(1):
        *numbers, notes = read_whole(
            Affiliation.objects.all(), ("member", "club__key"), days=("start", "end"), texts=("note",)
        )
    assert sorted(zip(*(column.tolist() for column in numbers), notes, strict=True)) == [
        (anna.pk, 0, 20250901, 20260131, '"a",\n[\\b] é'),
        (bram.pk, 101, 19991231, 0, ""),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("nobody", [{}, {"pk__in": []}])
def test_no_rows_are_empty_whole_columns(nobody):
    ids, days, names = read_whole(Member.objects.filter(**nobody), ("id",), days=("birth_date",), texts=("last_name",))
    assert (ids.tolist(), days.tolist(), names) == ([], [], [])


def test_numbers_are_found_among_others():
    places = indices_of(np.array([30, 10, 30]), [10, 20, 30])
    assert places.tolist() == [2, 0, 2]
    assert take(["a", "b", "c"], places) == ["c", "a", "c"]
    assert indices_of(np.array([], np.int64), []).tolist() == []


@pytest.mark.parametrize("stranger", [5, 15, 35])
def test_a_number_that_is_not_among_them_is_an_error_and_never_its_neighbour(stranger):
    with pytest.raises(KeyError, match=f"^{stranger}$"):
        indices_of(np.array([10, stranger]), [10, 20, 30])
