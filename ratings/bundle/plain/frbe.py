"""The Belgian rules once more, in plain Python and word for word: what the engine is compared with.

Nothing is shared with the engine, not even the tables. One player, one game after the other, no arrays; fractions where
the engine has whole numbers. It is slow and meant to be read beside the federation's text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

# Table I as printed, column by column: percentage and difference.
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

# Table II as printed: the band of the difference and the higher player's share.
PRINTED_II = """
0-3 .50 4-10 .51 11-17 .52 18-25 .53 26-32 .54 33-39 .55 40-46 .56 47-53 .57 54-61 .58 62-68 .59 69-76 .60 77-83 .61
84-91 .62 92-98 .63 99-106 .64 107-113 .65 114-121 .66 122-129 .67 130-137 .68 138-145 .69 146-153 .70 154-162 .71
163-170 .72 171-179 .73 180-188 .74 189-197 .75 198-206 .76 207-215 .77 216-225 .78 226-235 .79 236-245 .80 246-256 .81
257-267 .82 268-278 .83 279-290 .84 291-302 .85 303-315 .86 316-328 .87 329-344 .88 345-357 .89 358-374 .90 375-391 .91
392-411 .92 412-432 .93 433-456 .94 457-484 .95 485-517 .96 518-559 .97 560-619 .98 620-735 .99
"""
PARTS_II = PRINTED_II.split()


def half_up(number):
    return floor(number + Fraction(1, 2))


def expectancy(own, opponent, rules):
    difference = min(abs(own - opponent), rules["difference_cap"])
    higher = 100
    for band, percent in zip(PARTS_II[::2], PARTS_II[1::2], strict=True):
        low, high = band.split("-")
        if int(low) <= difference <= int(high):
            higher = int(percent[1:])
    return higher if own >= opponent else 100 - higher


def formula_one(opponents_sum, games, half_points, rules):
    mean = half_up(Fraction(opponents_sum, games))
    exact = Fraction(100 * half_points, 2 * games)
    percent = floor(exact) if rules["truncate_percent"] else half_up(exact)
    percent = min(max(percent, rules["lowest_percent"]), rules["highest_percent"])
    return max(mean + D[percent], 1)


def band(rating, rules):
    for number, (end, _) in enumerate(rules["k_by_rating"]):
        if rating < end or (rating == end and rules["k_band_includes_its_end"]):
            return number
    return len(rules["k_by_rating"])


def development(number, rating, rules):
    factors = [k for _, k in rules["k_by_rating"]] + [rules["k_above"]]
    if rules["k10_regardless_of_games"] and band(rating, rules) == len(factors) - 1:
        return rules["k_above"]
    for last, k in rules["k_by_games"]:
        if number <= last:
            return k
    return factors[band(rating, rules)]


def side_of(rating, limit, rules):
    return rating > limit or (rating == limit and not rules["k_band_includes_its_end"])


@dataclass
class Person:
    rating: int
    games: int
    opponents_sum: int
    half_points: int
    foreign_rating: int
    last_day: int
    was_rated: bool = False
    first: int = 0  # rating that he got in this period
    shown: int = 0
    status: str = ""
    period_games: int = 0
    entries: list = field(default_factory=list)


@dataclass
class Half:
    """A game as one of the two sees it."""

    game: int
    opponent: int | None
    given: int
    half_points: int
    day: int
    used: bool = False


def halves_of(people, games):
    halves = [[] for _ in people]
    for number, (white, black, white_given, black_given, half_points, day) in enumerate(games):
        if white is not None:
            halves[white].append(Half(number, black, black_given, half_points, day))
        if black is not None:
            halves[black].append(Half(number, white, white_given, 2 - half_points, day))
    return halves


def run(people, games, rules):
    """`people`: list of Person; `games`: tuples (white, black, white_given, black_given, white_half_points, day).

    Changes the people: rating shown, games, sums, status, last day; entries are tuples
    (game, kind, opponent's rating, difference, percent, k, running number).
    """
    halves = halves_of(people, games)
    for person in people:
        person.was_rated = person.games >= rules["games_for_rating"] and person.rating > 0

    def known(half):
        """The opponent's rating before the period, 0 = none."""
        if half.opponent is None:
            return half.given
        opponent = people[half.opponent]
        return opponent.rating if opponent.was_rated else opponent.foreign_rating

    tours(people, halves, known, rules)
    for person, own in zip(people, halves, strict=True):
        if person.was_rated or person.first:
            third_tour(person, own, people, known, rules)
        else:
            provisional(person, rules)
        for half in own:
            if not half.used:
                person.entries.append((half.game, "nobody" if half.opponent is None else "unrated", 0, 0, 0, 0, 0))
        if person.foreign_rating:
            person.shown, person.status = person.foreign_rating, "foreign"


def tours(people, halves, known, rules):
    rate_those_with_enough_games(people, rules)
    newly = {}  # rated before this tour
    while True:
        for person, own in zip(people, halves, strict=True):
            if not person.was_rated and not person.first:
                one_tour(person, own, known, newly, rules)
        rate_those_with_enough_games(people, rules)
        now = {row: person.first for row, person in enumerate(people) if person.first}
        if now == newly:
            return
        newly = now


def one_tour(person, own, known, newly, rules):
    for half in own:
        value = known(half) or newly.get(half.opponent, 0)
        if value and not half.used:
            forget_games_without_sums(person)
            collect(person, half, value, rules)


def rate_those_with_enough_games(people, rules):
    for person in people:
        enough = person.games >= rules["games_for_rating"] and person.opponents_sum
        if enough and not person.was_rated and not person.first:
            person.first = formula_one(person.opponents_sum, person.games, person.half_points, rules)


def forget_games_without_sums(person):
    if person.games and not person.opponents_sum:
        person.opponents_sum = person.games * person.rating
        person.games = person.half_points = person.games if person.rating else 0


def collect(person, half, value, rules):
    if person.games >= rules["games_for_rating"]:
        return
    half.used = True
    person.games += 1
    person.opponents_sum += value
    person.half_points += half.half_points
    person.period_games += 1
    person.last_day = max(person.last_day, half.day)
    person.entries.append((half.game, "collected", value, 0, 0, 0, person.games))


def third_tour(person, own, people, known, rules):
    start = person.rating if person.was_rated else person.first
    queue = [(half, known(half)) for half in own if not half.used and known(half)]
    queue += [
        (half, people[half.opponent].first)
        for half in own
        if not half.used and not known(half) and half.opponent is not None and people[half.opponent].first
    ]
    before = person.games
    gain, surplus, opponents_sum, half_points = Fraction(0), Fraction(0), 0, 0
    for half, value in queue:
        half.used = True
        person.games += 1
        person.period_games += 1
        person.last_day = max(person.last_day, half.day)
        percent = expectancy(start, value, rules)
        k = development(person.games, start, rules)
        surplus += Fraction(half.half_points, 2) - Fraction(percent, 100)
        gain += k * (Fraction(half.half_points, 2) - Fraction(percent, 100))
        opponents_sum += value
        half_points += half.half_points
        difference = max(min(start - value, rules["difference_cap"]), -rules["difference_cap"])
        person.entries.append((half.game, "game", value, difference, percent, k, person.games))
    if queue:
        person.opponents_sum = opponents_sum + (0 if person.was_rated else person.opponents_sum)
        person.half_points = half_points + (0 if person.was_rated else person.half_points)
    new = half_up(start + gain)
    if len(queue) >= rules["many_games"] and abs(new - start) > rules["big_change"]:
        other = formula_one(opponents_sum, len(queue), half_points, rules)
        if abs(other - start) < abs(new - start):
            new = other
    elif queue:
        new = transition(start, new, surplus, (before + 1, person.games), rules)
    person.shown, person.status = max(new, rules["floor"]), "established"


def transition(old, new, surplus, numbers, rules):
    limits = [t for t in rules["transition_limits"] if side_of(old, t, rules) != side_of(new, t, rules)]
    if not limits:
        return new
    limit = min(limits, key=lambda t: abs(t - old))
    first_k = development(numbers[0], old, rules)
    last_k = development(numbers[1], new, rules)
    if first_k == last_k:
        return new
    return half_up(limit + (surplus + Fraction(old - limit, first_k)) * last_k)


def provisional(person, rules):
    if person.foreign_rating:
        return
    enough = person.games >= rules["games_for_provisional"]
    if person.period_games or (enough and not person.rating and person.opponents_sum):
        person.shown = formula_one(person.opponents_sum, person.games, person.half_points, rules) if enough else 0
    else:
        person.shown = person.rating if enough else 0
    person.status = "provisional" if person.shown else "unrated"
