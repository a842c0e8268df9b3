"""Real periods as the files that a federation would hand in: members, starting list, games; and what has to come out.

They lie in the folder that the environment variable REAL_FILES names. A game between two members stands there twice,
once a player, and becomes one line here.
"""

from __future__ import annotations

import csv
import datetime as dt
import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

REAL_FILES = os.environ.get("REAL_FILES")
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}

Row = dict[str, str]


@dataclass(frozen=True)
class Files:
    """What goes in."""

    members: Path
    ratings: Path
    games: Path


def rows(period: str, name: str) -> list[Row]:
    """Return the lines of one of the period's files."""
    assert REAL_FILES is not None
    path = Path(REAL_FILES) / "golden" / "frbe" / period / f"{name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def player_list(period: str, name: str) -> Path:
    """Return one of the federation's own lists of the period; its CHCKLIST is beside it."""
    assert REAL_FILES is not None
    return Path(REAL_FILES) / "samples" / "belgium" / f"period_{period}" / f"PLAYER_{name}.DBF"


def write(period: str, day: dt.date, folder: Path) -> Files:
    """Return the files of the period before the list of the day, written into the folder."""
    before = rows(period, "players_before")
    files = Files(folder / "members.csv", folder / "ratings.csv", folder / "games.csv")
    _write(files.members, map(_member, before))
    _write(files.ratings, [{name: row[name] for name in _RATING} for row in before])
    _write(files.games, _games(rows(period, "games"), {row["matricule"] for row in before}, day))
    return files


_RATING = ("matricule", "rating", "games", "opponents_sum", "points")


def _write(path: Path, lines: Iterable[Row]) -> None:
    found = list(lines)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)


def _member(row: Row) -> Row:
    home = row["nat_is_bel"] == "1"
    substituted = not home and row["fide_rating_substituted"] == "1"
    return {
        "matricule": row["matricule"],
        "last_name": f"Member {row['matricule']}",
        "fide_federation": "BEL" if home else "XXX",
        "fide_rating": row["rating"] if substituted else "",
        "keeps_national_rating": row["foreigner_keeps_national"],
        "affiliated_from": "1990-01-01",
    }


def _games(found: list[Row], known: set[str], day: dt.date) -> list[Row]:
    """One line a game, in the order of the rows. An event lasts from its first to its last day before the list."""
    waiting: dict[tuple[str, ...], int] = defaultdict(int)
    lines: list[Row] = []
    days: dict[str, set[str]] = defaultdict(set)
    for row in found:
        against_member = row["opponent"] in known
        line = _game(row, against_member)
        game = tuple(line.values())
        if against_member and waiting[(row["opponent"], *game)]:
            waiting[(row["opponent"], *game)] -= 1  # the other player's row of a game that is there
            continue
        waiting[(row["player"], *game)] += against_member
        lines.append(line)
        if line["date"] <= day.isoformat():  # later ones are typing errors
            days[row["event"]].add(line["date"])
    for line in lines:
        span = days.get(line["event"], {day.isoformat()})
        line |= {"start": min(span), "end": max(span)}
    return lines


def _game(row: Row, against_member: bool) -> Row:
    is_white = row["colour"] == "W"
    score = float(row["score"]) if is_white else 1 - float(row["score"])
    rating = "" if against_member else row["opponent_rating_used"] or "0"
    opponent = row["opponent"] if against_member else ""
    return {
        "event": row["event"],
        "date": row["date"] if len(row["date"]) == 10 else f"{row['date']}-15",  # where only the month is known
        "white": row["player"] if is_white else opponent,
        "black": opponent if is_white else row["player"],
        "result": RESULTS[score],
        "white_rating": "" if is_white else rating,
        "black_rating": rating if is_white else "",
    }
