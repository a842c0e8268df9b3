"""The people of the Belgian tests, and short ways to let them play."""

from __future__ import annotations

from ratings.systems.frbe import rate as frbe
from tests.ratings.systems.periods import Game, Line, Player, rate

ME, RIVAL, THIRD, FOURTH = 10001, 20002, 30003, 40004
SEED = frbe.rules()
PROGRAM = frbe.rules("2015")


def against(rating: int, half_points: int, times: int = 1, day: int = 0) -> list[Game]:
    """My games with White against outsiders of one rating."""
    return [Game(ME, None, half_points, black_given=rating, day=day)] * times


def me(player: Player, games: list[Game], rules: frbe.Rules = SEED) -> Line:
    """My line in the list after these games."""
    return rate(frbe, rules, [player], games)[ME]


def unrated(number: int, games: int = 19, rating: int = 1500) -> Player:
    """Return a player who becomes rated by a draw against their own performance."""
    return Player(number, 0, games, games * rating, games)
