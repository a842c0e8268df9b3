"""The rules of the French go scale by their numbers (F the text, A the rulings)."""

import pytest

from ratings.systems.ffg import rate as ffg
from ratings.systems.period import POINT, Games, GoGames, Kind, Reason, Status
from tests.ratings.systems.ffg.cases import SEED, GoGame, GoPlayer, Scale, scale

ME, RIVAL, THIRD = 1, 2, 3


def duel(mine: int, theirs: int, winner: str = "W", rules: ffg.Rules = SEED, **game: int) -> Scale:
    """I am White."""
    return scale([GoPlayer(ME, mine), GoPlayer(RIVAL, theirs)], [GoGame(ME, RIVAL, winner, **game)], rules)


def changes(found: Scale) -> list[float]:
    """Of both games' sides, in points."""
    return [found.lines[number].entries[0].change / POINT for number in (ME, RIVAL)]


# What the text prints


def test_the_printed_levels_of_the_grades():
    assert [ffg.grade_of_level(level) for level in (100, 199, 0, 99, -100, -1)] == ["2d", "2d", "1d", "1d", "1k", "1k"]


def test_the_printed_handicap():
    assert ffg.normal_handicap(120, 0) == 2


def test_the_printed_registration_levels():
    assert (ffg.level_of_grade("1d"), ffg.level_of_grade("1k")) == (50, -50)


# The scale: F1 to F3


def test_f01_a_rank_has_a_hundred_points_and_there_is_no_rank_between_1k_and_1d():
    assert [ffg.grade_of_level(level) for level in (-1, 0)] == ["1k", "1d"]


@pytest.mark.parametrize("grade", ["5k", "5K", " 5 k ", "5 kyu", "5kyu"])
def test_f02_grades_are_read_as_people_write_them(grade):
    assert ffg.level_of_grade(grade) == -450


def test_f02_nobody_registers_below_30_kyu():
    assert ffg.level_of_grade("35k") == ffg.level_of_grade("30k") == -2950


@pytest.mark.parametrize("text", ["", "k5", "0k", "5", "5p", "-450", "100k"])
def test_f02_text_that_is_not_a_grade_is_refused(text):
    with pytest.raises(ValueError, match="is no grade: it is written like 5k or 1d"):
        ffg.level_of_grade(text)


@pytest.mark.parametrize("grade", ["30k", "12k", "1k", "1d", "7d"])
def test_f02_a_registration_level_has_its_grade(grade):
    assert ffg.grade_of_level(ffg.level_of_grade(grade)) == grade


def test_f03_no_stones_for_the_stronger():
    assert ffg.normal_handicap(-500, 0) == 0


# One game: F4 to F13


@pytest.mark.parametrize(("handicap", "points"), [(0, 0), (1, 50), (2, 150), (9, 850)])
def test_f04_stones_make_blacks_fictitious_level(handicap, points):
    entries = duel(0, -500, handicap=handicap).lines[ME].entries
    assert entries[0].difference == 500 - points


def test_f04_stones_count_by_colour_even_where_black_is_the_stronger():
    assert duel(-600, -400, handicap=2).lines[ME].entries[0].difference == -350


def test_f05_between_equals_the_winner_gains_what_the_loser_loses():
    assert changes(duel(0, 0)) == [15, -15]


def test_f05_a_surprise_gives_more_than_it_takes():
    assert changes(duel(300, 0, "B")) == [-10.5, 35]


def test_f06_only_above_5_dan_a_winner_may_gain_nothing():
    assert changes(duel(400, 100))[0] == pytest.approx(0.6)
    assert changes(duel(401, 100))[0] == 0


def test_f07_only_below_20_kyu_a_loser_may_lose_nothing():
    assert changes(duel(-1600, -2000))[1] == -2.5
    assert changes(duel(-2101, -2501))[1] == 0


def test_f08_who_meets_a_beginner_moves_by_one_point():
    assert changes(duel(-2000, -2000)) == [37.5, -37.5]  # 20 kyu is none
    assert changes(duel(-2000, -2001)) == [2.5, -2.5]
    assert changes(duel(-1500, -2500, "B"))[0] == -2.5


@pytest.mark.parametrize(("handicap", "percent"), [(0, 100), (1, 90), (5, 50), (9, 10)])
def test_f09_each_stone_takes_a_tenth(handicap, percent):
    assert duel(0, 0, handicap=handicap).lines[ME].entries[0].k == percent * POINT // 100


def test_f09_games_with_more_than_nine_stones_do_not_count():
    assert_not_counted(duel(0, -1000, handicap=10), Reason.HANDICAP)


@pytest.mark.parametrize(("size", "percent"), [(19, 100), (13, 20), (9, 10)])
def test_f10_small_boards_count_little(size, percent):
    assert duel(0, 0, size=size).lines[ME].entries[0].k == percent * POINT // 100


def test_f10_other_boards_do_not_count():
    assert_not_counted(duel(0, 0, size=17), Reason.BOARD_SIZE)


def test_f10_a_board_that_nobody_names_has_19_lines():
    assert changes(duel(0, 0, size=0)) == [15, -15]


def test_f11_a_rapid_game_counts_half_and_a_faster_one_not():
    assert changes(duel(0, 0, tempo=1)) == [7.5, -7.5]
    assert_not_counted(duel(0, 0, tempo=2), Reason.TEMPO)


def test_f12_beginners_have_no_coefficient_but_their_opponents_do():
    entries = [duel(-1900, -2100, "B", handicap=5, size=9, tempo=1).lines[number].entries[0] for number in (ME, RIVAL)]
    assert [entry.k for entry in entries] == [625, 2_5000]  # 2.5 x 0.5 x 0.1 x 0.5, and 2.5


@pytest.mark.parametrize(
    ("level", "weight"), [(-2000, 2_5000), (-1500, 2_5000), (-500, 1_5000), (500, 5000), (950, 1000)]
)
def test_f13_the_weight_falls_with_the_level(level, weight):
    assert duel(level, level).lines[ME].entries[0].k == weight


def test_f13_each_has_the_weight_of_his_own_level():
    found = duel(0, 500)
    assert [found.lines[number].entries[0].k for number in (ME, RIVAL)] == [10_000, 5000]


# Rounds: F14, F15


def test_f14_games_of_a_round_know_nothing_of_each_other():
    players = [GoPlayer(ME, 0), GoPlayer(RIVAL, 0), GoPlayer(THIRD, 0)]
    found = scale(players, [GoGame(ME, RIVAL), GoGame(ME, THIRD)])
    assert found.levels() == {ME: 30, RIVAL: -15, THIRD: -15}


def test_f14_the_next_round_begins_with_the_new_levels():
    players = [GoPlayer(ME, 0), GoPlayer(RIVAL, 0), GoPlayer(THIRD, 0)]
    found = scale(players, [GoGame(ME, RIVAL), GoGame(ME, THIRD, round=2)])
    assert found.lines[THIRD].entries[0].opponent_rating == 15
    assert found.levels()[ME] == 29  # 15 + 14 x 0.985


def test_f15_a09_the_floor_holds_after_each_round():
    games = [GoGame(RIVAL, ME, round=1), GoGame(ME, RIVAL, round=2)]
    found = scale([GoPlayer(ME, -2949), GoPlayer(RIVAL, -2949)], games)
    line = found.lines[ME]
    assert line.kinds() == ["GAME", "FLOOR", "GAME", "ROUNDING"]
    assert line.entries[1].change == 1_5000  # -2949 - 2.5 + 1.5
    assert line.rating > -2950


def test_f15_of_several_the_floor_holds_each_after_each_round():
    losers, winners = (1, 2, 3), (4, 5, 6)
    pairs = [*zip(winners, losers, strict=True)]
    games = [GoGame(*pair, round=1) for pair in pairs] + [GoGame(*pair[::-1], round=2) for pair in pairs]
    lines = scale([GoPlayer(number, -2949) for number in (*losers, *winners)], games).lines
    assert [lines[number].kinds() for number in losers] == 3 * [["GAME", "FLOOR", "GAME", "ROUNDING"]]


# The adjustment: F16 to F19


def newcomer(entry: int, wins: int, known: bool = False) -> Scale:
    """I win against others of the level -450, one a round."""
    others = [GoPlayer(number, -450) for number in range(2, 2 + wins)]
    me = GoPlayer(ME, entry) if known else GoPlayer(ME, None, entry)
    return scale([me, *others], [GoGame(ME, other.number, round=other.number) for other in others])


def test_f16_an_unknown_player_starts_from_his_registration_level():
    line = scale([GoPlayer(ME, None, -450), GoPlayer(RIVAL, -450)], [GoGame(ME, RIVAL)]).lines[ME]
    assert line.kinds() == ["ENTRY", "GAME", "ROUNDING"]
    assert line.entries[0].change == -450 * POINT
    assert (line.rating, line.status) == (-428, Status.ESTABLISHED)


def test_f16_the_level_of_a_tournament_that_is_not_rated_decides_nothing():
    too_fast = GoGame(ME, RIVAL, tempo=2, white_entry=50)
    rated = GoGame(ME, RIVAL, tournament=2, day=1, white_entry=-450)
    later = GoGame(ME, RIVAL, tournament=3, day=2, white_entry=-250)
    line = scale([GoPlayer(ME, None, 50), GoPlayer(RIVAL, -450)], [too_fast, rated, later]).lines[ME]
    assert line.entries[0].change == -450 * POINT


def test_f16_who_is_told_no_level_for_what_is_rated_starts_from_what_another_tournament_told():
    games = [GoGame(ME, RIVAL, tempo=2, white_entry=50), GoGame(ME, RIVAL, tournament=2, day=1)]
    assert scale([GoPlayer(ME, None, 50), GoPlayer(RIVAL, -450)], games).lines[ME].entries[0].change == 50 * POINT


def test_f16_a_change_of_the_threshold_itself_is_believed():
    rules = ffg.rules("seed", {"known_threshold": 15})
    assert duel(0, 0, rules=rules).lines[ME].kinds() == ["GAME"]
    rules = ffg.rules("seed", {"known_threshold": 14})
    assert "ADJUSTED_START" in duel(0, 0, rules=rules).lines[ME].kinds()


def test_f16_the_threshold_of_who_is_known_is_twice_that_of_who_is_not():
    assert newcomer(-650, 2, known=True).lines[ME].of_kind(Kind.ADJUSTED_START) == []
    assert len(newcomer(-650, 2).lines[ME].of_kind(Kind.ADJUSTED_START)) == 1


def test_f17_a_start_that_was_too_low_is_raised_and_one_too_high_lowered():
    raised = newcomer(-1500, 4).lines[ME].of_kind(Kind.ADJUSTED_START)[0]
    assert raised.change > 0
    others = [GoPlayer(number, -450) for number in range(2, 7)]
    games = [GoGame(other.number, ME, round=other.number) for other in others]
    lowered = scale([GoPlayer(ME, None, -250), *others], games).lines[ME].of_kind(Kind.ADJUSTED_START)[0]
    assert lowered.change < 0


def test_f17_opponents_are_spared_by_the_adjustment():
    believed = newcomer(-1500, 4)
    literal = ffg.rules("seed", {"unknown_threshold": 10_000})
    others = [GoPlayer(number, -450) for number in range(2, 6)]
    games = [GoGame(ME, other.number, round=other.number) for other in others]
    harsh = scale([GoPlayer(ME, None, -1500), *others], games, literal)
    assert all(believed.levels()[other.number] >= harsh.levels()[other.number] for other in others)
    assert believed.levels()[5] > harsh.levels()[5]


def test_f18_it_ends_when_levels_move_by_less_than_ten():
    found = newcomer(-1500, 4)
    assert found.outcome.facts["most_passes"] > 2
    start = found.lines[ME].of_kind(Kind.ADJUSTED_START)[0]
    assert start.difference > 50  # a residual change above the threshold is normal


def test_f19_who_was_unknown_is_known_in_the_next_tournament():
    games = [GoGame(ME, RIVAL), *(GoGame(ME, RIVAL, round=number, tournament=2, day=1) for number in (1, 2, 3, 4))]
    found = scale([GoPlayer(ME, None, -450), GoPlayer(RIVAL, -450)], games)
    assert found.lines[ME].kinds().count("ENTRY") == 1
    assert "ADJUSTED_START" not in found.lines[ME].kinds()


# The rulings


def test_a01_the_limits_of_beginners_and_of_the_strong_replace_the_usual_ones():
    assert changes(duel(500, 286))[0] == pytest.approx(0.3667, abs=1e-4)  # between 0 and 1
    assert changes(duel(-2100, -2315))[1] == pytest.approx(-1.6667, abs=1e-4)  # between -1 and 0


def test_a02_one_stone_is_sen_and_no_stone_an_even_game():
    assert [duel(0, 0, handicap=stones).lines[ME].entries[0].difference for stones in (0, 1)] == [0, -50]


def test_a03_many_stones_keep_a_game_out_for_beginners_too():
    assert_not_counted(duel(-2050, -2900, handicap=10), Reason.HANDICAP)


def test_a03_read_literally_many_stones_count_for_beginners_alone():
    rules = ffg.rules("seed", {"high_handicap_counts_below": True})
    found = duel(-1900, -2900, "B", rules, handicap=10)
    me, rival = found.lines[ME], found.lines[RIVAL]
    assert (me.rating, me.games, me.entries[0].reason) == (-1900, 0, Reason.HANDICAP)
    assert (rival.kinds(), rival.games, rival.entries[0].k) == (["GAME", "ROUNDING"], 1, 2_5000)


def test_a04_stones_on_a_small_board_may_be_worth_more():
    rules = ffg.rules("seed", {"handicaps_on_13": [[2, 5]], "handicaps_on_9": [[2, 9]]})
    entries = [duel(0, 0, "W", rules, size=size, handicap=2).lines[ME].entries[0] for size in (19, 13, 9)]
    assert [entry.difference for entry in entries] == [-150, -450, -850]
    assert [entry.k for entry in entries] == [8000, 1000, 100]


def test_a06_a_jigo_does_not_count():
    assert_not_counted(duel(0, 0, "="), Reason.RESULT)


def test_a07_blacks_new_level_is_calculated_as_whites_is():
    assert changes(duel(-300, -450, "W"))[::-1] == changes(duel(-450, -300, "B"))


def test_a08_levels_are_rounded_once_after_each_tournament_a_half_upwards():
    found = duel(-500, -500)
    assert found.levels() == {ME: -477, RIVAL: -522}  # -477.5 and -522.5
    assert [found.lines[number].of_kind(Kind.ROUNDING)[0].change for number in (ME, RIVAL)] == [5000, 5000]


def test_a08_a_half_is_one_whatever_sums_of_fractions_make_of_it():
    assert duel(0, -650, "B", handicap=7).levels()[ME] == -4  # 15 x 0.3 is 4.5


def test_a08_a_list_has_the_grade_of_the_rounded_level():
    found = duel(84, 84, rules=ffg.rules("seed", {"base_gain": 17, "most_loss": 17}))
    assert [ffg.grade_of_level(level) for level in (84 + 17 * 0.916, found.levels()[ME])] == ["1d", "2d"]


def test_a08_nothing_is_rounded_between_rounds():
    found = scale([GoPlayer(ME, -500), GoPlayer(RIVAL, -500)], [GoGame(ME, RIVAL), GoGame(ME, RIVAL, round=2)])
    assert len(found.lines[ME].of_kind(Kind.ROUNDING)) == 1


def test_a10_a_start_is_lowered_only_by_what_goes_beyond_the_threshold():
    rules = ffg.rules("seed", {"known_threshold": 10, "most_passes": 2, "convergence": 1000})
    found = duel(0, 0, rules=rules)
    assert [found.lines[number].of_kind(Kind.ADJUSTED_START)[0].change for number in (ME, RIVAL)] == [5_0000, -5_0000]


def test_a11_a12_the_cap_on_passes_is_reported():
    rules = ffg.rules("seed", {"most_passes": 3, "convergence": 1})
    others = [GoPlayer(number, -450) for number in range(2, 6)]
    games = [GoGame(ME, other.number, round=other.number, tournament=7) for other in others]
    facts = scale([GoPlayer(ME, None, -1500), *others], games, rules).outcome.facts
    assert facts == {"tournaments": 1, "passes": 3, "most_passes": 3, "not_converged": [7]}


def test_a13_tournaments_come_in_the_order_of_their_end_then_of_their_number():
    def first_opponent(*games: GoGame) -> int:
        players = [GoPlayer(ME, 0), GoPlayer(RIVAL, 0), GoPlayer(THIRD, 0)]
        line = scale(players, games).lines[ME]
        return {RIVAL: 0, THIRD: 1}[games[line.entries[0].game].black]

    long_one = GoGame(ME, RIVAL, tournament=1, day=1), GoGame(RIVAL, THIRD, tournament=1, day=9, round=2)
    assert first_opponent(*long_one, GoGame(ME, THIRD, tournament=2, day=5)) == 1
    assert first_opponent(*long_one, GoGame(ME, THIRD, tournament=2, day=9)) == 0


def test_a13_a_level_of_0_is_known_and_one_of_minus_9999_is_none():
    found = scale([GoPlayer(ME, 0), GoPlayer(RIVAL)])
    assert [found.lines[number].status for number in (ME, RIVAL)] == [Status.ESTABLISHED, Status.UNRATED]
    with pytest.raises(ValueError, match="rating of row 0 is below the floor of the scale: -9999"):
        scale([GoPlayer(ME, -9999)])


def test_a14_the_example_of_the_5_kyu_who_loses_practically_nothing_is_not_what_the_rules_give():
    assert changes(duel(-450, -450, "B"))[0] == -21.75


def test_a15_no_komi_is_asked_for():
    assert "komi" not in {name for table in (Games, GoGames) for name in table.__dataclass_fields__}


def assert_not_counted(found: Scale, reason: Reason) -> None:
    for line in found.lines.values():
        assert [(entry.kind, entry.reason, entry.change) for entry in line.entries] == [(Kind.NOT_COUNTED, reason, 0)]
        assert (line.games, line.period_games) == (0, 0)
