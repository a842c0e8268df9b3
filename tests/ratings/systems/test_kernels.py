"""Loops run in plain Python, and the same compiled where numba is installed."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from ratings.systems import ffg, ffg_history, fics, fics_history, kernels
from ratings.systems.period import Period
from tests.ratings.systems import ffg_cases, fics_cases
from tests.ratings.systems.ffg_cases import GoGame, GoPlayer
from tests.ratings.systems.fics_cases import Played, Rated


class Numbers(NamedTuple):
    column: Any
    factor: int


def doubling(compile_function: Any) -> Any:
    def double(numbers: Numbers) -> None:
        for place in range(len(numbers.column)):
            numbers.column[place] *= numbers.factor

    return compile_function(double)


def test_a_loop_in_plain_python_has_lists_and_leaves_the_arrays_alone():
    given = Numbers(np.array([1, 2]), 2)
    (after,) = kernels.run(doubling, (given,), is_long=False)
    assert (after, given.column.tolist()) == (Numbers([2, 4], 2), [1, 2])


def test_without_numba_long_loops_run_in_plain_python(monkeypatch):
    monkeypatch.setattr(kernels, "has_compiler", lambda: False)
    (after,) = kernels.run(doubling, (Numbers(np.array([1, 2]), 3),), is_long=True)
    assert after.column == [3, 6]


def test_a_compiled_loop_works_on_the_arrays():
    given = Numbers(np.array([1, 2]), 2)
    kernels.run(doubling, (given,), is_long=True)
    assert given.column.tolist() == [2, 4]


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
    [(ffg, ffg_history, go()), (fics, fics_history, server(False)), (fics, fics_history, server(True))],
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
