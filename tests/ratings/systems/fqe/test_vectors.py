"""The facts of the Quebec rules, through the formulas and through the engine."""

from fractions import Fraction

import numpy as np
import pytest

from ratings.systems.fqe import rate as fqe
from ratings.systems.fqe.formulas import PERCENTS, expected_percent, first_rating, terms_of, won_less_lost
from ratings.systems.fqe.rules import rules
from ratings.systems.period import POINT, Kind, Status
from tests.ratings.systems.periods import Game, Line, Player, rate
from tests.ratings.systems.vectors import HALF_POINTS, load

FACTS = load("fqe")
ME, RIVAL = 10001, 20002
# What the facts call a reading is a parameter; where they say none, the bonus is taken of the rounded gain.
READINGS = {"pre": {"halving": "pre_event"}, "split": {"halving": "split"}}
SHOWN = {"unrated": Status.UNRATED, "provisional": Status.PROVISIONAL, "permanent": Status.ESTABLISHED}


def of_wins_and_losses(fact):
    """Return half points: the wins, then the losses, draws between them."""
    games = len(fact["opponents"])
    draws = games - fact["wins"] - fact["losses"]
    return [2] * fact["wins"] + [1] * draws + [0] * fact["losses"]


def my_line(player, opponents, half_points, rules, rounds=1) -> Line:
    games = [
        Game(ME, None, points, black_given=opponent, rounds=rounds)
        for opponent, points in zip(opponents, half_points, strict=True)
    ]
    return rate(fqe, rules, [player], games)[ME]


def test_the_table():
    by_difference = PERCENTS.tolist()
    for low, high, percent, _ in FACTS["table"]:
        last = len(by_difference) - 1 if high is None else high
        assert set(by_difference[low : last + 1]) == {percent}


@pytest.mark.parametrize("fact", FACTS["expected_percent"])
def test_probable_results(fact):
    assert expected_percent(fact["ro"], fact["ra"]) == fact["we"]


@pytest.mark.parametrize("fact", FACTS["performance"])
def test_performances(fact):
    games = len(fact["opponents"])
    total = sum(fact["opponents"]) + won_less_lost(sum(of_wins_and_losses(fact)), games, rules())
    assert Fraction(total, games) == fact["expect"]


@pytest.mark.parametrize("fact", FACTS["unrated"])
def test_what_is_added_below_1200(fact):
    # 1199 becomes 1199.5, which is published as 1200.
    assert first_rating(2 * fact["performance"], 2, rules()) == int(fact["expect"] + 0.5)


@pytest.mark.parametrize("fact", FACTS["unrated_games"])
def test_first_ratings(fact):
    """The unrated opponents are members: they get a rating in the same event, and count 1100 all the same."""
    players, games = [Player(ME)], []
    for number, (opponent, points) in enumerate(zip(fact["opponents"], of_wins_and_losses(fact), strict=True), RIVAL):
        if opponent is None:
            players.append(Player(number))
            games.append(Game(ME, number, points))
        else:
            games.append(Game(ME, None, points, black_given=opponent))
    assert rate(fqe, rules(), players, games)[ME].rating == fact["expect_rounded"]


@pytest.mark.parametrize("fact", FACTS["provisional"])
def test_provisional_ratings(fact):
    player = Player(ME, fact["old"], fact["games_before"])
    line = my_line(player, fact["opponents"], of_wins_and_losses(fact), rules())
    assert line.rating == fact["expect"]
    assert line.status == SHOWN[fact.get("status_after", "provisional")]


@pytest.mark.parametrize("fact", FACTS["status"])
def test_methods_and_what_comes_after(fact):
    played = fact["games_in_event"]
    player = Player(ME, 1500 if fact["games_before"] else 0, fact["games_before"])
    line = my_line(player, [1500] * played, [1] * played, rules())
    kinds = {"unrated": "FIRST_RATING", "provisional": "PROVISIONAL", "permanent": "GAME"}
    assert kinds[fact["method"]] in line.kinds()
    assert line.status == SHOWN[fact["after"]]


@pytest.mark.parametrize("fact", FACTS["bonus_limit"])
def test_limits_of_the_bonus(fact):
    terms = terms_of(np.array([fact["rounds"]]), np.array([False]), rules())
    assert terms.bonus_limit.tolist() == [fact["expect"] * POINT]


@pytest.mark.parametrize("fact", FACTS["permanent"] + FACTS["halving"])
def test_permanent_ratings(fact):
    chosen = rules("seed", {"bonus_on_rounded_gain": True} | READINGS[fact.get("reading", "split")])
    opponents, results = zip(*fact["games"], strict=True)
    half_points = [HALF_POINTS[result] for result in results]
    line = my_line(Player(ME, fact["ca"], 100), opponents, half_points, chosen, fact["rounds"])
    expected = fact["expect"]
    assert line.rating == expected["new"]
    assert sum(entry.expected for entry in line.of_kind(Kind.GAME)) == round(expected["rp"] * POINT)
    assert sum(entry.change for entry in line.of_kind(Kind.BONUS)) == expected["bonus"] * POINT


@pytest.mark.parametrize("fact", FACTS["match_cap"])
def test_matches(fact):
    opponent = fact["games"][0][0]
    facts = {"rounds": fact["rounds"], "participants": 2}
    games = [Game(ME, RIVAL, HALF_POINTS[result], **facts) for _, result in fact["games"]]
    players = [Player(ME, fact["ca"], 100), Player(RIVAL, opponent, 100)]
    line = rate(fqe, rules("seed", {"bonus_on_rounded_gain": True}), players, games)[ME]
    assert line.rating == fact["expect"]["new"]
    assert sum(entry.change for entry in line.of_kind(Kind.BONUS)) == fact["expect"]["bonus"] * POINT
