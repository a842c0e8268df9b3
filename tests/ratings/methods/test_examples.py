"""The numbers that the documents print, against what the engines make of the same games."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ratings.methods.examples import EXAMPLES
from ratings.systems.ffg.levels import grade_of_level
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


def test_quebec_prints_2012_for_daniel_with_the_results_that_were_probable() -> None:
    daniel = EXAMPLES["fqe"]()["permanent"]
    assert [line.entry.expected // 100 for line in daniel.games] == [30, 16, 88, 62, 36, 15, 14, 27]
    assert (daniel.points, daniel.expected, daniel.rating) == (Decimal("5.5"), Decimal("2.88"), 2012)
    assert [line.change for line in daniel.rules if line.kind == Kind.BONUS] == [Decimal("51.84")]


@pytest.mark.parametrize(("name", "rating"), [("provisional", 1504), ("below", 1000), ("near", 1050)])
def test_quebec_prints_the_other_new_ratings(name: str, rating: int) -> None:
    assert EXAMPLES["fqe"]()[name].rating == rating


def test_quebec_weighs_a_performance_of_1630() -> None:
    assert EXAMPLES["fqe"]()["provisional"].performance == 1630


def test_the_go_scale_gives_15_points_to_the_winner_of_an_even_game_before_the_weight() -> None:
    examples = EXAMPLES["ffg"]()
    raw = [line.entry.expected for name in ("win", "loss") for line in examples[name].games]
    assert raw == [15_0000, -15_0000]


def test_a_go_player_with_a_wrong_level_costs_opponents_less_once_it_is_adjusted() -> None:
    examples = EXAMPLES["ffg"]()
    lost = [examples[name].games[0].change for name in ("loss_to_7k", "loss_to_4k")]
    assert lost == [Decimal("-21.75"), Decimal("-12.0833")]
    optimist = examples["optimist"]
    assert grade_of_level(optimist.adjusted_start) == "10k"
    gained = next(line.change for line in optimist.explanations[1].lines if line.is_game)
    assert 0 < gained < examples["beat_7k"].games[0].change


def test_a_win_of_go_never_costs_points_whatever_happened_to_earlier_opponents() -> None:
    lost, won = EXAMPLES["ffg"]()["triangle"].games
    assert lost.change < 0 < won.change


def test_glicko_moves_an_uncertain_rating_much_and_a_reliable_one_by_k_16() -> None:
    examples = EXAMPLES["fics"]()
    assert [line.change for line in examples["reliable_loses"].games] == [Decimal("-8")]
    assert examples["uncertain_wins"].games[0].change > 80
    assert [line.change for line in examples["first_game"].rules if line.kind == Kind.ENTRY] == [1720]
