"""Who stands in the list of the go scale, and what is asked of a period."""

import numpy as np
import pytest

from ratings.systems.ffg import rate as ffg
from ratings.systems.period import POINT, Kind, Reason, Status
from tests.ratings.systems.ffg.cases import SEED, GoGame, GoPlayer, Guest, period_of, scale

ME, RIVAL = 1, 2

# Those who are not in the list


def test_a_member_without_any_level_starts_as_30_kyu():
    line = scale([GoPlayer(ME), GoPlayer(RIVAL, -2500)], [GoGame(RIVAL, ME)]).lines[ME]
    assert line.of_kind(Kind.ENTRY)[0].change == -2950 * POINT


def five_games(wins: int, entry: int) -> dict[int, int | None]:
    """The levels after I, unknown to the scale, won so many games of five against others at -450, and lost the rest."""
    others = [GoPlayer(number, -450) for number in range(2, 7)]
    games = [GoGame(ME, other.number, "W" if other.number < 2 + wins else "B", round=other.number) for other in others]
    return scale([GoPlayer(ME, None, entry), *others], games).levels()


def test_f17_a_member_without_any_level_is_lifted_to_where_his_games_put_him():
    assert five_games(wins=5, entry=0)[ME] == five_games(wins=5, entry=-450)[ME] + 1
    assert five_games(wins=3, entry=0)[ME] == -511


def test_f08_who_wins_against_a_member_without_any_level_gains_a_point_at_most():
    levels = five_games(wins=0, entry=0)
    assert levels == {ME: -2950} | dict.fromkeys(range(2, 7), -449)  # 1 x 1.45


def test_a_member_whose_games_do_not_count_stays_unknown():
    line = scale([GoPlayer(ME, None, -450), GoPlayer(RIVAL, -450)], [GoGame(ME, RIVAL, size=15)]).lines[ME]
    assert (line.status, line.rating, line.games, line.kinds()) == (Status.UNRATED, 0, 0, ["NOT_COUNTED"])


def test_a_guest_is_unknown_but_one_and_the_same_in_a_tournament():
    guest = Guest(-450, 1)
    players = [GoPlayer(ME, -450), GoPlayer(RIVAL, -450)]
    games = [GoGame(guest, ME), GoGame(guest, RIVAL, round=2)]
    found = scale(players, games)
    assert found.lines[RIVAL].entries[0].opponent_rating == -428  # -427.5 after the first round
    assert set(found.lines) == {ME, RIVAL}


@pytest.mark.parametrize("number", range(5))  # 0: none
def test_guests_without_numbers_are_others_in_each_game(number):
    games = [GoGame(Guest(-450, number), ME), GoGame(Guest(-450), RIVAL, round=2)]
    found = scale([GoPlayer(ME, -450), GoPlayer(RIVAL, -450)], games)
    assert found.lines[RIVAL].entries[0].opponent_rating == -450


def test_of_two_levels_of_a_guest_the_higher_one_counts_in_whatever_order_they_come():
    players = [GoPlayer(ME, -450), GoPlayer(RIVAL, -450)]
    games = [GoGame(Guest(-650, 1), ME), GoGame(Guest(-450, 1), RIVAL)]
    for ordered in (games, games[::-1]):
        lines = scale(players, ordered).lines
        assert [lines[number].entries[0].opponent_rating for number in (ME, RIVAL)] == [-450, -450]


def test_nothing_is_known_of_a_guest_without_a_level():
    line = scale([GoPlayer(ME, 0)], [GoGame(ME, Guest(0))]).lines[ME]
    assert (line.kinds(), line.entries[0].reason, line.games) == (["NOT_COUNTED"], Reason.UNKNOWN_PLAYER, 0)


# The list


def test_the_ranking_has_everybody_with_a_level_by_level_games_and_number():
    period = period_of([GoPlayer(1, -5), GoPlayer(2, 0), GoPlayer(3), GoPlayer(4, -5, games=9), GoPlayer(5, -5)])
    outcome = ffg.rate(period, SEED)
    assert period.players.number[ffg.order(outcome, period.players)].tolist() == [2, 4, 1, 5]


def test_what_is_carried_on():
    found = scale([GoPlayer(ME, 0, games=3, last_day=5), GoPlayer(RIVAL, 0)], [GoGame(ME, RIVAL, day=4)])
    assert [entry.game_number for entry in found.lines[ME].of_kind(Kind.GAME)] == [4]
    assert [(line.games, line.period_games, line.last_day) for line in found.lines.values()] == [(4, 1, 4), (1, 1, 4)]


def test_a_federation_without_members_has_an_empty_list():
    facts = {"tournaments": 0, "passes": 0, "most_passes": 0, "not_converged": []}
    assert (scale([]).lines, scale([]).outcome.facts) == ({}, facts)


def test_the_period_itself_is_not_changed():
    period = period_of([GoPlayer(ME, None, -450), GoPlayer(RIVAL, 0)], [GoGame(ME, RIVAL), GoGame(Guest(5), ME)])
    before = [column.tolist() for part in (period.players, period.games) for column in vars(part).values()]
    ffg.rate(period, SEED)
    assert str(before) == str(
        [column.tolist() for part in (period.players, period.games) for column in vars(part).values()]
    )


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ({"handicap": -1}, "handicap of row 0 must be at least 0, not -1"),
        ({"size": -9}, "board_size of row 0 must be at least 0, not -9"),
        ({"tempo": -1}, "tempo of row 0 must be at least 0, not -1"),
    ],
)
def test_games_that_are_none_are_refused(game, sentence):
    with pytest.raises(ValueError, match=sentence):
        scale([GoPlayer(ME, 0), GoPlayer(RIVAL, 0)], [GoGame(ME, RIVAL, **game)])


def test_players_out_of_order_are_refused():
    period = period_of([GoPlayer(1, 0), GoPlayer(2, 0)])
    period.players.number[:] = np.array([2, 1])
    with pytest.raises(ValueError, match="players must come in ascending order"):
        ffg.rate(period, SEED)
