"""The Quebec rules once more, in plain Python and word for word: what the engine is compared with.

Nothing is shared with the engine, not even the table. Fractions stand where the engine has whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

# The table as printed: difference, the higher player's probable result, the lower one's.
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


def probable_result(own, opponent):
    for band, higher, lower in zip(PARTS[::3], PARTS[1::3], PARTS[2::3], strict=True):
        low, high = band.split("--")
        if int(low) <= abs(own - opponent) <= int(high):
            return Fraction(int(higher if own >= opponent else lower), 100)
    raise AssertionError(f"no band for {own} against {opponent}")


def half_up(number):
    return max(floor(number + Fraction(1, 2)), 1)


@dataclass
class Person:
    rating: int
    games: int
    last_day: int = 0
    period_games: int = 0
    entries: list = field(default_factory=list)  # (game, kind, opponent's rating, running number)


@dataclass(frozen=True)
class Played:
    tournament: int
    round: int
    white: int | None
    black: int | None
    white_given: int
    black_given: int
    half_points: int
    day: int


def run(people, games, rules):
    """Changes the people. ``games`` are `Played` in the order of play."""
    for number in sorted({game.tournament for game in games}):
        event = [(row, game) for row, game in enumerate(games) if game.tournament == number]
        tournament(people, event, rules)


def tournament(people, event, rules):
    rounds = max(game.round for _, game in event)
    # Nothing tells outsiders apart: each is somebody else.
    participants = {game.white if game.white is not None else f"white of {row}" for row, game in event}
    participants |= {game.black if game.black is not None else f"black of {row}" for row, game in event}
    members = sorted(who for who in participants if isinstance(who, int))
    unrated = [who for who in members if not people[who].rating]
    provisional = [who for who in members if people[who].rating and people[who].games <= rules["provisional_games"]]
    permanent = [who for who in members if people[who].rating and people[who].games > rules["provisional_games"]]

    def results(who, enters):
        """(opponent's rating, points, game) of one player; ``enters`` gives ratings that are not those before."""
        found = []
        for row, game in event:
            for own, other, given, points in (
                (game.white, game.black, game.black_given, Fraction(game.half_points, 2)),
                (game.black, game.white, game.white_given, 1 - Fraction(game.half_points, 2)),
            ):
                if own == who:
                    rating = given if other is None else enters.get(other, people[other].rating)
                    found.append((rating, points, row, game.day))
        return found

    new = {}
    first = dict.fromkeys(unrated, rules["unrated_opponent"])
    for who in unrated:
        new[who] = rate_unrated(known(results(who, first)), rules)
    updated = first if rules["updated_opponents"] == "none" else {who: new[who] for who in unrated}
    for who in provisional:
        new[who] = rate_provisional(people[who], known(results(who, updated)), rules)
    last = updated
    if rules["updated_opponents"] == "order":
        last = updated | {who: new[who] for who in provisional}
    for who in permanent:
        games = known(results(who, last))
        new[who] = rate_permanent(people[who].rating, games, rounds, len(participants) == 2, rules)
    used = dict.fromkeys(unrated, first) | dict.fromkeys(provisional, updated) | dict.fromkeys(permanent, last)
    notes = {who: results(who, used[who]) for who in members}
    for who in members:
        note(people[who], notes[who], "game" if who in permanent else "collected")
        people[who].rating = new[who]


def known(results):
    return [result for result in results if result[0]]


def performance(results, rules):
    wins = sum(points == 1 for _, points, _, _ in results)
    losses = sum(points == 0 for _, points, _, _ in results)
    mean = Fraction(sum(rating for rating, _, _, _ in results), len(results))
    return mean + Fraction(rules["performance_spread"] * (wins - losses), len(results))


def rate_unrated(results, rules):
    if not results:
        return 0
    rating = performance(results, rules)
    if rating < rules["adjusted_below"]:
        rating += (rules["adjusted_below"] - rating) / 2
    return half_up(rating)


def rate_provisional(person, results, rules):
    if not results:
        return person.rating
    weighted = person.games * person.rating + len(results) * performance(results, rules)
    return half_up(weighted / (person.games + len(results)))


def rate_permanent(old, results, rounds, is_match, rules):
    gain = rules["k"] * sum((points - probable_result(old, rating) for rating, points, _, _ in results), Fraction(0))
    limit = rules["halved_above"]
    if old > limit:
        gain /= 2
    elif rules["halving"] == "split" and old + gain > limit:
        gain = (limit - old) + (old + gain - limit) / 2
    if rules["bonus_on_rounded_gain"]:
        gain = floor(gain + Fraction(1, 2))
    threshold = rules["bonus_limit"] + rules["bonus_limit_per_round"] * max(rounds - rules["bonus_rounds"], 0)
    if gain > threshold:
        gain += gain - threshold
    if is_match and gain > rules["match_cap"]:
        gain = rules["match_cap"]
    return half_up(old + gain)


def note(person, results, kind):
    for rating, _, row, day in results:
        if rating:
            person.games += 1
            person.period_games += 1
            person.last_day = max(person.last_day, day)
            person.entries.append((row, kind, rating, person.games))
    person.entries += [(row, "nobody", 0, 0) for rating, _, row, _ in results if not rating]
