import numpy as np
import pytest

from ratings.systems.frbe.formulas import k_factors, performances, rating_bands
from ratings.systems.frbe.rate import Rules, expected_percent, rules
from tests.ratings.systems.vectors import load

FACTS = load("frbe")


def performance(opponents_sum: int, games: int, half_points: int, rules: Rules) -> int:
    return int(performances(np.array([opponents_sum]), np.array([games]), np.array([half_points]), rules).rating[0])


def k_factor(game_number: int, rating: int, rules: Rules) -> int:
    return int(k_factors(np.array([game_number]), rating_bands(np.array([rating]), rules), rules)[0])


def test_b20_the_printed_expectancies():
    opponents = [1645, 1680, 1920, 1720, 1980, 1905, 2010]
    assert [expected_percent(1760, opponent, rules()) for opponent in opponents] == [66, 61, 29, 56, 22, 31, 19]


def test_b01_the_printed_provisional_rating_is_the_mean_and_what_the_score_is_worth():
    assert performance(24048, 12, 8, rules()) == 2004 - 125 == 1879


def test_b08_the_printed_first_rating():
    assert performance(24048 + 14325, 20, 18, rules()) == 1883


def test_b02_the_mean_of_the_opponents_is_a_whole_number():
    even = [performance(opponents, 2, 2, rules()) for opponents in (2999, 3000, 3001, 3002)]
    assert even == [1500, 1500, 1501, 1501]


@pytest.mark.parametrize(
    ("half_points", "games", "difference"), [(8, 12, -125), (1, 40, -677), (9, 40, -351), (3, 12, -322)]
)
def test_b03_the_score_has_two_decimals(half_points, games, difference):
    """33.33, 1.25, 11.25 and 12.5 hundredths are .33, .01, .11 and .13."""
    assert performance(1500 * games, games, half_points, rules()) == 1500 + difference


@pytest.mark.parametrize(("percent", "difference"), sorted(FACTS["table1_Dp"].items()))
def test_b06_table_one(percent, difference):
    assert performance(100 * 1500, 100, 2 * int(percent), rules()) == 1500 + difference
    assert performance(100 * 1500, 100, 200 - 2 * int(percent), rules()) == 1500 - difference


@pytest.mark.parametrize("half_points", [0, 1, 199, 200])
def test_b06_ba02_no_point_and_all_points_are_undetermined_and_count_as_01_and_99(half_points):
    assert abs(performance(100 * 1500, 100, half_points, rules()) - 1500) == 677


@pytest.mark.parametrize(("low", "high", "higher", "lower"), FACTS["table2_We"])
def test_b11_table_two(low, high, higher, lower):
    uncapped = rules("seed", {"difference_cap": 4000})
    for difference in (low, 3000 if high is None else high):
        assert expected_percent(1500 + difference, 1500, uncapped) == higher
        assert expected_percent(1500 - difference, 1500, uncapped) == (lower if difference else higher)


@pytest.mark.parametrize("fact", FACTS["expected_percent"])
def test_expected_scores(fact):
    assert expected_percent(fact["ro"], fact["ra"], rules("seed", {"difference_cap": fact["cap"]})) == fact["we"]


@pytest.mark.parametrize("fact", FACTS["performance"])
def test_performances(fact):
    low, high = fact.get("clamp", (1, 99))
    clamped = rules("seed", {"lowest_percent": low, "highest_percent": high})
    assert performance(fact["sum_opponents"], fact["games"], int(2 * fact["points"]), clamped) == fact["expect"]["r"]


def test_a_performance_is_never_taken_for_no_rating():
    assert performance(600, 1, 0, rules()) == 1


@pytest.mark.parametrize(
    ("number", "rating", "k"),
    [
        (21, 1500, 32),
        (100, 2500, 32),
        (101, 1500, 24),
        (300, 2500, 24),
        (301, 1999, 16),
        (301, 2100, 12),
        (301, 2201, 10),
    ],
)
def test_b14_b15_b16_k_by_games_then_by_rating(number, rating, k):
    assert k_factor(number, rating, rules()) == k


@pytest.mark.parametrize(("rating", "text", "program"), [(2000, 16, 12), (2200, 12, 10)])
def test_ba5_p4_a_rating_on_the_edge_of_a_band(rating, text, program):
    assert k_factor(500, rating, rules("seed")) == text
    assert k_factor(500, rating, rules("2007")) == program


def test_b17_p4_k_10_from_the_first_game_only_under_the_old_rule():
    assert k_factor(21, 2300, rules("seed")) == 32
    old = rules("2007", {"k10_regardless_of_games": True})
    assert [k_factor(21, rating, old) for rating in (2199, 2200, 2300)] == [32, 10, 10]


def test_a_difference_beyond_the_table_is_certainty_where_no_cap_forbids_it():
    uncapped = rules("seed", {"difference_cap": 4000})
    assert [expected_percent(2736, ra, uncapped) for ra in (2001, 2000, 100)] == [99, 100, 100]
    assert expected_percent(2000, 2736, uncapped) == 0
