"""A second implementation of the French go scale (FFG, 2003 to 2012) in plain Python, to check lists with.

Nothing is shared with the program that made the list. One tournament, one pass, one game after the other, as the text
tells it, with forty digits; slow, and meant to be read beside the federation's page. The numbers in the comments are
those of the rules: F the published text, A rulings where it leaves a choice. The parameters come from ``rules.json``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from itertools import count
from typing import Any

Row = dict[str, Any]
Rules = dict[str, Any]
Levels = dict[Hashable, Decimal]

# The program that made the list calculates with about sixteen digits: its last ten-thousandth may differ from ours.
TOLERANCES = {"expected": 1, "k": 1, "change": 1}


@dataclass
class Person:
    """A player. ``level`` None: not in the scale; then they start from ``registered``."""

    level: int | None
    registered: int = 0
    games: int = 0
    last_day: int = 0
    period_games: int = 0
    entries: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Written:
    """A game as games.csv has it; ``white`` and ``black`` are names of people."""

    white: Hashable
    black: Hashable
    result: str  # W, B, =
    stones: int
    lines: int
    tempo: int  # 0 standard, 1 rapid, 2 faster
    round: int
    tournament: int
    day: int
    number: int  # in games.csv


@dataclass(frozen=True)
class Share:
    """What a game did to one of the two, in the last pass over its tournament."""

    name: Hashable
    game: Written
    level: Decimal  # before the round
    opponent: Decimal
    ahead: Decimal  # by how much the fictitious level is higher than the opponent's
    raw: Decimal
    factor: Decimal


def recompute(players: list[Row], games: list[Row], rules: Rules, end: int) -> tuple[dict[str, Row], list[Row]]:
    """Return the lines of the list by player, and the entries of games, from the rows of players.csv and games.csv."""
    people: dict[Hashable, Person] = {row["player"]: entrant(row, rules) for row in players}
    members = list(people)
    written = [written_game(row, people, rules) for row in games]
    register(people, games, written, rules)
    run(people, written, rules)
    lines, entries = {}, []
    for name in members:
        person = people[name]
        lines[str(name)] = {
            "rating": person.level or 0,
            "games": person.games,
            "status": "unrated" if person.level is None else "established",
            "period_games": person.period_games,
            "last_day": person.last_day,
        }
        entries += [{"player": name, **entry} for entry in person.entries]
    return lines, entries


def entrant(row: Row, rules: Rules) -> Person:
    """Return a player. F16: without a level they start from the one they register with. F15: not below the floor."""
    is_known = row["known"] if "known" in row else row["rating"] != 0
    entry = row.get("entry_level") or rules["default_entry_level"]
    return Person(row["rating"] if is_known else None, max(entry, rules["floor"]), row["games"], row["last_day"])


def written_game(row: Row, people: dict[Hashable, Person], rules: Rules) -> Written:
    """Return a row of games.csv; add its guests to the people: each is another person, unless they have numbers."""
    names: list[Hashable] = []
    for side in ("white", "black"):
        name: Hashable = row[side]
        if not name:
            number = row.get(f"{side}_guest") or (side, row["game"])
            name = (row["tournament"], number)
            people.setdefault(name, Person(None, max(row[f"{side}_given"], rules["floor"])))
        names.append(name)
    result = "B=W"[row["white_half_points"]]
    lines = row["board_size"] or 19  # unknown: the usual one
    rest = (row["handicap"], lines, *(row[name] for name in ("tempo", "round", "tournament", "day", "game")))
    return Written(names[0], names[1], result, *rest)


def register(people: dict[Hashable, Person], rows: list[Row], games: list[Written], rules: Rules) -> None:
    """F16: let players without a level start from that of the first tournament in which a game of theirs counts."""
    told: dict[Hashable, int] = {}
    end: dict[int, int] = {}
    for game in games:
        end[game.tournament] = max(game.day, end.get(game.tournament, 0))
    for row, game in sorted(
        zip(rows, games, strict=True), key=lambda pair: (end[pair[1].tournament], pair[1].tournament)
    ):
        if not why_not(game, rules):
            for side in ("white", "black"):
                if row[side] and row.get(f"{side}_entry"):
                    told.setdefault(row[side], row[f"{side}_entry"])
    for name, level in told.items():
        people[name].registered = max(level, rules["floor"])


def run(people: dict[Hashable, Person], games: list[Written], rules: Rules) -> list[int]:
    """Change ``people``; the passes of each tournament that had a game, in the order in which they ended (A13)."""
    events: dict[int, list[Written]] = {}
    for game in games:
        events.setdefault(game.tournament, []).append(game)
    passes = []
    for number in sorted(events, key=lambda number: (max(game.day for game in events[number]), number)):
        played = [game for game in events[number] if not why_not(game, rules)]
        if played:
            with localcontext(Context(prec=40)):
                needed = rate_tournament(people, played, rules)
            passes.append(needed)
    for game in games:
        if reason := why_not(game, rules):
            for name, letter in ((game.white, "W"), (game.black, "B")):
                half_points = 1 if game.result == "=" else 2 * (game.result == letter)
                people[name].entries.append(not_counted(game, half_points, reason))
    return passes


def why_not(game: Written, rules: Rules) -> str:
    """Return why a game does not count; "" if it does."""
    if game.result == "=":
        return "result"  # A6: jigo
    if stones_of(game, rules) > rules["most_handicap"] and not rules["high_handicap_counts_below"]:
        return "handicap"  # F9, A3
    if not dict(rules["board_percents"]).get(game.lines):
        return "board_size"  # F10
    if not dict(enumerate(rules["tempo_percents"])).get(game.tempo):
        return "tempo"  # F11
    return ""


def rate_tournament(people: dict[Hashable, Person], games: list[Written], rules: Rules) -> int:
    """Rate a tournament: change its people and write their entries. Return the number of passes."""
    levels, passes, shares = tournament(people, games, rules)
    for name, level in levels.items():
        people[name].level = half_up(level)
    for share in shares:
        person = people[share.name]
        won = share.name == (share.game.white if share.game.result == "W" else share.game.black)
        # A3: taken literally, a game with too many stones counts for players below the beginner's level alone.
        if stones_of(share.game, rules) > rules["most_handicap"] and share.level >= rules["beginner_level"]:
            person.entries.append(not_counted(share.game, 2 * won, "handicap"))
            continue
        person.games += 1
        person.period_games += 1
        person.last_day = max(person.last_day, share.game.day)
        person.entries.append(counted(share, 2 * won, person.games))
    return passes


def tournament(people: dict[Hashable, Person], games: list[Written], rules: Rules) -> tuple[Levels, int, list[Share]]:
    """Return the levels after it, the number of passes, and what the last one did."""
    names = {name: None for game in games for name in (game.white, game.black)}
    start: Levels = {}
    threshold = {}
    for name in names:
        person = people[name]
        # F16, F19
        start[name] = Decimal(person.registered if person.level is None else person.level)
        threshold[name] = rules["unknown_threshold"] if person.level is None else rules["known_threshold"]
    rounds = [[game for game in games if game.round == number] for number in sorted({game.round for game in games})]
    previous: Levels = {}
    for passes in count(1):
        end, shares = one_pass(start, rounds, rules)
        delta = {name: end[name] - start[name] for name in names}
        too_far = [name for name in names if abs(delta[name]) > threshold[name]]
        # F18, A12: nobody is to be adjusted, or nobody moved any more from one pass to the next; or it never ends.
        stands = bool(previous) and max(abs(end[name] - previous[name]) for name in names) < rules["convergence"]
        if not too_far or stands or passes == rules["most_passes"]:
            break
        # F17, A10, A11: only what goes beyond the threshold is adjusted, up or down.
        for name in too_far:
            start[name] += delta[name] - threshold[name] if delta[name] > 0 else delta[name] + threshold[name]
        previous = end
    return end, passes, shares


def one_pass(start: Levels, rounds: Iterable[list[Written]], rules: Rules) -> tuple[Levels, list[Share]]:
    """Calculate all rounds once. Return the levels after them, and what each game did."""
    levels, shares = dict(start), []
    for games in rounds:
        before = dict(levels)  # F14: all games of a round are calculated from the levels before it
        for game in games:
            nb, nn = before[game.white], before[game.black]
            ahead = nb - nn - black_points(game, rules)
            white, black = raw_variations(nb, nn, game, rules)
            for name, level, other, mine, raw in (
                (game.white, nb, nn, ahead, white),
                (game.black, nn, nb, -ahead, black),
            ):
                share = Share(name, game, level, other, mine, raw, factor(level, game, rules))
                levels[name] += share.raw * share.factor
                shares.append(share)
        # F15, A9
        for name, level in levels.items():
            levels[name] = max(level, Decimal(rules["floor"]))
    return levels, shares


# The formulas.


def stones_of(game: Written, rules: Rules) -> int:
    """A4: return the stones as they count on 19 lines."""
    tables = {9: dict(rules["handicaps_on_9"]), 13: dict(rules["handicaps_on_13"])}
    return int(tables.get(game.lines, {}).get(game.stones, game.stones))


def black_points(game: Written, rules: Rules) -> Decimal:
    """F4, A2: return the worth of Black's stones; a single stone is worth half of one."""
    stones = stones_of(game, rules)
    return (stones - Decimal("0.5")) * rules["handicap_points"] if stones else Decimal(0)


def limited(value: Decimal, low: Decimal | int, high: Decimal | int) -> Decimal:
    """Return the value, or the limit that it exceeds."""
    return Decimal(low) if value < low else Decimal(high) if value > high else value


def raw_variations(nb: Decimal, nn: Decimal, game: Written, rules: Rules) -> tuple[Decimal, Decimal]:
    """Step 1: return White's and Black's raw variation."""
    nfb, nfn = nb, nn + black_points(game, rules)  # F4: the fictitious levels
    white_won = game.result == "W"
    nfg, nfp = (nfb, nfn) if white_won else (nfn, nfb)
    winner, loser = (nb, nn) if white_won else (nn, nb)
    beginner = rules["beginner_level"]
    # F5, F6, F7, A1: how much, within limits that the real levels set.
    v = rules["base_gain"] + (nfp - nfg) / rules["points_for_one_more"]
    won = limited(v, 0 if winner > rules["strong_level"] else rules["least_gain"], rules["most_gain"])
    if loser < beginner:
        lost = limited(-v, -rules["beginner_most_loss"], 0)
    else:
        lost = limited(-v, -rules["most_loss"], -rules["least_loss"])
    # F8: others gain and lose little against a beginner.
    most = rules["most_against_beginner"]
    if winner >= beginner and loser < beginner:
        won = limited(won, -most, most)
    if loser >= beginner and winner < beginner:
        lost = limited(lost, -most, most)
    return (won, lost) if white_won else (lost, won)


def factor(level: Decimal, game: Written, rules: Rules) -> Decimal:
    """Steps 2 to 5 for one of the two: return the factor of the raw variation."""
    # F13: the weight.
    least, most = (Decimal(rules[f"{name}_weight_percent"]) / 100 for name in ("least", "most"))
    weight = limited(1 - level / rules["weight_scale"], least, most)
    if level < rules["beginner_level"]:
        return weight  # F12: no coefficients for a beginner
    # F9 to F11
    stones = stones_of(game, rules)
    handicap = 100 - rules["handicap_percent"] * stones if stones <= rules["most_handicap"] else 0
    board = dict(rules["board_percents"])[game.lines]
    coefficient = Decimal(handicap * board * rules["tempo_percents"][game.tempo]) / 1_000_000
    return weight * coefficient


def half_up(level: Decimal) -> int:
    """A8: round at the end of a tournament. Nine digits: the loop may stop just short of a half."""
    return int((round(level, 9) + Decimal("0.5")).to_integral_value(ROUND_FLOOR))


# The entries.


def counted(share: Share, half_points: int, number: int) -> Row:
    """Return a line of the ledger: variations and factors are in ten-thousandths."""
    return {
        "game": share.game.number,
        "kind": "game",
        "reason": "",
        "opponent_rating": half_up(share.opponent),
        "difference": half_up(share.ahead),
        "expected": ten_thousandths(share.raw),
        "k": ten_thousandths(share.factor),
        "half_points": half_points,
        "change": ten_thousandths(share.raw * share.factor),
        "game_number": number,
    }


def not_counted(game: Written, half_points: int, reason: str) -> Row:
    """Return the line of the ledger for a game that does not count."""
    nothing: Row = dict.fromkeys(("opponent_rating", "difference", "expected", "k", "change", "game_number"), 0)
    return {"game": game.number, "kind": "not_counted", "reason": reason, "half_points": half_points, **nothing}


def ten_thousandths(number: Decimal) -> int:
    """Return the nearest number of ten-thousandths."""
    return int((number * 10_000).to_integral_value(ROUND_HALF_EVEN))
