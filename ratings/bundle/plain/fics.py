"""A second implementation of Glicko as on FICS, in plain Python and step by step, to check lists with.

Nothing is shared with the program that made the list: deviations instead of variances, powers of ten, one dictionary of
people. The numbers in the comments are those of the rules: K the server's help page and what its games add to it, B
rulings. The parameters come from ``rules.json``.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]
Rules = dict[str, Any]
Teams = tuple[list[Hashable], list[Hashable]]  # names of White and Black, in bughouse each with their partner
MINUTES_A_DAY = 1440

# The program that made the list calculates in another order: its last ten-thousandth may differ from ours.
TOLERANCES = {"expected": 1, "k": 1, "change": 1, "opponent_rating": 1, "deviation": 1e-6}


@dataclass
class Person:
    """A player. ``rating`` None: no game in the category yet. ``minute`` None: nothing is known of the last game."""

    rating: int | None = None
    rd: float | None = None
    minute: int | None = None
    games: int = 0
    entries: list[Row] = field(default_factory=list)


People = dict[Hashable, Person]


def recompute(players: list[Row], games: list[Row], rules: Rules, end: int) -> tuple[dict[str, Row], list[Row]]:
    """Return the lines of the list by player, and the entries of games, from the rows of players.csv and games.csv."""
    people: People = {row["player"]: entrant(row) for row in players}
    last_day = {row["player"]: row["last_day"] for row in players}
    for row in sorted(games, key=minute_of):  # B10: in the order in which they ended
        teams = teams_of(row, people)
        if not all(teams):
            continue
        played = play(people, teams, row["white_half_points"] / 2, minute_of(row), rules)
        for name, entries in played.items():
            people[name].entries += [{"game": row["game"], **entry} for entry in entries]
            if name in last_day:
                last_day[str(name)] = max(last_day[str(name)], row["day"])
    lines = {row["player"]: line(row, people[row["player"]], rules, end) for row in players}
    for name, day in last_day.items():
        lines[name]["last_day"] = day
    return lines, [{"player": name, **entry} for name in lines for entry in people[name].entries] + left_out(games)


def entrant(row: Row) -> Person:
    """Return the player of a row of players.csv. Without times, everybody's last game ended at midnight of its day."""
    minute = row.get("last_minute", row["last_day"] * MINUTES_A_DAY)
    deviation = None if math.isnan(row["deviation"]) else row["deviation"]
    return Person(row["rating"] or None, deviation, minute or None, row["games"])


def minute_of(row: Row) -> int:
    """Return the minute in which a game ended; without times, midnight of its day."""
    return int(row.get("minute", row["day"] * MINUTES_A_DAY))


def teams_of(row: Row, people: People) -> Teams:
    """Return both teams; [] for a team with an unknown player. A guest of chess is another person in each game."""
    teams = []
    for side in ("white", "black"):
        name: Hashable = row[side]
        if f"{side}_partner" in row:
            partner = row[f"{side}_partner"]
            teams.append([name, partner] if name and partner else [])
        elif name or row[f"{side}_given"]:
            if not name:
                name = (side, row["game"])
                people[name] = Person(row[f"{side}_given"])
            teams.append([name])
        else:
            teams.append([])
    return teams[0], teams[1]


def line(row: Row, person: Person, rules: Rules, end: int) -> Row:
    """Return the line of a player in the list."""
    deviation = row["deviation"]
    if person.rating is not None:
        deviation = rules["transfer_deviation"] if person.rd is None else person.rd  # K2
    # B8: the day of the list decides by which measure a player is active.
    if end >= dt.date.fromisoformat(rules["reform"]).toordinal():
        # By then time has made the RD grow (K3), where it is known since when.
        is_active = initial(person, end * MINUTES_A_DAY, rules)[1] <= rules["active_deviation"]
    else:
        is_active = person.games >= rules["active_games"]
    status = "unrated" if person.rating is None else "established" if is_active else "provisional"
    return {
        "rating": person.rating or 0,  # K1: a newcomer shows nothing
        "games": person.games,
        "status": status,
        "period_games": person.games - row["games"],
        "deviation": deviation,
        "last_minute": person.minute or 0,
    }


def left_out(games: list[Row]) -> list[Row]:
    """Return the entries of games with an unknown player: they do not count."""
    entries = []
    nothing = dict.fromkeys(("opponent_rating", "difference", "expected", "k", "change", "game_number"), 0)
    for row in games:
        if all(teams_of(row, {})):
            continue
        for name, half_points in seats_of(row):
            if name:
                facts = {"player": name, "game": row["game"], "kind": "not_counted", "reason": "unknown_player"}
                entries.append({**facts, "half_points": half_points, **nothing})
    return entries


def seats_of(row: Row) -> list[tuple[str, int]]:
    """Return the players at the board with their scores."""
    white = row["white_half_points"]
    points = {"white": white, "black": 2 - white, "white_partner": white, "black_partner": 2 - white}
    return [(row[seat], half_points) for seat, half_points in points.items() if seat in row]


# The formulas.


def initial(person: Person, minute: int, rules: Rules) -> tuple[int, float]:
    """Step 1: return the rating and the RD before a game that ends in this minute."""
    if person.rating is None:
        return rules["initial_rating"], float(rules["initial_deviation"])  # K1, K2
    grown = rules["growth_millionths"] / 1_000_000 * idle(person, minute)  # K3, B1: of the square of the RD
    return person.rating, min(float(rules["most_deviation"]), math.sqrt(stored(person, rules) ** 2 + grown))


def stored(person: Person, rules: Rules) -> float:
    """K2, B4: return the RD after the last game."""
    if person.rating is None:
        return float(rules["initial_deviation"])
    return float(min(rules["transfer_deviation"] if person.rd is None else person.rd, rules["most_deviation"]))


def idle(person: Person, minute: int) -> int:
    """B7: return the minutes since the last game; 0 if nothing is known of it, and never less."""
    return 0 if person.minute is None or person.rating is None else max(minute - person.minute, 0)


def rounded(change: float, is_newcomer: bool, rules: Rules) -> int:
    """B5: round half away from zero; the new rating of a newcomer half up."""
    if is_newcomer:
        start = int(rules["initial_rating"])
        return math.floor(start + change + 0.5) - start
    return math.floor(abs(change) + 0.5) * (1 if change > 0 else -1)


def result(
    own: float, others: Sequence[float], difference: float, unit: int, rules: Rules
) -> tuple[float, float, float]:
    """Steps 2 to 6: return expected score, K and new RD of a player with the RD ``own``, against the RDs ``others``."""
    p = 3 * math.log(10) ** 2 / (math.pi**2 * unit**2)
    q = math.log(10) / unit
    f = 1 / math.sqrt(1 + p * sum(rd**2 for rd in others))  # K4, K9, B2
    e = 1 / (1 + 10 ** (-difference * f / rules["scale"]))  # K5
    k = q * f / (1 / own**2 + q**2 * f**2 * e * (1 - e))  # K6, B3
    return e, k, 1 / math.sqrt(1 / own**2 + q**2 * f**2 * e * (1 - e))  # K7


def play(people: People, teams: Teams, score: float, minute: int, rules: Rules) -> dict[Hashable, list[Row]]:
    """Rate a game between teams of one or two players, given by their names; ``score`` is White's.

    Changes the people and gives the entries of each.
    """
    white, black = teams
    before = {name: initial(people[name], minute, rules) for name in (*white, *black)}
    unit = rules["scale"] if len(white) == 1 else rules["bughouse_scale"]  # K9
    # K6, B8: K has a least value since the reform.
    is_reformed = minute >= dt.date.fromisoformat(rules["reform"]).toordinal() * MINUTES_A_DAY
    least_k = rules["least_k"] if is_reformed else 0
    after, entries = {}, {}
    for team, other, points in ((white, black, score), (black, white, 1 - score)):
        # K8, K9: from what was before the game; in bughouse the means of the teams.
        r1 = sum(before[name][0] for name in team) / len(team)
        r2 = sum(before[name][0] for name in other) / len(other)
        for name in team:
            person, (rating, own) = people[name], before[name]
            others = [rd for each, (_, rd) in before.items() if each != name]
            e, k, rd = result(own, others, r1 - r2, unit, rules)
            k = max(k, least_k)
            change = k * (points - e)  # K7: the new RD knows no least K
            after[name] = rating + rounded(change, person.rating is None, rules), rd
            entries[name] = [
                {
                    "kind": "time",
                    "opponent_rating": ten_thousandths(math.sqrt(sum(each**2 for each in others))),
                    "difference": idle(person, minute),
                    "expected": ten_thousandths(stored(person, rules)),
                    "k": ten_thousandths(own),
                    "half_points": 0,
                    "change": 0,
                    "game_number": 0,
                },
                {
                    "kind": "game",
                    "opponent_rating": math.floor(r2 + 0.5),
                    "difference": math.floor(r1 - r2 + 0.5),
                    "expected": ten_thousandths(e),
                    "k": ten_thousandths(k),
                    "half_points": int(2 * points),
                    "change": ten_thousandths(change),
                    "game_number": person.games + 1,
                },
            ]
    for name, (rating, rd) in after.items():
        person = people[name]
        person.rating, person.rd, person.minute, person.games = rating, rd, minute, person.games + 1
    return entries


def ten_thousandths(number: float) -> int:
    """Return the nearest number of ten-thousandths."""
    return round(10_000 * number)
