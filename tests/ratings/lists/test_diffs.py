"""The look before the click: what a list changes."""

from __future__ import annotations

import pytest

from ratings.lists.diffs import Change, Place, against, against_previous, against_revised
from ratings.lists.rating_run import rate
from ratings.systems.period import Status
from tests.ratings import scene, stored

pytestmark = pytest.mark.django_db


def test_a_draft_against_the_list_before() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    scene.spring()
    found = against_previous(rate(pool, scene.LIST))
    assert found.base == start
    assert found.changes[0] == Change("10006", "Fontaine, Félix", 1420, 1445, 2)
    assert [(int(row.number), row.change) for row in found.changes] == [
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
    assert found.gone == [Change("10001", "Aerts, Anna", 1800, None, -150)]
    assert found.new == [Change("10003", "Claes, Chloé", None, 1500, 0)]
    assert found.changes == []
    assert (found.counts.new, found.counts.gone) == (1, 1)


def test_the_first_list_is_all_new() -> None:
    found = against_previous(scene.starting_list(scene.pool()))
    assert (found.base, found.counts.new, found.counts.rated, found.places) == (None, 8, 8, [])
    assert [row.after for row in found.new] == [2210, 2050, 1975, 1800, 1650, 1500, 1420, 1150]


@pytest.mark.long
def test_who_comes_to_another_of_the_first_places(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = scene.started(standings={10001: (1660, 150), 10002: (1650, 40), 10003: (1500, 25), 10004: (1495, 30)})
    scene.tournament(["10001 10002 0-1", "10004 10003 1-0"])
    draft = rate(pool, scene.LIST)
    first = [Place("10002", "Baeten, Bram", 2, 1), Place("10001", "Aerts, Anna", 1, 2)]
    assert against_previous(draft).places == [
        *first, Place("10004", "Dubois, Didier", 4, 3), Place("10003", "Claes, Chloé", 3, 4)
    ]  # fmt: skip
    monkeypatch.setattr("ratings.lists.diffs.FIRST_PLACES", 2)
    assert against_previous(draft).places == first
    stored.change(draft, 10002, rank=0)
    stored.change(draft, 10003, rank=1)
    assert against_previous(draft).places == [
        Place("10003", "Claes, Chloé", 3, 1), first[1], Place("10002", "Baeten, Bram", 2, None)
    ]  # fmt: skip


@pytest.mark.long
def test_a_revision_against_the_list_that_it_replaces() -> None:
    pool = scene.spring_pool()
    first = scene.published(pool)
    assert against_revised(first) is None
    scene.tournament(["10001 10004 1-0"], name="Late")
    found = against_revised(rate(pool, scene.LIST, reason="Late came late."))
    assert found.base == first
    assert [int(row.number) for row in found.changes] == [10001, 10004]


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
        Change("10002", "Baeten, Bram", -437, 0, 10),
        Change("10001", "Aerts, Anna", 0, 12, 1),
    ]
    assert found.new == [Change("10003", "Claes, Chloé", None, 0, 5)]
    assert (found.gone, found.counts.rated, found.counts.largest) == ([], 3, 437)
