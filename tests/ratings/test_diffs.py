"""The look before the click: what a list changes."""

from __future__ import annotations

import pytest

from ratings.diffs import Change, against, against_previous, against_revised
from ratings.rating_run import rate
from ratings.systems.period import Status
from tests.ratings import scene, stored

pytestmark = pytest.mark.django_db


def test_a_draft_against_the_list_before() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    scene.spring()
    found = against_previous(rate(pool, scene.LIST))
    assert found.base == start
    assert found.changes[0] == Change(10006, "Fontaine, Félix", 1420, 1445, 2)
    assert [(row.matricule, row.change) for row in found.changes] == [
        *((10006, 25), (10002, -10), (10003, -8), (10004, -5), (10007, 5), (10008, -3), (10001, -1)),
    ]
    assert found.counts == (8, 2, 5, 0, 0, 25)


def test_who_is_new_and_who_is_gone() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    draft = rate(pool, scene.LIST)
    stored.remove(draft, 10001)
    stored.change(start, 10003, rating=0, status=Status.UNRATED)
    found = against_previous(draft)
    assert found.gone == [Change(10001, "Aerts, Anna", 1800, None, -150)]
    assert found.new == [Change(10003, "Claes, Chloé", None, 1500, 0)]
    assert found.changes == []
    assert (found.counts.new, found.counts.gone) == (1, 1)


def test_the_first_list_is_all_new() -> None:
    found = against_previous(scene.starting_list(scene.pool()))
    assert (found.base, found.counts.new, found.counts.rated) == (None, 8, 8)


def test_a_revision_against_the_list_that_it_replaces() -> None:
    pool = scene.spring_pool()
    first = scene.published(pool)
    assert against_revised(first) is None
    scene.tournament(["10001 10004 1-0"], name="Late")
    found = against_revised(rate(pool, scene.LIST, reason="Late came late."))
    assert found.base == first
    assert [row.matricule for row in found.changes] == [10001, 10004]


def test_lists_that_say_the_same_have_an_empty_diff() -> None:
    start = scene.starting_list(scene.pool())
    assert against(start, start).is_empty


def test_three_queries(django_assert_num_queries) -> None:
    pool = scene.spring_pool()
    draft = rate(pool, scene.LIST)
    with django_assert_num_queries(3):
        against_previous(draft)


def test_a_level_of_zero_is_a_rating() -> None:
    pool = scene.pool(system="ffg")
    first = scene.starting_list(pool, {10001: (0, 30), 10002: (-437, 30)})
    second = scene.starting_list(pool, {10001: (12, 31), 10002: (0, 40), 10003: (0, 5)}, scene.LIST)
    found = against(second, first)
    assert found.changes == [
        Change(10002, "Baeten, Bram", -437, 0, 10),
        Change(10001, "Aerts, Anna", 0, 12, 1),
    ]
    assert found.new == [Change(10003, "Claes, Chloé", None, 0, 5)]
    assert (found.gone, found.counts.rated, found.counts.largest) == ([], 3, 437)
