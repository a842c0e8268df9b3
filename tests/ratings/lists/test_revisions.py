"""Late games and corrections: lists are revised, never rewritten."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.calculation.store import read_ratings
from ratings.errors import RatingError
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate, revise
from ratings.models import RatingList
from tests.ratings import published, scene
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_published_list_that_fits_is_not_revised() -> None:
    pool = published.spring_list().pool
    with pytest.raises(RatingError, match="nothing to revise"):
        rate(pool, scene.LIST, reason="to be sure")


def test_a_revision_needs_a_reason() -> None:
    pool = scene.started()
    scene.published(pool)
    scene.spring()
    with pytest.raises(RatingError, match="give the reason for the revision"):
        rate(pool, scene.LIST)


@pytest.mark.long
def test_a_late_tournament_stops_the_next_list_until_the_old_one_is_revised() -> None:
    pool = scene.started()
    first = scene.published(pool)
    scene.spring()
    with pytest.raises(
        RatingError, match=r"2026-07-01 no longer matches .* revise it first \(rate elo --date 2026-07-01\)"
    ):
        rate(pool, scene.NEXT)
    revision = scene.published(pool, reason="The Spring Open came late.")
    first.refresh_from_db()
    assert (first.state, revision.revision, revision.reason) == (
        RatingList.State.REVISED,
        1,
        "The Spring Open came late.",
    )
    assert rate(pool, scene.NEXT).previous == revision


def test_a_late_tournament_may_count_from_a_later_list_instead() -> None:
    pool = scene.started()
    scene.published(pool)
    Tournament.objects.filter(pk=scene.spring().pk).update(counts_from=scene.NEXT)
    assert rate(pool, scene.NEXT).game_count == 8


def chain() -> tuple:
    """Return three published lists, and then a tournament in the first period."""
    pool = scene.started()
    lists = []
    for number, (date, start) in enumerate(
        [
            (scene.LIST, dt.date(2026, 3, 1)),
            (scene.NEXT, dt.date(2026, 10, 1)),
            (dt.date(2027, 7, 1), dt.date(2027, 3, 1)),
        ]
    ):
        scene.tournament(["10001 10002 1/2", "10003 10004 0-1"], name=f"T{number}", start=start)
        lists.append(scene.published(pool, date))
    scene.tournament(["10001 10004 1-0"], name="Late", start=dt.date(2026, 4, 1))
    return pool, lists


@pytest.mark.long
def test_one_late_game_revises_list_by_list() -> None:
    pool, lists = chain()
    for old in lists:
        revision = scene.published(pool, old.date, reason="Late came late.")
        assert revision.revision == 1
    old, new = scene.line(lists[2], 10001), scene.line(revision, 10001)
    assert new.rating > old.rating
    for old in lists:
        assert read_ratings(old).key.size == 8


@pytest.mark.long
def test_the_whole_chain_at_once_gives_the_same_lists() -> None:
    pool, lists = chain()
    drafts = revise(pool, lists[-1].date, reason="Late came late.")
    at_once = [draft.digest for draft in drafts]
    for draft in drafts:
        publish(draft)
    again = RatingList.objects.published().filter(pool=pool, imported=False).order_by("date")
    assert [found.digest for found in again] == at_once
    assert [draft.previous for draft in drafts[1:]] == drafts[:-1]


@pytest.mark.long
def test_a_pool_recalculated_has_the_digests_of_the_revised_one() -> None:
    pool, lists = chain()
    revised = [publish(draft).digest for draft in revise(pool, lists[-1].date, reason="Late came late.")]
    RatingList.objects.filter(pool=pool, imported=False).update(previous=None)
    RatingList.objects.filter(pool=pool, imported=False).delete()
    assert [scene.published(pool, old.date).digest for old in lists] == revised


@pytest.mark.long
def test_the_chain_may_end_in_a_new_list() -> None:
    pool, lists = chain()
    drafts = revise(pool, dt.date(2028, 1, 1), reason="Late came late.")
    assert [draft.date for draft in drafts] == [*(old.date for old in lists), dt.date(2028, 1, 1)]
    assert [draft.reason for draft in drafts] == ["Late came late."] * 3 + [""]


def test_where_all_fits_nothing_is_revised() -> None:
    pool = scene.started()
    scene.published(pool)
    with pytest.raises(RatingError, match="nothing to revise"):
        revise(pool, scene.LIST, reason="to be sure")
