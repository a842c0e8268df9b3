"""Invented matches for the tests of the rules: results of all boards as one word, home first."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from leagues.rules.facts import NO_RESULT, Board, LineUp, Match, Player
from leagues.rules.parameters import Boards, Order, Rules
from leagues.rules.table import Table, Team

LETTERS = {"1": "10", "0": "01", "=": "==", "+": "+-", "-": "-+", "*": NO_RESULT, "x": "--"}
A, B, C, D, E, F = range(1, 7)
NAMES = " ABCDEF"
SIX_TEAMS = """
1 A-F 1===
1 B-E 1=10
1 C-D 11==
2 F-D 0=0=
2 E-C 00==
2 A-B 1=1=
3 B-F =1==
3 C-A 1=01
3 D-E 1001
4 F-E =0==
4 A-D 110=
4 B-C 1110
5 C-F =110
5 D-B 0=10
5 E-A =010
"""


def match(home: int, away: int, results: str, number: int = 1, key: int = 0) -> Match:
    """Return a match with a result a board; ``1 0 =`` games, ``+ - x`` forfeits, ``*`` none yet."""
    boards = tuple(
        Board(place, LETTERS[letter], home=100 * home + place, away=100 * away + place)
        for place, letter in enumerate(results, start=1)
    )
    return Match(key or 100 * number + home, number, home, away, boards)


def season(text: str = SIX_TEAMS) -> list[Match]:
    """Return the matches of lines such as "1 A-F 1===": round, home, away, results by board."""
    found = []
    for line in text.split("\n"):
        if line.strip():
            number, teams, results = line.split()
            found.append(match(NAMES.index(teams[0]), NAMES.index(teams[2]), results, int(number)))
    return found


def teams(*changed: Team) -> list[Team]:
    given = {team.key: team for team in changed}
    return [given.get(key, Team(key)) for key in range(1, 7)]


def rules(*criteria: str, boards: int = 4, **subjects: object) -> Rules:
    found = Rules(boards=Boards(count=boards), **subjects)
    return replace_order(found, criteria) if criteria else found


def replace_order(found: Rules, criteria: tuple[str, ...]) -> Rules:
    values = {name: getattr(found, name) for name in found.__struct_fields__}
    return Rules(**{**values, "order": Order(criteria=criteria)})  # type: ignore[arg-type]


def order(table: Table) -> str:
    """Return the teams from the first to the last, equal ones joined: "C A B D=E"."""
    text = ""
    for before, row in zip((None, *table.rows), table.rows, strict=False):
        text += ("" if before is None else "=" if before.place == row.place else " ") + NAMES[row.team]
    return text


def points(table: Table) -> dict[str, tuple[float, float]]:
    """Return match points and board points by name of the team."""
    return {NAMES[row.team]: (row.match_points / 2, row.points / 2) for row in table.rows}


def line_up(*strengths: int | None, **changes: object) -> LineUp:
    """Return a line-up of players with these strengths; None is a board left empty."""
    seats = tuple(
        None if strength is None else Player(board, strength=strength, place=board)
        for board, strength in enumerate(strengths, start=1)
    )
    day = dt.date(2025, 12, 7)
    usual = LineUp(1, "home", team=1, club=1, rank=1, series=1, level=3, round=5, day=day, seats=seats)
    return replace(usual, **changes)  # type: ignore[arg-type]
