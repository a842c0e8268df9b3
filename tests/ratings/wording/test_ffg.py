"""Ledgers of the French go scale in words."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils import translation

from ratings.systems.period import Kind
from tests.ratings.wording.ledgers import Game, Player, explained, said

OPPONENT = Player(2, -420, 10)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def test_an_even_game() -> None:
    found = explained("ffg", [Player(1, -437, 10), OPPONENT], [Game(1, 2, 2)])
    assert said(found) == [
        (
            "Level −437: weight 1.437.",
            "v = 15 + (NFP − NFG) / 15 = 15 + 17 / 15 = 16.1333; 16.1333 × 1.437 = +23.1836",
        ),
        ("Rounded to a whole point.", "−414 − (−413.8164) = −0.1836"),
    ]


def test_a_handicap_counts_in_the_level_and_in_the_coefficient() -> None:
    found = explained("ffg", [Player(1, -437, 10), Player(2, -20, 10)], [Game(2, 1, 0, handicap=4)])
    assert said(found, Kind.GAME) == [
        (
            "Level −437: weight 1.437. Handicap 4: Black's level counts 350 points more, coefficient 0.6.",
            "v = 15 + (NFP − NFG) / 15 = 15 + 67 / 15 = 19.4667; 19.4667 × 1.437 × 0.6 = +16.7842",
        )
    ]


def test_board_and_pace_have_their_coefficients() -> None:
    found = explained("ffg", [Player(1, -437, 10), OPPONENT], [Game(1, 2, 0, board_size=13, tempo=1)])
    [(sentence, formula)] = said(found, Kind.GAME)
    assert sentence == "Level −437: weight 1.437. Board of 13 lines: coefficient 0.2. Rapid game: coefficient 0.5."
    assert formula.endswith("; −13.8667 × 1.437 × 0.2 × 0.5 = −1.9926")


@pytest.mark.parametrize(
    ("own", "opponent", "points", "limit", "cut"),
    [
        (-437, 300, 2, "A winner gains from 1 to 40, and so never drops.", "64.13 → 40; 40 × "),
        (-437, -1000, 2, "A winner gains from 1 to 40, and so never drops.", "−22.53 → 1; 1 × "),
        (450, -100, 2, "Above 400 a winner may gain nothing.", "−21.67 → 0; 0 × "),
        (-437, -1000, 0, "A loser loses from 1 to 15.", "52.53 → 15; −15 × "),
        (-437, 300, 0, "A loser loses from 1 to 15.", "−34.13 → 1; −1 × "),
        (-2100, -1500, 0, "Below −2000 a loser loses at most 1.", "−25.00 → 0; 0 × "),
        (-1900, -2100, 0, "Against a player below −2000 no more than 1 counts.", "28.33 → 1; −1 × "),
    ],
)
def test_a_variation_that_is_cut_says_by_which_rule(own: int, opponent: int, points: int, limit: str, cut: str) -> None:
    found = explained("ffg", [Player(1, own, 10), Player(2, opponent, 10)], [Game(1, 2, points)])
    [(sentence, formula)] = said(found, Kind.GAME)[:1]
    assert sentence.endswith(limit)
    assert cut in formula


def test_a_beginner_has_no_coefficients() -> None:
    found = explained("ffg", [Player(1, -2100, 10), Player(2, -2100, 10)], [Game(1, 2, 2, handicap=9)])
    [(sentence, formula)] = said(found, Kind.GAME)
    assert sentence == (
        "Level −2100: weight 2.5. Below −2000 every coefficient is 1. A winner gains from 1 to 40, and so never drops."
    )
    assert formula.endswith("71.67 → 40; 40 × 2.5 = +100.00")


def test_a_newcomer_enters_by_his_grade_and_is_adjusted() -> None:
    games = [Game(1, 2, 2), Game(3, 1, 0, round=2), Game(1, 2, 2, round=3)]
    found = explained("ffg", [Player(1, None, entry_level=-450), OPPONENT, Player(3, -300, 30)], games)
    assert said(found)[:2] == [
        ("No level yet: the start is the registration level 5k, −450.", ""),
        (
            "Adjusted start: the tournament moved the level by +59, but no more than 50 is accepted.",
            "−396.5069 − (−450) = +53.4931",
        ),
    ]
    assert found.parts[0].before is None


def test_two_games_of_a_round_begin_from_one_level() -> None:
    found = explained("ffg", [Player(1, -437, 10), OPPONENT], [Game(1, 2, 2), Game(2, 1, 0)])
    assert [sentence for sentence, _ in said(found, Kind.GAME)] == ["Level −437: weight 1.437."] * 2


def test_the_floor_is_the_thirtieth_kyu() -> None:
    found = explained("ffg", [Player(1, -2949, 3), Player(2, -2949, 3)], [Game(1, 2, 0)])
    assert said(found, Kind.FLOOR) == [("Raised to the floor of the scale: 30k, −2950.", "−2950 − (−2951.50) = +1.50")]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Game(1, 2, 1), "Does not count: a draw (jigo), or contradictory results."),
        (Game(1, 2, 2, handicap=10), "Does not count: more than 9 handicap stones."),
        (Game(1, 2, 2, board_size=7), "Does not count: games on this board size are not rated."),
        (Game(1, 2, 2, tempo=2), "Does not count: the thinking time was too short."),
        (Game(1, None, 2), "Does not count: the opponent's rating is unknown."),
    ],
)
def test_a_game_that_does_not_count_says_why(game: Game, sentence: str) -> None:
    found = explained("ffg", [Player(1, -437, 10), OPPONENT], [game])
    assert [line.sentence for line in found.not_counted] == [sentence]


def test_zero_is_a_level() -> None:
    found = explained("ffg", [Player(1, 0, 10), Player(2, 0, 10)], [Game(1, 2, 2)])
    assert found.lines[0].entry.opponent_rating == 0
    assert found.lines[0].change == Decimal(15)
    assert found.lines[0].sentence == "Level 0: weight 1."
