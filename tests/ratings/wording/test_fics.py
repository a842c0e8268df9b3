"""Ledgers of Glicko as on FICS in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from ratings.systems.period import MINUTES_A_DAY, Kind
from tests.ratings.wording.ledgers import Game, Player, explained, said

ME = Player(1, 1850, 10, deviation=45.2, idle_minutes=12 * MINUTES_A_DAY)
OTHER = Player(2, 1900, 10, deviation=60.0)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def test_time_lets_the_rd_grow_and_moves_no_rating() -> None:
    found = explained("fics", [ME, OTHER], [Game(1, 2, 2)])
    assert said(found, Kind.TIME) == [
        (
            "12 days without a rated game: the RD grows from 45.20 to 51.45.",
            "RD′ = √(RD² + c t) = √(45.20² + 0.034969 × 17280) = 51.45",
        )
    ]
    assert (found.lines[0].change, found.lines[0].moves_rating) == (0, False)


def test_a_game_has_every_formula_of_the_help_page() -> None:
    found = explained("fics", [ME, OTHER], [Game(1, 2, 2)])
    assert said(found, Kind.GAME) == [
        (
            "RD 51.45, the opponent's 60.00; after the game it is 50.93.",
            (
                "f = 1 / √(1 + p × 60.00²) = 0.982348; E = 1 / (1 + 10^(−(−50) × 0.982348 / 400)) = 0.429782; "
                "K = q f / (1 / 51.45² + q² f² E (1 − E)) = 14.6659 → 16; K (w − E) = 16 × (1 − 0.429782) = +9.1235; "
                "1850 + 9.1235 → 1859"
            ),
        )
    ]


def test_the_rounding_of_all_games_stands_at_the_end() -> None:
    found = explained("fics", [ME, OTHER], [Game(1, 2, 2)])
    assert said(found, Kind.ROUNDING) == [
        (
            "The rating is rounded to a whole point after each game; this is the sum of the roundings.",
            "1859 − 1859.1235 = −0.1235",
        )
    ]


def test_a_newcomer() -> None:
    found = explained("fics", [Player(1), OTHER], [Game(1, 2, 2), Game(1, 2, 1, minute=40)])
    assert said(found)[:2] == [
        ("No rating yet: the start is 1720, with an RD of 350.", ""),
        ("First rated game: the RD is 350.00.", ""),
    ]
    assert said(found, Kind.TIME)[1][0].startswith("40 minutes without a rated game: the RD grows from ")
    assert "1720 + " in said(found, Kind.GAME)[0][1]


def test_the_rd_grows_to_350_and_no_further() -> None:
    long_gone = Player(1, 1850, 10, deviation=45.2, idle_minutes=9000 * MINUTES_A_DAY)
    found = explained("fics", [long_gone, OTHER], [Game(1, 2, 2)])
    assert said(found, Kind.TIME)[0][1].endswith(" = 674.72 → 350")


def test_a_game_at_once_leaves_the_rd() -> None:
    found = explained("fics", [ME, OTHER], [Game(1, 2, 2), Game(2, 1, 2)])
    assert said(found, Kind.TIME)[1] == ("No time has passed since the last rated game: the RD stays 50.93.", "")
