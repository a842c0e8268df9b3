"""How the rating systems are measured, all alike: decades of games v reading them, and a slice v the oracle.

The compute is the engine over all periods, each from the list before, with every known player and without the ledger.
Reading is a raw cursor over the same games in a file of SQLite, into arrays. The oracle is the one that is published
with every list: plain Python, word for word; where it finds another rating for anybody nothing is told at all.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.careers import COLUMNS, Careers, after, careers, founders
from benchmarks.measure import Row, medians
from ratings.systems.period import Outcome, Period
from tests.ratings.systems.recomputing import recompute

PERIODS, PERIODS_OF_THE_SLICE = 90, 6
RECORD = np.dtype([(name, "i8") for name in COLUMNS])


def rows(system: ModuleType, plain: ModuleType, compute_goal: float, oracle_goal: float, quick: bool) -> list[Row]:
    """The two rows of a system: compute v reading, engine v oracle."""
    games = 50_000 if quick else 1_000_000
    return [
        _against_reading(system, games, compute_goal),
        _against_the_oracle(system, plain, max(games // 100, 1000), oracle_goal),
    ]


def _against_reading(system: ModuleType, games: int, goal: float) -> Row:
    found = careers(games, games // 40, PERIODS)
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite3.connect(Path(folder, "games.sqlite3"))
        _store(database, found)
        ways = {"compute": lambda: list(_lists(system, found)), "read": lambda: _read(database)}
        seconds = medians(ways, 3)
        database.close()
    return Row(
        f"{system.KEY}: {games:,} games in {PERIODS} periods, every known player, no ledger",
        "reading the same rows by raw cursor into arrays (SQLite)",
        seconds["compute"] / seconds["read"],
        at_most=goal,
    )


def _against_the_oracle(system: ModuleType, plain: ModuleType, games: int, goal: float) -> Row:
    rules = system.rules()
    lists = list(_lists(system, careers(games, games // 40, PERIODS_OF_THE_SLICE)))
    differing = sum(
        mine != other
        for period, outcome in lists
        for mine, other in zip(outcome.rating.tolist(), _oracle(plain, period, rules), strict=True)
    )
    assert differing == 0, f"{system.KEY}: {differing} ratings differ from the oracle's"
    ways = {
        "engine": lambda: [system.rate(period, rules, ledger=False) for period, _ in lists],
        "oracle": lambda: [_oracle(plain, period, rules) for period, _ in lists],
    }
    seconds = medians(ways, 3)
    return Row(
        f"{system.KEY}: games a second over {games:,} games; 0 ratings differ",
        "the plain reckoning that is published with every list",
        seconds["oracle"] / seconds["engine"],
        at_least=goal,
    )


def _oracle(plain: ModuleType, period: Period, rules: Any) -> list[int]:
    """Each player's rating after the period, as the plain reckoning has it."""
    lines, _ = recompute(plain, period, rules)
    return [line["rating"] for line in lines.values()]


def _lists(system: ModuleType, found: Careers) -> Iterator[tuple[Period, Outcome]]:
    """Every period and its list."""
    rules, players = system.rules(), founders(found)
    for number, known in enumerate([*found.known[1:], found.known[-1]]):
        period = found.period(number, players)
        outcome = system.rate(period, rules, ledger=False)
        yield period, outcome
        players = after(outcome, known)


def _store(database: sqlite3.Connection, found: Careers) -> None:
    names = ", ".join(COLUMNS)
    database.execute(f"CREATE TABLE game (id INTEGER PRIMARY KEY, {names})")
    insert = f"INSERT INTO game ({names}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608 - our own names
    database.executemany(insert, zip(*(found.games[name].tolist() for name in COLUMNS), strict=True))
    database.commit()


def _read(database: sqlite3.Connection) -> np.ndarray:
    return np.fromiter(database.execute(f"SELECT {', '.join(COLUMNS)} FROM game"), RECORD)  # noqa: S608 - our own names
