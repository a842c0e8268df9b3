"""How the rating systems are measured, all alike: decades of games v reading them, and a slice v the oracle.

The compute is the engine over all periods, each from the list before, with every known player and without the ledger.
Reading is a raw cursor over the same games in a file of SQLite, into arrays. The oracle is the one that is published
with every list: plain Python, word for word; where it finds another rating for anybody nothing is told at all.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.careers import COLUMNS, Careers, careers
from benchmarks.measure import Row, medians
from ratings.systems.period import Outcome, Period
from tests.ratings.systems.recomputing import recompute

PERIODS, PERIODS_OF_THE_SLICE = 90, 6
Invent = Callable[[int, int, int], Careers]  # games, players, periods
RECORD = np.dtype([(name, "i8") for name in COLUMNS])


def rows(
    system: ModuleType, plain: ModuleType, goals: tuple[float, float], quick: bool, invent: Invent = careers
) -> list[Row]:
    """The two rows of a system: compute v reading, engine v oracle, with the goal of each."""
    games = 50_000 if quick else 1_000_000
    a_slice = max(games // 100, 1000)
    return [
        _against_reading(system, invent(games, games // 40, PERIODS), goals[0]),
        _against_the_oracle(system, plain, invent(a_slice, a_slice // 40, PERIODS_OF_THE_SLICE), goals[1]),
    ]


def lists(system: ModuleType, found: Careers) -> Iterator[tuple[Period, Outcome]]:
    """Every period and its list, each from the one before, without the ledger."""
    rules, players = system.rules(), found.founders()
    for number, known in enumerate([*found.known[1:], found.known[-1]]):
        period = found.period(number, players)
        outcome = system.rate(period, rules, ledger=False)
        yield period, outcome
        players = found.after(outcome, known)


def _against_reading(system: ModuleType, found: Careers, goal: float) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite3.connect(Path(folder, "games.sqlite3"))
        _store(database, found)
        # Every list is let go when the next one stands on it: nobody keeps 90 of them in memory.
        ways = {"compute": lambda: deque(lists(system, found), maxlen=0), "read": lambda: _read(database)}
        seconds = medians(ways, 3)
        database.close()
    return Row(
        f"{system.KEY}: {found.ends[-1]:,} games in {PERIODS} periods, every known player, no ledger",
        "reading the same rows by raw cursor into arrays (SQLite)",
        seconds["compute"] / seconds["read"],
        at_most=goal,
    )


def _against_the_oracle(system: ModuleType, plain: ModuleType, found: Careers, goal: float) -> Row:
    rules = system.rules()
    rated = list(lists(system, found))
    differing = sum(
        mine != other
        for period, outcome in rated
        for mine, other in zip(outcome.rating.tolist(), _oracle(plain, period, rules), strict=True)
    )
    assert differing == 0, f"{system.KEY}: {differing} ratings differ from the oracle's"
    ways = {
        "engine": lambda: [system.rate(period, rules, ledger=False) for period, _ in rated],
        "oracle": lambda: [_oracle(plain, period, rules) for period, _ in rated],
    }
    seconds = medians(ways, 3)
    return Row(
        f"{system.KEY}: games a second over {found.ends[-1]:,} games; 0 ratings differ",
        "the plain reckoning that is published with every list",
        seconds["oracle"] / seconds["engine"],
        at_least=goal,
    )


def _oracle(plain: ModuleType, period: Period, rules: Any) -> list[int]:
    """Each player's rating after the period, as the plain reckoning has it."""
    lines, _ = recompute(plain, period, rules)
    return [line["rating"] for line in lines.values()]


def _store(database: sqlite3.Connection, found: Careers) -> None:
    names = ", ".join(COLUMNS)
    database.execute(f"CREATE TABLE game (id INTEGER PRIMARY KEY, {names})")
    insert = f"INSERT INTO game ({names}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608 - our own names
    database.executemany(insert, zip(*(found.games[name].tolist() for name in COLUMNS), strict=True))
    database.commit()


def _read(database: sqlite3.Connection) -> np.ndarray:
    return np.fromiter(database.execute(f"SELECT {', '.join(COLUMNS)} FROM game"), RECORD)  # noqa: S608 - our own names
