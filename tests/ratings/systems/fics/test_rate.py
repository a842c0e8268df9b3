"""The rules of Glicko as on FICS by their numbers (K the help page and real games, B the rulings)."""

import datetime as dt
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from ratings.systems.fics import rate as fics
from ratings.systems.period import MINUTES_A_DAY, POINT, BughouseGames, Games, Kind, Period, Players, Reason, Status
from tests.ratings.systems.fics.cases import SEED, Given, Played, Rated, Result, period_of, rate
from tests.ratings.systems.periods import START

ME, RIVAL, MATE, THIRD = 1, 2, 3, 4
A_DAY = MINUTES_A_DAY
REFORM = dt.date(1997, 4, 28)


def duel(me: Rated, rival: Rated, half_points: int = 2, **how: dt.date) -> Result:
    return rate([me, rival], [Played(ME, RIVAL, half_points)], **how)


def both_k(found: Result) -> list[float]:
    return [found.lines[number].of_kind(Kind.GAME)[0].k / POINT for number in (ME, RIVAL)]


# What the help page prints


def test_the_printed_part_of_the_normal_curve():
    low = fics.intervals(1600, 50)[0].low
    assert round(NormalDist(1600, 50).cdf(low), 3) == 0.159


def test_the_printed_probabilities_of_the_intervals():
    assert [interval.percent for interval in fics.intervals(1600, 50)] == [67, 95, 99.7]


def test_the_printed_story_of_the_uncertain_and_the_established_player():
    found = duel(Rated(ME, 1700, 200), Rated(RIVAL, 1700, 40)).ratings()
    assert (found[ME] - 1700, 1700 - found[RIVAL]) == (86, 8)


# Before the game: K1 to K3


def test_k01_a_newcomer_starts_from_1720_which_is_never_shown_before_his_first_game():
    found = rate([Rated(ME), Rated(RIVAL), Rated(THIRD)], [Played(ME, RIVAL)])
    assert found.ratings() == {ME: 1882, RIVAL: 1558, THIRD: 0}
    assert found.lines[ME].kinds() == ["ENTRY", "TIME", "GAME", "ROUNDING"]
    assert (found.lines[ME].entries[0].change, found.lines[THIRD].status) == (1720 * POINT, Status.UNRATED)


def test_k02_a_newcomer_has_the_rd_350_and_a_rating_from_elsewhere_70():
    found = duel(Rated(ME), Rated(RIVAL, 1900))
    assert [found.lines[number].of_kind(Kind.TIME)[0].k for number in (ME, RIVAL)] == [350 * POINT, 70 * POINT]


def test_k02_the_first_rd_is_what_the_rules_say_however_late_a_player_starts():
    rules = fics.rules("seed", {"initial_deviation": 200})
    found = rate([Rated(ME), Rated(RIVAL, 1700, 50)], [Played(ME, RIVAL, 2, 90 * A_DAY)], rules)
    (time,) = found.lines[ME].of_kind(Kind.TIME)
    assert (time.difference, time.expected, time.k) == (0, 200 * POINT, 200 * POINT)


def test_k03_time_makes_both_rds_grow():
    found = duel(Rated(ME, 1700, 50, idle=30 * A_DAY), Rated(RIVAL, 1700, 50, idle=A_DAY))
    times = [found.lines[number].of_kind(Kind.TIME)[0] for number in (ME, RIVAL)]
    assert [(time.difference, time.expected) for time in times] == [(30 * A_DAY, 50 * POINT), (A_DAY, 50 * POINT)]
    assert [round(time.k / POINT, 2) for time in times] == [63.33, 50.50]


def test_k03_b04_no_rd_is_higher_than_350_and_none_too_low():
    found = duel(Rated(ME, 1700, 349, idle=10_000 * A_DAY), Rated(RIVAL, 1700, 18.5))
    assert found.lines[ME].of_kind(Kind.TIME)[0].k == 350 * POINT
    assert found.deviations()[RIVAL] < 18.5


def test_k03_time_counts_from_the_last_game_of_the_same_player():
    players = [Rated(ME, 1700, 50, idle=0), Rated(RIVAL, 1700, 50, idle=0)]
    found = rate(players, [Played(ME, RIVAL, 2, 10), Played(RIVAL, ME, 2, 25)])
    assert [time.difference for time in found.lines[ME].of_kind(Kind.TIME)] == [10, 15]


# The game: K4 to K8


def test_k04_an_opponent_with_a_high_rd_counts_less():
    assert (
        both_k(duel(Rated(ME, 1700, 200), Rated(RIVAL, 1700, 300)))[0]
        < both_k(duel(Rated(ME, 1700, 200), Rated(RIVAL, 1700, 30)))[0]
    )


def test_k05_between_equals_half_a_point_is_expected():
    found = duel(Rated(ME, 1700, 200), Rated(RIVAL, 1700, 30))
    assert [found.lines[number].of_kind(Kind.GAME)[0].expected for number in (ME, RIVAL)] == [5000, 5000]


def test_k06_k_is_never_lower_than_16():
    assert both_k(duel(Rated(ME, 1800, 30), Rated(RIVAL, 1800, 30))) == [16, 16]
    assert both_k(duel(Rated(ME, 1800, 53.7), Rated(RIVAL, 1800, 40)))[0] == pytest.approx(16.0894, abs=1e-4)


def test_k07_the_least_k_leaves_the_rd_alone():
    limited = duel(Rated(ME, 1800, 30), Rated(RIVAL, 2200, 30), 0).deviations()
    free = rate([Rated(ME, 1800, 30), Rated(RIVAL, 2200, 30)], [Played(ME, RIVAL, 0)], fics.rules("1995")).deviations()
    assert limited == free


def test_k07_a_draw_between_equals_changes_the_rd_alone():
    found = duel(Rated(ME, 1700, 100), Rated(RIVAL, 1700, 100), 1)
    assert found.ratings() == {ME: 1700, RIVAL: 1700}
    assert found.deviations()[ME] < 100


def test_k08_points_are_not_conserved():
    found = duel(Rated(ME, 1900, 70), Rated(RIVAL), 0).ratings()
    assert (found[ME] - 1900, found[RIVAL] - 1720) == (-12, 287)


# Bughouse: K9


def four(**changed: Rated) -> list[Rated]:
    people = {"me": Rated(ME, 1900, 120), "mate": Rated(MATE, 1600, 60)}
    people |= {"rival": Rated(RIVAL, 1750, 80), "third": Rated(THIRD, 2000, 150)}
    return list((people | changed).values())


TEAMS = Played(ME, RIVAL, 2, 0, MATE, THIRD)


def test_k09_four_players_move_from_what_was_before_the_game():
    found = rate(four(), [TEAMS])
    assert found.ratings() == {ME: 1926, RIVAL: 1738, MATE: 1611, THIRD: 1960}
    assert found.outcome.facts == {"games": 1, "is_bughouse": True}
    assert all(line.games == 1 for line in found.lines.values())


def test_k09_teams_are_compared_by_their_means():
    (game,) = rate(four(), [TEAMS]).lines[MATE].of_kind(Kind.GAME)
    assert (game.opponent_rating, game.difference, game.half_points) == (1875, -125, 2)


def test_k09_a_game_with_a_missing_player_does_not_count():
    for game in (replace(TEAMS, black_partner=None), replace(TEAMS, white=Given(1800))):
        found = rate(four(), [game])
        assert {entry.reason for line in found.lines.values() for entry in line.entries} == {Reason.UNKNOWN_PLAYER}
        assert found.outcome.facts["games"] == 0


@pytest.mark.parametrize(
    "game", [replace(TEAMS, white_partner=ME), replace(TEAMS, black_partner=MATE), replace(TEAMS, white_partner=THIRD)]
)
def test_k09_nobody_sits_in_two_places(game):
    with pytest.raises(ValueError, match="game 0: a player sits in two places"):
        rate(four(), [game])


def test_k09_partners_are_rows_of_players():
    period = period_of(four(), [TEAMS])
    games = period.games
    assert isinstance(games, BughouseGames)
    broken = replace(period, games=replace(games, black_partner=np.array([4])))
    with pytest.raises(ValueError, match="black_partner names rows from 4 to 4, but there are 4"):
        fics.rate(broken, SEED)


# What players ask: K10 to K12


def test_k10_between_equal_ratings_nobody_is_better():
    assert fics.probability_better(1700, 50, 1700, 80) == 0.5


def test_k11_the_intervals_are_one_two_and_three_rds_wide():
    assert [(low, high) for _, low, high in fics.intervals(1600, 50)] == [(1550, 1650), (1500, 1700), (1450, 1750)]


def test_k12_a_higher_own_rd_means_a_bigger_change():
    changes = [duel(Rated(ME, 1700, rd), Rated(RIVAL, 1700, 60)).ratings()[ME] - 1700 for rd in (60, 120, 240)]
    assert changes == sorted(changes)
    assert len(set(changes)) == 3


# The rulings


def test_b01_a_day_adds_50_to_the_square_of_the_rd():
    assert fics.deviation_after(50, A_DAY, SEED) ** 2 - 2500 == pytest.approx(50.35536)
    assert fics.deviation_after(50, 2383 * A_DAY, SEED) == pytest.approx(350, abs=0.01)


def test_b01_without_a_clock_games_end_at_midnight():
    period = period_of([Rated(ME, 1700, 50, idle=A_DAY), Rated(RIVAL, 1700, 50)], [Played(ME, RIVAL, 2, 600)])
    plain_games = Games(**{name: getattr(period.games, name) for name in Games.__dataclass_fields__})
    plain_players = Players(**{name: getattr(period.players, name) for name in Players.__dataclass_fields__})
    outcome = fics.rate(Period(period.start, period.end, plain_players, plain_games), SEED)
    time = outcome.ledger.difference[outcome.ledger.kind == Kind.TIME]
    assert time.tolist() == [A_DAY, 0]
    assert outcome.last_minute is not None
    assert outcome.last_minute.tolist() == [START.toordinal() * A_DAY] * 2


def test_b02_b03_the_grown_rds_are_those_that_count():
    rested = duel(Rated(ME, 1700, 50, idle=300 * A_DAY), Rated(RIVAL, 1700, 50, idle=500 * A_DAY))
    grown = [fics.deviation_after(50, days * A_DAY, SEED) for days in (300, 500)]
    assert both_k(rested) == both_k(duel(Rated(ME, 1700, grown[0]), Rated(RIVAL, 1700, grown[1])))


def test_b05_ratings_are_whole_and_changes_rounded_half_away_from_zero():
    rules = fics.rules("seed", {"least_k": 17})
    found = rate([Rated(ME, 1800, 30), Rated(RIVAL, 1800, 30)], [Played(ME, RIVAL)], rules)
    assert found.ratings() == {ME: 1809, RIVAL: 1791}
    assert [line.of_kind(Kind.ROUNDING)[0].change for line in found.lines.values()] == [5000, -5000]


def test_b05_the_new_rating_of_a_newcomer_is_rounded_as_a_whole():
    rules = fics.rules("seed", {"least_k": 341, "initial_deviation": 300})
    found = rate([Rated(ME), Rated(RIVAL)], [Played(ME, RIVAL)], rules)
    assert found.ratings() == {ME: 1891, RIVAL: 1550}  # 1720 and 170.5 up or down


def test_b06_the_stored_rd_is_published_and_the_grown_one_shown_when_asked():
    found = rate([Rated(ME, 1700, 50, idle=500 * A_DAY)])
    assert found.deviations()[ME] == 50
    assert fics.deviation_after(50, 500 * A_DAY, SEED) > 150


def test_b07_the_clock_of_a_rating_from_elsewhere_stands_still_until_its_first_game():
    (time,) = duel(Rated(ME, 1900), Rated(RIVAL, 1700, 50)).lines[ME].of_kind(Kind.TIME)
    assert (time.difference, time.k) == (0, 70 * POINT)


def test_b07_or_runs_from_the_day_of_the_transfer():
    (time,) = duel(Rated(ME, 1900, idle=100), Rated(RIVAL, 1700, 50)).lines[ME].of_kind(Kind.TIME)
    assert time.difference == 100


def test_b07_a_transferred_rating_is_listed_with_its_rd():
    found = rate([Rated(ME, 1900)])
    assert (found.ratings()[ME], found.deviations()[ME]) == (1900, 70)


def test_a_clock_never_runs_backwards():
    (time,) = duel(Rated(ME, 1900, 50, idle=-100), Rated(RIVAL, 1700, 50)).lines[ME].of_kind(Kind.TIME)
    assert (time.difference, time.k) == (0, 50 * POINT)


def test_b08_before_the_reform_k_had_no_least_value():
    players = [Rated(ME, 1800, 30), Rated(RIVAL, 1800, 30)]
    minutes = [2 * A_DAY - 1, 2 * A_DAY]  # the last of 27 April 1997 and the first of the 28th
    games = [Played(ME, RIVAL, 1, minute) for minute in minutes]
    found = rate(players, games, start=REFORM - dt.timedelta(days=2))
    factors = [game.k / POINT for game in found.lines[ME].of_kind(Kind.GAME)]
    assert factors[0] == pytest.approx(5.12, abs=0.01)
    assert factors[1] == 16


@pytest.mark.parametrize(("deviation", "status"), [(80.0, Status.ESTABLISHED), (80.1, Status.PROVISIONAL)])
def test_b08_an_rd_of_80_or_less_is_active(deviation, status):
    assert rate([Rated(ME, 1800, deviation, games=5)]).lines[ME].status is status


@pytest.mark.parametrize(("days", "status"), [(77, Status.ESTABLISHED), (78, Status.PROVISIONAL)])
def test_b08_k03_the_rd_that_counts_is_that_of_the_day_of_the_list(days, status):
    # 50.355 a day bring the square of 50 to that of 80 within the 78th day.
    period = period_of([Rated(ME, 1800, 50, idle=0)])
    found = fics.rate(replace(period, end=START + dt.timedelta(days=days)), SEED)
    assert (found.status.tolist(), found.deviation.tolist()) == ([status], [50])


@pytest.mark.parametrize(("games", "status"), [(20, Status.ESTABLISHED), (19, Status.PROVISIONAL)])
def test_b08_before_the_reform_20_games_made_active(games, status):
    found = rate([Rated(ME, 1800, 300, games=games)], start=dt.date(1996, 1, 1))
    assert found.lines[ME].status is status


def test_b08_who_is_active_changed_with_the_reform():
    deviations, games = np.array([80.0, 80.1]), np.array([19, 20])
    for day, active in ((REFORM, [True, False]), (REFORM - dt.timedelta(days=1), [False, True])):
        assert fics.are_active(deviations, games, day, SEED).tolist() == active


def test_b09_the_rd_grows_linearly():
    squares = [fics.deviation_after(50, days * A_DAY, SEED) ** 2 for days in (0, 10, 20)]
    assert squares[1] - squares[0] == pytest.approx(squares[2] - squares[1])


def test_b10_a_game_counts_when_it_ends():
    players = [Rated(ME, 1700, 50), Rated(RIVAL, 1700, 50), Rated(THIRD, 1700, 50)]
    adjourned, played = Played(ME, RIVAL, 2, 900), Played(ME, THIRD, 2, 100)
    games = rate(players, [adjourned, played]).lines[ME].of_kind(Kind.GAME)
    assert [(game.game, game.game_number) for game in games] == [(1, 1), (0, 2)]


def test_b12_the_first_interval_has_the_percentage_of_the_help_page():
    assert fics.intervals(1600, 50)[0].percent == 67


# The list


def test_a_guest_counts_with_the_rating_given_and_an_rd_of_70():
    found = rate([Rated(ME, 1700, 100)], [Played(Given(1800), ME, 0), Played(ME, Given(1800), 1, 1_000_000)])
    first, second = found.lines[ME].of_kind(Kind.TIME)
    assert (first.opponent_rating, second.opponent_rating) == (70 * POINT, 70 * POINT)
    assert found.lines[ME].of_kind(Kind.GAME)[0].opponent_rating == 1800


def test_nothing_is_known_of_a_guest_without_a_rating():
    line = rate([Rated(ME, 1700, 50)], [Played(ME, Given(0))]).lines[ME]
    assert (line.kinds(), line.entries[0].reason, line.games) == (["NOT_COUNTED"], Reason.UNKNOWN_PLAYER, 0)


def test_the_ranking_has_everybody_with_a_rating_by_rating_games_and_number():
    period = period_of([Rated(1, 1800, 50), Rated(2), Rated(3, 1800, 50, games=9), Rated(4, 1900, 300), Rated(5, 1800)])
    outcome = fics.rate(period, SEED)
    assert period.players.number[fics.order(outcome, period.players)].tolist() == [4, 3, 1, 5]


def test_who_plays_nothing_keeps_everything():
    found = rate([Rated(ME, 1800, 61.25, idle=777, games=9)])
    assert (found.ratings()[ME], found.deviations()[ME], found.last_minutes()[ME]) == (1800, 61.25, -777)
    assert (found.lines[ME].games, found.lines[ME].entries) == (9, ())


def test_a_server_without_players_has_an_empty_list():
    found = rate([])
    assert (found.lines, found.outcome.facts) == ({}, {"games": 0, "is_bughouse": False})


def test_the_period_itself_is_not_changed():
    period = period_of([Rated(ME), Rated(RIVAL, 1700, 50)], [Played(ME, RIVAL), Played(Given(1600), ME)])
    before = str([column.tolist() for part in (period.players, period.games) for column in vars(part).values()])
    fics.rate(period, SEED)
    assert before == str([column.tolist() for part in (period.players, period.games) for column in vars(part).values()])


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (Rated(ME, 100_001), "rating of row 0 is no rating: 100001"),
        (Rated(ME, 1800, 0), "deviation of row 0 must be more than 0, not 0.0"),
        (Rated(ME, -5), "rating of row 0 must be at least 0, not -5"),
    ],
)
def test_players_that_are_none_are_refused(player, sentence):
    with pytest.raises(ValueError, match=sentence):
        rate([player])
