"""Loops run in plain Python, and the same compiled where numba is installed."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from ratings.systems.common import compiled_loops
from ratings.systems.ffg import rate as ffg
from ratings.systems.ffg import tournaments
from ratings.systems.fics import chronology
from ratings.systems.fics import rate as fics
from ratings.systems.period import Period
from tests.ratings.systems.ffg import cases as ffg_cases
from tests.ratings.systems.ffg.cases import GoGame, GoPlayer
from tests.ratings.systems.fics import cases as fics_cases
from tests.ratings.systems.fics.cases import Played, Rated


class Factors(NamedTuple):
    factor: Any


class Numbers(NamedTuple):
    column: Any
    more: int


def products(compile_function: Any) -> Any:
    def multiply(factors: Factors, numbers: Numbers) -> None:
        for place, factor in enumerate(factors.factor):
            numbers.column[place] = numbers.column[place] * factor + numbers.more

    return compile_function(multiply)


def spoiling(compile_function: Any) -> Any:
    def spoil(factors: Factors) -> None:
        factors.factor[0] = 0

    return compile_function(spoil)


def given() -> tuple[Factors, Numbers]:
    return Factors(np.array([2, 3])), Numbers(np.array([1, 2]), 10)


def test_a_loop_in_plain_python_has_lists_and_leaves_the_arrays_alone():
    factors, numbers = tables = given()
    _, after = compiled_loops.run(products, tables, is_long=False)
    assert (after, numbers.column.tolist()) == (Numbers([12, 16], 10), [1, 2])
    assert factors.factor.tolist() == [2, 3]


def test_what_there_is_to_do_cannot_be_changed():
    with pytest.raises(TypeError, match="read-only"):
        compiled_loops.run(spoiling, given()[:1], is_long=False)


def test_without_numba_long_loops_run_in_plain_python(monkeypatch):
    monkeypatch.setattr(compiled_loops, "has_compiler", lambda: False)
    _, after = compiled_loops.run(products, given(), is_long=True)
    assert after.column == [12, 16]


def test_a_compiled_loop_works_on_the_arrays():
    _, numbers = tables = given()
    compiled_loops.run(products, tables, is_long=True)
    assert numbers.column.tolist() == [12, 16]


def go() -> Period:
    random = np.random.default_rng(7)
    players = [GoPlayer(number, int(random.integers(-2950, 900))) for number in range(1, 30)]
    players += [GoPlayer(number, None, -450) for number in range(30, 40)]
    pairs = [random.permutation(39)[:2] + 1 for _ in range(400)]
    return ffg_cases.period_of(
        players,
        [
            GoGame(int(white), int(black), "WB"[place % 2], place % 4, round=place % 5, tournament=place // 50)
            for place, (white, black) in enumerate(pairs)
        ],
    )


def server(is_bughouse: bool) -> Period:
    random = np.random.default_rng(8)
    players = [
        Rated(number, int(random.integers(900, 2500)), float(random.uniform(20, 350))) for number in range(1, 30)
    ]
    players += [Rated(number) for number in range(30, 40)]
    seats = [(random.permutation(39)[:4] + 1).tolist() for _ in range(400)]
    return fics_cases.period_of(
        players,
        [
            Played(white, black, place % 3, 500 * place, *(mates if is_bughouse else ()))
            for place, (white, black, *mates) in enumerate(seats)
        ],
    )


@pytest.mark.parametrize(
    ("system", "history", "period"),
    [(ffg, tournaments, go()), (fics, chronology, server(False)), (fics, chronology, server(True))],
    ids=["go", "chess", "bughouse"],
)
def test_compiled_and_plain_loops_agree(monkeypatch, system, history, period):
    plain = system.rate(period, system.rules())
    monkeypatch.setattr(history, "COMPILED_FROM", 0)
    fast = system.rate(period, system.rules())
    assert fast.rating.tolist() == plain.rating.tolist()
    np.testing.assert_allclose(fast.deviation, plain.deviation, rtol=1e-9)
    for name, column in vars(plain.ledger).items():
        np.testing.assert_allclose(getattr(fast.ledger, name), column, atol=1, err_msg=name)
