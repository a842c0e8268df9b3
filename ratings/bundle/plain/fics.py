"""The help page of FICS once more, in plain Python and step by step: what the engine is compared with.

Nothing is shared with the engine: deviations instead of variances, powers of ten, one dictionary of people.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

C = 0.187**2  # a minute


@dataclass
class Person:
    """``rating`` None: no game in the category yet. ``minute`` None: nothing is known of the last game."""

    rating: int | None = None
    rd: float | None = None
    minute: int | None = None
    games: int = 0


def initial(person, minute):
    """Step 1: the rating and the RD before a game that ends in this minute."""
    rating = 1720 if person.rating is None else person.rating
    if person.rating is None:
        return rating, 350.0
    rd = 70.0 if person.rd is None else person.rd
    elapsed = 0 if person.minute is None else max(minute - person.minute, 0)
    return rating, min(350.0, math.sqrt(rd**2 + C * elapsed))


def rounded(change, is_newcomer):
    if is_newcomer:
        return math.floor(1720 + change + 0.5) - 1720
    return math.floor(abs(change) + 0.5) * (1 if change > 0 else -1)


def result(own, others, difference, score, unit):
    """Steps 2 to 6: change and new RD of somebody with the RD ``own``, met by the RDs ``others``."""
    p = 3 * math.log(10) ** 2 / (math.pi**2 * unit**2)
    q = math.log(10) / unit
    f = 1 / math.sqrt(1 + p * sum(rd**2 for rd in others))
    e = 1 / (1 + 10 ** (-difference * f / 400))
    k = max(q * f / (1 / own**2 + q**2 * f**2 * e * (1 - e)), 16)
    return k * (score - e), 1 / math.sqrt(1 / own**2 + q**2 * f**2 * e * (1 - e))


def play(people, white, black, score, minute):
    """One game of two teams of one or two, given by the names of their players; ``score`` is White's."""
    before = {name: initial(people[name], minute) for name in (*white, *black)}
    unit = 400 if len(white) == 1 else 800
    after = {}
    for team, other, points in ((white, black, score), (black, white, 1 - score)):
        r1 = sum(before[name][0] for name in team) / len(team)
        r2 = sum(before[name][0] for name in other) / len(other)
        for name in team:
            others = [rd for each, (_, rd) in before.items() if each != name]
            change, rd = result(before[name][1], others, r1 - r2, points, unit)
            after[name] = before[name][0] + rounded(change, people[name].rating is None), rd
    for name, (rating, rd) in after.items():
        person = people[name]
        person.rating, person.rd, person.minute, person.games = rating, rd, minute, person.games + 1
