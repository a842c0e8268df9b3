"""Games and tournaments of the facts, run through the engine."""

from math import floor
from typing import NamedTuple

import numpy as np
import pytest

from ratings.systems.ffg import rate as ffg
from ratings.systems.ffg.games import Counted, Entrants
from ratings.systems.ffg.tournaments import history_of
from ratings.systems.period import POINT, Kind, Reason
from tests.ratings.systems.ffg.cases import SEED, GoGame, GoPlayer, scale
from tests.ratings.systems.vectors import load

FACTS = load("ffg")
EXACT = 1e-4
TEMPO = {"normal": 0, "rapid": 1, "very_rapid": 2}
NOT_COUNTED = {"G13": Reason.HANDICAP, "G16": Reason.BOARD_SIZE, "G18": Reason.TEMPO, "G31": Reason.HANDICAP}


class Settled(NamedTuple):
    passes: int
    converged: bool
    start: dict[str, float]
    end: dict[str, float]


@pytest.mark.parametrize("fact", FACTS["games"], ids=lambda fact: fact["id"])
def test_one_game(fact):
    game = GoGame(1, 2, fact["winner"], fact["H"], fact["size"], TEMPO[fact["tempo"]])
    lines = scale([GoPlayer(1, fact["NB"]), GoPlayer(2, fact["NN"])], [game]).lines
    (white,), (black,) = (
        [entry for entry in lines[number].entries if entry.kind in (Kind.GAME, Kind.NOT_COUNTED)] for number in (1, 2)
    )
    assert white.change / POINT == pytest.approx(fact["delta_white"], abs=EXACT)
    assert black.change / POINT == pytest.approx(fact["delta_black"], abs=EXACT)
    if not fact["counted"]:
        assert {white.reason, black.reason} == {NOT_COUNTED[fact["id"]]}
        return
    winner, loser = (white, black) if fact["winner"] == "W" else (black, white)
    assert white.difference == fact["NFB"] - fact["NFN"] == -black.difference
    assert winner.expected / POINT == pytest.approx(fact["raw_winner"], abs=EXACT)
    assert loser.expected / POINT == pytest.approx(fact["raw_loser"], abs=EXACT)
    for entry, side in ((winner, "winner"), (loser, "loser")):
        handicap, board, tempo = fact[f"coef_{side}"]
        assert entry.k / POINT == pytest.approx(handicap * board * tempo * fact[f"weight_{side}"], abs=EXACT)


@pytest.mark.parametrize("fact", FACTS["tournaments"], ids=lambda fact: fact["id"])
def test_a_tournament(fact):
    settled = settled_of(fact["games"], fact["levels"], fact["known"])
    assert (settled.passes, settled.converged) == (fact["passes"], True)
    assert settled.start == pytest.approx(fact["start"], abs=EXACT)
    assert settled.end == pytest.approx(fact["end"], abs=EXACT)


@pytest.mark.parametrize("fact", FACTS["tournaments"], ids=lambda fact: fact["id"])
def test_f17_f18_every_pass_of_a_tournament(fact):
    for passes, expected in enumerate(fact["trace"], 1):
        settled = settled_of(fact["games"], fact["levels"], fact["known"], ffg.rules("seed", {"most_passes": passes}))
        assert settled.passes == passes
        assert settled.start == pytest.approx(expected["start"], abs=EXACT)
        assert settled.end == pytest.approx(expected["end"], abs=EXACT)


@pytest.mark.parametrize("fact", [fact for fact in FACTS["tournaments"] if fact["id"] != "T06"], ids=lambda f: f["id"])
def test_a_tournament_in_whole_levels(fact):
    numbers = {name: number for number, name in enumerate(fact["levels"], 1)}
    players = [
        GoPlayer(numbers[name], level if fact["known"][name] else None, level) for name, level in fact["levels"].items()
    ]
    levels = scale(players, games_of(fact["games"], numbers)).levels()
    assert levels == {numbers[name]: floor(level + 0.5) for name, level in fact["end"].items()}


def test_f19_two_tournaments():
    fact = FACTS["two_tournaments"]
    first = settled_of(fact["games_1"], fact["levels"], {"U": False, "A": True, "B": True})
    assert first.end == pytest.approx(fact["after_1"], abs=EXACT)
    for knows_him, expected in ((True, fact["after_2"]), (False, fact["after_2_if_still_unknown"])):
        second = settled_of(fact["games_2"], first.end, {"U": knows_him, "A": True, "B": True})
        assert second.end == pytest.approx(expected, abs=EXACT)


def test_f19_two_tournaments_in_whole_levels():
    fact = FACTS["two_tournaments"]
    numbers = {"U": 1, "A": 2, "B": 3}
    players = [GoPlayer(1, None, -950), GoPlayer(2, -450), GoPlayer(3, -500)]
    games = games_of(fact["games_1"], numbers) + games_of(fact["games_2"], numbers, tournament=2)
    assert scale(players, games).levels() == {numbers[name]: round(level) for name, level in fact["after_2"].items()}


def test_a_real_tournament():
    fact = FACTS["real"]
    numbers = {name: number for number, name in enumerate(fact["levels"], 1)}
    games = [
        GoGame(numbers[white], numbers[black], winner, handicap, round=number)
        for number, white, black, winner, handicap in fact["games"]
    ]
    levels = scale([GoPlayer(numbers[name], level) for name, level in fact["levels"].items()], games).levels()
    assert levels == {numbers[name]: floor(level + 0.5) for name, level in fact["end"].items()}


@pytest.mark.parametrize(("grade", "level"), FACTS["initial_levels"].items())
def test_f02_registration_levels(grade, level):
    assert ffg.level_of_grade(grade) == level


@pytest.mark.parametrize(("level", "grade"), FACTS["grade_of_level"])
def test_f01_grades(level, grade):
    assert ffg.grade_of_level(level) == grade


@pytest.mark.parametrize(("white", "black", "stones"), FACTS["normal_handicap"])
def test_f03_normal_handicaps(white, black, stones):
    assert ffg.normal_handicap(white, black) == stones


def games_of(games, numbers, tournament=1):
    return [
        GoGame(
            *(numbers[game["white"]], numbers[game["black"]], game["winner"], game.get("H", 0), game.get("size", 19)),
            tempo=TEMPO[game.get("tempo", "normal")],
            round=game["round"],
            tournament=tournament,
            day=tournament,
        )
        for game in games
    ]


def settled_of(games, levels, known, rules=SEED):
    """Return a tournament of even games of standard pace, in fractions of levels."""
    seat = {name: number for number, name in enumerate(levels)}
    won = np.array([game["winner"] == "W" for game in games])
    white, black = (np.array([seat[game[side]] for game in games]) for side in ("white", "black"))
    counted = Counted(
        game=np.arange(len(games)),
        tournament=np.zeros(len(games), dtype=np.int64),
        round=np.array([game["round"] for game in games]),
        winner=np.where(won, white, black),
        loser=np.where(won, black, white),
        stones=np.zeros(len(games)),
        coefficient=np.ones(len(games)),
        high_handicap=np.zeros(len(games), dtype=bool),
    )
    entrants = Entrants(np.array(list(levels.values()), dtype=np.float64), np.array([known[name] for name in levels]))
    history = history_of(counted, entrants, rules, trace=False)
    names, sittings = list(levels), history.sittings
    played = [names[row] for row in sittings.entrant]
    return Settled(
        passes=history.passes.item(),
        converged=not len(history.not_converged),
        start=levels | dict(zip(played, sittings.start.tolist(), strict=True)),
        end=levels | dict(zip(played, sittings.end.tolist(), strict=True)),
    )
