"""The check of a period's shapes and rows, before any system calculates with it."""

from ratings.systems.period import NONE, Games, Ints, Period, Players


def check(period: Period) -> None:
    """Raise `ValueError` with a sentence if the arrays of the period contradict each other.

    Players are in ascending order of their numbers; a game names rows of players or NONE.
    """
    players, games = period.players, period.games
    _same_lengths(players)
    _same_lengths(games)
    if not (players.number[1:] > players.number[:-1]).all():
        raise ValueError("players must come in ascending order of their numbers, each once")
    for name in ("rating", "games", "opponents_sum", "half_points", "foreign_rating"):
        _at_least(name, getattr(players, name), 0)
    for name in ("white_given", "black_given", "white_half_points", "tournament", "rounds", "participants"):
        _at_least(name, getattr(games, name), 0)
    for name in ("white", "black"):
        _at_least(name, getattr(games, name), NONE)
        _at_most(name, getattr(games, name), len(players.number) - 1)
    _at_most("white_half_points", games.white_half_points, 2)
    twice = (games.white == games.black).nonzero()[0]
    twice = twice[games.white[twice] != NONE]
    if twice.size:
        raise ValueError(f"game {twice[0]}: player {players.number[games.white[twice[0]]]} has both colours")


def _same_lengths(table: Players | Games) -> None:
    lengths = {name: len(column) for name, column in vars(table).items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"the arrays of {type(table).__name__} differ in length: {lengths}")


def _at_least(name: str, values: Ints, low: int) -> None:
    if values.size and values.min() < low:
        raise ValueError(f"{name} of row {values.argmin()} must be at least {low}, not {values.min()}")


def _at_most(name: str, values: Ints, high: int) -> None:
    if values.size and values.max() > high:
        raise ValueError(f"{name} of row {values.argmax()} must be at most {high}, not {values.max()}")
