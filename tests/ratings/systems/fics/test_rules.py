import datetime as dt
import json

import pytest

from ratings.systems.fics.rules import PROFILES, Rules, rules


def test_the_profile_of_the_server_is_the_default():
    assert rules() == PROFILES["seed"] == Rules()


def test_b08_the_reform_has_a_day_and_may_never_come():
    assert rules().reform_day == dt.date(1997, 4, 28)
    assert rules("1995").reform_day == dt.date(9999, 12, 31)


def test_parameters_come_as_json_has_them():
    changed = rules("1995", {"initial_rating": 1500, "growth_millionths": 0, "reform": "2001-01-01"})
    assert (changed.initial_rating, changed.growth_millionths) == (1500, 0)
    assert changed.reform_day == dt.date(2001, 1, 1)


@pytest.mark.parametrize("profile", PROFILES)
def test_rules_survive_the_way_through_json(profile):
    assert rules("seed", json.loads(json.dumps(rules(profile).as_dict()))) == rules(profile)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"elo": 1}, "unknown parameter 'elo'"),
        ({"least_k": "16"}, "least_k must be a whole number"),
        ({"least_k": True}, "least_k must be a whole number"),
        ({"initial_rating": 0}, "initial_rating must be at least 1, not 0"),
        ({"growth_millionths": -1}, "growth_millionths must be at least 0, not -1"),
        ({"initial_deviation": 351}, "initial_deviation 351 is more than most_deviation 350"),
        ({"most_deviation": 60}, "initial_deviation 350 is more than most_deviation 60"),
        ({"scale": 0}, "scale must be at least 1, not 0"),
        ({"reform": "28 April 1997"}, "reform must be a date such as 1997-04-28, not '28 April 1997'"),
        ({"reform": "19970428"}, "reform must be a date such as 1997-04-28, not '19970428'"),
        ({"reform": 1997}, "reform must be a word, not 1997"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        rules("seed", parameters)


@pytest.mark.parametrize(
    ("parameters", "points"),
    [
        ({"most_deviation": 417}, 1001),
        ({"least_k": 1001}, 1001),
        ({"scale": 200}, 1410),
        ({"bughouse_scale": 200}, 1410),
    ],
)
def test_b11_no_rules_let_a_game_change_more_than_1000_points(parameters, points):
    with pytest.raises(ValueError, match=f"a game could change a rating by {points} points, more than 1000"):
        rules("seed", parameters)


def test_an_unknown_profile_is_refused_with_those_that_exist():
    with pytest.raises(ValueError, match="unknown profile '2008': one of seed, 1995"):
        rules("2008")
