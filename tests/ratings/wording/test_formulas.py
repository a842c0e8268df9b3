"""Every formula comes out on a pocket calculator, in every system and whatever happens."""

from __future__ import annotations

import random

import pytest
from django.utils import translation

from ratings.systems.period import MINUTES_A_DAY
from ratings.wording import WORDING
from tests.cases import long_after
from tests.ratings.wording.formulas import calculated, wrong_steps
from tests.ratings.wording.ledgers import Game, Player, explained

RATINGS = {"frbe": (1000, 2400), "fqe": (700, 2500), "ffg": (-2950, 600), "fics": (1000, 2400)}


def test_the_calculator_finds_what_is_wrong() -> None:
    assert wrong_steps("2 + 3 = 5; 5 × 2 = 11") == ["5 × 2 = 11"]
    assert wrong_steps("K = √(3² + 4²) = 5; |2 − 5| = 3; p = 2 / 3 = 0.67, D = +7 → +5") == []


@pytest.mark.long
@pytest.mark.parametrize("system", WORDING)
@pytest.mark.parametrize("seed", long_after(1, range(4)))
def test_every_formula_comes_out(system: str, seed: int) -> None:
    chance = random.Random(seed)
    low, high = RATINGS[system]
    players = [
        Player(
            number,
            chance.randint(low, high) if number > 3 else None,
            games := (chance.choice([0, 5, 25, 150, 310]) if number > 3 else 0),
            deviation=chance.uniform(30, 200),
            idle_minutes=chance.randint(0, 500 * MINUTES_A_DAY) if games else 0,
            entry_level=chance.choice([-450, -1250, 50]),
        )
        for number in range(1, 13)
    ]
    games = []
    for place in range(60):
        white, black = chance.sample(range(1, 13), 2)
        event, extras = place // 20, {}
        if system == "ffg":
            extras = {
                "handicap": chance.choice([0, 0, 0, 2, 5]),
                "board_size": chance.choice([0, 19, 13, 9]),
                "tempo": event % 2,
            }
        half_points = chance.choice([0, 2] if system == "ffg" else [0, 1, 2])
        games.append(
            Game(white, black, half_points, tournament=event, round=place % 20 // 5, minute=place * 90, **extras)
        )
    checked = 0
    with translation.override("en"):
        for player in players:
            found = explained(system, players, games, who=player.number)
            assert found.adds_up
            for line in found.lines:
                assert line.sentence
                assert wrong_steps(line.formula) == [], line.formula
                checked += calculated(line.formula)
    assert checked > 25


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
@pytest.mark.parametrize("system", WORDING)
def test_every_sentence_can_be_said_in_every_language(system: str, language: str) -> None:
    rating = 0 if system == "ffg" else 1800
    players = [Player(1, rating, 150, deviation=50.0), Player(2, rating, 40, deviation=50.0), Player(3)]
    games = [Game(1, 2, 2), Game(3, 1, 2, round=2), Game(1, None, 2, round=3)]
    with translation.override(language):
        for who in (1, 3):
            found = explained(system, players, games, who=who)
            assert all("%(" not in line.sentence + line.formula for line in found.lines)
            assert "%(" not in found.how


def test_each_system_has_all_its_words() -> None:
    names = {"sentence", "formula", "HOW", "REASONS", "HAS_EXPECTED_SCORE", "BY_TOURNAMENT", "OPENS", "first_rating"}
    assert [system for system, words in WORDING.items() if not names <= set(vars(words))] == []
