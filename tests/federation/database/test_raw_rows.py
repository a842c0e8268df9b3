"""Rows with bytes are read as they were written."""

from __future__ import annotations

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from federation.database import raw_rows
from ratings.models import ListPart
from tests.ratings import published

pytestmark = pytest.mark.django_db


def test_bytes_and_numbers_come_as_django_reads_them(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    published.spring_list()
    rows = ListPart.objects.order_by("list", "number")
    with django_assert_num_queries(1):
        found = list(raw_rows.read(rows, "list_id", "number", "lines", "entries"))
    assert [tuple(map(_plain, row)) for row in found] == [
        tuple(map(_plain, row)) for row in rows.values_list("list_id", "number", "lines", "entries")
    ]
    assert {type(row[2]) for row in found} <= {bytes, memoryview}


def test_nothing_is_read_where_nothing_can_be() -> None:
    assert list(raw_rows.read(ListPart.objects.none(), "lines")) == []
    assert list(raw_rows.read(ListPart.objects.filter(number__in=[]), "lines")) == []


@pytest.mark.django_db(transaction=True)
def test_in_and_out_of_transactions() -> None:
    made = published.spring_list()
    rows = ListPart.objects.filter(list=made)
    outside = [bytes(lines) for (lines,) in raw_rows.read(rows, "lines")]
    with transaction.atomic():
        inside = [bytes(lines) for (lines,) in raw_rows.read(rows, "lines")]
    assert outside == inside != []


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value
