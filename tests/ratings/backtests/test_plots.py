"""Drawings of back-tests as shapes."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.backtests.plots import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Course,
    bar_plot,
    calibration_plot,
    course_plot,
    curve_plot,
    round_levels,
)

NUMBERS = st.floats(-5000, 5000, allow_nan=False)
GROUND = HEIGHT - BOTTOM


def written(value: float) -> str:
    return f"{value:g}"


@pytest.mark.parametrize(
    ("low", "high", "levels"),
    [
        (0.52, 0.6931, [0.5, 0.55, 0.6, 0.65, 0.7]),
        (1204, 1893, [1200, 1400, 1600, 1800, 2000]),
        (-3.2, 11.9, [-5, 0, 5, 10, 15]),
        (0, 79, [0, 20, 40, 60, 80]),
        (0, 0, [0, 0.2]),
        (1500, 1500, [1500, 1550]),
        (0, 5e-324, [0, 0.2]),
    ],
)
def test_levels_are_round_and_enclose_the_values(low: float, high: float, levels: list[float]) -> None:
    assert round_levels(low, high) == levels


@pytest.mark.long
@given(NUMBERS, NUMBERS)
def test_levels_are_few_and_enclose_any_values(one: float, other: float) -> None:
    low, high = sorted((one, other))
    levels = round_levels(low, high)
    assert 2 <= len(levels) <= 8
    assert levels[0] <= low + 1e-6
    assert high - 1e-6 <= levels[-1]


def test_right_predictions_lie_on_the_line() -> None:
    plot = calibration_plot([(0.5, 0.5, 0.4, 0.6), (1.0, 1.0, 0.9, 1.0)], written, lambda x, y: f"{x} {y}")
    [line] = plot.lines
    first, last = plot.spots
    assert line.points == f"{first.x},{first.y} {last.x},{last.y}"
    assert (first.x, last.x, last.y) == (LEFT, WIDTH - RIGHT, TOP)
    assert first.top < first.y < first.bottom
    assert (first.text, last.top) == ("0.5 0.5", TOP)


def test_a_curve_has_a_dot_for_each_value_and_a_line_to_compare_with() -> None:
    plot = curve_plot([("2024", 0.6, "a"), ("2025", 0.5, "b")], written, level=0.7)
    assert [mark.text for mark in plot.across] == ["2024", "2025"]
    assert [mark.text for mark in plot.upward] == ["0.5", "0.55", "0.6", "0.65", "0.7"]
    assert [(spot.text, spot.y) for spot in plot.spots] == [("a", 120.0), ("b", float(GROUND))]
    assert [line.css for line in plot.lines] == ["plot-ideal", "curve"]
    assert plot.lines[0].points == f"{LEFT}.0,{TOP}.0 {WIDTH - RIGHT}.0,{TOP}.0"


def test_values_of_classes_are_not_joined() -> None:
    assert curve_plot([("1200", 0.6, ""), ("1400", 0.5, "")], written, is_joined=False).lines == []


def test_names_along_a_long_curve_are_thinned_out_and_the_last_stays() -> None:
    plot = curve_plot([(str(year), 0.5, "") for year in range(1990, 2027)], written)
    assert [mark.text for mark in plot.across] == ["1991", "1998", "2005", "2012", "2019", "2026"]


def test_a_course_lies_in_its_band_days_to_scale() -> None:
    days = [dt.date(2024, 1, 1), dt.date(2024, 7, 1), dt.date(2026, 1, 1)]
    course = Course("", days, [1500, 1510, 1490], ["a", "b", "c"], [1300] * 3, [1700] * 3)
    plot = course_plot([course], written)
    [area], [line] = plot.areas, plot.lines
    assert (area.css, line.css) == ("plot-band", "curve")
    assert len(area.points.split()) == 6
    assert [spot.x for spot in plot.spots] == [float(LEFT), 162.6, float(WIDTH - RIGHT)]
    assert [mark.text for mark in plot.across] == ["2024", "2025", "2026"]


def test_two_courses_share_their_axes() -> None:
    days = [dt.date(2024, 1, 1), dt.date(2025, 1, 1)]
    plot = course_plot(
        [Course("plot-real", days, [1500, 1500], ["", ""]), Course("", days, [1500, 1600], ["", ""])], written
    )
    assert [line.css for line in plot.lines] == ["curve plot-real", "curve"]
    assert plot.lines[0].points.split()[0] == plot.lines[1].points.split()[0]
    assert [spot.css for spot in plot.spots] == ["dot plot-real"] * 2 + ["dot"] * 2


def test_one_list_is_drawn_too() -> None:
    plot = course_plot([Course("", [dt.date(2026, 7, 1)], [1500], ["a"], [1400], [1600])], written)
    assert [(spot.x, spot.text) for spot in plot.spots] == [(float(LEFT), "a")]
    assert [mark.text for mark in plot.across] == ["2026"]


def test_bars_stand_on_the_ground() -> None:
    plot = bar_plot([("-10", 40, "forty"), ("0", 0, "none"), ("+10", 20, "twenty")], written)
    assert [bar.y + bar.height for bar in plot.bars] == [GROUND] * 3
    assert [bar.height for bar in plot.bars] == [float(GROUND - TOP), 0.0, (GROUND - TOP) / 2]
    assert len({bar.width for bar in plot.bars}) == 1
