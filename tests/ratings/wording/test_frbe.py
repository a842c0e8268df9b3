"""Ledgers of Belgian Elo in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from ratings.systems.period import Kind
from tests.ratings.wording.ledgers import Game, Player, explained, said

RATED = Player(2, 1650, 40)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def test_a_game_says_where_the_expected_score_and_k_are_from() -> None:
    found = explained("frbe", [Player(1, 1800, 150), RATED], [Game(1, 2, 2)])
    assert said(found) == [
        (
            "Game no. 151 (101–300): K = 24.",
            "D = 1800 − 1650 = +150, We = 0.70; K (W − We) = 24 × (1 − 0.70) = +7.20",
        ),
        ("Rounded to a whole point.", "1807 − 1807.20 = −0.20"),
    ]


def test_a_difference_above_the_cap_says_as_what_it_counts() -> None:
    found = explained("frbe", [Player(1, 2100, 301), Player(2, 1200, 40)], [Game(1, 2, 1)])
    assert said(found)[0] == (
        "Game no. 302, rating 2100: K = 12. A difference of more than 350 counts as 350.",
        "D = 2100 − 1200 = +900 → +350, We = 0.89; K (W − We) = 12 × (0.5 − 0.89) = −4.68",
    )


def test_a_first_rating_has_the_printed_example() -> None:
    # 38373 / 20 = 1919 and 9 / 20 = .45 make 1883.
    found = explained("frbe", [Player(1, None, 19, 38373 - 1650, 18), RATED], [Game(1, 2, 0)])
    assert said(found) == [
        ("Game 20 of the first 20: it counts towards the performance.", ""),
        (
            "First rating: the performance over the first 20 games.",
            "Rc = 38373 / 20 = 1919, p = 9 / 20 = 0.45, D(p) = −36; R = 1919 − 36 = 1883",
        ),
    ]


def test_games_after_the_first_rating_begin_from_it() -> None:
    found = explained("frbe", [Player(1, None, 19, 19 * 1650, 19), RATED], [Game(1, 2, 1)] * 3)
    assert said(found, Kind.FIRST_RATING)[0][1].startswith("Rc = 33000 / 20 = 1650, p = 10 / 20 = 0.50")
    assert said(found, Kind.GAME)[0][1].startswith("D = 1650 − 1650 = 0, We = 0.50;")


def test_a_provisional_rating_and_its_end() -> None:
    found = explained("frbe", [Player(1, 1700, 12, 24048 - 2 * 1650, 6), RATED], [Game(1, 2, 1), Game(1, 2, 1)])
    assert said(found, Kind.PROVISIONAL) == [
        (
            "Provisional rating: the performance over 14 games.",
            "Rc = 24048 / 14 = 1718, p = 4 / 14 = 0.29, D(p) = −158; R = 1718 − 158 = 1560; 1560 − 1700 = −140.00",
        )
    ]
    gone = explained("frbe", [Player(1, 1700, 0)], [])
    assert said(gone) == [("Fewer than 10 games: the provisional rating is no longer shown.", "0 − 1700 = −1700.00")]


def test_a_score_without_a_loss_is_cut() -> None:
    found = explained("frbe", [Player(1, None, 0), RATED], [Game(1, 2, 2)] * 10)
    assert said(found, Kind.PROVISIONAL)[0][1] == (
        "Rc = 16500 / 10 = 1650, p = 10 / 10 = 1.00 → 0.99, D(p) = +677; R = 1650 + 677 = 2327"
    )


def test_25_150_takes_the_performance_where_it_is_nearer() -> None:
    # As in the printed example: 47744 / 32 = 1492 and .75 make 1685.
    games = [Game(1, 2, 2)] * 24 + [Game(1, 2, 0)] * 8
    found = explained("frbe", [Player(1, 1420, 30), Player(2, 1492, 50)], games)
    assert said(found, Kind.PERFORMANCE_25_150) == [
        (
            (
                "Rule 25/150: 32 games and a change of more than 150 points; the performance is closer to the "
                "previous rating, so it is used."
            ),
            (
                "Rc = 47744 / 32 = 1492, p = 24 / 32 = 0.75, D(p) = +193; R = 1492 + 193 = 1685; "
                "|1685 − 1420| = 265 < |1778 − 1420| = 358; 1685 − 1778.40 = −93.40"
            ),
        )
    ]


def test_25_150_leaves_the_sum_of_the_changes_where_that_is_nearer() -> None:
    found = explained("frbe", [Player(1, 1500, 150), Player(2, 1700, 400)], [Game(1, 2, 2)] * 30)
    assert said(found, Kind.PERFORMANCE_25_150) == [
        (
            (
                "Rule 25/150: 30 games and a change of more than 150 points; the performance is no closer to "
                "the previous rating, so the sum of the changes is used."
            ),
            (
                "Rc = 51000 / 30 = 1700, p = 30 / 30 = 1.00 → 0.99, D(p) = +677; R = 1700 + 677 = 2377; "
                "|2377 − 1500| = 877 ≥ |2047 − 1500| = 547"
            ),
        )
    ]


def test_the_transition_has_its_formula() -> None:
    found = explained("frbe", [Player(1, 1990, 400), Player(2, 2000, 400)], [Game(1, 2, 2)] * 5, profile="2015")
    assert said(found, Kind.TRANSITION) == [
        (
            "Transition at 2000: beyond it K = 12.",
            "2000 + (2.55 + (1990 − 2000) / 16) × 12 = 2023.10; 2023.10 − 2030.80 = −7.70",
        )
    ]


def test_the_transition_of_the_oldest_program_starts_from_the_rounded_rating() -> None:
    found = explained("frbe", [Player(1, 1996, 400), Player(2, 2068, 400)], [Game(1, 2, 2)], profile="1996")
    assert said(found, Kind.TRANSITION) == [
        ("Transition at 2000: beyond it K = 12.", "2000 + (2006 − 2000) × 12 / 16 = 2004.50; 2004.50 − 2005.60 = −1.10")
    ]


def test_the_floor_and_the_fide_rating() -> None:
    found = explained("frbe", [Player(1, 1160, 40), Player(2, 1000, 40)], [Game(1, 2, 0)])
    assert said(found, Kind.FLOOR) == [("Raised to 1150, the lowest published rating.", "1150 − 1137 = +13.00")]
    foreign = explained("frbe", [Player(1, 2210, 310, foreign_rating=2231)], [])
    assert said(foreign) == [("The FIDE rating 2231 replaces the calculated one.", "2231 − 2210 = +21.00")]


def test_why_a_game_against_an_unrated_player_does_not_count() -> None:
    found = explained("frbe", [Player(1, 1800, 150), Player(2, None, 3)], [Game(1, 2, 2)])
    assert [line.sentence for line in found.not_counted] == [
        "Does not count: the opponent had no rating (fewer than 20 games)."
    ]
