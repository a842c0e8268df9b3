"""Every numbered rule has a test that says its number."""

import pytest

from tests.ratings.systems.numbered import RULES, named, rules_with_tests


@pytest.mark.parametrize("system", RULES)
def test_every_rule_has_a_test(system):
    assert [number for number in RULES[system] if number not in rules_with_tests(system)] == []


@pytest.mark.parametrize("system", RULES)
def test_no_test_names_a_rule_that_does_not_exist(system):
    assert rules_with_tests(system) - set(RULES[system]) == set()


@pytest.mark.parametrize(
    ("test", "numbers"),
    [
        ("test_f15_a09_the_floor_holds", ["F15", "A9"]),
        ("test_qa7_who_is_expected", ["QA7"]),
        ("test_a_player_of_5k_starts_there", []),
        ("test_72_real_games", []),
    ],
)
def test_the_numbers_of_a_test_are_those_with_which_its_name_begins(test, numbers):
    assert list(named(test)) == numbers
