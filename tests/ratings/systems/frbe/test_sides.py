import numpy as np

from ratings.systems.frbe.sides import sides_of
from ratings.systems.period import NONE
from tests.ratings.systems.periods import Game, Player, period_of


def test_a_game_has_two_sides_and_each_knows_what_the_opponent_is_worth():
    games = [Game(10001, 10002, 2), Game(None, 10002, 1, white_given=1900), Game(10002, None, 0)]
    sides = sides_of(period_of([Player(10001), Player(10002)], games).games, np.array([1500, 0]))
    assert sides.player.tolist() == [0, 1, NONE, 1, 1, NONE]
    assert sides.opponents(np.arange(6)).tolist() == [1, 0, 1, NONE, NONE, 1]
    assert sides.half_points.tolist() == [2, 0, 1, 1, 0, 2]
    assert sides.worth.tolist() == [0, 1500, 0, 1900, 0, 0]
