"""Every numbered rule has a test that says its number."""

import pytest

from tests.ratings.systems.numbered import FOR_PEOPLE, KEPT_ELSEWHERE, RULES, exists, named, rules_with_tests


@pytest.mark.parametrize("system", RULES)
def test_every_rule_has_a_test(system):
    here, elsewhere = rules_with_tests(system), KEPT_ELSEWHERE.get(system, {})
    for_people = FOR_PEOPLE.get(system, {})
    assert [number for number in RULES[system] if number not in here | elsewhere.keys() | for_people.keys()] == []
    assert elsewhere.keys() & for_people.keys() == set()


@pytest.mark.parametrize("test", [test for system in KEPT_ELSEWHERE.values() for test in system.values()])
def test_the_tests_of_other_rooms_are_there(test):
    assert exists(test)


def test_a_test_that_is_gone_is_missed():
    assert not exists("federation/test_access.py::test_nobody_wrote_this")


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
