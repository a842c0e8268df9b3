import json

import pytest

from ratings.systems.fqe.rules import PROFILES, Rules, rules


def test_there_is_one_profile_the_text_itself():
    assert list(PROFILES) == ["seed"]
    assert rules() == PROFILES["seed"] == Rules()


def test_rules_survive_the_way_through_json():
    changed = {"halving": "pre_event", "k": 24, "bonus_on_rounded_gain": True, "updated_opponents": "none"}
    assert rules("seed", json.loads(json.dumps(rules("seed", changed).as_dict()))) == rules("seed", changed)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"floor": 1150}, "unknown parameter 'floor'; known are: performance_spread, unrated_opponent"),
        ({"halving": "half"}, "halving must be one of split, pre_event, not 'half'"),
        ({"halving": 1}, "halving must be a word, not 1"),
        ({"updated_opponents": "all"}, "updated_opponents must be one of order, unrated_only, none, not 'all'"),
        ({"k": 0}, "k must be at least 1, not 0"),
        ({"k": 32.5}, "k must be a whole number up to a million, not 32.5"),
        ({"match_cap": 10_000_000}, "match_cap must be a whole number up to a million, not 10000000"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        rules("seed", parameters)


def test_an_unknown_profile_is_refused():
    with pytest.raises(ValueError, match="unknown profile '2015': one of seed"):
        rules("2015")
