from ratings.systems.period import NONE
from ratings.systems.sides import sides_of
from tests.ratings.systems.periods import Game, Player, period_of


def test_a_game_between_members_has_two_sides_and_one_with_an_outsider_one():
    games = [Game(10001, 10002, 2), Game(None, 10002, 1, white_given=1900)]
    sides = sides_of(period_of([Player(10001), Player(10002)], games).games)
    assert sides.player.tolist() == [0, 1, 1]
    assert sides.opponent.tolist() == [1, 0, NONE]
    assert sides.half_points.tolist() == [2, 0, 1]
    assert sides.given.tolist() == [0, 0, 1900]
    assert sides.game.tolist() == [0, 0, 1]
