"""Real periods of a federation as periods of ours, from the folder that the environment variable REAL_FILES names.

A game between two members stands twice in such a file, once a player; it becomes one game. A row that has no partner,
or whose rating used is not the opponent's in the list before, becomes a game against an outsider of that rating.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tests.ratings.systems.periods import Game, Player

REAL_FILES = os.environ.get("REAL_FILES")

Row = dict[str, str]


@dataclass(frozen=True)
class Golden:
    players: list[Player]
    games: list[Game]
    expected: list[Row]


def folder(period: str) -> Path:
    assert REAL_FILES is not None
    return Path(REAL_FILES) / "golden" / "frbe" / period


def periods() -> list[str]:
    """Return the months of the lists that are there."""
    return sorted(path.name for path in folder("").iterdir() if path.is_dir()) if REAL_FILES else []


def read(period: str, counted_as_printed: bool = False) -> Golden:
    """The period by our own rules, or with ``counted_as_printed`` without the games that the list did not count."""
    before = {row["matricule"]: row for row in _rows(period, "players_before")}
    rows = _rows(period, "games")
    if counted_as_printed:
        rows = [row for row in rows if row["counted"] != "0"]
    return Golden([_player(row) for row in before.values()], _games(rows, before), _rows(period, "expected"))


def _rows(period: str, name: str) -> list[Row]:
    with (folder(period) / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _player(row: Row) -> Player:
    return Player(
        number=int(row["matricule"]),
        rating=int(row["rating"] or 0),
        games=int(row["games"] or 0),
        opponents_sum=int(row["opponents_sum"] or 0),
        half_points=int(2 * float(row["points"] or 0)),
    )


def _games(rows: list[Row], before: dict[str, Row]) -> list[Game]:
    """Return the rows as games, by date and row.

    Where only the month is known, the two rows of a game may ask for different orders. It goes by the row of the player
    whose K-factor changes in the period; the other's rating does not depend on the order.
    """
    waiting: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    pairs: list[tuple[Row, ...]] = []
    for row in rows:
        mirrored = (row["date"], row["event"], row["opponent"], row["player"], _mirror(row["score"]))
        if not _is_plain(row, before):
            pairs.append((row,))
        elif waiting[mirrored]:
            pairs.append((waiting[mirrored].pop(0), row))
        else:
            waiting[row["date"], row["event"], row["player"], row["opponent"], row["score"]].append(row)
    pairs += [(row,) for left in waiting.values() for row in left]
    factors: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        factors[row["player"]].add(row["k"])
    pairs.sort(key=lambda pair: _place(max(pair, key=lambda row: len(factors[row["player"]] - {"0"}))))
    return [_game(pair) for pair in pairs]


def _is_plain(row: Row, before: dict[str, Row]) -> bool:
    opponent = before.get(row["opponent"])
    return opponent is not None and row["opponent_rating_used"] in ("", opponent["rating"])


def _place(row: Row) -> tuple[str, int]:
    return row["date"], int(row["row"])


def _mirror(score: str) -> str:
    return {"1": "0", "0": "1"}.get(score, score)


def _game(pair: tuple[Row, ...]) -> Game:
    row = pair[0]
    player, half_points = int(row["player"]), int(2 * float(row["score"]))
    if len(pair) == 2:
        return Game(player, int(row["opponent"]), half_points)
    return Game(player, None, half_points, black_given=int(row["opponent_rating_used"] or row["counted"] == "1"))
