"""Many lists in memory, each from the one before."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from ratings.calculation.chain import Step, list_dates, steps
from ratings.calculation.compute import listed
from ratings.models import RatingList, RatingPool
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.systems.period import Status
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene

pytestmark = pytest.mark.django_db

DAYS = [scene.LIST, scene.NEXT, dt.date(2027, 7, 1)]


@pytest.fixture
@made_once
def pool() -> RatingPool:
    """Return a pool with three half-years of games, one with a merged member."""
    made = scene.pool()
    scene.spring()
    scene.tournament(["10001 10002 1-0", "10009 10004 1-0", "10010 10009 1/2"], start=dt.date(2026, 10, 1))
    scene.tournament(["10001 10009 0-1", "10009 10008 1-0", "10010 10008 +-"], start=dt.date(2027, 3, 1))
    foreigner = cast.member(10008)
    foreigner.fide_federation, foreigner.fide_rating = "NED", 2230
    foreigner.save()
    return made


def digest(step: Step, pool: RatingPool) -> dict[str, object]:
    """Return what the manifest of the list would say of its ratings."""
    return listed(pool, step, None).manifest["ratings"]


@pytest.mark.long
def test_it_calculates_what_is_published_list_by_list(pool: RatingPool) -> None:
    published = [scene.published(pool, day) for day in DAYS]
    found = list(steps(pool, DAYS))
    assert [step.date for step in found] == DAYS
    for step, stored in zip(found, published, strict=True):
        assert digest(step, pool) == stored.manifest["ratings"]


@pytest.mark.long
def test_it_may_start_from_any_list(pool: RatingPool) -> None:
    published = [scene.published(pool, day) for day in DAYS]
    [step] = steps(pool, DAYS[2:])
    assert step.start == published[1]
    assert digest(step, pool) == published[2].manifest["ratings"]
    assert step.gathered.period.start == DAYS[1] + dt.timedelta(days=1)


def test_it_follows_on_a_starting_list(pool: RatingPool) -> None:
    start = scene.starting_list(pool)
    published = scene.published(pool)
    [step] = steps(pool, [scene.LIST])
    assert step.start == start
    assert digest(step, pool) == published.manifest["ratings"]


def test_other_rules_may_be_given_day_by_day(pool: RatingPool) -> None:
    scene.starting_list(pool)
    rules = rules_of(pool, scene.LIST)
    usual = parameters_of(rules, system_of(pool))
    other = system_of(pool).rules("seed", {"floor": 1795})
    [step] = steps(pool, [scene.LIST], rules_of_day=lambda _day: (rules, other))
    assert step.parameters == other != usual
    [plain] = steps(pool, [scene.LIST])
    assert plain.parameters == usual
    assert (step.outcome.rating != plain.outcome.rating).any()


def test_fide_ratings_of_a_published_list_are_those_of_its_day(pool: RatingPool) -> None:
    scene.published(pool)
    foreigner = cast.member(10008)
    foreigner.fide_rating = 1900
    foreigner.save()
    for step, rating in zip(steps(pool, DAYS[:2]), (2230, 1900), strict=True):
        row = step.gathered.period.players.number.tolist().index(10008)
        assert step.outcome.rating[row] == rating
        assert step.outcome.status[row] == Status.FOREIGN


def test_without_a_ledger_the_ratings_are_the_same(pool: RatingPool) -> None:
    for with_one, without in zip(steps(pool, DAYS), steps(pool, DAYS, ledger=False), strict=True):
        assert np.array_equal(with_one.outcome.rating, without.outcome.rating)
        assert len(without.outcome.ledger.player) == 0


def test_nothing_is_written(pool: RatingPool) -> None:
    list(steps(pool, DAYS))
    assert not RatingList.objects.exists()


@pytest.mark.long
def test_an_imported_list_starts_over(pool: RatingPool) -> None:
    RatingList.objects.all().delete()
    start, published = scene.starting_list(pool), scene.published(pool)
    again = scene.starting_list(pool, date=dt.date(2026, 9, 1))
    first, second = steps(pool, DAYS[:2])
    assert [first.start, second.start] == [start, again]
    assert second.after == published.date
    assert digest(second, pool) == scene.published(pool, scene.NEXT).manifest["ratings"]


@pytest.mark.long
def test_lists_fall_on_the_published_days(pool: RatingPool) -> None:
    scene.starting_list(pool)
    scene.published(pool, dt.date(2026, 6, 15))
    scene.published(pool, scene.NEXT)
    assert list_dates(pool, dt.date(2026, 12, 31)) == [dt.date(2026, 6, 15)]
    assert list_dates(pool, scene.NEXT) == [dt.date(2026, 6, 15), scene.NEXT]


def test_without_a_published_one_on_the_days_of_the_pool_from_the_first_game_on(pool: RatingPool) -> None:
    RatingPool.objects.filter(pk=pool.pk).update(months=[1, 7])
    pool.refresh_from_db()
    assert list_dates(pool, dt.date(2027, 6, 30)) == [scene.LIST, scene.NEXT]


def test_a_pool_without_games_has_no_lists() -> None:
    assert list_dates(scene.pool(), scene.LIST) == []


def test_a_tournament_that_begins_on_the_day_of_a_list_is_in_it() -> None:
    pool = scene.pool(months=[7])
    scene.tournament(["10001 10002 1-0"], start=scene.LIST)
    assert list_dates(pool, scene.LIST) == [scene.LIST]


def test_no_list_falls_on_the_day_of_the_starting_list() -> None:
    pool = scene.started(months=[1, 7])
    scene.tournament(["10001 10002 1-0"], start=dt.date(2025, 12, 1))
    assert list_dates(pool, scene.LIST) == [scene.LIST]
