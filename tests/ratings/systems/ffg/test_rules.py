import json

import pytest

from ratings.systems.ffg.rules import PROFILES, Rules, rules


def test_the_profile_of_the_text_is_the_default():
    assert rules() == PROFILES["seed"] == Rules()


def test_parameters_come_as_json_has_them():
    changed = rules("seed", {"tempo_percents": [100, 75, 25], "board_percents": [[19, 100]], "floor": -3950})
    assert (changed.tempo_percents, changed.board_percents, changed.floor) == ((100, 75, 25), ((19, 100),), -3950)
    assert changed.most_gain == 40


def test_rules_survive_the_way_through_json():
    assert rules("seed", json.loads(json.dumps(rules().as_dict()))) == rules()


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"elo": 1}, "unknown parameter 'elo'"),
        ({"floor": "-2950"}, "floor must be a whole number"),
        ({"high_handicap_counts_below": 1}, "high_handicap_counts_below must be true or false, not 1"),
        ({"points_for_one_more": 0}, "points_for_one_more must be at least 1, not 0"),
        ({"most_passes": 0}, "most_passes must be at least 1, not 0"),
        ({"least_gain": 41}, "least_gain 41 is more than most_gain 40"),
        ({"beginner_level": 500}, "beginner_level 500 is more than strong_level 400"),
        ({"default_entry_level": -3000}, "floor -2950 is more than default_entry_level -3000"),
        ({"most_handicap": 11}, "most_handicap times handicap_percent must be at most 100, not 110"),
        ({"tempo_percents": [100, 101]}, "the values of tempo_percents must lie between 0 and 100"),
        ({"board_percents": [[19, 100], [9, 10]]}, "board_percents must ascend from 1"),
        ({"board_percents": [[19, 101]]}, "the values of board_percents must lie between 0 and 100"),
        ({"handicaps_on_13": [[2, -5]]}, "the values of handicaps_on_13 must lie between 0 and 100"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        rules("seed", parameters)


def test_an_unknown_profile_is_refused_with_those_that_exist():
    with pytest.raises(ValueError, match="unknown profile '2013': one of seed"):
        rules("2013")
