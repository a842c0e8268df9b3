"""A second implementation of the Quebec cote (FQE) in plain Python, to check lists with.

Nothing is shared with the program that made the list, not even the table. Fractions, so that nothing is lost before it
is rounded. The numbers in the comments are those of the rules: Q the federation's text, QA rulings where it leaves a
choice. The parameters come from ``rules.json``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

Row = dict[str, Any]
Rules = dict[str, Any]

TOLERANCES: dict[str, float] = {}  # everything comes out exactly

# Q14, the table as printed: difference, the higher player's probable result, the lower one's.
PRINTED = """
0--3 50 50  198--206 76 24  4--10 51 49  207--215 77 23  11--17 52 48  216--225 78 22  18--25 53 47  226--235 79 21
26--32 54 46  236--245 80 20  33--39 55 45  246--256 81 19  40--46 56 44  257--267 82 18  47--53 57 43  268--278 83 17
54--61 58 42  279--290 84 16  62--68 59 41  291--302 85 15  69--76 60 40  303--315 86 14  77--83 61 39  316--328 87 13
84--91 62 38  329--344 88 12  92--98 63 37  345--357 89 11  99--106 64 36  358--374 90 10  107--113 65 35  375--391 91 9
114--121 66 34  392--411 92 8  122--129 67 33  412--432 93 7  130--137 68 32  433--456 94 6  138--145 69 31
457--484 95 5  146--153 70 30  485--517 96 4  154--162 71 29  518--559 97 3  163--170 72 28  560--619 98 2
171--179 73 27  620--734 99 1  180--188 74 26  735--100000 100 0  189--197 75 25
"""
PARTS = PRINTED.split()
BANDS = [
    (*map(int, band.split("--")), int(higher), int(lower))
    for band, higher, lower in zip(PARTS[::3], PARTS[1::3], PARTS[2::3], strict=True)
]


@dataclass
class Person:
    """A player, as tournament after tournament changes them."""

    rating: int  # 0 = none
    games: int
    last_day: int = 0
    period_games: int = 0
    entries: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Played:
    """A game; ``white`` and ``black`` are indexes of people, None for a player who is not a member."""

    number: int  # in games.csv
    tournament: int
    rounds: int  # of the tournament
    participants: int  # of the tournament
    white: int | None
    black: int | None
    white_given: int
    black_given: int
    half_points: int
    day: int


class Half(NamedTuple):
    """A game from the point of view of one of the two."""

    opponent: int | None
    given: int
    points: Fraction
    game: int
    day: int


class Met(NamedTuple):
    """A game with the opponent's rating as it counts; 0 = unknown."""

    rating: int
    half: Half


def recompute(players: list[Row], games: list[Row], rules: Rules, end: int) -> tuple[dict[str, Row], list[Row]]:
    """Return the lines of the list by player, and the entries of games, from the rows of players.csv and games.csv."""
    place = {row["player"]: number for number, row in enumerate(players)}
    people = [Person(row["rating"], row["games"], row["last_day"]) for row in players]
    facts = ("white_given", "black_given", "white_half_points", "day")
    played = [
        Played(
            *(row[name] for name in ("game", "tournament", "rounds", "participants")),
            *(place.get(row[name]) for name in ("white", "black")),
            *(row[name] for name in facts),
        )
        for row in games
    ]
    run(people, played, rules)
    lines: dict[str, Row] = {}
    entries: list[Row] = []
    for row, person in zip(players, people, strict=True):
        lines[row["player"]] = {
            "rating": person.rating,
            "games": person.games,
            "status": status(person, rules),
            "period_games": person.period_games,
            "last_day": person.last_day,
        }
        entries += [{"player": row["player"], **entry} for entry in person.entries]
    return lines, entries


def status(person: Person, rules: Rules) -> str:
    """Q01, Q08, Q09."""
    if not person.rating:
        return "unrated"
    return "established" if person.games > rules["provisional_games"] else "provisional"


def run(people: list[Person], games: list[Played], rules: Rules) -> None:
    """Q03: change the people, tournament after tournament. ``games`` are in the order of play."""
    events: dict[int, list[Played]] = {}
    for game in games:
        events.setdefault(game.tournament, []).append(game)
    for number in sorted(events):
        tournament(people, events[number], rules)


def tournament(people: list[Person], event: list[Played], rules: Rules) -> None:
    """Q02: rate a tournament: first the unrated, then the provisional, then the permanent ratings."""
    rounds = event[0].rounds  # QA6: of the tournament, not of the player
    is_match = event[0].participants == 2  # QA9
    halves = halves_of(event)
    members = sorted(halves)
    few = rules["provisional_games"]
    unrated = [who for who in members if not people[who].rating]  # Q04
    provisional = [who for who in members if people[who].rating and people[who].games <= few]  # Q08, QA12
    permanent = [who for who in members if people[who].rating and people[who].games > few]  # Q09

    def met(who: int, enters: dict[int, int]) -> list[Met]:
        """Return the games of one player; ``enters`` gives the ratings that are not those before the tournament."""
        return [
            Met(half.given if half.opponent is None else enters.get(half.opponent, people[half.opponent].rating), half)
            for half in halves[who]
        ]

    new: dict[int, int] = {}
    # Q06, QA2: for one another the unrated count 1100.
    first: dict[int, int] = dict.fromkeys(unrated, int(rules["unrated_opponent"]))
    for who in unrated:
        new[who] = rate_unrated(known(met(who, first)), rules)
    # QA1: for the others they count with what they just got, and for permanent ratings so do the provisional ones.
    updated = first if rules["updated_opponents"] == "none" else {who: new[who] for who in unrated}
    for who in provisional:
        new[who] = rate_provisional(people[who], known(met(who, updated)), rules)
    last = updated
    if rules["updated_opponents"] == "order":
        last = updated | {who: new[who] for who in provisional}
    for who in permanent:
        new[who] = rate_permanent(people[who].rating, known(met(who, last)), rounds, is_match, rules)
    entered = dict.fromkeys(unrated, first) | dict.fromkeys(provisional, updated) | dict.fromkeys(permanent, last)
    games = {who: met(who, entered[who]) for who in members}
    for who in members:
        note(people[who], games[who], rules, is_permanent=who in permanent)
        people[who].rating = new[who]


def halves_of(event: list[Played]) -> dict[int, list[Half]]:
    """Return the games of each member in a tournament, in the order of play."""
    halves: dict[int, list[Half]] = {}
    for game in event:
        points = Fraction(game.half_points, 2)  # Q15
        if game.white is not None:
            half = Half(game.black, game.black_given, points, game.number, game.day)
            halves.setdefault(game.white, []).append(half)
        if game.black is not None:
            half = Half(game.white, game.white_given, 1 - points, game.number, game.day)
            halves.setdefault(game.black, []).append(half)
    return halves


def known(games: list[Met]) -> list[Met]:
    """QA11: return the games against opponents with a rating: only these count."""
    return [game for game in games if game.rating]


# The formulas.


def probable_result(own: int, opponent: int) -> Fraction:
    """Q14, QA10."""
    for low, high, higher, lower in BANDS:
        if low <= abs(own - opponent) <= high:
            return Fraction(higher if own >= opponent else lower, 100)
    raise ValueError(f"no band for {own} against {opponent}")


def half_up(number: Fraction) -> int:
    """QA3: round once, a half upwards; a rating is at least 1."""
    return max(floor(number + Fraction(1, 2)), 1)


def performance(games: list[Met], rules: Rules) -> Fraction:
    """Q05, QA4: Cm + 400 (V - D) / n."""
    wins = sum(game.half.points == 1 for game in games)
    losses = sum(game.half.points == 0 for game in games)
    mean = Fraction(sum(game.rating for game in games), len(games))
    return mean + Fraction(rules["performance_spread"] * (wins - losses), len(games))


def rate_unrated(games: list[Met], rules: Rules) -> int:
    """Q05, Q07: return the performance; below 1200, plus half of what it lacks."""
    if not games:
        return 0
    rating = performance(games, rules)
    if rating < rules["adjusted_below"]:
        rating += (rules["adjusted_below"] - rating) / 2
    return half_up(rating)


def rate_provisional(person: Person, games: list[Met], rules: Rules) -> int:
    """Q10, Q12: return the mean of old rating and performance, each weighted by its games."""
    if not games:
        return person.rating
    weighted = person.games * person.rating + len(games) * performance(games, rules)
    return half_up(weighted / (person.games + len(games)))


def rate_permanent(old: int, games: list[Met], rounds: int, is_match: bool, rules: Rules) -> int:
    """Q13 and the rules about great gains."""
    gain = rules["k"] * sum((game.half.points - probable_result(old, game.rating) for game in games), Fraction(0))
    # Q18, QA7: the bonus is taken of what halving leaves, and stays whole.
    if not rules["halved_bonus"]:
        gain = halved(old, gain, rules)
    # Q16, Q17, QA5: a bonus point for each point beyond the threshold.
    if rules["bonus_on_rounded_gain"]:
        gain = Fraction(floor(gain + Fraction(1, 2)))
    threshold = rules["bonus_limit"] + rules["bonus_limit_per_round"] * max(rounds - rules["bonus_rounds"], 0)
    if gain > threshold:
        gain += gain - threshold
    if rules["halved_bonus"]:
        gain = halved(old, gain, rules)
    # Q19, QA9: a match gives no more than 50 points.
    if is_match and gain > rules["match_cap"]:
        gain = rules["match_cap"]
    return half_up(old + gain)


def halved(old: int, gain: Fraction, rules: Rules) -> Fraction:
    """Q18, QA7, QA8: return the gain, halved above 2300."""
    limit = int(rules["halved_above"])
    if old > limit:
        return gain / 2
    if rules["halving"] == "split" and old + gain > limit:
        return (limit - old) + (old + gain - limit) / 2
    return gain


def note(person: Person, games: list[Met], rules: Rules, *, is_permanent: bool) -> None:
    """Count the games, and write the ledger's lines: shares, K and changes in ten-thousandths."""
    for game in games:
        columns: Row = dict.fromkeys(("opponent_rating", "difference", "expected", "k", "change", "game_number"), 0)
        kind = "not_counted"
        if game.rating:
            person.games += 1
            person.period_games += 1
            person.last_day = max(person.last_day, game.half.day)
            kind = "game" if is_permanent else "collected"
            columns |= {"opponent_rating": game.rating, "game_number": person.games}
        if kind == "game":
            share, k = probable_result(person.rating, game.rating), rules["k"]
            columns |= {"difference": person.rating - game.rating, "expected": int(10_000 * share), "k": 10_000 * k}
            columns["change"] = int(10_000 * k * (game.half.points - share))
        reason = "unknown_player" if kind == "not_counted" else ""
        facts = {"game": game.half.game, "kind": kind, "reason": reason, "half_points": int(2 * game.half.points)}
        person.entries.append(facts | columns)
