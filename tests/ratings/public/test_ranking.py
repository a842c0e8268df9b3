"""Who stands on the page of a list."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.models import Affiliation
from ratings.public import ranking
from tests import cast
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db


def test_the_affiliated_with_a_rating_stand_there_the_ranked_first() -> None:
    pool = scene.pool()
    Affiliation.objects.filter(member=cast.member(10004)).delete()
    scene.starting_list(pool)
    scene.tournament([f"10009 {number} 1-0" for number in range(10001, 10004)])
    made = scene.published(pool)
    lines = ranking.shown(made)
    assert 10004 not in lines.matricule.tolist()
    assert lines.rank.tolist() == sorted(lines.rank.tolist())
    assert len(ranking.ranked(made)) == ranking.ranked_count(made) == len(lines)


def test_a_published_list_is_read_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    made = published.spring_list()
    with django_assert_num_queries(1):
        best = ranking.first(made, 2)
    with django_assert_num_queries(0):
        assert ranking.first(made, 2) == best
        assert ranking.ranked_count(made) == 8
    assert [rating.rank for rating in best] == [1, 2]


def test_a_page_takes_two_queries_wherever_it_is(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    made = published.crowd(scene.pool(), 205)
    rows = ranking.Ranking(ranking.ranked(made))
    assert len(rows) == 205
    for start in (0, 100, 200):
        with django_assert_num_queries(2):
            page = rows[start : start + 100]
        assert [rating.rank for rating in page] == list(range(start + 1, min(start + 100, 205) + 1))
