"""Ledgers of the Quebec cote in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from ratings.systems.period import Kind
from tests.ratings.wording.ledgers import Game, Player, explained, said


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def test_a_permanent_rating_gains_by_games_and_bonus() -> None:
    players = [Player(1, 1876, 100), Player(2, 2024, 100), Player(3, 2200, 100)]
    found = explained("fqe", players, [Game(1, 2, 2), Game(3, 1, 0), Game(1, 2, 1)])
    assert said(found) == [
        ("Game 101, with a permanent rating.", "1876 − 2024 = −148, Rp = 0.30; 32 (R − Rp) = 32 × (1 − 0.30) = +22.40"),
        ("Game 102, with a permanent rating.", "1876 − 2200 = −324, Rp = 0.13; 32 (R − Rp) = 32 × (1 − 0.13) = +27.84"),
        (
            "Game 103, with a permanent rating.",
            "1876 − 2024 = −148, Rp = 0.30; 32 (R − Rp) = 32 × (0.5 − 0.30) = +6.40",
        ),
        ("Bonus: a point for each point of gain above 24.", "56.64 − 24 = +32.64"),
        ("Rounded to a whole point.", "1965 − 1965.28 = −0.28"),
    ]


def test_a_first_rating_below_1200_is_lifted_half_way() -> None:
    found = explained("fqe", [Player(1), Player(2, 700, 100), Player(3, 900, 50)], [Game(1, 2, 2), Game(1, 3, 0)])
    assert said(found)[2:] == [
        (
            "First rating: the tournament performance.",
            "Cm = 1600 / 2 = 800; Cm + 400 (V − D) / n = 800 + 400 × (1 − 1) / 2 = 800",
        ),
        ("First rating below 1200: half of the shortfall is added.", "(1200 − 800) / 2 = +200.00"),
    ]
    assert found.lines[0].sentence == "Game 1: it counts towards the tournament performance."


def test_a_provisional_rating_is_weighted_as_in_the_printed_example() -> None:
    # 12 games at 1462 and 4 games with a performance of 1630 make 1504.
    games = [Game(1, None, points, black_given=1630) for points in (2, 2, 0, 0)]
    found = explained("fqe", [Player(1, 1462, 12)], games)
    assert said(found, Kind.PROVISIONAL) == [
        (
            (
                "Provisional rating (24 games or fewer before the tournament): the previous rating and the "
                "performance, each weighted by its number of games."
            ),
            (
                "Cm = 6520 / 4 = 1630; Cm + 400 (V − D) / n = 1630 + 400 × (2 − 2) / 4 = 1630; "
                "(12 × 1462 + 4 × 1630) / 16 = 1504; 1504 − 1462 = +42.00"
            ),
        )
    ]


def test_halving_and_the_cap_of_a_match() -> None:
    found = explained("fqe", [Player(1, 2290, 100), Player(2, 2300, 100)], [Game(1, 2, 2)] * 4)
    assert said(found)[4:] == [
        ("The part above 2300 counts half.", "−(2355.28 − 2300) / 2 = −27.64"),
        ("Bonus: a point for each point of gain above 24.", "37.64 − 24 = +13.64"),
        ("A match gives at most 50 points.", "50 − 51.28 = −1.28"),
    ]


def test_who_starts_above_2300_is_halved_on_the_whole() -> None:
    found = explained("fqe", [Player(1, 2400, 100), Player(2, 2400, 100)], [Game(1, 2, 0)])
    assert said(found, Kind.HALVING) == [
        ("Above 2300 before the tournament: half of the change counts.", "16 / 2 = +8.00")
    ]


def test_each_tournament_begins_where_the_last_one_ended() -> None:
    games = [Game(1, 2, 2), Game(1, 2, 2, tournament=1)]
    found = explained("fqe", [Player(1, 1500, 100), Player(2, 1700, 100)], games)
    assert [(part.tournament.name, part.before, part.after) for part in found.parts] == [
        ("T0", 1500, 1525),
        ("T1", 1525, 1547),
    ]
    assert said(found, Kind.GAME)[1][1].startswith("1525 − 1676 = −151, Rp = 0.30;")


def test_a_newcomer_begins_without_a_rating() -> None:
    found = explained("fqe", [Player(1), Player(2, 1700, 100)], [Game(1, 2, 2)])
    assert found.parts[0].before is None
