"""The facts of FICS, single ones through the formulas and games through the engine."""

import datetime as dt
from math import log10, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from ratings.systems.common import compiled_loops
from ratings.systems.fics import rate as fics
from ratings.systems.fics.formulas import limits_of, update
from ratings.systems.fics.kernel import WHOLE, Bughouse, Chess, State, Trace, bughouse, chess
from ratings.systems.period import POINT, Kind
from tests.ratings.systems.fics.cases import SEED, Played, Rated, rate
from tests.ratings.systems.periods import START
from tests.ratings.systems.vectors import load

FACTS = load("fics")
EXACT = 1e-4
ME, RIVAL = 1, 2
BEFORE_THE_REFORM = dt.date(1996, 1, 1)
HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


def test_the_constants():
    facts, chess_limits, bughouse_limits = FACTS["constants"], limits_of(SEED), limits_of(SEED, is_bughouse=True)
    assert (chess_limits.q, chess_limits.p) == pytest.approx((facts["q"], facts["p"]), rel=1e-14)
    assert (bughouse_limits.q, bughouse_limits.p) == pytest.approx(
        (facts["q_bughouse"], facts["p_bughouse"]), rel=1e-14
    )
    assert chess_limits.growth == facts["c_per_minute"]
    assert (SEED.initial_rating, SEED.initial_deviation) == (facts["initial_rating"], facts["initial_rd"])
    assert (SEED.transfer_deviation, SEED.most_deviation) == (facts["initial_rd_icc"], facts["rd_max"])
    assert SEED.least_k == facts["k_min"]


@pytest.mark.parametrize(("deviation", "expected"), FACTS["f"])
def test_k04_the_attenuation(deviation, expected):
    assert attenuation(deviation) == pytest.approx(expected, abs=1e-6)


def test_the_example_that_the_author_of_the_system_prints():
    opponents, printed = ((1400, 30), (1550, 100), (1700, 300)), FACTS["anchor"]
    assert [round(attenuation(deviation), 4) for _, deviation in opponents] == printed["g"]
    scores = [update(200.0**2, deviation**2, 1500 - rating, limits_of(SEED))[0] for rating, deviation in opponents]
    assert [round(score, 3) for score in scores] == printed["E"]


@pytest.mark.parametrize("fact", FACTS["games"], ids=lambda fact: fact["id"])
def test_one_game(fact):
    players = [Rated(ME, fact["rating"], fact["rd"]), Rated(RIVAL, fact["opp_rating"], fact["opp_rd"])]
    start = START if fact["k_min"] else BEFORE_THE_REFORM
    found = rate(players, [Played(ME, RIVAL, round(2 * fact["score"]))], start=start)
    (mine,), (theirs,) = (found.lines[number].of_kind(Kind.GAME) for number in (ME, RIVAL))
    assert mine.expected / POINT == pytest.approx(fact["E"], abs=EXACT)
    assert mine.k / POINT == pytest.approx(fact["K"], abs=EXACT)
    assert fact["rating"] + mine.change / POINT == pytest.approx(fact["new_rating"], abs=EXACT)
    assert fact["opp_rating"] + theirs.change / POINT == pytest.approx(fact["opp_new_rating"], abs=EXACT)
    assert found.ratings()[ME] == fact["new_rating_displayed"]
    deviations = {ME: fact["new_rd"], RIVAL: fact["opp_new_rd"]}
    assert found.deviations() == pytest.approx(deviations, abs=EXACT)


@pytest.mark.parametrize("fact", FACTS["games"], ids=lambda fact: fact["id"])
def test_k06_k_without_its_least_value(fact):
    limits = limits_of(SEED, has_least_k=False)
    _, k, _ = update(fact["rd"] ** 2, fact["opp_rd"] ** 2, fact["rating"] - fact["opp_rating"], limits)
    assert k == pytest.approx(fact["K_raw"], abs=EXACT)


@pytest.mark.parametrize("fact", FACTS["rd_over_time"])
def test_k03_deviations_grow_with_time(fact):
    assert fics.deviation_after(fact["rd"], fact["minutes"], SEED) == pytest.approx(fact["rd_after"], abs=EXACT)
    found = rate([Rated(ME, 1800, fact["rd"], idle=fact["minutes"]), Rated(RIVAL, 1800, 50)], [Played(ME, RIVAL)])
    (time,) = found.lines[ME].of_kind(Kind.TIME)
    assert (time.difference, time.expected) == (fact["minutes"], round(fact["rd"] * POINT))
    assert time.k / POINT == pytest.approx(fact["rd_after"], abs=EXACT)


@pytest.mark.parametrize("fact", FACTS["p_better"])
def test_k10_who_is_truly_better(fact):
    found = fics.probability_better(fact["r1"], fact["s1"], fact["r2"], fact["s2"])
    assert found == pytest.approx(fact["p"], abs=1e-6)


@pytest.mark.parametrize("fact", FACTS["intervals"])
def test_k11_the_three_intervals(fact):
    found = fics.intervals(fact["rating"], fact["rd"])
    assert [[each.low, each.high] for each in found] == [fact["i67"], fact["i95"], fact["i997"]]
    assert NormalDist(fact["rating"], fact["rd"]).cdf(found[0].low) == pytest.approx(fact["cdf_1550"], abs=1e-6)


@pytest.mark.parametrize("fact", FACTS["bughouse"], ids=lambda fact: fact["id"])
def test_k09_one_game_of_four(fact):
    names = {ME: "", 2: "partner", 3: "opp1", 4: "opp2"}
    ratings = {number: fact[name or "rating"] for number, name in names.items()}
    players = [Rated(number, ratings[number], fact[f"{name}_rd".strip("_")]) for number, name in names.items()]
    found = rate(players, [Played(ME, 3, round(2 * fact["score"]), white_partner=2, black_partner=4)])
    time, game, *_ = found.lines[ME].entries
    others = sum(player.deviation**2 for player in players[1:])
    assert time.opponent_rating == round(POINT * sqrt(others))
    assert game.expected / POINT == pytest.approx(fact["E"], abs=EXACT)
    assert game.k / POINT == pytest.approx(fact["K"], abs=EXACT)
    assert game.difference == np.floor(fact["r1"] - fact["r2"] + 0.5)
    assert fact["rating"] + game.change / POINT == pytest.approx(fact["new_rating"], abs=EXACT)
    assert found.deviations()[ME] == pytest.approx(fact["new_rd"], abs=EXACT)
    assert 1 / sqrt(1 + limits_of(SEED, is_bughouse=True).p * others) == pytest.approx(fact["f"], abs=1e-6)


@pytest.mark.parametrize(("change", "rounded"), FACTS["rounding"])
def test_b05_changes_are_rounded_half_away_from_zero(change, rounded):
    limits = limits_of(SEED)._replace(least_k=2 * abs(change))  # between equals, half of it changes hands
    score, clock, newcomers = np.array([1.0 if change > 0 else 0.0]), np.zeros(1), np.array([0])
    for build, games, size in (
        (chess, Chess(*columns(0, 1), score, clock, newcomers), 2),
        (bughouse, Bughouse(*columns(0, 1, 2, 3), score, clock, newcomers), 4),
    ):
        state = State(np.full(size, 1800 + WHOLE), np.full(size, 1.0))
        trace = Trace(*(np.zeros(0) for _ in Trace._fields))
        _, state, _, _ = compiled_loops.run(build, (games, state, trace, limits), is_long=False)
        assert state.rating[0] - WHOLE == 1800 + rounded


def test_b01_72_real_games_of_one_player_from_his_first_one():
    facts = FACTS["real_chain"]
    opponents = [Rated(number, fact["opponent_rating"], fact["opponent_rd"]) for number, fact in enumerate(facts, 2)]
    minutes = np.cumsum([fact["minutes"] for fact in facts]).astype(int).tolist()
    games = [
        Played(ME, number, round(2 * fact["score"]), minute)
        for (number, fact), minute in zip(enumerate(facts, 2), minutes, strict=True)
    ]
    found = rate([Rated(ME), *opponents], games)
    entries = found.lines[ME].of_kind(Kind.GAME)
    assert [entry.opponent_rating + entry.difference for entry in entries] == [fact["rating"] for fact in facts]
    times = found.lines[ME].of_kind(Kind.TIME)
    for time, entry, fact in zip(times, entries, facts, strict=True):
        assert time.k / POINT == pytest.approx(fact["rd_before"], abs=EXACT)
        assert fact["rating"] + entry.change / POINT == pytest.approx(fact["new_rating"], abs=EXACT)
    for time, fact in zip(times[1:], facts, strict=False):
        assert time.expected / POINT == pytest.approx(fact["new_rd"], abs=EXACT)
    assert found.ratings()[ME] == facts[-1]["real"]
    for number, fact in enumerate(facts, 2):
        if fact["opponent_real"] is not None:
            assert found.ratings()[number] == fact["opponent_real"]


@pytest.mark.parametrize("fact", FACTS["real_k16"])
def test_k06_real_games_that_the_least_k_explains(fact):
    before, after = ({ME: fact[f"white_{when}"], RIVAL: fact[f"black_{when}"]} for when in ("before", "after"))
    for deviation in fact["rd_range_that_fits"]:
        for me, rival in ((15, deviation), (deviation, 15)):
            players = [Rated(ME, before[ME], me), Rated(RIVAL, before[RIVAL], rival)]
            found = rate(players, [Played(ME, RIVAL, HALF_POINTS[fact["result"]])]).ratings()
            steady = ME if me == 15 else RIVAL  # K is 16 whatever the other's RD
            assert found[steady] == after[steady]


def attenuation(deviation):
    """f as the expected score of somebody 400 points ahead tells it."""
    expected, _, _ = update(1.0, deviation**2, 400, limits_of(SEED))
    return log10(expected / (1 - expected))


def columns(*players):
    return [np.array([player]) for player in players]
