"""The page of statistics."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.lists import distributions
from tests import pages
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def test_no_class_has_fewer_than_five_members() -> None:
    assert distributions.classes_of(Counter({10: 2, 11: 4, 12: 7, 14: 3})) == [(1000, 1199, 6), (1200, 1499, 10)]
    assert distributions.classes_of(Counter({10: 2, 11: 2})) == []
    assert distributions.classes_of(Counter()) == []


def test_a_member_sees_their_place_and_a_hidden_one_does_not(client: Client) -> None:
    pool = scene.started()
    assert "is being calculated" in pages.text(client.get("/en/statistics/"))
    distributions.store(pool.lists.get())
    assert "No member with this number" not in pages.text(client.get("/en/statistics/"))
    told = pages.text(client.get("/en/statistics/?number=10008"))
    assert "2210: 0 % of the ranked members are in a lower class." in told
    Member.objects.filter(key=10008).update(hidden=True)
    assert "No member with this number has a rank" in pages.text(client.get("/en/statistics/?number=10008"))


def test_without_a_list_there_is_nothing_to_count(client: Client) -> None:
    assert "No list has been published yet." in pages.text(client.get("/en/statistics/"))


@pytest.mark.parametrize("count", [1, 3])
def test_statistics_cost_four_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    pool = scene.started()
    for _ in range(count):
        distributions.store(pool.lists.get())
    with django_assert_num_queries(4):
        client.get("/statistics/?number=10001")
