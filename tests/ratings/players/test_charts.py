"""The history of a rating as points of a picture."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.models import Rating, RatingList, RatingPool
from ratings.players.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, history_chart

CHESS, GO = RatingPool(discipline="chess"), RatingPool(discipline="go")


def points(*ratings: int | None, start: int = 2020) -> list[Rating]:
    """Ratings of half-yearly lists."""
    days = [dt.date(start + number // 2, 1 + 6 * (number % 2), 1) for number in range(len(ratings))]
    return [Rating(list=RatingList(date=day), rating=rating) for rating, day in zip(ratings, days, strict=True)]


@pytest.mark.parametrize("ratings", [(), (1800,), (None, 1800, None)])
def test_one_point_is_no_history(ratings: tuple[int | None, ...]) -> None:
    assert history_chart(points(*ratings), CHESS) is None


def test_time_goes_right_and_ratings_go_up() -> None:
    chart = history_chart(points(1500, 1550, 1600), CHESS)
    assert [dot.x for dot in chart.dots] == [44.0, 253.8, 466.0]
    assert [dot.y for dot in chart.dots] == [192.0, 104.0, 16.0]
    assert chart.curve == "44.0,192.0 253.8,104.0 466.0,16.0"


def test_a_line_across_marks_each_level_and_a_tick_each_year() -> None:
    chart = history_chart(points(1500, 1510), CHESS)
    assert chart.grid == "M44 192.0H466M44 16.0H466M44.0 192v5"


def test_the_order_of_the_ratings_plays_no_part() -> None:
    assert history_chart(points(1500, 1550, 1620)[::-1], CHESS) == history_chart(points(1500, 1550, 1620), CHESS)


def test_the_levels_are_round_and_few() -> None:
    levels = [mark.text for mark in history_chart(points(1437, 1652, 1583), CHESS).levels]
    assert levels == ["1400", "1500", "1600", "1700"]


def test_a_rating_that_never_moves_has_levels_too() -> None:
    assert [mark.text for mark in history_chart(points(1500, 1500), CHESS).levels] == ["1500", "1510"]


def test_the_years_are_thinned_out() -> None:
    years = [mark.text for mark in history_chart(points(*[1500] * 40), CHESS).years]
    assert years == [
        "2023",
        "2027",
        "2031",
        "2035",
        "2039",
    ]
    assert [mark.text for mark in history_chart(points(1500, 1510), CHESS).years] == ["2020"]


def test_in_go_a_line_is_where_a_grade_begins() -> None:
    chart = history_chart(points(-437, -120, 20), GO)
    assert [mark.text for mark in chart.levels] == ["6k", "4k", "2k", "1d", "3d"]
    assert [dot.rating for dot in chart.dots] == ["5k (−437)", "2k (−120)", "1d (20)"]


def test_levels_that_hardly_move_lie_between_two_grades() -> None:
    assert [mark.text for mark in history_chart(points(-437, -420), GO).levels] == ["5k", "4k"]


@given(st.lists(st.integers(-900, 2900), min_size=2, max_size=60), st.sampled_from([CHESS, GO]))
def test_everything_lies_inside_the_picture(ratings: list[int], pool: RatingPool) -> None:
    chart = history_chart(points(*ratings), pool)
    assert all(LEFT <= dot.x <= WIDTH - RIGHT for dot in chart.dots)
    assert all(TOP <= dot.y <= HEIGHT - BOTTOM for dot in chart.dots)
    assert 2 <= len(chart.levels) <= 6
