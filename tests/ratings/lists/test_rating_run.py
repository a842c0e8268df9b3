"""The run: drafts, and what is refused."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from ratings.calculation.store import read_ledger
from ratings.errors import RatingError
from ratings.lists.rating_run import rate
from ratings.models import Rating, RatingList
from tests.ratings import scene, stored

pytestmark = pytest.mark.django_db


def test_lists_follow_on_each_other() -> None:
    pool = scene.spring_pool()
    first = scene.published(pool)
    scene.tournament(["10001 10002 1-0"], name="Autumn", start=dt.date(2026, 10, 1))
    second = rate(pool, scene.NEXT)
    assert second.previous == first
    assert second.game_count == 1
    assert scene.line(second, 10001).previous_rating == scene.line(first, 10001).rating


def test_the_same_facts_give_the_same_draft() -> None:
    pool = scene.spring_pool()
    first = rate(pool, scene.LIST)
    second = rate(pool, scene.LIST)
    assert (first.pk, first.digest) == (second.pk, second.digest)
    assert RatingList.objects.filter(pool=pool, imported=False).count() == 1


@pytest.mark.long
def test_other_facts_replace_the_draft() -> None:
    pool = scene.spring_pool()
    first = rate(pool, scene.LIST)
    scene.tournament(["10001 10004 1-0"], name="Late")
    second = rate(pool, scene.LIST)
    assert second.digest != first.digest
    assert (first.revision, second.revision) == (0, 0)
    assert not RatingList.objects.filter(pk=first.pk).exists()
    assert not Rating.objects.filter(list_id=first.pk).exists()


def test_a_list_before_a_published_one_is_refused() -> None:
    pool = scene.started()
    scene.published(pool)
    with pytest.raises(
        RatingError, match="2026-07-01 is published: a list of 2026-04-01 can no longer be added before it"
    ):
        rate(pool, dt.date(2026, 4, 1))


def test_an_imported_list_is_not_calculated() -> None:
    pool = scene.started()
    with pytest.raises(RatingError, match="imported starting list"):
        rate(pool, scene.START, reason="why not")


def test_a_pool_without_rules_is_refused() -> None:
    pool = scene.pool()
    pool.rules.update(valid_from=dt.date(2026, 8, 1))
    with pytest.raises(RatingError, match="The rating type elo has no rules for 2026-07-01"):
        rate(pool, scene.LIST)


def test_an_unknown_system_is_refused() -> None:
    pool = scene.pool()
    pool.system = "chance"
    with pytest.raises(RatingError, match="Unknown system chance. Known: "):
        rate(pool, scene.LIST)


def test_rules_that_make_no_sense_are_refused() -> None:
    pool = scene.pool()
    pool.rules.update(parameters={"floor": "high"})
    with pytest.raises(RatingError, match="floor must be a whole number"):
        rate(pool, scene.LIST)


@pytest.mark.long
@pytest.mark.parametrize(
    ("day", "change"),
    [
        (scene.LIST, {"state": RatingList.State.REVISED}),
        (scene.LIST, {"digest": "of other ratings"}),
        (scene.NEXT, {"state": RatingList.State.PUBLISHED}),
    ],
)
def test_a_list_is_not_kept_where_those_that_it_builds_on_changed_meanwhile(
    day: dt.date, change: dict[str, str]
) -> None:
    pool = scene.spring_pool()
    scene.published(pool)
    rate(pool, scene.NEXT)

    @contextmanager
    def meanwhile() -> Iterator[None]:
        with transaction.atomic():
            pool.lists.filter(date=day).update(**change)
            yield

    with pytest.raises(RatingError, match="The lists changed while this one was being calculated"):
        rate(pool, scene.NEXT, writing=meanwhile)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_give_one_list() -> None:
    pool = scene.spring_pool()
    found: list[RatingList] = []
    barrier = threading.Barrier(2)

    def run() -> None:
        try:
            barrier.wait()
            found.append(rate(pool, scene.LIST))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert found[0].pk == found[1].pk
    draft = RatingList.objects.get(pool=pool, imported=False)
    assert len(stored.lines(draft)) == 9
    assert len(read_ledger(draft)) == draft.manifest["ledger"]["count"]


def test_the_number_of_queries_does_not_grow_with_the_games(django_assert_max_num_queries) -> None:
    pool = scene.started()
    for number in range(4):
        scene.tournament(["10001 10002 1-0", "10003 10004 0-1"], name=str(number))
    with django_assert_max_num_queries(40):
        rate(pool, scene.LIST)
