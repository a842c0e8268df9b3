"""Variations, weights and handicaps of go."""

from dataclasses import replace

import pytest

from ratings.methods.go_figures import grade_rows, handicaps, variations, weights
from ratings.systems.ffg import rate as ffg
from ratings.systems.ffg.levels import level_of_grade

RULES = ffg.rules()


def test_variations_are_limited_for_winner_and_loser() -> None:
    rows = [tuple(row) for row in variations(RULES, range(-300, 601, 300))]
    assert rows == [(-300, 1, -1), (0, 15, -15), (300, 35, -15), (600, 40, -15)]


def test_a_weight_falls_from_kyu_to_dan_and_stops_at_two_and_a_half() -> None:
    found = {row.grade: row.weight for row in weights(RULES)}
    assert [found[grade] for grade in ("20k", "5k", "1k", "1d", "6d")] == [2.5, 1.45, 1.05, 0.95, 0.45]


def test_the_document_gives_two_grades_as_examples() -> None:
    assert grade_rows((100, 0, -100)) == [(100, "2d"), (0, "1d"), (-100, "1k")]


@pytest.mark.parametrize(
    ("one", "other", "stones"),
    [(120, 0, [2, 1, 1]), (0, 120, [2, 1, 1]), (50, 50, [0, 0, 0]), (50, -650, [7, 4, 2])],
)
def test_the_normal_handicap_on_each_board(one: int, other: int, stones: list[int]) -> None:
    assert [row.stones for row in handicaps(one, other, RULES)] == stones


def test_the_table_of_a_federation_for_a_small_board_counts() -> None:
    rules = replace(RULES, handicaps_on_13=((1, 3), (2, 6), (3, 9)))
    found = handicaps(level_of_grade("1d"), level_of_grade("4k"), rules)
    assert [(row.lines, row.stones) for row in found] == [(19, 4), (13, 2), (9, 1)]
