"""Many rows in one query, on SQLite and PostgreSQL alike."""

import datetime as dt

import numpy as np
import pytest
from django.db import IntegrityError, transaction

from federation.database import bulk
from federation.models import Affiliation, Club, Member, Unit
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_rows_are_inserted_in_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        bulk.insert([Unit(code=str(number), name=f"Unit {number}") for number in range(2_000)])
    assert Unit.objects.count() == 2_000
    assert Unit.objects.get(code="1999").name == "Unit 1999"


@pytest.mark.parametrize("count", [0, 1, 99, 100, 2_001])
def test_a_large_table_is_written_whatever_the_number_of_its_rows(count):
    rows = [(str(number), f"Unit {number}") for number in range(count)]
    blocks = (np.array(rows[start : start + 1_000], object).reshape(-1, 2) for start in range(0, count, 1_000))
    bulk.write_large(Unit, ["code", "name"], blocks)
    assert list(Unit.objects.order_by("pk").values_list("code", "name")) == rows


def test_dates_booleans_and_none_are_stored_unchanged():
    member = cast.member(10001, affiliated=False)
    bulk.insert([Affiliation(member=member, club=None, start=dt.date(2026, 1, 2), end=None, ex_officio=True)])
    row = Affiliation.objects.get()
    assert (row.member, row.club, row.start, row.end, row.ex_officio) == (
        member,
        None,
        dt.date(2026, 1, 2),
        None,
        True,
    )


def test_rows_have_the_ids_that_were_reserved_for_them_and_no_other_row_gets_them():
    gone = Unit.objects.create(code="0", name="Removed")
    gone_id = gone.pk
    gone.delete()
    ids = bulk.reserved_ids(Unit, 3)
    assert gone_id not in ids
    bulk.insert([Unit(pk=pk, code=str(pk), name="") for pk in ids])
    further = [*bulk.reserved_ids(Unit, 2), Unit.objects.create(code="further", name="").pk]
    assert sorted(Unit.objects.exclude(code="further").values_list("pk", flat=True)) == sorted(ids)
    assert not set(ids) & set(further)


def test_the_first_row_of_a_table_may_have_a_reserved_id():
    [pk] = bulk.reserved_ids(Club, 1)
    bulk.insert([Club(pk=pk, number="101", name="First")])
    assert Club.objects.get().pk == pk


def test_existing_rows_are_skipped(django_assert_num_queries):
    Unit.objects.create(code="1", name="First")
    with django_assert_num_queries(1):
        assert bulk.insert_new([Unit(code=str(number), name="New") for number in range(3)]) == 2
    assert list(Unit.objects.order_by("code").values_list("code", "name")) == [
        ("0", "New"),
        ("1", "First"),
        ("2", "New"),
    ]


def test_an_existing_row_is_an_error_on_a_plain_insert():
    Unit.objects.create(code="1", name="First")
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.insert([Unit(code="1", name="Again")])
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.write(Unit, ["code", "name"], [("1", "Again")])
    assert Unit.objects.get().name == "First"


def test_named_fields_are_updated_in_one_query_and_no_others(django_assert_num_queries):
    people = cast.everybody()
    for person in people:
        person.title, person.first_name = "FM", "Changed"
    with django_assert_num_queries(1):
        bulk.update(people, ["title"])
    assert set(Member.objects.values_list("title", flat=True)) == {"FM"}
    assert not Member.objects.filter(first_name="Changed").exists()


def test_plain_values_are_written_by_column():
    member = cast.member(10001, affiliated=False)
    bulk.write(
        Affiliation,
        ["member", "kind", "start", "end", "end_cause", "ex_officio", "note"],
        [
            (member.pk, "full", "2025-09-01", "2026-08-31", "", False, ""),
            (member.pk, "full", "2026-09-01", None, "", True, ""),
        ],
    )
    assert list(Affiliation.objects.order_by("start").values_list("start", "end", "ex_officio")) == [
        (dt.date(2025, 9, 1), dt.date(2026, 8, 31), False),
        (dt.date(2026, 9, 1), None, True),
    ]


@pytest.mark.parametrize(
    ("column", "value"), [("number", "30003"), ("last_name", "O'Neil"), ("birth_date", dt.date(1961, 2, 3))]
)
def test_rows_of_any_number_of_values_are_found_with_one_parameter(column, value):
    member = cast.member(10003)
    setattr(member, column, value)
    member.save()
    cast.member(10004)
    others = [type(value)(*([1950, 1, 1] if column == "birth_date" else [number])) for number in range(3_000)]
    assert list(Member.objects.filter(**{f"{column}__in": bulk.in_values([*others, value])})) == [member]
    assert list(Member.objects.filter(**{f"{column}__in": bulk.in_values([])})) == []


def test_writing_nothing_makes_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        bulk.insert([])
        bulk.insert_new([])
        bulk.update([], ["title"])
