"""Rows are read as records of numbers, alike on every database."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from django.db.models import FloatField, Value
from django.db.models.functions import Coalesce
from pytest_django import DjangoAssertNumQueries

from federation.database import records
from federation.database.records import DayNumber, LetterCode, MinuteOfDay
from tests.ratings import scene
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db

COLUMNS = {
    "id": "id",
    "day": Coalesce(DayNumber("date"), 0),
    "minute": Coalesce(MinuteOfDay("ended"), -1),
    "letter": LetterCode("white_result"),
    "half": Value(0.5, FloatField()),
}


def test_days_times_and_letters_are_numbers(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first, second, third = scene.tournament(
        ["10001 10002 1-0", "10003 10004 1/2", "10005 10006 0-1"]
    ).pairings.order_by("pk")
    Pairing.objects.filter(pk=first.pk).update(date=dt.date(2024, 2, 29), ended=dt.time(23, 59, 59, 999_999))
    Pairing.objects.filter(pk=second.pk).update(date=dt.date(1, 1, 1), ended=dt.time(0, 0))
    Pairing.objects.filter(pk=third.pk).update(date=None, ended=None)
    with django_assert_num_queries(1):
        found = records.read(Pairing.objects.all(), COLUMNS, half=np.float64)
    assert sorted(found.tolist()) == [
        (first.pk, dt.date(2024, 2, 29).toordinal(), 1439, ord("1"), 0.5),
        (second.pk, 1, 0, ord("="), 0.5),
        (third.pk, 0, -1, ord("0"), 0.5),
    ]


def test_every_day_has_its_ordinal() -> None:
    [pairing] = scene.tournament(["10001 10002 1-0"]).pairings.all()
    for day in (dt.date(1582, 10, 15), dt.date(1900, 3, 1), dt.date(1999, 12, 31), dt.date(2100, 1, 1), dt.date.max):
        Pairing.objects.filter(pk=pairing.pk).update(date=day)
        assert records.read(Pairing.objects.all(), {"day": DayNumber("date")})["day"].tolist() == [day.toordinal()]


def test_an_empty_queryset_is_read_without_a_query() -> None:
    assert records.read(Pairing.objects.none(), COLUMNS).tolist() == []
