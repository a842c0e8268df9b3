"""The numbers that the documents print, against what the engines make of the same games."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ratings.methods.examples import EXAMPLES
from ratings.systems.period import Kind


def test_belgium_prints_1879_for_the_provisional_and_1883_for_the_first_rating() -> None:
    examples = EXAMPLES["frbe"]()
    provisional, first = examples["provisional"], examples["first"]
    assert (provisional.count, provisional.opponents_sum, provisional.points) == (12, 24_048, 4)
    assert (provisional.rating, provisional.rules[0].entry.difference) == (1879, -125)
    assert (first.count, first.opponents_sum, first.points, first.rating) == (8, 14_325, 5, 1883)


@pytest.mark.parametrize(("name", "rating"), [("under_100", 1797), ("under_300", 1788), ("over_300", 1779)])
def test_belgium_prints_three_new_ratings_of_the_player_of_1760(name: str, rating: int) -> None:
    example = EXAMPLES["frbe"]()[name]
    expected = [line.entry.expected // 100 for line in example.games]
    assert expected == [66, 61, 29, 56, 22, 31, 19]
    assert (example.points, example.expected, example.rating) == (4, Decimal("2.84"), rating)


def test_belgium_prints_1685_where_the_performance_is_nearer_and_1736_where_it_is_not() -> None:
    examples = EXAMPLES["frbe"]()
    nearer, farther = examples["nearer"], examples["farther"]
    assert (nearer.count, nearer.points, nearer.expected, nearer.opponents_sum) == (32, 24, Decimal("12.1"), 47_744)
    assert nearer.rating == 1685
    assert (farther.count, farther.points, farther.expected, farther.opponents_sum) == (32, 17, Decimal("8.58"), 57_422)
    looked = next(line for line in farther.rules if line.kind == Kind.PERFORMANCE_25_150)
    assert (farther.rating, looked.entry.opponent_rating, looked.entry.difference) == (1736, 1794, 21)
