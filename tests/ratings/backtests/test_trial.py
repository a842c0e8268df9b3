"""A pool calculated again list by list, with what was expected of every game."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from ratings.backtests.trial import days, run
from ratings.models import RatingPool
from ratings.systems.period import POINT, Kind
from tests import cast
from tests.ratings import scene, stored, trials
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db

TODAY = dt.date(2027, 6, 1)


@pytest.fixture
def pool() -> RatingPool:
    return trials.of_two_lists()


def test_forecasts_are_what_the_ledgers_used(pool: RatingPool) -> None:
    games = run(pool, days(pool, TODAY)).forecasts
    found = dict(zip(games.pairing.tolist(), (games.expected * POINT).round().astype(int).tolist(), strict=True))
    of_white = {
        entry.pairing_id: entry.expected
        for rating_list in pool.lists.all()
        for entry in stored.entries(rating_list)
        if entry.kind == Kind.GAME and entry.pairing.white.member_id == entry.member_id
    }
    assert len(found) == 10
    assert {pairing: found[pairing] for pairing in of_white} == of_white
    assert len(of_white) == 10


def test_a_forecast_knows_its_game(pool: RatingPool) -> None:
    games = run(pool, days(pool, TODAY)).forecasts
    first = Pairing.objects.get(pk=games.pairing[0])
    assert (first.white.member.key, first.black.member.key) == (10001, 10002)
    assert (games.year[0], games.expected[0], games.half_points[0], games.level[0]) == (2026, 0.7, 2, 1725)


def test_games_of_who_is_not_rated_are_counted_apart(pool: RatingPool) -> None:
    trial = run(pool, days(pool, TODAY))
    assert (len(trial.forecasts), trial.unpredicted) == (10, 3)


@pytest.mark.parametrize(("place", "day", "games"), [(0, scene.LIST, 8), (1, scene.NEXT, 5)])
def test_a_line_says_where_the_pool_stands(pool: RatingPool, place: int, day: dt.date, games: int) -> None:
    line = run(pool, days(pool, TODAY)).lists[place]
    lines = stored.lines(pool.lists.get(date=day)).values()
    ratings = [each.rating for each in lines if each.rating is not None]
    assert (line.date, line.games, line.rated) == (day, games, len(ratings))
    assert line.mean == pytest.approx(np.mean(ratings))
    assert line.deviation == pytest.approx(np.std(ratings))
    assert line.median == pytest.approx(np.median(ratings))
    changes = [each.change for each in lines if each.period_games and each.change is not None]
    assert (line.played, line.drift) == (len(changes), pytest.approx(np.mean(changes)))


def test_the_last_list_is_the_published_one(pool: RatingPool) -> None:
    last = run(pool, days(pool, TODAY)).last
    lines = stored.lines(pool.lists.get(date=scene.NEXT)).values()
    assert dict(zip(last.member.tolist(), last.rating.tolist(), strict=True)) == {
        line.member_id: line.rating for line in lines if line.rating is not None
    }


@pytest.mark.long
def test_ratings_that_others_gave_are_left_out(pool: RatingPool) -> None:
    before = run(pool, days(pool, TODAY)).lists[-1].rated
    foreigner = cast.member(10008)
    foreigner.fide_federation, foreigner.fide_rating = "NED", 2230
    foreigner.save()
    other = trials.of_two_lists("other")
    assert run(other, days(other, TODAY)).lists[-1].rated == before - 1


def test_it_takes_the_published_lists_since_a_day(pool: RatingPool) -> None:
    assert days(pool, TODAY) == [scene.LIST, scene.NEXT]
    assert days(pool, TODAY, since=scene.LIST + dt.timedelta(days=1)) == [scene.NEXT]


def test_no_days_give_an_empty_trial(pool: RatingPool) -> None:
    assert days(pool, TODAY, since=TODAY) == []
    trial = run(pool, [])
    assert (len(trial.forecasts), trial.lists, len(trial.last.member)) == (0, (), 0)


def test_the_queries_grow_with_the_lists_alone(
    pool: RatingPool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    spans = days(pool, TODAY)
    scene.tournament(["10001 10002 1-0"] * 40, name="Long", start=dt.date(2026, 5, 1))
    with django_assert_num_queries(14):
        run(pool, spans)
