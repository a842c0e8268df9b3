"""An invented federation, three lists long, through the commands that its staff would use, against a plain calculation.

The oracle knows nothing of the site: it is given each member's numbers and the games in their order of play.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import random
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from ratings.bundle.plain import frbe as frbe_oracle
from ratings.systems.frbe import rate as frbe

pytestmark = pytest.mark.django_db

PROFILE = "2015"
START = dt.date(2024, 1, 1)
LISTS = (dt.date(2024, 7, 1), dt.date(2025, 1, 1), dt.date(2025, 7, 1))
MATRICULES = range(20001, 20061)
SCORES = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}

Row = dict[str, Any]


def run(*words: object) -> None:
    """Run a command."""
    call_command(*map(str, words), stdout=io.StringIO())


def write(path: Path, rows: list[Row]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def read(path: Path) -> dict[int, Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return {int(row["matricule"]): row for row in csv.DictReader(file)}


def members(chance: random.Random) -> list[Row]:
    """Return four kinds: established, with a provisional rating, new, and of another federation."""
    rows = []
    for matricule in MATRICULES:
        kind = chance.choice(["established"] * 5 + ["provisional", "new", "foreign"])
        games = {"established": chance.choice([22, 45, 98, 130, 299, 500]), "foreign": 50}.get(kind, 0)
        games = chance.randint(8, 19) if kind == "provisional" else games
        rating = chance.randint(1150, 2350) if games >= 10 else 0
        below = kind == "provisional"
        rows.append(
            {
                "matricule": matricule,
                "last_name": f"Member {matricule}",
                "fide_federation": "NED" if kind == "foreign" else "BEL",
                "fide_rating": rating if kind == "foreign" else "",
                "club": chance.choice([101, 201, 301]),
                "affiliated_from": "2020-01-01",
                "rating": rating,
                "games": games,
                "opponents_sum": games * chance.randint(1300, 1900) if below else 0,
                "points": chance.randint(0, 2 * games) / 2 if below else 0,
            }
        )
    return rows


def event(number: int, after: dt.date, chance: random.Random) -> list[Row]:
    """Return the games of one tournament, round by round; now and then an outsider, a forfeit, an unfinished game."""
    start = after + dt.timedelta(days=chance.randint(1, 170))
    field = chance.sample(list(MATRICULES), 12)
    rows = []
    for round_ in range(1, 8):
        chance.shuffle(field)
        for board, (white, black) in enumerate(zip(field[::2], field[1::2], strict=True), 1):
            outsider = chance.random() < 0.08
            rows.append(
                {
                    "event": f"Event {number}",
                    "city": "",
                    "start": start,
                    "end": start + dt.timedelta(days=7),
                    "round": round_,
                    "date": start + dt.timedelta(days=round_),
                    "board": board,
                    "white": white,
                    "black": "" if outsider else black,
                    "result": chance.choices(["1-0", "1/2-1/2", "0-1", "+-", "--"], [40, 22, 34, 3, 1])[0],
                    "white_rating": "",
                    "black_rating": chance.choice([0, 1500, 1900, 2400]) if outsider else "",
                }
            )
    return rows


def in_order_of_play(games: list[Row]) -> list[Row]:
    return sorted(games, key=lambda game: (game["date"], game["start"], game["event"], game["round"], game["board"]))


def compute_list(people: dict[int, Row], games: list[Row]) -> None:
    """Calculate one period by the oracle; each person then stands where the next period begins."""
    played = [
        {
            "game": number,
            "white": str(game["white"]),
            "black": str(game["black"]),
            "white_given": 0,
            "black_given": game["black_rating"] or 0,
            "white_half_points": SCORES[game["result"]],
            "day": game["date"].toordinal(),
        }
        for number, game in enumerate(in_order_of_play(games))
        if game["result"] in SCORES
    ]
    rules = frbe.rules(PROFILE).as_dict()
    lines, _ = frbe_oracle.recompute(list(people.values()), played, rules, 0)
    for person, line in zip(people.values(), lines.values(), strict=True):
        person.update(line)


def person_of(row: Row) -> Row:
    return {
        "player": str(row["matricule"]),
        "rating": row["rating"],
        "games": row["games"],
        "opponents_sum": row["opponents_sum"],
        "half_points": int(2 * row["points"]),
        "foreign_rating": row["rating"] if row["fide_federation"] == "NED" else 0,
        "last_day": 0,
    }


@pytest.mark.parametrize("seed", range(1, 6))
def test_every_list_is_what_the_rules_say(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    everybody = members(chance)
    path = write(tmp_path / "members.csv", everybody)
    run("import_members", path)
    run("create_pool", "elo", "--system", "frbe", "--rules", PROFILE)
    run("import_ratings", "elo", path, "--date", START)
    people = {row["matricule"]: person_of(row) for row in everybody}
    for number, day in enumerate(LISTS):
        after = START if number == 0 else LISTS[number - 1]
        games = [game for event_number in range(6) for game in event(10 * number + event_number, after, chance)]
        compute_list(people, games)
        chance.shuffle(games)
        run("import_tournament", write(tmp_path / f"{number}.csv", games), "--accept", "--time-control", "standard")
        run("rate", "elo", "--date", day)
        run("publish", "elo", "--date", day)
        run("verify_list", "elo", "--date", day)
        run("export_list", "elo", "--date", day, "--format", "csv", "-o", tmp_path / "list.csv")
        exported = read(tmp_path / "list.csv")
        for matricule, person in people.items():
            line = exported.get(matricule, {"rating": "", "games": "0"})
            assert (line["rating"], line["games"]) == (str(person["rating"] or ""), str(person["games"])), (
                day,
                matricule,
            )
