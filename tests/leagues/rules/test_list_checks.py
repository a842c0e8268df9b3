"""The checks of player lists, each with an example."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from leagues.rules.list_checks import Listed, Lists, check_lists
from leagues.rules.parameters import Boards, Rules, Strength

START = dt.date(2025, 9, 1)
BELGIAN = Strength(band_below=100, band_above=100, unrated_least=1000, unrated_most=1800, floor=1150, equal="fault")


def line(key: int, strength: int | None, *ratings: int, **changes: object) -> Listed:
    usual = Listed(key, club=1, player=key, position=key, strength=strength, start=START, ratings=ratings)
    return replace(usual, **changes)  # type: ignore[arg-type]


def found(*lines: Listed, using: Rules | None = None, windows: list | None = None) -> list[tuple[str, int | None]]:
    lists = Lists(lines, {}, windows or [], START)
    return [(each.code, each.player) for each in check_lists(lists, using or Rules(strength=BELGIAN), {})]


@pytest.mark.parametrize(
    ("strength", "ratings", "is_sound"),
    [
        (1700, (1800, 1900), True),
        (2000, (1800, 1900), True),
        (1699, (1800, 1900), False),
        (2001, (1800, 1900), False),
        (1049, (900,), False),  # below 1150, a rating counts as 1150
        (1050, (900,), True),
        (1000, (), True),
        (1801, (), False),
        (None, (), True),
    ],
)
def test_a_strength_is_near_the_ratings_of_the_player(strength: int | None, ratings: tuple, is_sound: bool):
    assert found(line(1, strength, *ratings)) == ([] if is_sound else [("strength_band", 1)])


def test_two_players_of_a_club_have_different_strengths():
    same = [line(1, 1500), line(2, 1500)]
    assert found(*same) == [("strength_twice", 2)]
    assert found(same[0], replace(same[1], club=2)) == []
    assert found(*same, using=Rules()) == []


def test_nobody_stands_behind_a_much_weaker_player():
    using = Rules(strength=Strength(list_gap=400))
    assert found(line(1, 1500), line(2, 1400), line(3, 1799), using=using) == []
    assert found(line(1, 1500), line(2, 1400), line(3, 1800), using=using) == [("list_gap", 3)]


def test_a_player_stands_on_the_list_of_one_club():
    later = line(2, 1500, club=2, player=1, start=START + dt.timedelta(9))
    assert found(later, line(1, 1500)) == [("two_lists", 1)]


def test_a_list_changes_in_a_window():
    windows = [(dt.date(2025, 11, 1), dt.date(2025, 11, 15))]
    days = [START, dt.date(2025, 11, 15), dt.date(2025, 11, 16)]
    lines = [line(key, 1500 + key, start=day) for key, day in enumerate(days, start=1)]
    assert found(*lines, windows=windows) == [("outside_window", 3)]
    assert found(*lines) == []


@pytest.mark.parametrize(("count", "code"), [(3, "titulars_few"), (4, None), (6, None), (7, "titulars_many")])
def test_a_team_has_neither_too_few_nor_too_many_regular_players(count: int, code: str | None):
    lines = [line(key, 1500 + key, titular_of=8) for key in range(1, count + 1)]
    using = {8: Rules(boards=Boards(titulars_least=4, titulars_most=6))}
    codes = [each.code for each in check_lists(Lists(lines, {8: 1}, [], START), Rules(), using)]
    assert codes == ([code] if code else [])
