"""K and RDs of Glicko."""

from itertools import pairwise

from ratings.methods.glicko_figures import expected, growth, weights
from ratings.systems.fics import rate as fics

RULES = fics.rules()


def test_k_is_at_least_16_and_rises_with_the_own_rd() -> None:
    rows = weights(RULES)
    assert rows[0].k == [16] * 6
    assert [round(row.k[0]) for row in rows] == [16, 16, 35, 74, 173, 350]


def test_an_rd_grows_without_games_and_stops_at_350() -> None:
    grown = growth(RULES)
    assert [round(row.deviation, 1) for row in grown[:3]] == [50.0, 53.4, 63.3]
    assert all(low.deviation < high.deviation <= 350 for low, high in pairwise(grown))


def test_an_unreliable_opponent_makes_less_expect() -> None:
    (reliable,), (unreliable,) = (expected(RULES, deviation, range(400, 401)) for deviation in (30, 350))
    assert reliable[1] > unreliable[1] > 0.5
