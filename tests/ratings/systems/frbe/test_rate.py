"""The federation's text rule by rule: first the examples that it prints, then each rule by its number."""

import pytest

from ratings.systems import SYSTEMS
from ratings.systems.frbe import rate as frbe
from ratings.systems.period import POINT, Kind, Reason, Status
from tests.ratings.systems.frbe.cases import FOURTH, ME, RIVAL, SEED, THIRD, against, me, unrated
from tests.ratings.systems.periods import Game, Player, lines_of, next_period, period_of, rate

# The printed examples


def test_b01_example_of_a_provisional_rating():
    line = me(Player(ME), against(2004, 0, 8) + against(2004, 2, 4))
    assert (line.rating, line.status, line.opponents_sum) == (1879, Status.PROVISIONAL, 24_048)


def test_b08_example_of_a_first_rating():
    line = me(Player(ME, 1879, 12, 24_048, 8), against(1790, 2, 5) + against(1790, 0, 2) + against(1795, 0))
    assert (line.rating, line.status, line.games) == (1883, Status.ESTABLISHED, 20)


@pytest.mark.parametrize(("games_before", "rating"), [(50, 1797), (150, 1788), (350, 1779)])
def test_b20_example_of_a_player_of_1760(games_before, rating):
    results = [(1645, 2), (1680, 1), (1920, 0), (1720, 2), (1980, 1), (1905, 2), (2010, 0)]
    games = [game for opponent, half_points in results for game in against(opponent, half_points)]
    line = me(Player(ME, 1760, games_before), games)
    assert sum(entry.expected for entry in line.of_kind(Kind.GAME)) == 28_400
    assert line.rating == rating


def test_b25_example_of_25_150_that_takes_the_performance():
    games = against(692, 2) + against(1482, 2) + against(1519, 2, 22) + against(1519, 0, 8)
    line = me(Player(ME, 1420, 20), games)
    (retained,) = line.of_kind(Kind.PERFORMANCE_25_150)
    assert sum(entry.expected for entry in line.of_kind(Kind.GAME)) == 121_000
    assert line.opponents_sum == 47_744
    assert (retained.opponent_rating, retained.difference, retained.expected) == (1492, 193, 7500)
    assert line.rating == 1685


def test_b26_example_of_25_150_that_leaves_formula_two():
    games = against(1588, 2) + against(1684, 2, 16) + against(1684, 0, 9) + against(2289, 0, 6)
    line = me(Player(ME, 1534, 166), games)
    (looked,) = line.of_kind(Kind.PERFORMANCE_25_150)
    assert sum(entry.expected for entry in line.of_kind(Kind.GAME)) == 85_800
    assert line.opponents_sum == 57_422
    assert (looked.opponent_rating + looked.difference, looked.change) == (1815, 0)
    assert line.rating == 1736


# Below 20 games: B01 to B08


def test_b04_b08_the_performance_rates_until_the_twentieth_game_and_formula_two_after_it():
    line = me(Player(ME, 0, 19, 28_500, 19), against(1500, 1) + against(1500, 2))
    assert line.kinds() == ["COLLECTED", "FIRST_RATING", "GAME"]
    assert (line.rating, line.games) == (1516, 21)


def test_b05_a_rating_is_shown_from_ten_games_on():
    assert me(Player(ME), against(1600, 1, 9)).rating == 0
    assert me(Player(ME), against(1600, 1, 10)).rating == 1600


def test_b07_games_pool_over_periods_as_sums():
    first = me(Player(ME), against(2004, 0, 8) + against(2004, 2, 4))
    (player,) = next_period([Player(ME)], {ME: first})
    second = me(player, against(1790, 2, 5) + against(1790, 0, 2) + against(1795, 0))
    assert second.rating == 1883  # and not the mean of 1879 and of the second tournament's performance


def test_b08_p8_the_first_rating_is_raw_for_the_games_after_it():
    line = me(Player(ME, 0, 19, 19_000, 0), against(1000, 0) + against(500, 2))
    assert [entry.difference for entry in line.of_kind(Kind.GAME)] == [-177]  # 323 against 500
    assert line.kinds() == ["COLLECTED", "FIRST_RATING", "GAME", "ROUNDING", "FLOOR"]
    assert line.rating == 1150


# Formula II: B09 to B18


def test_b09_the_new_rating_is_the_old_one_and_k_times_what_was_won_beyond_expectation():
    line = me(Player(ME, 1800, 50), against(1700, 2))
    (game,) = line.of_kind(Kind.GAME)
    assert (game.k, game.expected, game.change) == (32 * POINT, 6400, 11_5200)
    assert line.rating == 1812


def test_b10_the_higher_has_the_greater_expectancy_and_both_together_one_game():
    lines = rate(frbe, SEED, [Player(ME, 1800, 50), Player(RIVAL, 1700, 50)], [Game(ME, RIVAL, 1)])
    assert [lines[number].entries[0].expected for number in (ME, RIVAL)] == [6400, 3600]


@pytest.mark.parametrize(
    ("opponent", "difference", "expected"), [(1440, 350, 8900), (1455, 345, 8900), (1456, 344, 8800)]
)
def test_b12_b13_a_difference_above_350_counts_as_350(opponent, difference, expected):
    (game,) = me(Player(ME, 1800, 50), against(opponent, 1)).of_kind(Kind.GAME)
    assert (game.difference, game.expected) == (difference, expected)


def test_b13_the_difference_is_capped_downwards_too():
    (game,) = me(Player(ME, 1800, 50), against(2600, 1)).of_kind(Kind.GAME)
    assert (game.difference, game.expected) == (-350, 1100)


def test_b18_ba08_after_20_games_nobody_stands_below_1150():
    line = me(Player(ME, 1151, 30), against(1151, 0))
    assert line.kinds() == ["GAME", "FLOOR"]
    assert line.rating == 1150


# 25/150: B21 to B24


def test_b21_24_games_are_not_enough():
    assert me(Player(ME, 1500, 30), against(1500, 2, 24)).kinds() == ["GAME"] * 24


def test_b22_b23_the_performance_of_the_period_stands_where_it_is_nearer():
    line = me(Player(ME, 1500, 30), against(1500, 2, 18) + against(1500, 0, 7))
    # formula II: 1500 + 5.5 * 32 = 1676; formula I: .72 -> 1666
    assert line.rating == 1666
    assert line.of_kind(Kind.PERFORMANCE_25_150)[0].change == -10 * POINT


def test_b24_a_loss_is_treated_like_a_gain():
    line = me(Player(ME, 1500, 30), against(1500, 0, 18) + against(1500, 2, 7))
    assert line.rating == 1334


# The order of the calculation: B27 to B33


def test_b27_the_first_tour_pools_games_against_rated_opponents_and_outsiders():
    games = [Game(ME, RIVAL, 2), Game(None, ME, 2, white_given=1900)]
    lines = rate(frbe, SEED, [Player(ME), Player(RIVAL, 1700, 50)], games)
    assert lines[ME].kinds() == ["COLLECTED", "COLLECTED"]
    assert (lines[ME].games, lines[ME].opponents_sum, lines[ME].half_points) == (2, 3600, 2)


def test_b28_at_20_games_a_player_joins_the_rated_and_the_rest_of_his_games_comes_later():
    lines = rate(frbe, SEED, [unrated(ME), Player(RIVAL, 1500, 50)], [Game(ME, RIVAL, 1), Game(ME, RIVAL, 2)])
    assert lines[ME].kinds() == ["COLLECTED", "FIRST_RATING", "GAME"]
    assert [entry.game_number for entry in lines[ME].entries] == [20, 20, 21]
    # The opponent meets a newly rated player twice.
    assert lines[RIVAL].kinds() == ["GAME", "GAME"]


def test_b29_each_tour_takes_the_games_against_those_rated_in_the_one_before():
    players = [Player(ME, 1600, 100), unrated(RIVAL), unrated(THIRD), unrated(FOURTH)]
    period = period_of(players, [Game(FOURTH, THIRD, 1), Game(THIRD, RIVAL, 1), Game(RIVAL, ME, 1)])
    outcome = frbe.rate(period, SEED)
    lines = lines_of(period, outcome)
    assert outcome.facts == {"tours": 3, "newly_rated": 3}
    assert [lines[player.number].rating for player in players[1:]] == [1505, 1500, 1500]
    assert lines[THIRD].of_kind(Kind.COLLECTED)[0].opponent_rating == 1505


def test_b29_the_tours_end_when_nothing_changes():
    period = period_of([unrated(ME, 5), unrated(RIVAL, 5)], [Game(ME, RIVAL, 1)])
    assert frbe.rate(period, SEED).facts == {"tours": 0, "newly_rated": 0}


def test_b30_games_of_rated_players_against_unrated_ones_are_dropped():
    lines = rate(frbe, SEED, [Player(ME, 1500, 50), Player(RIVAL)], [Game(ME, RIVAL, 0)])
    (dropped,) = lines[ME].entries
    assert (dropped.kind, dropped.reason, dropped.change) == (Kind.NOT_COUNTED, Reason.OPPONENT_UNRATED, 0)
    assert (lines[ME].rating, lines[ME].games) == (1500, 50)
    assert (lines[RIVAL].games, lines[RIVAL].opponents_sum) == (1, 1500)


def test_b31_from_10_to_19_games_the_rating_is_indicative():
    line = me(Player(ME), against(1100, 0, 19))
    assert (line.rating, line.status) == (423, Status.PROVISIONAL)


def test_b32_ba11_formula_two_rates_both_sides_of_a_game_between_a_rated_and_a_newly_rated_player():
    players = [Player(ME, 1500, 50), unrated(RIVAL), Player(THIRD, 1500, 50)]
    lines = rate(frbe, SEED, players, [Game(RIVAL, THIRD, 1), Game(RIVAL, ME, 2)])
    assert lines[RIVAL].rating == 1516
    assert lines[ME].rating == 1484


def test_b33_a_fide_rating_replaces_the_belgian_one():
    line = me(Player(ME, 1900, 100, foreign_rating=1850), against(1900, 2))
    assert (line.rating, line.status, line.games) == (1850, Status.FOREIGN, 101)
    assert line.kinds() == ["GAME", "FOREIGN"]
    assert [entry.change for entry in line.entries] == [12 * POINT, -62 * POINT]


def test_b33_p2_his_opponents_meet_him_at_the_rating_of_the_start():
    players = [Player(ME, 1500, 50), Player(RIVAL, 1900, 100, foreign_rating=2300)]
    assert rate(frbe, SEED, players, [Game(ME, RIVAL, 1)])[ME].entries[0].opponent_rating == 1900


def test_b33_p9_a_fide_rating_knows_no_floor():
    line = me(Player(ME, 1150, 60, foreign_rating=1013), [])
    assert (line.rating, line.kinds()) == (1013, ["FOREIGN"])


def test_b33_below_20_games_the_games_are_still_pooled():
    line = me(Player(ME, 0, 11, 16_500, 11, foreign_rating=1700), against(1500, 1))
    assert (line.rating, line.status) == (1700, Status.FOREIGN)
    assert (line.games, line.opponents_sum, line.half_points) == (12, 18_000, 12)


# The engine


def test_it_stands_among_the_systems():
    assert SYSTEMS["frbe"] is frbe
    assert frbe.KEY == "frbe"


def test_without_ledger_the_ratings_are_the_same():
    period = period_of([Player(ME, 1500, 50), unrated(RIVAL)], [Game(ME, RIVAL, 2)])
    with_ledger, without = frbe.rate(period, SEED), frbe.rate(period, SEED, ledger=False)
    assert without.rating.tolist() == with_ledger.rating.tolist()
    assert (len(without.ledger.player), len(with_ledger.ledger.player)) == (0, 4)


def test_the_period_itself_is_not_changed():
    period = period_of([Player(ME, 1500, 50), unrated(RIVAL)], [Game(ME, RIVAL, 2)])
    before = [column.tolist() for part in (period.players, period.games) for column in vars(part).values()]
    frbe.rate(period, SEED)
    after = [column.tolist() for part in (period.players, period.games) for column in vars(part).values()]
    assert str(before) == str(after)


def test_a_federation_without_members_has_an_empty_list():
    outcome = frbe.rate(period_of([]), SEED)
    assert (len(outcome.rating), len(outcome.ledger.player), outcome.facts) == (0, 0, {"tours": 0, "newly_rated": 0})


def test_a_period_that_is_none_is_refused():
    with pytest.raises(ValueError, match="rating of row 0 must be at least 0, not -1"):
        frbe.rate(period_of([Player(ME, -1)]), SEED)
