"""What it takes to reach a rating: the least score, tried out with the real system."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.simulator.answers import Need, least_score, with_score
from ratings.simulator.simulate import Game, Opponent
from tests.cases import long_after
from tests.ratings import scene
from tests.ratings.simulator.test_simulate import TODAY, against, basis, pool

pytestmark = pytest.mark.django_db


def rated(*ratings: int) -> list[Game]:
    return [Game(Opponent(rating=rating), 0) for rating in ratings]


def test_points_are_won_against_those_who_come_first_in_the_order() -> None:
    games = rated(1800, 1500, 1700)
    assert [game.half_points for game in with_score(games, [1, 2, 0], 3)] == [0, 2, 1]
    assert [game.half_points for game in with_score(games, [1, 2, 0], 6)] == [2, 2, 2]


@pytest.mark.parametrize("system", ["frbe", "fqe", "fics"])
@pytest.mark.parametrize("goal", long_after(3, [1700, 1815, 2500, 1790, 1800, 1830, 1850]))
def test_the_least_score_is_the_lowest_of_all_that_reach_the_goal(system: str, goal: int) -> None:
    games = [against(10004, 2), *rated(1500, 1750, 1900, 1650), against(10009, 0)]
    found = basis(pool(system), games)
    order = [5, 1, 4, 2, 3, 0]  # 10009 has no rating, 10004 has 2050
    by_score = [found.rate(with_score(games, order, points)).rating.rating for points in range(13)]
    reached = [points for points, rating in enumerate(by_score) if rating >= goal]
    least = reached[0] if reached else None
    assert least_score(found, [], games, goal) == Need(6, least, by_score[-1 if least is None else least])


def test_settled_games_keep_their_results() -> None:
    found = basis(pool("fics"), [])
    settled, still_open = [Game(Opponent(rating=2000), 2)], rated(1800, 1800, 1800)
    need = least_score(found, settled, still_open, 1850)
    scores = [found.rate([*settled, *with_score(still_open, [0, 1, 2], points)]).rating.rating for points in range(7)]
    assert need == Need(3, next(points for points, rating in enumerate(scores) if rating >= 1850), need.rating)
    assert need.rating == scores[need.half_points]


@pytest.mark.parametrize("start", [TODAY, TODAY + dt.timedelta(days=1)])
def test_only_games_that_come_before_the_imagined_ones_are_calculated_once_for_all(start: dt.date) -> None:
    rating_pool = pool("fics")
    scene.tournament(["10001 10004 0-1"], name="Next", start=start)
    found = basis(rating_pool, [])
    assert len(found.archive.pairings) == 6
    assert len(found.settled().archive.pairings) == (0 if start == TODAY else 6)


@pytest.mark.long
def test_the_least_score_is_found_where_more_points_give_less() -> None:
    """B21-B23: above 150 points the performance may stand in for the sum of the changes."""
    games = rated(*[1400] * 60)
    found = basis(pool("frbe"), games, 10006)
    ratings = [found.rate(with_score(games, range(60), points)).rating.rating for points in range(121)]
    fall = next(points for points in range(120) if ratings[points + 1] < ratings[points])
    assert least_score(found, [], games, ratings[fall]) == Need(60, ratings.index(ratings[fall]), ratings[fall])


def test_in_go_a_goal_is_reached_by_wins_alone() -> None:
    found = basis(pool("ffg"), [])
    need = least_score(found, [], rated(*[-450] * 8), -400)
    assert need.half_points is not None and need.half_points % 2 == 0
    assert need.rating >= -400
    games = with_score(rated(*[-450] * 8), range(8), need.half_points - 2)
    assert found.rate(games).rating.rating < -400


def test_who_gets_no_rating_by_these_games_reaches_nothing() -> None:
    found = basis(pool("frbe"), [], 10008)
    assert least_score(found, [], rated(1500, 1500), 1200) == Need(2, None, None)
