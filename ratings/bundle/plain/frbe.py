"""A second implementation of Belgian Elo (FRBE-KBSB) in plain Python, to check lists with.

Nothing is shared with the program that made the list, not even the tables. One player and one game after the other;
fractions, so that nothing is lost before it is rounded. It is slow and meant to be read beside the federation's text.
The numbers in the comments are those of the rules: B the published text, P what the federation's own program was seen
to do, BA rulings where the text leaves a choice. The parameters come from ``rules.json``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

Row = dict[str, Any]
Rules = dict[str, Any]

TOLERANCES: dict[str, float] = {}  # everything comes out exactly

# B06, table I as printed, column by column: percentage and difference.
PRINTED_I = """
.99 677 .98 589 .97 538 .96 501 .95 470 .94 444 .93 422 .92 401 .91 383 .90 366 .89 351 .88 336 .87 322 .86 309 .85 296
.84 284 .83 273 .82 262 .81 251 .80 240 .79 230 .78 220 .77 211 .76 202 .75 193 .74 184 .73 175 .72 166 .71 158 .70 149
.69 141 .68 133 .67 125 .66 117 .65 110 .64 102 .63 95 .62 87 .61 80 .60 72 .59 65 .58 57 .57 50 .56 43 .55 36 .54 29
.53 21 .52 14 .51 7 .50 0 .49 -7 .48 -14 .47 -21 .46 -29 .45 -36 .44 -43 .43 -50 .42 -57 .41 -65 .40 -72 .39 -80 .38 -87
.37 -95 .36 -102 .35 -110 .34 -117 .33 -125 .32 -133 .31 -141 .30 -149 .29 -158 .28 -166 .27 -175 .26 -184 .25 -193
.24 -202 .23 -211 .22 -220 .21 -230 .20 -240 .19 -251 .18 -262 .17 -273 .16 -284 .15 -296 .14 -309 .13 -322 .12 -336
.11 -351 .10 -366 .09 -383 .08 -401 .07 -422 .06 -444 .05 -470 .04 -501 .03 -538 .02 -589 .01 -677
"""
PARTS_I = PRINTED_I.split()
D = {int(percent[1:]): int(difference) for percent, difference in zip(PARTS_I[::2], PARTS_I[1::2], strict=True)}

# B11, table II as printed: the band of the difference and the higher player's share; beyond it the share is 1.
PRINTED_II = """
0-3 .50 4-10 .51 11-17 .52 18-25 .53 26-32 .54 33-39 .55 40-46 .56 47-53 .57 54-61 .58 62-68 .59 69-76 .60 77-83 .61
84-91 .62 92-98 .63 99-106 .64 107-113 .65 114-121 .66 122-129 .67 130-137 .68 138-145 .69 146-153 .70 154-162 .71
163-170 .72 171-179 .73 180-188 .74 189-197 .75 198-206 .76 207-215 .77 216-225 .78 226-235 .79 236-245 .80 246-256 .81
257-267 .82 268-278 .83 279-290 .84 291-302 .85 303-315 .86 316-328 .87 329-344 .88 345-357 .89 358-374 .90 375-391 .91
392-411 .92 412-432 .93 433-456 .94 457-484 .95 485-517 .96 518-559 .97 560-619 .98 620-735 .99
"""
PARTS_II = PRINTED_II.split()
BANDS = [
    (int(band.split("-")[1]), int(percent[1:])) for band, percent in zip(PARTS_II[::2], PARTS_II[1::2], strict=True)
]


@dataclass
class Person:
    """A player on the way from one list to the next; the first six fields are those of the previous list."""

    rating: int
    games: int
    opponents_sum: int
    half_points: int
    foreign_rating: int
    last_day: int
    was_rated: bool = False
    first: int = 0  # the first rating, if it was reached in this period
    shown: int = 0
    status: str = ""
    period_games: int = 0
    entries: list[Row] = field(default_factory=list)


@dataclass
class Half:
    """A game from the point of view of one of the two."""

    game: int
    opponent: int | None  # None: not a member; then the rating that was given for them counts, if any
    given: int
    half_points: int
    day: int
    used: bool = False


def recompute(players: list[Row], games: list[Row], rules: Rules, end: int) -> tuple[dict[str, Row], list[Row]]:
    """Return the lines of the list by player, and the entries of games, from the rows of players.csv and games.csv."""
    place = {row["player"]: number for number, row in enumerate(players)}
    brought = ("rating", "games", "opponents_sum", "half_points", "foreign_rating", "last_day")
    people = [Person(*(row[name] for name in brought)) for row in players]
    run(people, halves_of(games, place), rules)
    lines: dict[str, Row] = {}
    entries: list[Row] = []
    for row, person in zip(players, people, strict=True):
        lines[row["player"]] = {
            "rating": person.shown,
            "games": person.games,
            "status": person.status,
            "period_games": person.period_games,
            "opponents_sum": person.opponents_sum,
            "half_points": person.half_points,
            "last_day": person.last_day,
        }
        entries += [{"player": row["player"], **entry} for entry in person.entries]
    return lines, entries


def run(people: list[Person], halves: list[list[Half]], rules: Rules) -> None:
    """Change the people. ``halves`` are the games of each, in the order of play."""
    for person in people:
        person.was_rated = person.games >= rules["games_for_rating"] and person.rating > 0
    tours(people, halves, rules)
    for person, own in zip(people, halves, strict=True):
        if person.was_rated or person.first:
            third_tour(person, own, people, rules)
        else:
            provisional(person, rules)
        # B30: what was not used by now does not count.
        for half in own:
            if not half.used:
                reason = "unknown_player" if half.opponent is None else "opponent_unrated"
                person.entries.append(entry(half, "not_counted", reason=reason))
        # B33, BA19: the FIDE rating of a member of another federation replaces the computed one.
        if person.foreign_rating:
            person.shown, person.status = person.foreign_rating, "foreign"


def halves_of(games: list[Row], place: dict[str, int]) -> list[list[Half]]:
    """Return each player's games in the order of play."""
    halves: list[list[Half]] = [[] for _ in place]
    for row in games:
        white, black = place.get(row["white"]), place.get(row["black"])
        half_points = row["white_half_points"]
        if white is not None:
            halves[white].append(Half(row["game"], black, row["black_given"], half_points, row["day"]))
        if black is not None:
            halves[black].append(Half(row["game"], white, row["white_given"], 2 - half_points, row["day"]))
    return halves


def entry(half: Half, kind: str, **columns: Any) -> Row:
    """Return a line of the ledger: what a game did. Shares, K and changes are in ten-thousandths."""
    nothing: Row = dict.fromkeys(("opponent_rating", "difference", "expected", "k", "change", "game_number"), 0)
    return {"game": half.game, "kind": kind, "reason": "", **nothing, "half_points": half.half_points, **columns}


def known(half: Half, people: list[Person]) -> int:
    """P2, BA12, BA13: return the opponent's rating of the previous list, or the foreign one; 0 = none."""
    if half.opponent is None:
        return half.given
    opponent = people[half.opponent]
    return opponent.rating if opponent.was_rated else opponent.foreign_rating


# The formulas.


def half_up(number: Fraction) -> int:
    """P1: round to the nearest whole number, a half upwards."""
    return floor(number + Fraction(1, 2))


def expectancy(own: int, opponent: int, rules: Rules) -> int:
    """B10 to B13: return the expected score in hundredths; a large difference counts as the cap."""
    difference = min(abs(own - opponent), rules["difference_cap"])
    higher = next((percent for end, percent in BANDS if difference <= end), 100)
    return higher if own >= opponent else 100 - higher


def formula_one(opponents_sum: int, games: int, half_points: int, rules: Rules) -> int:
    """B01 to B03: R = Rc + D(p); B06, BA2, P6: p has a lowest and a highest value; BA3: how p is rounded."""
    mean = half_up(Fraction(opponents_sum, games))
    exact = Fraction(100 * half_points, 2 * games)
    percent = floor(exact) if rules["truncate_percent"] else half_up(exact)
    percent = min(max(percent, rules["lowest_percent"]), rules["highest_percent"])
    return max(mean + D[percent], 1)


def band(rating: int, rules: Rules) -> int:
    """B16, BA5: return the band of ratings that decides about K after many games."""
    for number, (end, _) in enumerate(rules["k_by_rating"]):
        if rating < end or (rating == end and rules["k_band_includes_its_end"]):
            return number
    return len(rules["k_by_rating"])


def development(number: int, rating: int, rules: Rules) -> int:
    """B14 to B17, P4: return K for the game with this running number."""
    factors = [k for _, k in rules["k_by_rating"]] + [rules["k_above"]]
    if rules["k10_regardless_of_games"] and band(rating, rules) == len(factors) - 1:
        return int(rules["k_above"])
    for last, k in rules["k_by_games"]:
        if number <= last:
            return int(k)
    return int(factors[band(rating, rules)])


# B27 to B29: the first tours, for those who have no rating yet.


def tours(people: list[Person], halves: list[list[Half]], rules: Rules) -> None:
    """Collect games against rated opponents, then against newly rated ones, until nobody new is rated."""
    rate_those_with_enough_games(people, rules)
    newly: dict[int | None, int] = {}  # rated before this tour
    while True:
        for person, own in zip(people, halves, strict=True):
            if not person.was_rated and not person.first:
                one_tour(person, own, people, newly, rules)
        rate_those_with_enough_games(people, rules)
        now: dict[int | None, int] = {row: person.first for row, person in enumerate(people) if person.first}
        if now == newly:
            return
        newly = now


def one_tour(person: Person, own: list[Half], people: list[Person], newly: dict[int | None, int], rules: Rules) -> None:
    """B09, BA9: collect games, only against opponents with a rating."""
    for half in own:
        value = known(half, people) or newly.get(half.opponent, 0)
        if value and not half.used:
            replace_games_without_sums(person, value, rules)
            collect(person, half, value, rules)


def rate_those_with_enough_games(people: list[Person], rules: Rules) -> None:
    """B08, P8: make the performance over all collected games the first rating, with the twentieth game."""
    for person in people:
        enough = person.games >= rules["games_for_rating"] and person.opponents_sum
        if enough and not person.was_rated and not person.first:
            person.first = formula_one(person.opponents_sum, person.games, person.half_points, rules)


def replace_games_without_sums(person: Person, met: int, rules: Rules) -> None:
    """Give sums to games of a starting list that has none: even games against opponents of the rating shown.

    Without a rating the count starts again, or the first opponent met stands for them.
    """
    if person.games and not person.opponents_sum:
        keeps = rules.get("games_without_sums_count", False) and person.games < rules["games_for_rating"]
        rating = person.rating or (met if keeps else 0)
        person.opponents_sum = person.games * rating
        person.games = person.half_points = person.games if rating else 0


def collect(person: Person, half: Half, value: int, rules: Rules) -> None:
    """B07: add to the sums, which go on from period to period. B28, BA10: no more games than are needed."""
    if person.games >= rules["games_for_rating"]:
        return
    half.used = True
    person.games += 1
    person.opponents_sum += value
    person.half_points += half.half_points
    person.period_games += 1
    person.last_day = max(person.last_day, half.day)
    person.entries.append(entry(half, "collected", opponent_rating=value, game_number=person.games))


# B32: the third tour, for those who have a rating.


def third_tour(person: Person, own: list[Half], people: list[Person], rules: Rules) -> None:
    """Apply formula II to all games between rated players, and the special rules."""
    start = person.rating if person.was_rated else person.first
    # P3: those against opponents who were rated before come first, then those against newly rated ones (BA11).
    queue = [(half, known(half, people)) for half in own if not half.used and known(half, people)]
    # BA25: in the oldest programs without the games that the opponent's first rating was made of.
    all_count = rules.get("pooled_games_count", True)
    for half in own:
        opponent = None if half.used or known(half, people) or half.opponent is None else people[half.opponent]
        if opponent and opponent.first and (all_count or not was_collected(half, opponent)):
            queue.append((half, opponent.first))
    before = person.games
    gain, surplus, opponents_sum, half_points = Fraction(0), Fraction(0), 0, 0
    for half, value in queue:
        half.used = True
        person.games += 1
        person.period_games += 1
        person.last_day = max(person.last_day, half.day)
        # B09: K (W - We), with the ratings of the beginning (P2) and the K of the running number (P3, BA4).
        percent = expectancy(start, value, rules)
        k = development(person.games, start, rules)
        surplus += Fraction(half.half_points, 2) - Fraction(percent, 100)
        gain += k * (Fraction(half.half_points, 2) - Fraction(percent, 100))
        opponents_sum += value
        half_points += half.half_points
        person.entries.append(
            entry(
                half,
                "game",
                opponent_rating=value,
                difference=max(min(start - value, rules["difference_cap"]), -rules["difference_cap"]),
                expected=100 * percent,
                k=10_000 * k,
                change=100 * k * (50 * half.half_points - percent),
                game_number=person.games,
            )
        )
    if queue:
        person.opponents_sum = opponents_sum + (0 if person.was_rated else person.opponents_sum)
        person.half_points = half_points + (0 if person.was_rated else person.half_points)
    new = half_up(start + gain)
    # B21 to B24, BA6, BA7: many games and a big change: the performance counts if it is nearer to the old rating.
    if len(queue) >= rules["many_games"] and abs(new - start) > rules["big_change"]:
        other = formula_one(opponents_sum, len(queue), half_points, rules)
        if abs(other - start) < abs(new - start):
            new = other
    elif queue:
        new = transition(start, new, surplus, (before + 1, person.games), rules)
    # B18, BA8, P9: the floor.
    person.shown, person.status = max(new, rules["floor"]), "established"


def was_collected(half: Half, opponent: Person) -> bool:
    """Return whether the opponent collected this game for their first rating."""
    return any(row["game"] == half.game and row["kind"] == "collected" for row in opponent.entries)


def transition(old: int, new: int, surplus: Fraction, numbers: tuple[int, int], rules: Rules) -> int:
    """P11: let a rating that crosses a limit move up to it with one K and on from it with the other."""
    limits = [t for t in rules["transition_limits"] if is_above(old, t, rules) != is_above(new, t, rules)]
    if not limits:
        return new
    limit = min(limits, key=lambda t: abs(t - old))
    first_k = development(numbers[0], old, rules)
    last_k = development(numbers[1], new, rules)
    if first_k == last_k:
        return new
    # BA22: in older programs the ratings have to make the difference, not the number of games alone.
    if not rules.get("transition_by_games", True) and last_k == development(numbers[1], old, rules):
        return new
    # BA23: they started from the rounded rating.
    if rules.get("transition_from_rounded", False):
        return half_up(limit + Fraction((new - limit) * last_k, first_k))
    return half_up(limit + (surplus + Fraction(old - limit, first_k)) * last_k)


def is_above(rating: int, limit: int, rules: Rules) -> bool:
    """BA5: return whether a rating is above a limit."""
    return rating > limit or (rating == limit and not rules["k_band_includes_its_end"])


def provisional(person: Person, rules: Rules) -> None:
    """B05, B31, P7: return the performance from ten games on, below that nothing."""
    if person.foreign_rating:
        return
    if person.games < rules["games_for_provisional"]:
        person.shown = 0
    elif person.opponents_sum:
        person.shown = formula_one(person.opponents_sum, person.games, person.half_points, rules)
    else:
        person.shown = person.rating
    person.status = "provisional" if person.shown else "unrated"
