import json

import pytest

from ratings.systems.frbe.rules import PROFILES, Rules, rules


def test_the_profile_of_the_text_is_the_default():
    assert rules() == PROFILES["seed"] == Rules()


@pytest.mark.parametrize(
    ("profile", "cap", "low", "high"),
    [(name, 350, 1, 99) for name in ("seed", "1996", "2006", "2007")] + [("2009", 350, 11, 89), ("2015", 400, 8, 92)],
)
def test_profiles_differ_in_cap_and_clamp(profile, cap, low, high):
    profiled = rules(profile)
    assert (profiled.difference_cap, profiled.lowest_percent, profiled.highest_percent) == (cap, low, high)


@pytest.mark.parametrize("profile", ["2007", "2009", "2015"])
def test_the_program_has_the_transition_rule_and_strict_bands(profile):
    assert rules(profile).transition_limits == (2000, 2200)
    assert not rules(profile).k_band_includes_its_end
    assert rules("seed").transition_limits == ()
    assert rules("seed").k_band_includes_its_end


def test_parameters_come_as_json_has_them():
    changed = rules(
        "2015", {"floor": 1000, "k_by_games": [[50, 40], [300, 24]], "transition_limits": [], "truncate_percent": True}
    )
    assert (changed.floor, changed.k_by_games, changed.transition_limits) == (1000, ((50, 40), (300, 24)), ())
    assert changed.truncate_percent
    assert changed.difference_cap == 400


@pytest.mark.parametrize("profile", PROFILES)
def test_rules_survive_the_way_through_json(profile):
    assert rules("seed", json.loads(json.dumps(rules(profile).as_dict()))) == rules(profile)


@pytest.mark.parametrize("profile", ["seed", "2007", "2009", "2015"])
def test_lists_published_before_1996_and_2006_were_added_keep_the_form_of_their_rules(profile):
    later = {"transition_by_games", "transition_from_rounded", "pooled_games_count", "games_without_sums_count"}
    assert rules(profile).as_stored().keys() == rules(profile).as_dict().keys() - later


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"elo": 1}, "unknown parameter 'elo'; known are: difference_cap, lowest_percent"),
        ({"floor": "1150"}, "floor must be a whole number up to a million, not '1150'"),
        ({"floor": True}, "floor must be a whole number up to a million, not True"),
        ({"floor": 0}, "floor must be at least 1, not 0"),
        ({"difference_cap": 0}, "difference_cap must be at least 1, not 0"),
        ({"truncate_percent": 1}, "truncate_percent must be true or false, not 1"),
        ({"lowest_percent": 60, "highest_percent": 40}, "lowest_percent 60 is more than highest_percent 40"),
        ({"highest_percent": 100}, "highest_percent must be at most 99, not 100"),
        ({"games_for_provisional": 21}, "games_for_provisional 21 is more than games_for_rating 20"),
        ({"k_by_games": 32}, "k_by_games must be a list, not 32"),
        ({"k_by_games": [[100, 32, 1]]}, "k_by_games must be a list of pairs of whole numbers"),
        ({"k_by_games": [[300, 24], [100, 32]]}, "k_by_games must ascend from 1"),
        ({"k_by_rating": [[2000, 0]]}, "k_by_rating: every K must be at least 1"),
        ({"transition_limits": [2200, 2000]}, "transition_limits must ascend from 1"),
        ({"transition_limits": ["2000"]}, "transition_limits must be a list of whole numbers"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        rules("seed", parameters)


def test_an_unknown_profile_is_refused_with_those_that_exist():
    with pytest.raises(ValueError, match="unknown profile '1974': one of seed, 1996, 2006, 2007, 2009, 2015"):
        rules("1974")
