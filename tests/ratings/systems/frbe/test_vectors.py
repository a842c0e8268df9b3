"""Whole players and whole periods of the facts, run through the engine."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ratings.systems.frbe import rate as frbe
from ratings.systems.period import POINT, Kind, Status
from tests.ratings.systems.periods import Game, Line, Player, lines_of, period_of, rate
from tests.ratings.systems.vectors import HALF_POINTS, load

FACTS = load("frbe")
ME = 10001

# Which entries the rule of a fact leaves beside those of the games.
TRACES = {
    "usual": set(),
    "usual+floor": {"FLOOR"},
    "transition2000": {"TRANSITION"},
    "transition2200": {"TRANSITION"},
    "25/150:usual": {"PERFORMANCE_25_150"},
    "25/150:performance": {"PERFORMANCE_25_150"},
}


@pytest.mark.parametrize("fact", FACTS["usual"])
def test_formula_two(fact):
    games = [Game(ME, None, HALF_POINTS[result], black_given=opponent) for opponent, result in fact["games"]]
    line = rate(frbe, frbe.rules(fact["profile"]), [Player(ME, fact["ro"], fact["games_before"])], games)[ME]
    played, expected = line.of_kind(Kind.GAME), fact["expect"]
    assert line.rating == expected["rn"]
    assert sorted({entry.k // POINT for entry in played}) == expected["k"]
    assert set(line.kinds()) - {"GAME", "ROUNDING"} == TRACES[expected["rule"]]
    if "we_percent" in expected:
        assert [entry.expected // 100 for entry in played] == expected["we_percent"]
    if "we_sum" in expected:
        assert sum(entry.expected for entry in played) == round(expected["we_sum"] * POINT)
        assert sum(entry.half_points for entry in played) == 2 * expected["points"]
    if "gain" in expected:
        assert sum(entry.change for entry in played) == round(expected["gain"] * POINT)
    for entry in line.of_kind(Kind.PERFORMANCE_25_150):
        assert entry.opponent_rating + entry.difference == expected["performance"]
        assert (entry.change != 0) == (expected["rule"] == "25/150:performance")


@pytest.mark.parametrize("fact", FACTS["rule_25_150_trigger"])
def test_when_25_150_looks(fact):
    """Draws against one opponent and a K that makes of them the change of the fact, exactly."""
    games, change = fact["games"], fact["abs_rounded_change"]
    rules = frbe.rules("seed", {"k_by_games": [[10_000, change]]})
    # 100 points K (W - We) / 100: two games at .50 too much and the others even give K.
    played = [Game(ME, None, 2, black_given=1500)] * 2 + [Game(ME, None, 1, black_given=1500)] * (games - 2)
    line = rate(frbe, rules, [Player(ME, 1500, 20)], played)[ME]
    assert sum(entry.change for entry in line.of_kind(Kind.GAME)) == change * POINT
    assert bool(line.of_kind(Kind.PERFORMANCE_25_150)) == fact["expect"]


@pytest.mark.parametrize("fact", FACTS["provisional_publication"])
def test_what_the_list_shows_by_the_number_of_games(fact):
    played = [Game(ME, None, 1, black_given=1600)] * fact["games"]
    line = rate(frbe, frbe.rules(), [Player(ME)], played)[ME]
    shown = {"none": Status.UNRATED, "provisional": Status.PROVISIONAL, "usual": Status.ESTABLISHED}
    assert line.status == shown[fact["expect"]]
    assert line.rating == (0 if fact["expect"] == "none" else 1600)


@pytest.mark.parametrize("fact", FACTS["ranking_order"])
def test_the_order_of_the_ranking(fact):
    players = [Player(number, rating, games) for number, (_, rating, games) in enumerate(fact["players"], 1)]
    period = period_of(players)
    names = np.array([name for name, _, _ in fact["players"]])
    outcome = frbe.rate(period, frbe.rules())
    assert names[frbe.order(outcome, period.players)].tolist() == fact["expect"]


def test_a_whole_period():
    fact = FACTS["period_iteration_synthetic"]
    period = period_of(_players(fact), _games(fact["games"]))
    outcome = frbe.rate(period, frbe.rules(fact["profile"]))
    lines = lines_of(period, outcome)
    for number, expected in fact["expect"].items():
        line = lines[int(number)]
        assert (line.rating, line.games) == (expected["elo"], expected["n"]), number
        assert _first_rating(line) == expected["first"], number
    tours = [expected["tour"] for expected in fact["expect"].values() if expected["tour"]]
    assert outcome.facts == {"tours": max(tours), "newly_rated": len(tours)}


def _players(fact: dict[str, Any]) -> list[Player]:
    return [
        Player(int(number), player["elo"], player["n"], player["sum_opponents"], int(2 * player["points"]))
        for number, player in fact["players"].items()
    ]


def _games(rows: Sequence[Sequence[Any]]) -> list[Game]:
    """By date; the second of the two rows of a game between members is left out."""
    games: list[Game] = []
    mirrored: Counter[tuple[Any, ...]] = Counter()
    for date, player, opponent, given, result in sorted(rows, key=lambda row: row[0]):
        half_points = HALF_POINTS[result]
        if mirrored[date, player, opponent, half_points]:
            mirrored[date, player, opponent, half_points] -= 1
            continue
        if opponent is not None:
            mirrored[date, opponent, player, 2 - half_points] += 1
        games.append(Game(player, opponent, half_points, black_given=given or 0))
    assert not +mirrored
    return games


def _first_rating(line: Line) -> int | None:
    entries = line.of_kind(Kind.FIRST_RATING)
    return entries[0].opponent_rating + entries[0].difference if entries else None
