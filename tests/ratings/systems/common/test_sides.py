from ratings.systems.common.sides import sides_of
from ratings.systems.period import NONE
from tests.ratings.systems.periods import Game, Player, period_of


def test_a_game_between_members_has_two_sides_and_one_with_an_outsider_one():
    games = [Game(10001, 10002, 2), Game(None, 10002, 1, white_given=1900)]
    sides = sides_of(period_of([Player(10001), Player(10002)], games).games)
    assert sides.player.tolist() == [0, 1, 1]
    assert sides.opponent.tolist() == [1, 0, NONE]
    assert sides.half_points.tolist() == [2, 0, 1]
    assert sides.game.tolist() == [0, 0, 1]
    assert (sides.outside.tolist(), sides.given.tolist()) == ([2], [1900])


def test_sides_stand_by_member_and_then_in_the_order_of_play():
    games = [Game(10003, 10001, 2), Game(10001, None, 1), Game(10003, 10002, 0), Game(10001, 10003, 2)]
    sides = sides_of(period_of([Player(10001), Player(10002), Player(10003)], games).games)
    assert list(zip(sides.player.tolist(), sides.game.tolist(), sides.half_points.tolist(), strict=True)) == [
        *((0, 0, 0), (0, 1, 1), (0, 3, 2)),
        (1, 2, 2),
        *((2, 0, 2), (2, 2, 0), (2, 3, 0)),
    ]


def test_games_of_nobody_have_no_sides():
    assert len(sides_of(period_of([Player(10001)], [Game(None, None, 1)]).games).player) == 0
