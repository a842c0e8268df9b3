"""What each system expected of a game: always from what was known before it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ratings.systems import SYSTEMS
from ratings.systems.common.prediction_scores import calibration, calibration_error, score
from ratings.systems.ffg import rate as ffg
from ratings.systems.fics import rate as fics
from ratings.systems.fqe import rate as fqe
from ratings.systems.frbe import rate as frbe
from ratings.systems.frbe.formulas import expected_percents
from ratings.systems.period import POINT, Kind, Period
from ratings.systems.predictions import PREDICT, Predictions, expected_on_the_scale, predictions
from tests.ratings.systems.ffg import cases as ffg_cases
from tests.ratings.systems.ffg.cases import GoGame, GoPlayer, Guest
from tests.ratings.systems.fics import cases as fics_cases
from tests.ratings.systems.fics.cases import Given, Played, Rated
from tests.ratings.systems.periods import Game, Player, period_of

A, B, C, D = 10001, 10002, 10003, 10004


def predicted(system: Any, period: Period, rules: Any = None) -> Predictions:
    rules = rules or system.rules()
    return predictions(system.KEY, period, system.rate(period, rules), rules)


def rows(found: Predictions) -> list[tuple[int, float, int, int]]:
    """Game, expected score and both ratings."""
    columns = (found.game, found.expected.round(4), found.white, found.black)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_every_system_predicts():
    assert set(PREDICT) == set(SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_nothing_is_predicted_of_nothing(system: Any):
    assert rows(predicted(system, period_of([]))) == []
    assert rows(predicted(system, period_of([Player(A, 1500, 50)]))) == []


# Belgian Elo


def test_frbe_takes_both_ratings_of_the_start_of_the_period():
    players = [Player(A, 1760, 100), Player(B, 1645, 100)]
    games = [Game(B, A, 2), Game(A, B, 1, tournament=1), Game(A, None, 0, black_given=1760)]
    period = period_of(players, games)
    found = predicted(frbe, period)
    assert rows(found) == [(0, 0.34, 1645, 1760), (1, 0.66, 1760, 1645), (2, 0.5, 1760, 1760)]
    assert found.half_points.tolist() == [2, 1, 0]


def test_frbe_predicts_nothing_of_who_is_not_rated_yet():
    players = [Player(A, 1760, 100), Player(B, 1500, 15, 22500, 15), Player(C), Player(D, 0, 0, foreign_rating=2100)]
    games = [Game(A, B, 2), Game(C, A, 0), Game(D, A, 1), Game(B, None, 2, black_given=1500)]
    assert rows(predicted(frbe, period_of(players, games))) == [(2, 0.88, 2100, 1760)]


def test_frbe_says_what_the_ledger_says():
    chance = np.random.default_rng(3)
    players = [Player(A + number, int(chance.integers(1150, 2300)), 60) for number in range(20)]
    pairs = [chance.choice(20, 2, replace=False) for _ in range(200)]
    period = period_of(players, [Game(A + int(one), A + int(two), 1) for one, two in pairs])
    outcome = frbe.rate(period, frbe.rules())
    found = predictions("frbe", period, outcome, frbe.rules())
    ledger = outcome.ledger
    of_white = (ledger.kind == Kind.GAME) & (ledger.player == period.games.white[ledger.game])
    used = dict(zip(ledger.game[of_white].tolist(), ledger.expected[of_white].tolist(), strict=True))
    assert dict(zip(found.game.tolist(), (found.expected * POINT).round().astype(int).tolist(), strict=True)) == used


# Quebec cote


def test_fqe_takes_the_ratings_before_each_tournament():
    players = [Player(A, 1876, 200), Player(B, 2024, 200)]
    games = [Game(A, B, 2, round=1), Game(B, A, 1, round=2), Game(A, B, 0, tournament=1, round=1)]
    period = period_of(players, games)
    after_first = fqe.rate(period_of(players, games[:2]), fqe.rules()).rating.tolist()
    assert after_first == [1910, 1995]
    assert rows(predicted(fqe, period)) == [
        (0, 0.3, 1876, 2024),
        (1, 0.7, 2024, 1876),
        (2, 0.38, *after_first),
    ]


def test_fqe_knows_nothing_of_ratings_that_the_same_tournament_made():
    # QA1: the permanent player meets the provisional one as that one leaves the tournament. That is no prediction.
    players = [Player(A, 1800, 200), Player(B, 1500, 10), Player(C)]
    games = [Game(A, B, 0), Game(B, C, 2, round=2), Game(C, None, 1, black_given=1600, round=3)]
    games += [Game(C, A, 0, tournament=1), Game(B, None, 1, black_given=1700, tournament=1, round=2)]
    found = predicted(fqe, period_of(players, games))
    assert found.game.tolist() == [0, 3, 4]
    assert rows(found)[0] == (0, 0.85, 1800, 1500)


def test_fqe_forgets_games_that_did_not_count():
    players = [Player(A, 1800, 200), Player(B, 1800, 200)]
    games = [Game(A, B, 2), Game(A, None, 2, round=2), Game(None, B, 2, round=3)]
    assert predicted(fqe, period_of(players, games)).game.tolist() == [0]


# Go scale


def test_ffg_expects_what_its_variations_say():
    ahead = np.array([0.0, 75.0, -75.0, 150.0, 210.0, 1000.0, -1000.0])
    found = expected_on_the_scale(ahead, ffg.rules())
    assert found.tolist() == pytest.approx([1 / 2, 2 / 3, 1 / 3, 5 / 6, 29 / 30, 29 / 30, 1 / 30])


def test_ffg_expectation_is_the_odds_of_the_bet():
    rules = ffg.rules()
    for ahead in (0.0, 60.0, -135.0):
        gain, loss = 15 - ahead / 15, 15 + ahead / 15
        p = expected_on_the_scale(np.array([ahead]), rules)[0]
        assert p * gain == pytest.approx((1 - p) * loss)


def test_ffg_without_a_gain_expects_nothing():
    rules = ffg.rules("seed", {"base_gain": 0})
    assert expected_on_the_scale(np.array([300.0]), rules).tolist() == [0.5]


def test_ffg_counts_the_stones_and_the_levels_before_the_tournament():
    players = [GoPlayer(A, 150), GoPlayer(B, -50), GoPlayer(C, 0)]
    games = [
        GoGame(A, B, "W", handicap=2),  # 150 - (-50 + 150) = 50 ahead
        GoGame(A, B, "B", handicap=2, round=2),
        GoGame(C, Guest(-30), "B", round=3),
        GoGame(A, B, "W", tournament=2, day=5),
    ]
    period = ffg_cases.period_of(players, games)
    found = rows(predicted(ffg, period))
    levels = ffg_cases.scale(players, games[:3]).levels()
    assert found[:3] == [(0, 0.6111, 150, -50), (1, 0.6111, 150, -50), (2, 0.5667, 0, -30)]
    assert found[3][2:] == (levels[A], levels[B])


def test_ffg_knows_nothing_of_a_start_that_the_tournament_put_right():
    players = [GoPlayer(A, 100), GoPlayer(B, 100)]
    games = [GoGame(A, Guest(300, 1 + number), "W", round=1 + number) for number in range(9)]
    games += [GoGame(A, B, "W", round=10), GoGame(A, B, "W", tournament=2, day=9)]
    played = ffg_cases.scale(players, games)
    assert played.lines[A].of_kind(Kind.ADJUSTED_START)
    found = rows(predicted(ffg, played.period))
    assert found[9] == (9, 0.5, 100, 100)
    before_second = ffg_cases.scale(players, games[:10]).levels()
    assert found[10][2:] == (before_second[A], before_second[B])


def test_ffg_predicts_nothing_of_newcomers_before_their_second_tournament():
    players = [GoPlayer(A, None, entry=-250), GoPlayer(B, -250), GoPlayer(C, 0)]
    games = [GoGame(A, B), GoGame(A, B, round=2), GoGame(B, A, tournament=2, day=7), GoGame(B, C, "=", round=2)]
    assert predicted(ffg, ffg_cases.period_of(players, games)).game.tolist() == [2]


# FICS


def test_fics_takes_what_the_ledger_says_of_white():
    players = [Rated(A, 1800, 60.0, idle=10), Rated(B, 1700, 90.0, idle=10)]
    period = fics_cases.period_of(players, [Played(A, B, 2, minute=5), Played(B, A, 1, minute=30)])
    outcome = fics.rate(period, fics.rules())
    found = predictions("fics", period, outcome, fics.rules())
    line = fics_cases.lines_of(period, outcome)
    used = [line[A].of_kind(Kind.GAME)[0], line[B].of_kind(Kind.GAME)[1]]
    assert found.expected.tolist() == [entry.expected / POINT for entry in used]
    assert (found.white[0], found.black[0]) == (1800, 1700)


def test_fics_sees_the_game_of_a_guest_from_the_other_side():
    players = [Rated(A, 1800, 60.0, idle=10)]
    found = predicted(fics, fics_cases.period_of(players, [Played(Given(1800), A, 2), Played(Given(1600), A, 0)]))
    assert found.white.tolist() == [1800, 1600]
    assert found.expected[0] == pytest.approx(0.5)
    assert found.expected[1] < 0.3


def test_fics_predicts_nothing_of_the_first_game_of_a_newcomer():
    players = [Rated(A, 1800, 60.0, idle=10), Rated(B)]
    games = [Played(A, B, 2, minute=1), Played(A, B, 2, minute=2)]
    assert predicted(fics, fics_cases.period_of(players, games)).game.tolist() == [1]


def test_fics_predicts_bughouse_by_the_teams():
    players = [Rated(number, 1800 + 100 * (number == A), 60.0, idle=10) for number in (A, B, C, D)]
    games = [Played(A, C, 2, white_partner=B, black_partner=D)]
    found = predicted(fics, fics_cases.period_of(players, games))
    assert (found.white.tolist(), found.black.tolist()) == ([1850], [1800])
    assert 0.5 < found.expected[0] < 0.6


# A federation whose strengths follow the system's own formula


def test_a_federation_that_follows_table_ii_is_calibrated():
    """Members with a true strength, rated as such; results come as often as Table II says."""
    chance = np.random.default_rng(20)
    strength = np.clip(chance.normal(1700, 250, 400).round().astype(int), 1150, 2600)
    players = [Player(20001 + number, int(rating), 500) for number, rating in enumerate(strength)]
    one = chance.integers(0, 400, 15_000)
    two = (one + chance.integers(1, 400, 15_000)) % 400
    percent = expected_percents(strength[one], strength[two], frbe.rules())
    won = 2 * (100 * chance.random(15_000) < percent)
    columns = (20001 + one, 20001 + two, won)
    games = [Game(*game) for game in zip(*(column.tolist() for column in columns), strict=True)]
    found = predicted(frbe, period_of(players, games))
    bins = calibration(found.expected, found.half_points)
    assert len(found.game) == 15_000
    assert sum(each.scored_low <= each.expected <= each.scored_high for each in bins) >= len(bins) - 1
    assert calibration_error(bins) < 0.015
    assert score(found.expected, found.half_points).log_loss < 0.6


@pytest.mark.long
@pytest.mark.parametrize("system", [fqe, ffg], ids=["fqe", "ffg"])
def test_a_tournament_that_follows_the_formula_is_calibrated(system: Any):
    """One great tournament of players whose ratings are true; ratings that it makes itself must play no part."""
    chance = np.random.default_rng(22)
    strength = chance.normal(1700 if system is fqe else -400, 250, 300).round().astype(int)
    one = chance.integers(0, 300, 12_000)
    two = (one + chance.integers(1, 300, 12_000)) % 300
    ahead = strength[one] - strength[two]
    if system is fqe:
        truth = np.array([fqe.expected_percent(each, 0) for each in ahead.tolist()]) / 100
    else:
        truth = expected_on_the_scale(ahead.astype(float), ffg.rules())
    won = 2 * (chance.random(12_000) < truth)
    columns = ((20001 + one).tolist(), (20001 + two).tolist(), won.tolist())
    games = [Game(*game, round=number // 150) for number, game in enumerate(zip(*columns, strict=True))]
    players = [Player(20001 + number, int(rating), 500) for number, rating in enumerate(strength)]
    period = period_of(players, games)
    if system is ffg:
        period = replace(period, games=replace(period.games, board_size=np.full(12_000, 19)))
    found = predicted(system, period)
    bins = calibration(found.expected, found.half_points)
    assert len(found.game) == 12_000
    assert sum(each.scored_low <= each.expected <= each.scored_high for each in bins) >= len(bins) - 1
    assert calibration_error(bins) < 0.015


@pytest.mark.long
def test_glicko_finds_the_strengths_of_its_own_world():
    """Everybody starts alike; after some games the predictions are calibrated though nobody told them the strengths."""
    chance = np.random.default_rng(21)
    strength = chance.normal(1720, 200, 60)
    games = []
    for minute in range(12_000):
        one, two = (int(each) for each in chance.choice(60, 2, replace=False))
        wins = chance.random() < 1 / (1 + 10 ** ((strength[two] - strength[one]) / 400))
        games.append(Played(20001 + one, 20001 + two, 2 * int(wins), minute=minute))
    found = predicted(fics, fics_cases.period_of([Rated(20001 + number) for number in range(60)], games))
    late = slice(3000, None)
    assert calibration_error(calibration(found.expected[late], found.half_points[late])) < 0.03
    truth = score(found.expected[late], found.half_points[late]).log_loss
    assert truth < score(np.full(len(found.game[late]), 0.5), found.half_points[late]).log_loss - 0.03
