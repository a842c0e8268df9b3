"""The go scale once more, in plain Python and word for word: what the engine is compared with.

Nothing is shared with the engine. One tournament, one pass, one game after the other over everything, as the text tells
it, with forty digits; slow, and meant to be read beside the federation's page.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal, localcontext


@dataclass
class Person:
    """``level`` None: not in the scale; then ``registered`` is where he starts."""

    level: int | None
    registered: int = 0
    games: int = 0


@dataclass
class Written:
    """One game as it is written; ``white`` and ``black`` are names of people."""

    white: object
    black: object
    result: str  # W, B, =
    stones: int
    lines: int
    tempo: int
    round: int
    tournament: int
    day: int


def limited(value, low, high):
    return low if value < low else high if value > high else value


def half_up(level):
    """Twenty digits are left to tell a half from what is nearly one."""
    return int((round(level, 20) + Decimal("0.5")).to_integral_value(ROUND_FLOOR))


def counts(game):
    return game.result != "=" and game.stones <= 9 and game.lines in (9, 13, 19) and game.tempo in (0, 1)


def raw_variations(nb, nn, game):
    """Step 1: White's and Black's raw variation."""
    nfb = nb
    nfn = nn if game.stones == 0 else nn + 100 * (game.stones - Decimal("0.5"))
    white_won = game.result == "W"
    nfg, nfp = (nfb, nfn) if white_won else (nfn, nfb)
    winner, loser = (nb, nn) if white_won else (nn, nb)
    v = 15 + (nfp - nfg) / 15
    won = limited(v, 0, 40) if winner > 400 else limited(v, 1, 40)
    lost = limited(-v, -1, 0) if loser < -2000 else limited(-v, -15, -1)
    if winner >= -2000 and loser < -2000:
        won = limited(won, -1, 1)
    if loser >= -2000 and winner < -2000:
        lost = limited(lost, -1, 1)
    return (won, lost) if white_won else (lost, won)


def variation(raw, level, game):
    """Steps 2 to 5 for one of the two."""
    if level >= -2000:
        raw = raw * (1 - Decimal(game.stones) / 10)
        raw = raw * {19: Decimal(1), 13: Decimal("0.2"), 9: Decimal("0.1")}[game.lines]
        raw = raw * {0: Decimal(1), 1: Decimal("0.5")}[game.tempo]
    return raw * limited(1 - level / 1000, Decimal("0.1"), Decimal("2.5"))


def one_pass(start, games):
    levels = dict(start)
    for number in sorted({game.round for game in games}):
        before = dict(levels)
        for game in games:
            if game.round == number:
                nb, nn = before[game.white], before[game.black]
                white, black = raw_variations(nb, nn, game)
                levels[game.white] += variation(white, nb, game)
                levels[game.black] += variation(black, nn, game)
        for name, level in levels.items():
            levels[name] = max(level, Decimal(-2950))
    return levels


def tournament(people, games):
    """The levels after it, the passes that it took, and whether it came to an end."""
    names = {name for game in games for name in (game.white, game.black)}
    levels = {name: people[name].registered if people[name].level is None else people[name].level for name in names}
    start = {name: Decimal(level) for name, level in levels.items()}
    threshold = {name: 50 if people[name].level is None else 100 for name in names}
    previous = None
    for passes in range(1, 201):
        end = one_pass(start, games)
        delta = {name: end[name] - start[name] for name in names}
        too_far = [name for name in names if abs(delta[name]) > threshold[name]]
        if not too_far:
            return end, passes, True
        if previous is not None and max(abs(end[name] - previous[name]) for name in names) < 10:
            return end, passes, True
        for name in too_far:
            start[name] += delta[name] - threshold[name] if delta[name] > 0 else delta[name] + threshold[name]
        previous = end
    return end, passes, False


def run(people, games):
    """Changes ``people``; gives the passes of each tournament that had a game, in the order in which they ended."""
    ends = {}
    for game in games:
        ends[game.tournament] = max(ends.get(game.tournament, 0), game.day)
    passes = []
    for number in sorted(ends, key=lambda number: (ends[number], number)):
        played = [game for game in games if game.tournament == number and counts(game)]
        if not played:
            continue
        with localcontext(Context(prec=40)):
            levels, needed, _ = tournament(people, played)
        passes.append(needed)
        for name, level in levels.items():
            people[name].level = half_up(level)
        for game in played:
            people[game.white].games += 1
            people[game.black].games += 1
    return passes
