"""How much a rating with an RD is to be trusted."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.models import Rating, RatingList
from ratings.public.reliability import most_deviation, trust
from ratings.systems.fics.rate import Rules, intervals
from tests.ratings import scene


def rating(**columns: object) -> Rating:
    return Rating(
        list=RatingList(), **{"rating": 1600, "deviation": 50.0, "last_played": dt.date(2026, 7, 1), **columns}
    )


def test_on_the_day_of_the_last_game_the_rd_is_that_of_the_list() -> None:
    found = trust(rating(), Rules(), dt.date(2026, 7, 1))
    assert (found.published, found.today) == (50, 50)


def test_the_three_intervals_of_the_rules() -> None:
    found = trust(rating(), Rules(), dt.date(2026, 7, 1))
    assert [(each.percent, each.low, each.high) for each in found.intervals] == [
        *((67.0, 1550, 1650), (95.0, 1500, 1700), (99.7, 1450, 1750)),
    ]


def test_the_rd_of_today_has_grown_since_the_last_game() -> None:
    # K3: 0.034969 a minute; from 50 it takes 2383 days to reach 350.
    found = trust(rating(), Rules(), dt.date(2026, 7, 1) + dt.timedelta(days=100))
    assert found.today == pytest.approx((50**2 + 0.034969 * 144_000) ** 0.5)
    assert found.intervals == intervals(1600, found.today)
    assert trust(rating(), Rules(), dt.date(2026, 7, 1) + dt.timedelta(days=2390)).today == 350


@pytest.mark.parametrize("missing", ["rating", "deviation"])
def test_without_a_rating_or_an_rd_there_is_nothing_to_say(missing: str) -> None:
    assert trust(rating(**{missing: None}), Rules(), dt.date(2026, 7, 1)) is None


@pytest.mark.django_db
def test_the_ranking_asks_for_an_rd_on_fics_alone() -> None:
    fics = scene.starting_list(scene.pool("blitz", system="fics"))
    elo = scene.starting_list(scene.pool())
    assert (most_deviation(fics), most_deviation(elo)) == (80, None)
    fics.date = dt.date(1996, 1, 1)  # before the reform it counted games
    assert most_deviation(fics) is None
