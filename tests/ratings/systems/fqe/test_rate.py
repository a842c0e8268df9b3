"""The Quebec text rule by rule: first the examples that it prints, then each rule and ruling by its number."""

from dataclasses import replace

import pytest

from ratings.systems import SYSTEMS
from ratings.systems.fqe import rate as fqe
from ratings.systems.fqe.seats import tournaments_of
from ratings.systems.period import POINT, Kind, Reason, Status
from tests.ratings.systems.periods import Game, Line, Player, lines_of, next_period, period_of, rate

ME, RIVAL, THIRD, FOURTH = 10001, 20002, 30003, 40004
SEED = fqe.rules()
PERMANENT = 200  # games


def against(*opponents: tuple[int, int], rounds: int = 4, tournament: int = 1) -> list[Game]:
    """My games in one tournament: ratings of outsiders and my half points."""
    return [
        Game(ME, None, half_points, black_given=rating, tournament=tournament, rounds=rounds)
        for rating, half_points in opponents
    ]


def me(player: Player, games: list[Game], rules: fqe.Rules = SEED) -> Line:
    return rate(fqe, rules, [player], games)[ME]


# The printed examples


def test_q20_example_of_a_permanent_rating():
    opponents = [(2024, 2), (2161, 0), (1547, 1), (1785, 2), (1979, 2), (2176, 0), (2181, 2), (2048, 2)]
    line = me(Player(ME, 1876, PERMANENT), against(*opponents, rounds=8))
    played = line.of_kind(Kind.GAME)
    assert [entry.expected // 100 for entry in played] == [30, 16, 88, 62, 36, 15, 14, 27]
    assert sum(entry.change for entry in played) == 83_8400
    assert [entry.change for entry in line.of_kind(Kind.BONUS)] == [51_8400]
    assert line.rating == 2012


def test_q11_example_of_a_provisional_rating():
    line = me(Player(ME, 1462, 12), against((1630, 2), (1630, 2), (1630, 0), (1630, 0)))
    assert (line.rating, line.games, line.status) == (1504, 16, Status.PROVISIONAL)


@pytest.mark.parametrize(("opponent", "rating"), [(800, 1000), (900, 1050)])
def test_q07_examples_of_a_first_rating_below_1200(opponent, rating):
    assert me(Player(ME), against((opponent, 1), (opponent, 1))).rating == rating


# Unrated: Q01, Q04 to Q07


def test_q01_a_player_is_unrated_then_provisional_then_permanent():
    lines = rate(fqe, SEED, [Player(ME), Player(RIVAL, 1500, 24), Player(THIRD, 1500, 25)])
    assert [line.status for line in lines.values()] == [Status.UNRATED, Status.PROVISIONAL, Status.ESTABLISHED]


def test_q04_unrated_is_who_has_no_rated_competition_yet():
    games = [*against((1500, 2), tournament=1), *against((1500, 2), tournament=2)]
    line = me(Player(ME), games)
    assert [entry.kind.name for entry in line.entries if entry.game < 0] == ["FIRST_RATING", "PROVISIONAL"]


def test_qa03_the_performance_is_not_rounded_before_it_is_weighted():
    line = me(Player(ME, 1501, 1), against((1500, 1), (1500, 1), (1501, 1)))
    assert line.rating == 1501  # of 1500.5; a performance of 1500 instead of 1500 1/3 would give 1500


def test_qa04_a_draw_is_no_win_and_no_loss_but_a_game():
    assert me(Player(ME), against((1500, 2), (1500, 1))).rating == 1700
    assert me(Player(ME), against((1500, 2))).rating == 1900


def test_q05_a_first_rating_is_the_mean_of_the_opponents_and_400_times_wins_less_losses():
    line = me(Player(ME), against((1500, 2), (1600, 2), (1700, 1), (1800, 0)))
    (first,) = line.of_kind(Kind.FIRST_RATING)
    assert (first.opponent_rating, first.difference, first.game_number, first.half_points) == (1650, 100, 4, 5)
    assert (line.rating, line.status) == (1750, Status.PROVISIONAL)


def test_q06_qa2_unrated_players_count_1100_for_one_another_and_only_there():
    players = [Player(ME), Player(RIVAL), Player(THIRD, 1500, 10)]
    games = [Game(ME, RIVAL, 2), Game(RIVAL, THIRD, 2)]
    lines = rate(fqe, SEED, players, games)
    assert [entry.opponent_rating for entry in lines[ME].of_kind(Kind.COLLECTED)] == [1100]
    assert lines[ME].rating == 1500  # 1100 + 400
    assert lines[RIVAL].rating == 1300  # (1100 + 1500) / 2
    assert [entry.opponent_rating for entry in lines[THIRD].of_kind(Kind.COLLECTED)] == [1300]


def test_q07_half_of_what_lacks_to_1200_is_an_entry_of_its_own():
    line = me(Player(ME), against((1500, 0), (1500, 0)))
    assert [(entry.kind, entry.change) for entry in line.entries[2:]] == [
        (Kind.FIRST_RATING, 1100 * POINT),
        (Kind.ADJUSTED_START, 50 * POINT),
    ]
    assert line.rating == 1150


def test_q07_nothing_is_added_from_1200_on():
    assert me(Player(ME), against((1200, 1))).kinds() == ["COLLECTED", "FIRST_RATING"]


# Provisional: Q08 to Q12


@pytest.mark.parametrize(("before", "played", "status"), [(20, 4, Status.PROVISIONAL), (20, 5, Status.ESTABLISHED)])
def test_q08_q09_the_25th_game_makes_a_rating_permanent(before, played, status):
    assert me(Player(ME, 1500, before), against(*[(1500, 1)] * played)).status is status


def test_q09_an_unrated_player_can_become_permanent_in_one_event():
    line = me(Player(ME), against(*[(1500, 1)] * 25))
    assert (line.rating, line.status) == (1500, Status.ESTABLISHED)


def test_q10_a_half_is_rounded_upwards_once_at_the_end():
    assert me(Player(ME, 1100, 5), against(*[(1000, 0)] * 3)).rating == 913  # 912.5


def test_q10_the_ledger_has_the_mean_to_the_nearest_ten_thousandth():
    line = me(Player(ME, 1615, 24), against((1385, 1), (1385, 1)))
    provisional, rounding = line.entries[-2:]
    assert (1615 * POINT + provisional.change, rounding.change) == (1597_3077, -3077)  # (24 × 1615 + 2 × 1385) / 26


def test_q05_q07_a_first_rating_and_its_adjustment_stand_in_the_ledger_to_the_nearest_ten_thousandth():
    line = me(Player(ME), against((1000, 1), (1000, 1), (1002, 1)))
    assert [entry.change for entry in line.entries[-3:]] == [1000_6667, 99_6667, -3334]


def test_q12_a_provisional_rating_is_not_adjusted():
    assert "ADJUSTED_START" not in me(Player(ME, 800, 5), against((700, 0))).kinds()


def test_qa12_an_event_that_begins_provisional_ends_in_one_calculation():
    line = me(Player(ME, 1500, 24), against(*[(1500, 2)] * 5))
    assert (line.rating, line.status) == (1569, Status.ESTABLISHED)
    assert set(line.kinds()) == {"COLLECTED", "PROVISIONAL", "ROUNDING"}


# Permanent: Q13 to Q19


def test_q13_old_rating_and_32_times_what_was_won_beyond_expectation():
    line = me(Player(ME, 1500, PERMANENT), against((1400, 2)))
    assert [(entry.k, entry.expected, entry.change) for entry in line.of_kind(Kind.GAME)] == [
        (32 * POINT, 6400, 11_5200)
    ]
    assert line.rating == 1512


@pytest.mark.parametrize(("opponent", "expected"), [(1266, 9900), (1265, 10_000), (2734, 100), (2735, 0)])
def test_q14_qa10_the_table_ends_at_734_and_nothing_caps_it(opponent, expected):
    line = me(Player(ME, 2000, PERMANENT), against((opponent, 1)))
    assert line.of_kind(Kind.GAME)[0].expected == expected


@pytest.mark.parametrize(("rounds", "bonus"), [(1, 40), (4, 40), (5, 38), (6, 36), (9, 30)])
def test_q16_q17_qa6_a_point_for_each_point_beyond_the_limit_of_so_many_rounds(rounds, bonus):
    line = me(Player(ME, 1500, PERMANENT), against(*[(1500, 2)] * 4, rounds=rounds))
    assert line.rating == 1500 + 64 + bonus


def test_qa6_rounds_of_the_tournament_count_those_too_in_which_nobody_has_a_game_that_counts():
    games = [Game(ME, None, 2, black_given=1500, round=number, rounds=9) for number in range(1, 5)]
    assert me(Player(ME, 1500, PERMANENT), games).rating == 1500 + 64 + 30


def test_q17_exactly_the_limit_gives_nothing():
    line = me(Player(ME, 1500, PERMANENT), against((1500, 2), (1500, 2), (1410, 2), (1405, 0)))
    assert (line.rating, line.of_kind(Kind.BONUS)) == (1524, [])


def test_qa5_the_bonus_is_taken_of_the_exact_gain():
    games = against((1500, 2), (1500, 2), (1420, 2), (1410, 0))  # a gain of 24.64
    rounded = fqe.rules("seed", {"bonus_on_rounded_gain": True})
    assert me(Player(ME, 1500, PERMANENT), games).rating == 1525
    assert me(Player(ME, 1500, PERMANENT), games, rounded).rating == 1526


@pytest.mark.parametrize(("half_points", "rating"), [(2, 2358), (0, 2342)])
def test_q18_above_2300_gains_and_losses_are_halved(half_points, rating):
    assert me(Player(ME, 2350, PERMANENT), against((2350, half_points))).rating == rating


def test_q18_the_bonus_is_asked_of_the_halved_gain():
    line = me(Player(ME, 2350, PERMANENT), against(*[(2350, 2)] * 4))
    assert [(entry.kind, entry.change) for entry in line.entries[4:]] == [
        (Kind.HALVING, -32 * POINT),
        (Kind.BONUS, 8 * POINT),
    ]
    assert line.rating == 2350 + 40


def test_qa7_who_crosses_2300_has_only_the_part_above_halved():
    games = against((2290, 2), (2290, 1), (2290, 1), (2290, 1))
    pre_event = fqe.rules("seed", {"halving": "pre_event"})
    assert me(Player(ME, 2290, PERMANENT), games).rating == 2303
    assert me(Player(ME, 2290, PERMANENT), games, pre_event).rating == 2306


@pytest.mark.parametrize(
    ("before", "weaker", "whole", "halved"),
    [
        (2260, 210, 2295, 2295),  # a gain of 29.44 and a bonus of 5.44 stay below
        (2270, 210, 2305, 2302),  # the bonus crosses 2300
        (2250, 0, 2250 + 57 + 33, 2250 + 50 + (14 + 40) // 2),  # a gain of 64 crosses it, and a bonus follows
        (2301, 0, 2301 + 32 + 8, 2301 + (64 + 40) // 2),  # from above
    ],
)
def test_qa7_the_bonus_is_taken_of_what_halving_leaves_and_stays_whole(before, weaker, whole, halved):
    games = against(*[(before - weaker, 2)] * 4)
    both = fqe.rules("seed", {"halved_bonus": True})
    assert me(Player(ME, before, PERMANENT), games).rating == whole
    assert me(Player(ME, before, PERMANENT), games, both).rating == halved


def test_qa7_the_ledger_has_halving_and_bonus_in_the_order_in_which_they_act():
    player, games = Player(ME, 2250, PERMANENT), against(*[(2250, 2)] * 4)
    assert me(player, games).kinds()[4:6] == ["HALVING", "BONUS"]
    assert me(player, games, fqe.rules("seed", {"halved_bonus": True})).kinds()[4:6] == ["BONUS", "HALVING"]


def test_qa8_exactly_2300_is_not_above():
    assert me(Player(ME, 2300, PERMANENT), against((2300, 0), (2300, 1))).rating == 2284


def test_q19_qa9_a_match_gives_50_points_at_most_bonus_included():
    games = [Game(ME, RIVAL, 2, rounds=4, participants=2)] * 4
    lines = rate(fqe, SEED, [Player(ME, 1500, PERMANENT), Player(RIVAL, 1900, PERMANENT)], games)
    assert lines[ME].rating == 1550
    assert lines[RIVAL].rating == 1900 - 118


def test_qa9_a_match_against_an_outsider_is_one():
    games = [replace(game, participants=2) for game in against(*[(1900, 2)] * 4)]
    assert me(Player(ME, 1500, PERMANENT), games).rating == 1550


@pytest.mark.parametrize("participants", [0, 1, 3, 40])
def test_qa9_an_event_of_more_than_two_is_no_match_though_only_two_have_games_that_count(participants):
    games = [Game(ME, RIVAL, 2, rounds=4, participants=participants)] * 4
    lines = rate(fqe, SEED, [Player(ME, 1500, PERMANENT), Player(RIVAL, 1900, PERMANENT)], games)
    assert lines[ME].rating == 1500 + 118 + 94


def test_qa13_there_is_no_floor_but_a_rating_stays_one():
    assert me(Player(ME, 5, PERMANENT), against(*[(5, 0)] * 4)).rating == 1


# The order: Q02, Q03


def field_of_three() -> tuple[list[Player], list[Game]]:
    players = [Player(ME), Player(RIVAL, 1500, 10), Player(THIRD, 1800, PERMANENT)]
    return players, [Game(ME, RIVAL, 2), Game(ME, THIRD, 1), Game(RIVAL, THIRD, 1)]


@pytest.mark.parametrize(
    ("updated", "for_provisional", "for_permanent"),
    [
        ("order", [1850, 1800], [1850, 1521]),
        ("unrated_only", [1850, 1800], [1850, 1500]),
        ("none", [1100, 1800], [1100, 1500]),
    ],
)
def test_q02_qa1_opponents_enter_with_what_the_order_gave_them(updated, for_provisional, for_permanent):
    players, games = field_of_three()
    lines = rate(fqe, fqe.rules("seed", {"updated_opponents": updated}), players, games)
    assert [entry.opponent_rating for entry in lines[ME].of_kind(Kind.COLLECTED)] == [1500, 1800]
    assert [entry.opponent_rating for entry in lines[RIVAL].of_kind(Kind.COLLECTED)] == for_provisional
    assert [entry.opponent_rating for entry in lines[THIRD].of_kind(Kind.GAME)] == for_permanent


@pytest.mark.parametrize(
    ("updated", "rating"),
    [
        ("order", 1766),  # 1800 + 32 (½ - 0.43) + 4 · 32 (½ - 0.78): 1850, and four times 1577
        ("unrated_only", 1757),  # 1800 + 32 (½ - 0.43) + 4 · 32 (½ - 0.85): 1850, and four times 1500
        ("none", 1740),  # 1800 + 32 (½ - 0.99) + 4 · 32 (½ - 0.85): 1100, and four times 1500
    ],
)
def test_qa1_a_permanent_rating_comes_of_what_the_order_gave_its_opponents(updated, rating):
    players, (first, second, third) = field_of_three()
    games = [first, second, third, third, third, third]
    assert rate(fqe, fqe.rules("seed", {"updated_opponents": updated}), players, games)[THIRD].rating == rating


def test_qa1_permanent_opponents_enter_with_their_rating_before_the_tournament():
    players = [Player(ME, 1500, PERMANENT), Player(RIVAL, 1500, PERMANENT)]
    lines = rate(fqe, SEED, players, [Game(ME, RIVAL, 2), Game(RIVAL, ME, 0), Game(ME, RIVAL, 2)])
    assert {entry.opponent_rating for entry in lines[RIVAL].of_kind(Kind.GAME)} == {1500}


def test_q03_each_tournament_starts_from_the_ratings_that_the_one_before_left():
    games = against((1500, 2), tournament=2) + against((1500, 2), tournament=1)
    line = me(Player(ME, 1500, PERMANENT), games)
    assert [(entry.game, entry.difference) for entry in line.of_kind(Kind.GAME)] == [(1, 0), (0, 16)]
    assert line.rating == 1531


def test_q15_qa11_a_game_against_an_unknown_player_does_not_count():
    line = me(Player(ME, 1500, PERMANENT), [Game(ME, None, 2), *against((1500, 1))])
    assert [entry.reason for entry in line.of_kind(Kind.NOT_COUNTED)] == [Reason.UNKNOWN_PLAYER]
    assert (line.games, line.period_games, line.rating) == (201, 1, 1500)


def test_nothing_but_unknown_opponents_leaves_a_player_as_he_was():
    lines = rate(fqe, SEED, [Player(ME), Player(RIVAL, 1500, 3)], [Game(ME, None, 2), Game(None, RIVAL, 2)])
    assert [(lines[number].rating, lines[number].games) for number in (ME, RIVAL)] == [(0, 0), (1500, 3)]
    assert [lines[number].status for number in (ME, RIVAL)] == [Status.UNRATED, Status.PROVISIONAL]


# The engine


def test_it_stands_among_the_systems():
    assert SYSTEMS["fqe"] is fqe
    assert fqe.KEY == "fqe"


def test_q03_tournaments_wait_for_one_another_only_where_a_player_is_in_both():
    pairs = [(ME, RIVAL), (THIRD, FOURTH), (RIVAL, THIRD), (ME, FOURTH), (ME, None)]
    games = [Game(*pair, 1, black_given=1500, tournament=number) for number, pair in enumerate(pairs)]
    period = period_of([Player(number, 1500, 50) for number in (ME, RIVAL, THIRD, FOURTH)], games)
    seats = tournaments_of(period.games, period.players, SEED).seats
    assert dict(zip(seats.tournament.tolist(), seats.wave.tolist(), strict=False)) == {0: 0, 1: 0, 2: 1, 3: 1, 4: 2}


def test_a_period_may_be_cut_between_two_tournaments():
    player, games = (
        Player(ME, 1500, 20),
        [*against((1600, 2), (1700, 1), tournament=1), *against((1500, 2), tournament=2)],
    )
    whole = me(player, games)
    (between,) = next_period([player], {ME: me(player, games[:2])})
    assert me(between, games[2:]).rating == whole.rating


def test_the_ranking_is_by_rating_then_games_then_number():
    players = [
        Player(ME, 1500, 20),
        Player(RIVAL, 1500, 30),
        Player(THIRD, 1600, 1),
        Player(FOURTH),
        Player(50005, 1500, 30),
    ]
    period = period_of(players)
    ranking = fqe.order(fqe.rate(period, SEED), period.players)
    assert period.players.number[ranking].tolist() == [THIRD, RIVAL, 50005, ME]


def test_without_ledger_the_ratings_are_the_same():
    players, games = field_of_three()
    period = period_of(players, games)
    with_ledger, without = fqe.rate(period, SEED), fqe.rate(period, SEED, ledger=False)
    assert without.rating.tolist() == with_ledger.rating.tolist()
    assert len(without.ledger.player) == 0
    assert with_ledger.facts == {"tournaments": 1}


def test_a_federation_without_games_keeps_its_ratings():
    period = period_of([Player(ME, 1500, 20), Player(RIVAL)])
    lines = lines_of(period, fqe.rate(period, SEED))
    assert [(line.rating, line.status, line.entries) for line in lines.values()] == [
        (1500, Status.PROVISIONAL, ()),
        (0, Status.UNRATED, ()),
    ]


def test_a_period_that_is_none_is_refused():
    with pytest.raises(ValueError, match="tournament of row 0 must be at least 0, not -1"):
        fqe.rate(period_of([Player(ME)], [Game(ME, None, 1, tournament=-1)]), SEED)
