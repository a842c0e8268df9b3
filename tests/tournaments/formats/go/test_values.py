"""Single values of go files; where the rating systems have the same rule, both say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.ffg import levels
from tournaments.formats.go.values import (
    filled,
    grade_of,
    handicap_of_grades,
    level_of_grade,
    pace_of_clock,
    read_board,
    read_number,
    split_go_name,
)

GRADES = [*(f"{rank}k" for rank in range(1, 41)), *(f"{rank}D" for rank in range(1, 10))]


@pytest.mark.parametrize("grade", GRADES)
def test_registration_levels_are_those_of_the_scale(grade: str) -> None:
    assert level_of_grade(grade) == levels.level_of_grade(grade)


@given(st.integers(-2950, 899))
def test_grades_are_those_of_the_scale(level: int) -> None:
    assert grade_of(level).lower() == levels.grade_of_level(level)


@pytest.mark.parametrize(
    ("minutes", "has_byo_yomi", "pace"),
    [(60, True, "standard"), (90, False, "rapid"), (59, True, "rapid"), (30, False, "rapid"), (29.5, True, "blitz")],
)
def test_a_clock_proposes_a_pace(minutes: float, has_byo_yomi: bool, pace: str) -> None:
    assert pace_of_clock(minutes, has_byo_yomi) == pace


@pytest.mark.parametrize("text", ["", "d", "0k", "3x", "3.5k", "10d", "9p", "123", "k3"])
def test_text_that_is_not_a_grade_has_no_level(text: str) -> None:
    assert level_of_grade(text) is None


@pytest.mark.parametrize(("text", "level"), [("5", -450), (" 5 K ", -450), ("2 dan", 150), ("12kyu", -1150)])
def test_grades_may_be_written_in_other_ways(text: str, level: int) -> None:
    assert level_of_grade(text) == level


def test_no_level_has_no_grade() -> None:
    assert grade_of(None) == ""


@pytest.mark.parametrize(
    ("white", "black", "reduction", "stones"),
    [
        ("1d", "3k", 0, 3),
        ("1d", "3k", 1, 2),
        ("3k", "1d", 0, 0),
        ("7d", "20k", 2, 7),
        ("7d", "20k", 9, 0),
        ("9p", "1k", 0, None),
    ],
)
def test_handicaps_are_the_difference_of_grades_minus_the_reduction(
    white: str, black: str, reduction: int, stones: int | None
) -> None:
    assert handicap_of_grades(white, black, reduction) == stones


@pytest.mark.parametrize(
    ("text", "name"),
    [("Loor Fien Marie", ("Loor", "Fien Marie")), (" Loor ", ("Loor", "")), ("De_Loor  Fien", ("De_Loor", "Fien"))],
)
def test_the_first_blank_parts_a_name(text: str, name: tuple[str, str]) -> None:
    assert split_go_name(text) == name


@pytest.mark.parametrize(("text", "said"), [("xxxx", ""), ("XX", ""), ("-------", ""), (" ", ""), (" 75Nu ", "75Nu")])
def test_signs_for_nothing_say_nothing(text: str, said: str) -> None:
    assert filled(text) == said


@pytest.mark.parametrize(
    ("text", "number"), [("7.5", 7.5), ("6,5", 6.5), ("-5", -5), ("0", 0), ("six", None), ("", None)]
)
def test_numbers_may_have_a_comma(text: str, number: float | None) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(("text", "size"), [("19", 19), ("9", 9), ("1", None), ("53", None), ("x", None), ("", None)])
def test_boards_have_2_to_52_lines(text: str, size: int | None) -> None:
    assert read_board(text) == size
