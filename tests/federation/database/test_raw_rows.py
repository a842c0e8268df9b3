"""Rows with bytes are read as they were written."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from federation.database import raw_rows
from ratings.models import Backtest, RatingPool
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def backtest() -> RatingPool:
    pool = scene.pool()
    Backtest.objects.create(pool=pool, result={}, games=b"\x00\xff", computed_at=timezone.now())
    return pool


def test_bytes_and_numbers_come_as_django_reads_them(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    pool = backtest()
    with django_assert_num_queries(1):
        [(number, games)] = raw_rows.read(Backtest.objects.all(), "pool_id", "games")
    assert (number, bytes(games)) == (pool.pk, b"\x00\xff")
    assert type(games) in {bytes, memoryview}


def test_an_empty_queryset_is_read_without_a_query() -> None:
    assert list(raw_rows.read(Backtest.objects.none(), "games")) == []
    assert list(raw_rows.read(Backtest.objects.filter(pool__in=[]), "games")) == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_rows_are_read_inside_and_outside_transactions() -> None:
    backtest()
    outside = [bytes(games) for (games,) in raw_rows.read(Backtest.objects.all(), "games")]
    with transaction.atomic():
        inside = [bytes(games) for (games,) in raw_rows.read(Backtest.objects.all(), "games")]
    assert outside == inside == [b"\x00\xff"]
