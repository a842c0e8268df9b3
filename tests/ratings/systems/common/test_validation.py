from dataclasses import replace

import numpy as np
import pytest

from ratings.systems.common.validation import check
from tests.ratings.systems.periods import Game, Player, period_of

PERIOD = period_of([Player(10001, 1800, 50), Player(10002, 1700, 60)], [Game(10001, 10002, 2)])


def test_a_period_that_fits_together_passes():
    check(PERIOD)


def test_a_period_without_players_and_games_passes():
    check(period_of([]))


def test_a_game_between_two_outsiders_is_left_out():
    check(period_of([Player(10001)], [Game(None, None, 1)]))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("rating", [1800], "the arrays of Players differ in length"),
        ("number", [10002, 10001], "players must come in ascending order of their numbers, each once"),
        ("number", [10001, 10001], "players must come in ascending order of their numbers, each once"),
        ("rating", [1800, -1], "rating of row 1 must be at least 0, not -1"),
        ("games", [-3, 60], "games of row 0 must be at least 0, not -3"),
        ("foreign_rating", [0, -1], "foreign_rating of row 1 must be at least 0, not -1"),
    ],
)
def test_players_that_do_not_fit_are_named(column, value, sentence):
    players = replace(PERIOD.players, **{column: np.array(value)})
    with pytest.raises(ValueError, match=sentence):
        check(replace(PERIOD, players=players))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("round", [], "the arrays of Games differ in length"),
        ("white", [2], "white of row 0 must be at most 1, not 2"),
        ("black", [-2], "black of row 0 must be at least -1, not -2"),
        ("black", [0], "game 0: player 10001 has both colours"),
        ("white_half_points", [3], "white_half_points of row 0 must be at most 2, not 3"),
        ("white_given", [-5], "white_given of row 0 must be at least 0, not -5"),
    ],
)
def test_games_that_do_not_fit_are_named(column, value, sentence):
    games = replace(PERIOD.games, **{column: np.array(value, dtype=np.int64)})
    with pytest.raises(ValueError, match=sentence):
        check(replace(PERIOD, games=games))
