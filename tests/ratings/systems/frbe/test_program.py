"""What the federation's program is seen to do, and the rulings where the text leaves a choice: by their numbers."""

import pytest

from ratings.systems.frbe import rate as frbe
from ratings.systems.period import POINT, Kind, Reason, Status
from tests.ratings.systems.frbe.cases import FOURTH, ME, PROGRAM, RIVAL, SEED, THIRD, against, me, unrated
from tests.ratings.systems.periods import Game, Player, next_period, period_of, rate

# What the program is seen to do: P1 to P12


def test_p1_a_half_is_rounded_upwards_for_a_gain_and_for_a_loss():
    gain = me(Player(ME, 2514, 300), against(2459, 2) + against(2388, 2))
    loss = me(Player(ME, 2514, 300), against(2514, 0) + against(2711, 0))
    assert [sum(entry.change for entry in line.of_kind(Kind.GAME)) for line in (gain, loss)] == [75_000, -75_000]
    assert (gain.rating, loss.rating) == (2522, 2507)


def test_p1_the_rating_is_rounded_once_and_not_game_by_game():
    line = me(Player(ME, 1500, 350), against(1496, 2) * 3)
    assert [entry.change for entry in line.entries] == [78_400] * 3 + [4_800]
    assert line.rating == 1524


def test_p1_ba3_the_percentage_is_rounded_half_up_and_was_cut_by_older_programs():
    games = against(1500, 2, 2) + against(1500, 0, 1) + against(1500, 1, 9)  # 6.5 in 12: 54.17
    more = against(1500, 2, 4) + against(1500, 1, 8)  # 8 in 12: 66.67
    half = against(1500, 2, 2) + against(1500, 1, 14)  # 9 in 16: 56.25
    older = frbe.rules("2007", {"truncate_percent": True})
    assert [me(Player(ME), played).rating for played in (games, more, half)] == [1529, 1625, 1543]
    assert [me(Player(ME), played, older).rating for played in (games, more, half)] == [1529, 1617, 1543]


def test_p2_all_games_of_a_period_start_from_the_same_ratings():
    lines = rate(frbe, SEED, [Player(ME, 1500, 50), Player(RIVAL, 1500, 50)], [Game(ME, RIVAL, 2)] * 3)
    assert {entry.expected for entry in lines[ME].of_kind(Kind.GAME)} == {5000}
    assert (lines[ME].rating, lines[RIVAL].rating) == (1548, 1452)


def test_p2_a_newly_rated_opponent_counts_with_his_raw_first_rating():
    players = [Player(ME, 1500, 50), Player(RIVAL, 0, 19, 19_000, 0), Player(THIRD, 1000, 50)]
    lines = rate(frbe, SEED, players, [Game(THIRD, RIVAL, 2), Game(ME, RIVAL, 2)])
    assert lines[RIVAL].rating == 1150
    assert lines[ME].of_kind(Kind.GAME)[0].opponent_rating == 323


def test_p3_games_against_newly_rated_opponents_get_the_last_numbers():
    players = [Player(ME, 1500, 99), unrated(RIVAL), Player(THIRD, 1500, 50)]
    games = [Game(RIVAL, THIRD, 1), Game(RIVAL, ME, 0), Game(ME, THIRD, 2)]
    entries = rate(frbe, SEED, players, games)[ME].of_kind(Kind.GAME)
    assert [(entry.game, entry.game_number, entry.k // POINT) for entry in entries] == [(2, 100, 32), (1, 101, 24)]


def test_p3_k_belongs_to_the_running_number_of_each_game():
    line = me(Player(ME, 1800, 99), against(1800, 2, 2))
    assert [entry.k // POINT for entry in line.entries] == [32, 24]
    assert line.rating == 1828


@pytest.mark.parametrize(
    ("profile", "k"), [("seed", [16, 12]), ("2007", [12, 10]), ("2009", [12, 10]), ("2015", [12, 10])]
)
def test_p4_exactly_2000_and_2200(profile, k):
    played = [me(Player(ME, rating, 400), against(rating, 1), frbe.rules(profile)) for rating in (2000, 2200)]
    assert [line.entries[0].k // POINT for line in played] == k


@pytest.mark.parametrize(("profile", "expected"), [("seed", 8900), ("2007", 8900), ("2009", 8900), ("2015", 9200)])
def test_p5_ba1_the_cap_of_the_profile(profile, expected):
    assert me(Player(ME, 2000, 400), against(1400, 2), frbe.rules(profile)).entries[0].expected == expected


@pytest.mark.parametrize(("profile", "rating"), [("seed", 823), ("2007", 823), ("2009", 1149), ("2015", 1099)])
def test_p6_ba2_no_point_at_all_counts_as_the_lowest_percentage(profile, rating):
    assert me(Player(ME), against(1500, 0, 12), frbe.rules(profile)).rating == rating


def test_p7_sums_are_carried_on_and_an_idle_player_keeps_his_rating():
    played = me(Player(ME), against(1600, 1, 12))
    (player,) = next_period([Player(ME)], {ME: played})
    idle = me(player, [])
    assert (idle.rating, idle.games, idle.opponents_sum, idle.half_points) == (1600, 12, 19_200, 12)
    assert idle.entries == ()


def test_p7_a_list_that_brings_games_and_sums_but_no_rating_gets_it():
    assert me(Player(ME, 0, 12, 19_200, 12), []).rating == 1600


def test_p7_a_rating_on_fewer_than_ten_games_is_not_shown():
    line = me(Player(ME, 1600, 4, 6400, 4), [])
    assert (line.rating, line.status, line.kinds()) == (0, Status.UNRATED, ["PROVISIONAL"])


def test_p8_the_games_after_the_twentieth_have_k_32_from_the_first_rating():
    line = me(unrated(ME), against(1500, 1) + against(1500, 2, 3))
    assert [entry.k // POINT for entry in line.of_kind(Kind.GAME)] == [32] * 3
    assert line.rating == 1548


def test_p9_the_next_period_starts_from_the_floor():
    before = Player(ME, 1151, 30)
    (player,) = next_period([before], {ME: me(before, against(1151, 0))})
    assert me(player, against(1150, 2)).rating == 1166


@pytest.mark.parametrize(("change", "looks"), [(150, False), (151, True)])
def test_p10_ba6_only_more_than_150_rounded_points_from_25_games_on(change, looks):
    rules = frbe.rules("seed", {"k_by_games": [[10_000, change]]})
    games = against(1500, 2, 2) + against(1500, 1, 23)
    assert ("PERFORMANCE_25_150" in me(Player(ME, 1500, 30), games, rules).kinds()) == looks
    assert "PERFORMANCE_25_150" not in me(Player(ME, 1500, 30), games[:-1], rules).kinds()


def test_p11_beyond_the_limit_the_k_of_the_other_side_holds():
    line = me(Player(ME, 2005, 1204), against(1536, 0), PROGRAM)
    (entry,) = line.of_kind(Kind.TRANSITION)
    # 2000 + (-.92 + 5 / 12) * 16 = 1991.95, where formula II alone gives 1993.96
    assert (entry.opponent_rating, entry.difference, entry.k) == (2000, 5, 16 * POINT)
    assert entry.change == -2_0133
    assert line.rating == 1992


def test_p11_it_fires_where_the_number_of_games_changes_k():
    line = me(Player(ME, 1990, 95), against(1990, 2, 6), PROGRAM)
    # 2000 + (3 - 10 / 32) * 24 = 2064.5, where formula II gives 2082
    assert line.rating == 2065


def test_p11_not_where_k_stays_the_same():
    assert "TRANSITION" not in me(Player(ME, 1999, 50), against(1999, 2, 3), PROGRAM).kinds()


def test_p11_not_in_the_text_of_the_federation():
    assert "TRANSITION" not in me(Player(ME, 2005, 1204), against(1536, 0)).kinds()


@pytest.mark.parametrize(("won", "rating"), [(22, 2035), (24, 2084)])
def test_p11_not_where_25_150_looked_whichever_rating_it_kept(won, rating):
    line = me(Player(ME, 1860, 280), against(1860, 2, won) + against(1860, 0, 30 - won), PROGRAM)
    assert "PERFORMANCE_25_150" in line.kinds()
    assert "TRANSITION" not in line.kinds()
    assert line.rating == rating


def test_p11_of_two_limits_the_first_on_the_way_counts():
    rules = frbe.rules("2015", {"k_by_games": [[300, 500]]})
    up = me(Player(ME, 1990, 299), against(1990, 2, 3), rules)
    down = me(Player(ME, 2210, 299), against(2210, 0, 3), rules)
    assert [line.of_kind(Kind.TRANSITION)[0].opponent_rating for line in (up, down)] == [2000, 2200]


def test_p12_b19_of_equal_ratings_the_one_with_more_games_stands_first():
    players = [Player(ME, 1800, 120), Player(RIVAL, 1800, 300), Player(THIRD, 1900, 21), Player(FOURTH)]
    assert ranking(players) == [THIRD, RIVAL, ME]


# Rulings: BA1 to BA19, where no rule above has them


def ranking(players: list[Player]) -> list[int]:
    period = period_of(players)
    return period.players.number[frbe.order(frbe.rate(period, SEED), period.players)].tolist()


def test_ba4_k_by_rating_goes_by_the_rating_at_the_start():
    line = me(Player(ME, 1995, 400), against(1995, 2, 5))
    assert {entry.k // POINT for entry in line.of_kind(Kind.GAME)} == {16}


def test_ba7_of_two_equally_near_ratings_formula_two_stays():
    rules = frbe.rules("seed", {"k_by_games": [[10_000, 100]]})
    line = me(Player(ME, 2000, 50), against(1290, 2, 38) + against(1290, 0, 2), rules)
    (looked,) = line.of_kind(Kind.PERFORMANCE_25_150)
    assert looked.opponent_rating + looked.difference == 2000 - 240
    assert line.rating == 2000 + 240


def test_ba9_only_games_that_had_a_value_count_towards_the_ten():
    games = [*against(1600, 1, 9), Game(ME, RIVAL, 2)]
    line = rate(frbe, SEED, [Player(ME), Player(RIVAL)], games)[ME]
    assert (line.games, line.rating) == (9, 0)


def test_ba10_the_twentieth_game_splits_a_tournament_by_the_order_of_play():
    games = [Game(ME, None, 1, black_given=1500, day=day, tournament=7, round=day) for day in range(1, 4)]
    line = me(unrated(ME, 18), games)
    assert [(entry.kind, entry.game) for entry in line.entries if entry.game >= 0] == [
        (Kind.COLLECTED, 0),
        (Kind.COLLECTED, 1),
        (Kind.GAME, 2),
    ]


def test_ba12_an_indicative_rating_counts_for_nobody():
    provisional = Player(RIVAL, 1600, 15, 24_000, 15)
    lines = rate(frbe, SEED, [Player(ME, 1500, 50), provisional], [Game(ME, RIVAL, 2)])
    assert [entry.reason for entry in lines[ME].entries] == [Reason.OPPONENT_UNRATED]


def test_b33_a_player_who_is_no_longer_foreign_shows_the_performance_of_the_games_carried():
    line = me(Player(ME, 2215, 15, 24_000, 15), [])
    assert (line.rating, line.status) == (1600, Status.PROVISIONAL)
    assert [(entry.kind, entry.change) for entry in line.entries] == [(Kind.PROVISIONAL, -615 * POINT)]
    assert not me(Player(ME, 1600, 15, 24_000, 15), []).entries


def test_ba13_an_outsider_counts_with_the_rating_given():
    line = me(Player(ME, 1500, 50), against(2100, 0) + against(0, 2))
    assert [(entry.kind, entry.reason) for entry in line.entries if entry.game >= 0] == [
        (Kind.GAME, Reason.NONE),
        (Kind.NOT_COUNTED, Reason.UNKNOWN_PLAYER),
    ]
    assert line.games == 51


def test_ba13_an_unrated_member_with_a_foreign_rating_counts_with_it():
    lines = rate(frbe, SEED, [Player(ME, 1500, 50), Player(RIVAL, foreign_rating=2100)], [Game(ME, RIVAL, 0)])
    assert lines[ME].entries[0].opponent_rating == 2100


def test_ba17_then_by_matricule():
    assert ranking([Player(RIVAL, 1800, 120), Player(ME, 1800, 120)]) == [ME, RIVAL]


def test_ba17_the_ranking_holds_indicative_and_foreign_ratings_but_nobody_without_one():
    players = [Player(ME, 1500, 12, 18_000, 12), Player(RIVAL, foreign_rating=1400), Player(THIRD, 0, 9, 9000, 9)]
    assert ranking(players) == [ME, RIVAL]


def test_ba19_without_a_fide_rating_the_belgian_rules_apply():
    line = me(Player(ME, 1500, 50, foreign_rating=0), against(1500, 2))
    assert (line.rating, line.status) == (1516, Status.ESTABLISHED)


# What older programs did: BA20 to BA25


@pytest.mark.parametrize(("profile", "k"), [("1996", 10), ("2006", 10), ("2007", 24)])
def test_ba20_k_above_2200_was_10_whatever_the_number_of_games(profile, k):
    line = me(Player(ME, 2300, 150), against(2300, 1), frbe.rules(profile))
    assert [entry.k // POINT for entry in line.entries] == [k]


@pytest.mark.parametrize(("profile", "k"), [("1996", [16, 12]), ("2006", [16, 12]), ("2007", [12, 10])])
def test_ba21_exactly_2000_and_2200_had_the_k_of_the_class_below(profile, k):
    played = [me(Player(ME, rating, 400), against(rating, 0), frbe.rules(profile)) for rating in (2000, 2200)]
    assert [line.entries[0].k // POINT for line in played] == k


@pytest.mark.parametrize(("profile", "rating"), [("1996", 2082), ("2006", 2082), ("2007", 2065)])
def test_ba22_the_number_of_games_alone_made_no_transition(profile, rating):
    line = me(Player(ME, 1990, 95), against(1990, 2, 6), frbe.rules(profile))
    assert line.rating == rating


@pytest.mark.parametrize("profile", ["1996", "2006"])
def test_ba22_a_transition_by_rating_stays_one_where_the_number_of_games_changes_k_too(profile):
    line = me(Player(ME, 1990, 299), against(1990, 2, 3), frbe.rules(profile))
    assert [entry.k // POINT for entry in line.of_kind(Kind.TRANSITION)] == [12]


@pytest.mark.parametrize(("profile", "rating"), [("1996", 2005), ("2006", 2004), ("2007", 2004)])
def test_ba23_the_transition_started_from_the_rounded_rating(profile, rating):
    # 1996 + .60 * 16 = 2005.6: 2000 + 6 * 12 / 16 = 2004.5, but 2000 + (.60 - 4 / 16) * 12 = 2004.2
    assert me(Player(ME, 1996, 400), against(2068, 2), frbe.rules(profile)).rating == rating


@pytest.mark.parametrize(("profile", "rating"), [("1996", 1617), ("2006", 1625), ("2007", 1625)])
def test_ba24_the_percentage_of_formula_one_was_cut(profile, rating):
    games = against(1500, 2, 4) + against(1500, 1, 8)  # 8 in 12: 66.67
    assert me(Player(ME), games, frbe.rules(profile)).rating == rating


@pytest.mark.parametrize(("profile", "counted"), [("1996", [2]), ("2006", [0, 1, 2]), ("2007", [0, 1, 2])])
def test_ba25_games_before_the_opponents_twentieth_did_not_count_for_the_rated_player(profile, counted):
    players = [Player(ME, 1500, 50), unrated(RIVAL, 18)]
    lines = rate(frbe, frbe.rules(profile), players, [Game(ME, RIVAL, 1), Game(RIVAL, ME, 1), Game(ME, RIVAL, 2)])
    assert [entry.game for entry in lines[ME].of_kind(Kind.GAME)] == counted
    assert [entry.reason for entry in lines[ME].of_kind(Kind.NOT_COUNTED)] == [Reason.OPPONENT_UNRATED] * (
        3 - len(counted)
    )
    assert [entry.game for entry in lines[RIVAL].of_kind(Kind.COLLECTED)] == [0, 1]
    assert [entry.game for entry in lines[RIVAL].of_kind(Kind.GAME)] == [2]


def test_ba25_an_opponent_with_a_foreign_rating_is_no_newly_rated_one():
    rival = Player(RIVAL, 0, 18, 18 * 1500, 18, foreign_rating=1500)
    lines = rate(frbe, frbe.rules("1996"), [Player(ME, 1500, 50), rival], [Game(ME, RIVAL, 1)])
    assert [entry.game for entry in lines[ME].of_kind(Kind.GAME)] == [0]


# What the player file keeps


def test_a_rated_player_keeps_the_sums_of_the_last_period_in_which_he_played():
    line = me(Player(ME, 1500, 50, 9999, 9), against(1500, 2) + against(1600, 1))
    assert (line.opponents_sum, line.half_points) == (3100, 3)
    (player,) = next_period([Player(ME, 1500, 50)], {ME: line})
    assert (me(player, []).opponents_sum, me(player, []).half_points) == (3100, 3)


def test_the_last_day_and_the_games_of_the_period_are_those_of_games_that_counted():
    games = [*against(1500, 1, day=3), *against(1500, 1, day=40), Game(ME, RIVAL, 2, day=90)]
    line = rate(frbe, SEED, [Player(ME, 1500, 50), Player(RIVAL)], games)[ME]
    assert (line.last_day, line.period_games) == (40, 2)


def test_games_without_sums_stand_for_the_rating_that_is_known_or_for_nothing():
    shown = me(Player(ME, 1600, 11), against(1900, 1))
    assert (shown.games, shown.opponents_sum, shown.half_points) == (12, 19_500, 12)
    unknown = me(Player(ME, 0, 8), against(1900, 1))
    assert (unknown.games, unknown.opponents_sum, unknown.half_points) == (1, 1900, 1)


def test_older_programs_kept_the_count_of_games_without_sums_and_rating():
    line = me(Player(ME, 0, 5), against(1900, 1), frbe.rules("1996"))
    assert (line.games, line.opponents_sum, line.half_points) == (6, 6 * 1900, 6)
    both = me(Player(ME, 0, 8), [*against(1900, 2), *against(1500, 0)], frbe.rules("2006"))
    assert (both.games, both.opponents_sum, both.half_points) == (10, 9 * 1900 + 1500, 10)


def test_a_player_of_many_games_whose_rating_is_unknown_gets_it_from_the_sums():
    lines = rate(frbe, SEED, [Player(ME, 0, 25, 37_500, 25), Player(RIVAL, 1500, 50)], [Game(ME, RIVAL, 2)])
    assert lines[ME].kinds() == ["FIRST_RATING", "GAME"]
    assert (lines[ME].rating, lines[ME].games) == (1516, 26)
