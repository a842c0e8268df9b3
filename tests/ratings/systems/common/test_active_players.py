import numpy as np

from ratings.systems.common.active_players import among_all, period_of, who_played
from ratings.systems.frbe import rate as frbe
from tests.ratings.systems.periods import Game, Player, lines_of
from tests.ratings.systems.periods import period_of as written

IDLE, ME, RIVAL = 10001, 20002, 30003
PLAYERS = [Player(IDLE, 1900, 400, 38_000, 20, last_day=7), Player(ME, 1500, 50), Player(RIVAL, 1600, 50)]
GAMES = [Game(ME, RIVAL, 2), Game(None, ME, 1, white_given=1700)]


def test_who_played_leaves_out_idle_players_and_takes_nobody_for_no_member():
    assert who_played(written(PLAYERS, GAMES).games, 3).tolist() == [False, True, True]
    assert who_played(written(PLAYERS, GAMES[:1]).games, 3).tolist() == [False, True, True]
    assert who_played(written(PLAYERS).games, 3).tolist() == [False, False, False]


def test_games_of_a_part_name_the_rows_of_the_part():
    part = period_of(written(PLAYERS, GAMES), np.array([1, 2]))
    assert part.players.number.tolist() == [ME, RIVAL]
    assert (part.games.white.tolist(), part.games.black.tolist()) == ([0, -1], [1, 0])


def test_among_all_the_others_keep_what_they_have_and_entries_find_their_players():
    period, rows = written(PLAYERS, GAMES), np.array([1, 2])
    part = period_of(period, rows)
    whole = among_all(frbe.rate(part, frbe.rules()), rows, period.players, np.array([2, 2, 2]))
    lines = lines_of(period, whole)
    idle = lines[IDLE]
    assert (idle.rating, idle.games, idle.opponents_sum, idle.half_points) == (1900, 400, 38_000, 20)
    assert (idle.period_games, whole.last_day[0], idle.entries) == (0, 7, ())
    assert lines == lines_of(period, frbe.rate(period, frbe.rules()))
    assert [entry.game for entry in lines[RIVAL].entries if entry.game >= 0] == [0]
